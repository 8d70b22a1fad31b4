"""Word files are opened again by python-docx: words, marks, italics, notes and directions are where they
belong.
"""

import io
from dataclasses import replace
from datetime import date

import docx
import pytest
from docx.document import Document

from briefbank.domain.authorities import Authority, CitationKind
from briefbank.domain.searches import Hit, SearchAnswer, Tier
from briefbank.domain.userdata import Collection, CollectionEntry, EntryState, Reference, ResolvedEntry
from briefbank.errors import Cancelled
from briefbank.exports import exports
from briefbank.jobs import QuietReporter
from briefbank.text.messages import NO_MESSAGE, Message
from tests.exports.factory import hit, many
from tests.stand_ins.reporters import StopsAt

DAY = date(2026, 12, 4)


def results(*hits: Hit, query: str = "traffic stop", total: int = 0, less_close: int = 0) -> Document:
    close = total or len(hits) - less_close
    answer = SearchAnswer(Message("Passages about: traffic stop"), 0.0, close, hits, less_close=less_close)
    return docx.Document(io.BytesIO(exports.results_document(query, answer, DAY, QuietReporter())))


def texts(file: Document) -> list[str]:
    return [paragraph.text for paragraph in file.paragraphs]


def test_results_say_what_was_searched_for_and_when() -> None:
    file = results(hit(1), total=34)
    assert file.sections[0].header.paragraphs[0].text == "BriefBank: traffic stop, December 4, 2026"
    assert texts(file)[:4] == [
        "Results of a search",
        "Searched for: traffic stop",
        "Passages about: traffic stop",
        "The first 1 of 34 passages. On December 4, 2026.",
    ]


def test_less_close_results_are_counted_apart_and_are_below_a_heading() -> None:
    less_close = [hit(number, title=f"State v. Roe {number}", tier=Tier.LESS_CLOSE) for number in (2, 3)]
    lines = texts(results(hit(1), *less_close, less_close=2))
    assert "3 passages. Close: 1 passage. Less close: 2 passages. On December 4, 2026." in lines
    headings = ["1. State v. Doe", "Less close", "2. State v. Roe 2", "3. State v. Roe 3"]
    assert [line for line in lines if line in headings] == headings


def test_a_file_of_less_close_results_alone_says_so_above_them() -> None:
    lines = texts(results(hit(1, tier=Tier.LESS_CLOSE), less_close=1))
    assert lines[3:6] == [
        "1 passage. Close: 0 passages. Less close: 1 passage. On December 4, 2026.",
        "Less close",
        "1. State v. Doe",
    ]


def test_highlighted_words_are_bold_and_coloured_and_unbroken() -> None:
    file = results(hit(1, "No reason to stop the car.", marks=((13, 17),)))
    [shown] = [paragraph for paragraph in file.paragraphs if paragraph.text == "No reason to stop the car."]
    assert [run.text for run in shown.runs if run.bold] == ["stop"]
    assert [run.text for run in shown.runs if run.font.highlight_color] == ["stop"]


def test_the_case_is_in_italics_and_notes_follow_the_citation() -> None:
    file = results(hit(1, alerts=("Overruled in 2020.",)))
    cited = next(paragraph for paragraph in file.paragraphs if paragraph.text.startswith("Brief at 12"))
    assert [run.text for run in cited.runs if run.italic] == ["State v. Doe"]
    assert texts(file)[-1] == "Note: Overruled in 2020."


def test_a_file_says_nothing_of_who_made_it_on_what() -> None:
    assert results(hit(1)).core_properties.author == "BriefBank"


def test_text_that_no_word_file_may_hold_is_left_out() -> None:
    file = results(hit(1, "الشرطة\x0b\x00", title="‏دولة ضد زيد\x01"))
    assert [paragraph.text for paragraph in file.paragraphs if "الشرطة" in paragraph.text] == ["الشرطة"]


def test_writing_can_be_stopped_between_passages() -> None:
    with pytest.raises(Cancelled):
        exports.results_document("x", SearchAnswer(NO_MESSAGE, 0.0, 3, tuple(many(3))), DAY, StopsAt())


def entry(note: str = "") -> CollectionEntry:
    return CollectionEntry(1, Reference("0" * 64, "0" * 32, 11), note)


def collection(*gathered: ResolvedEntry, **cited: list[int]) -> Document:
    known = {
        Authority(n, name, CitationKind.CASE): numbers for n, (name, numbers) in enumerate(cited.items())
    }
    named_collection = Collection(1, "For the hearing on Friday", DAY, len(gathered))
    return docx.Document(
        io.BytesIO(exports.collection_document(named_collection, gathered, known, DAY, QuietReporter()))
    )


def test_a_collection_has_its_name_hearing_notes_quotations_and_authorities() -> None:
    file = collection(
        ResolvedEntry(entry("First line\n  second  line"), EntryState.AS_IT_WAS, hit(1)),
        Smith=[1],
        Adams=[1, 1],
    )
    shown = texts(file)
    assert shown[:3] == ["For the hearing on Friday", "Hearing: December 4, 2026", "1. State v. Doe"]
    assert shown[3:5] == ["First line", "  second  line"]
    assert shown[5] == f"“{hit(1).passage.text}”"
    assert shown[6].startswith("Brief at 12, State v. Doe")
    assert shown[7:] == [
        "Authorities cited in these passages",
        "Cases",
        "Adams: passage 1",
        "Smith: passage 1",
    ]


def test_a_missing_passage_keeps_its_position_and_note_and_a_reread_one_says_so() -> None:
    file = collection(
        ResolvedEntry(entry("keep me"), EntryState.GONE, None),
        ResolvedEntry(entry(), EntryState.REREAD, replace(hit(2), rank=0)),
    )
    shown = texts(file)
    assert "1. A passage that is not here now" in shown
    assert "keep me" in shown
    assert f"{exports.GONE} It stood on file page 12." in shown
    assert exports.REREAD in shown
