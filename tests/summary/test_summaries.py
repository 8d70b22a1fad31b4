"""Tests of summaries of documents: extracted, generated, cached, checked again and removed."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.document_rows import StoredFile
from briefbank.citations import citations
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import Span, Standing
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role
from briefbank.domain.summaries import ClaimFault, Ending, Generator
from briefbank.embedding.encoders import Encoder
from briefbank.errors import (
    Cancelled,
    IndexFault,
    ModelFault,
    ModelRefused,
    NotInLibrary,
    StoreError,
    StoreFull,
    SummaryError,
)
from briefbank.maintenance import documents
from briefbank.summary import cache
from briefbank.summary.local_model_manager import LocalModelManager
from briefbank.summary.summaries import CHECK_FAILED, TOO_SLOW, Summaries
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.models import cut_off
from tests.summary.model import AnsweringModel, corrected, written

QUESTION = "Whether the stop was lawful under State v. Carty, 170 N.J. 632 (2002)?"
STOPPED = "The police stopped the car at night in Newark."
SENTENCED = "The defendant was sentenced to 5 years in prison."
POINT = "POINT I THE STOP OF THE CAR WAS UNLAWFUL AND ITS FRUIT MUST GO."
ASKED = "The brief asks whether the stop was lawful under State v. Carty, 170 N.J. 632 (2002)."
PARTS = (
    (f"QUESTION PRESENTED\n{QUESTION}", Role.QUESTIONS, ("QUESTION PRESENTED",)),
    (f"STATEMENT OF FACTS\n{STOPPED} {SENTENCED}", Role.FACTS, ("STATEMENT OF FACTS",)),
    (f"{POINT}\nA search without a warrant is invalid.", Role.BODY, ("ARGUMENT", POINT)),
)
GOOD = written([([1], ASKED)], [([3], STOPPED), ([4], SENTENCED)])


class FixedGenerating(LocalModelManager):
    """The model that a test hands in, or none."""

    def __init__(self, model: Generator | None) -> None:
        super().__init__(lambda: None)
        self.model = model

    def if_ready(self) -> Generator | None:
        return self.model


def no_encoder() -> Encoder:
    raise IndexFault


@dataclass
class Briefs:
    """An open library with one brief."""

    library: OpenParts
    good_law: GoodLaw
    document: Document

    def summaries(self, model: Generator | None) -> Summaries:
        parts = self.library.parts
        return Summaries(
            self.library.paths, parts.catalogue, self.good_law, FixedGenerating(model), no_encoder
        )

    def files(self) -> list[Path]:
        return sorted(self.library.paths.summaries.glob("*"))


def add_document(library: OpenParts, *parts: tuple[str, Role, tuple[str, ...]]) -> Document:
    texts = [text for text, _, _ in parts]
    content = "\n".join(texts).encode()
    sha256 = hashlib.sha256(content).hexdigest()
    library.paths.original(sha256, ".txt").write_bytes(content)
    passages = tuple(
        Passage(at, text, role, path, (Span(at, 0, len(text), 0, len(text)),), "", citations.find(text))
        for at, (text, role, path) in enumerate(parts)
    )
    pages = tuple(Page(at, "", text, PageSource.TEXT) for at, text in enumerate(texts))
    reading = Reading(Kind.BRIEF, Caption(title="State v. Doe"), pages, passages)
    file = StoredFile(sha256, ".txt", "a.txt", len(content), copy_sha256="", sample=False)
    document, stored = ingest_ledger.add_document(library.parts.catalogue, reading, file)
    library.parts.lexical.add(document, stored)
    library.parts.graph.update(document, stored)
    return document


@pytest.fixture
def briefs(tmp_path: Path) -> Iterator[Briefs]:
    with opened(tmp_path / "library") as library:
        yield Briefs(library, GoodLaw(library.parts.catalogue), add_document(library, *PARTS))


def shown_claims(summary: object) -> Sequence[str]:
    return [sentence.claim.text for sentence in summary.shown]  # type: ignore[attr-defined]


def test_a_summary_is_written_once_and_kept(briefs: Briefs) -> None:
    model = AnsweringModel(GOOD)
    summaries = briefs.summaries(model)
    assert summaries.kept(briefs.document.id) is None
    summary = summaries.write(briefs.document.id, QUIET)
    assert shown_claims(summary) == [ASKED, STOPPED, SENTENCED], summary.claims
    assert summaries.kept(briefs.document.id) == summary
    assert len(model.asked) == 1


def test_the_encoder_is_waited_for_so_that_what_is_shown_does_not_hang_on_the_moment(
    briefs: Briefs, encoder: Encoder
) -> None:
    loaded: list[int] = []

    def slowly() -> Encoder:
        loaded.append(1)
        return encoder

    parts = briefs.library
    model = FixedGenerating(AnsweringModel(GOOD))
    summaries = Summaries(parts.paths, parts.parts.catalogue, briefs.good_law, model, slowly)
    summary = summaries.write(briefs.document.id, QUIET)
    assert summaries.kept(briefs.document.id) == summary
    assert len(loaded) == 2


def test_the_extract_needs_no_model_and_stays_the_same(briefs: Briefs) -> None:
    extract = briefs.summaries(None).extractive(briefs.document.id)
    assert extract.kind == "extractive" and extract.sentences[0].text == QUESTION
    summaries = briefs.summaries(AnsweringModel(GOOD))
    summaries.write(briefs.document.id, QUIET)
    assert summaries.extractive(briefs.document.id) == extract


def test_an_authority_listed_after_writing_takes_its_sentence_out_of_what_is_kept(briefs: Briefs) -> None:
    summaries = briefs.summaries(AnsweringModel(GOOD))
    summaries.write(briefs.document.id, QUIET)
    briefs.good_law.enter("State v. Carty, 170 N.J. 632 (2002)", Standing.OVERRULED)
    summary = summaries.kept(briefs.document.id)
    assert summary is not None and shown_claims(summary) == [STOPPED, SENTENCED]
    assert {finding.fault for finding in summary.claims[0].findings} == {ClaimFault.OUTDATED}
    briefs.good_law.remove([entry.id for entry in briefs.good_law.entries()])
    summary = summaries.kept(briefs.document.id)
    assert summary is not None and shown_claims(summary) == [ASKED, STOPPED, SENTENCED]


def test_a_sentence_withheld_for_the_good_law_list_is_written_again_after_the_list_changed(
    briefs: Briefs,
) -> None:
    briefs.good_law.enter("State v. Carty, 170 N.J. 632 (2002)", Standing.OVERRULED)
    summaries = briefs.summaries(AnsweringModel(GOOD, GOOD))
    summaries.write(briefs.document.id, QUIET)
    cached = summaries.kept(briefs.document.id)
    assert cached is not None and shown_claims(cached) == [STOPPED, SENTENCED]
    briefs.good_law.remove([entry.id for entry in briefs.good_law.entries()])
    assert summaries.kept(briefs.document.id) is None
    assert shown_claims(summaries.write(briefs.document.id, QUIET)) == [ASKED, STOPPED, SENTENCED]


@pytest.mark.parametrize("error", [ModelFault(), ModelRefused(), Cancelled()])
def test_a_model_that_stops_leaves_nothing_behind(briefs: Briefs, error: Exception) -> None:
    with pytest.raises(type(error)):
        briefs.summaries(AnsweringModel(error)).write(briefs.document.id, QUIET)
    assert briefs.files() == []


def test_a_failed_check_is_not_kept_so_that_it_is_tried_again(
    briefs: Briefs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError

    monkeypatch.setattr(briefs.good_law, "statements", broken)
    summary = briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET)
    assert summary.withheld_whole == CHECK_FAILED
    assert briefs.files() == []


def test_an_answer_that_came_too_late_is_not_kept_so_that_it_is_tried_again(briefs: Briefs) -> None:
    summary = briefs.summaries(AnsweringModel(cut_off(Ending.TIME, GOOD))).write(briefs.document.id, QUIET)
    assert summary.withheld_whole == TOO_SLOW and summary.claims == ()
    assert briefs.files() == []


def test_a_full_disk_costs_the_kept_copy_and_not_the_summary(
    briefs: Briefs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreFull

    monkeypatch.setattr(cache.files, "write_atomically", full)
    assert shown_claims(briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET))


def test_a_document_removed_at_the_moment_of_keeping_leaves_nothing(
    briefs: Briefs, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = cache.write

    def overtaken(*args: Any, **more: Any) -> None:
        documents.remove(briefs.library.parts, briefs.library.health, [briefs.document.id], QUIET)
        write(*args, **more)

    monkeypatch.setattr(cache, "write", overtaken)
    with pytest.raises(NotInLibrary):
        briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET)
    assert briefs.files() == []


def test_summaries_are_deleted_with_their_document_even_if_the_original_cannot_be(
    briefs: Briefs, monkeypatch: pytest.MonkeyPatch
) -> None:
    briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET)
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".txt":
            raise PermissionError(13, "in use")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(StoreError):
        documents.remove(briefs.library.parts, briefs.library.health, [briefs.document.id], QUIET)
    assert briefs.files() == []
    with pytest.raises(NotInLibrary):
        briefs.summaries(AnsweringModel(GOOD)).kept(briefs.document.id)


def test_without_a_model_no_summary_is_cached_and_writing_is_refused(briefs: Briefs) -> None:
    summaries = briefs.summaries(None)
    assert summaries.kept(briefs.document.id) is None
    assert "No local model is chosen" in summaries.unavailable()
    with pytest.raises(ModelRefused, match="No local model"):
        summaries.write(briefs.document.id, QUIET)


def test_a_document_without_a_sentence_is_never_sent_to_a_model(briefs: Briefs) -> None:
    empty = add_document(briefs.library, ("Page 3", Role.BODY, ()))
    model = AnsweringModel()
    with pytest.raises(SummaryError):
        briefs.summaries(model).write(empty.id, QUIET)
    assert briefs.summaries(model).kept(empty.id) is None
    assert model.asked == []


def test_nothing_of_brief_or_summary_is_logged(briefs: Briefs, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        summaries = briefs.summaries(
            AnsweringModel(written(facts=[([3], "A giraffe was seen.")]), corrected(""))
        )
        summaries.write(briefs.document.id, QUIET)
        summaries.kept(briefs.document.id)
    for word in ("giraffe", "Newark", "Carty", "stopped"):
        assert word not in caplog.text


def test_a_shown_sentence_leads_to_its_words_on_the_page(briefs: Briefs) -> None:
    summary = briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET)
    marks = briefs.summaries(None).highlights(briefs.document.id, summary.sources)
    assert [page.page for page in marks] == [0, 1]
    marked = {page.page: [PARTS[page.page][0][start:end] for start, end in page.words] for page in marks}
    assert marked == {0: [QUESTION], 1: [STOPPED, SENTENCED]}


def test_sources_in_a_document_that_was_read_again_are_skipped(briefs: Briefs) -> None:
    from dataclasses import replace

    summary = briefs.summaries(AnsweringModel(GOOD)).write(briefs.document.id, QUIET)
    gone = [replace(source, passage_id=10_000) for source in summary.sources]
    assert briefs.summaries(None).highlights(briefs.document.id, gone) == []
    with pytest.raises(NotInLibrary):
        briefs.summaries(None).highlights(10_000, summary.sources)
