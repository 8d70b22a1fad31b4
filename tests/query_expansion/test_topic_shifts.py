"""Tests of a local model that finds changes of topic, and of a document that is cut there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Passage
from briefbank.domain.searches import Aid
from briefbank.domain.summaries import Prompt
from briefbank.errors import Cancelled, ModelFault, NotInLibrary, StoreBusy, TooLong
from briefbank.extraction.passages import PrecomputedSegmenter, by_words, key_of
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.llm import questions
from briefbank.llm.questions import BEGIN, END, NoHelp
from briefbank.query_expansion import expansion as words
from briefbank.query_expansion.expansion import Aids, SectionRecutter, topic_shifts, turns
from briefbank.storage.lease import ProcessLock
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.models import Reply, ScriptedModel
from tests.support.library_factory import library_of

PIECES = [f"Part {at} of the section says what it says about matter {at}. " * 3 for at in range(60)]


def test_the_places_that_the_model_names_turn_fully_and_no_others() -> None:
    results = turns(PIECES[:10], ScriptedModel(["3, 7"]), lambda: None)
    assert len(results) == 9
    assert [at for at, value in enumerate(results) if value == 1.0] == [1, 5]
    assert all(value <= 0.5 for at, value in enumerate(results) if at not in (1, 5))


def test_every_boundary_of_a_very_long_section_is_judged_once() -> None:
    model = ScriptedModel(reply=lambda message: f"{message.data.count(chr(10)) - 1}")
    results = turns(PIECES, model, lambda: None)
    ends = [at for at, value in enumerate(results) if value == 1.0]
    assert len(results) == len(PIECES) - 1 and len(ends) == len(model.asked) == 3
    assert ends[-1] == len(PIECES) - 2


def test_an_answer_that_names_no_places_is_of_no_use_and_none_is_an_answer() -> None:
    for reply in ("", "1", "11", "3 7", "3,7", "the third", "2, 3, 4, 5, 6, 7, 8", "٣"):
        with pytest.raises(NoHelp):
            turns(PIECES[:10], ScriptedModel([reply]), lambda: None)
    assert max(turns(PIECES[:10], ScriptedModel(["none"]), lambda: None)) <= 0.5


TEXTS = st.lists(st.text(st.characters(), max_size=20), min_size=1, max_size=6)


@given(TEXTS, TEXTS)
def test_known_answers_count_for_their_texts_only_and_cross_a_process(a: list[str], b: list[str]) -> None:
    answers = [1.0] * (len(a) - 1)
    known = pickle.loads(pickle.dumps(PrecomputedSegmenter({key_of(a): answers})))
    assert list(known(a)) == (answers or list(by_words(a)))
    if "\0".join(a) != "\0".join(b):
        assert list(known(b)) == list(by_words(b))


ABOUT = ("the stop of the car", "consent to the search", "the dog", "the charge to the jury", "the sentence")


def brief() -> str:
    """A point of 60 short paragraphs on five matters, and a short point."""
    paragraphs = [
        f"Paragraph {at + 1} speaks of {ABOUT[at // 12]} and of what the record shows on it at page {at + 1}."
        for at in range(60)
    ]
    short = "POINT II\n\nTHE SENTENCE IS EXCESSIVE.\n\nThe judge found no mitigating factor at all."
    return "\n\n".join(["POINT I\n\nTHE STOP WAS UNLAWFUL.", *paragraphs, short]) + "\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library_of(tmp_path_factory.mktemp("cut"), {"brief.txt": brief()}, Buckets()) as opened:
        yield opened


def aids_of(library: Library, model: ScriptedModel | None, *on: Aid) -> Aids:
    parts = library
    recutter = SectionRecutter(parts.catalogue, parts.paths, parts.processes, parts.cut_again)
    return Aids(parts.searcher, lambda: frozenset(on), lambda: model, lambda: None, recutter)


def passages(library: Library) -> list[Passage]:
    return library.documents.passages(next(library.documents.each()).id)


def model_naming(*numbers: int) -> ScriptedModel:
    """Names the paragraphs with these numbers, wherever they are shown."""

    def reply(message: Prompt) -> Reply:
        shown = [line for line in message.data.splitlines() if line not in (BEGIN, END)]
        results = [
            str(at)
            for at, line in enumerate(shown, start=1)
            if at > 1 and any(f"Paragraph {number} " in line for number in numbers)
        ]
        return ", ".join(results) or "none"

    return ScriptedModel(reply=reply)


@pytest.mark.nightly
def test_a_document_is_cut_where_the_model_finds_that_the_matter_turns(library: Library) -> None:
    before = passages(library)
    model = model_naming(13, 25, 37, 49)
    step = aids_of(library, model, Aid.SEGMENTING).recut(next(library.documents.each()).id, QuietReporter())
    assert (step.aid, step.failed, step.wrote) == (Aid.SEGMENTING, "", ())
    assert "Cut 1 long section" in step.said and model.asked
    after = passages(library)
    starts = [item.text for item in after]
    for number in (13, 25, 37, 49):
        assert any(text.startswith(f"Paragraph {number} ") for text in starts), number
    assert " ".join(item.text for item in after).split() == " ".join(item.text for item in before).split()
    assert library.maintenance.check().healthy


@pytest.mark.parametrize(
    ("error", "said"), [(ModelFault(), questions.STOPPED), (TooLong(), questions.TOO_MUCH)]
)
def test_a_model_that_fails_leaves_the_document_as_it_is(
    library: Library, error: Exception, said: str
) -> None:
    before = passages(library)
    model = ScriptedModel(reply=lambda message: error)
    step = aids_of(library, model, Aid.SEGMENTING).recut(next(library.documents.each()).id, QuietReporter())
    assert (step.failed, step.said) == (said, "") and passages(library) == before
    with pytest.raises(NotInLibrary):
        aids_of(library, model_naming(), Aid.SEGMENTING).recut(999, QuietReporter())


def test_the_model_is_not_called_in_vain_while_files_are_added(library: Library) -> None:
    model = model_naming(13)
    with (
        ProcessLock(library.paths.intake_lock, wait_s=0.0)(),
        pytest.raises(StoreBusy, match="Files are being added"),
    ):
        aids_of(library, model, Aid.SEGMENTING).recut(next(library.documents.each()).id, QuietReporter())
    assert model.asked == []


def test_a_stop_leaves_the_document_as_it_is(library: Library) -> None:
    before = passages(library)
    model = ScriptedModel(reply=lambda message: Cancelled())
    with pytest.raises(Cancelled):
        aids_of(library, model, Aid.SEGMENTING).recut(next(library.documents.each()).id, QuietReporter())
    assert passages(library) == before and library.ingest.waiting() == []


def test_nothing_is_read_again_unless_it_is_switched_on_and_a_model_is_there(library: Library) -> None:
    number, model = next(library.documents.each()).id, model_naming(13)
    off = aids_of(library, model).recut(number, QuietReporter())
    without = aids_of(library, None, Aid.SEGMENTING).recut(number, QuietReporter())
    assert (off.failed, without.failed, model.asked) == (words.NOT_CUT, words.NO_MODEL, [])


def test_the_model_is_not_called_again_after_a_failed_prompt() -> None:
    model = ScriptedModel(reply=lambda message: "no")
    with pytest.raises(NoHelp):
        topic_shifts([PIECES] * 20, model, QuietReporter())
    assert len(model.asked) == 1
