"""Corrections: typed words are understood or refused, and the word index follows the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from briefbank.catalogue import caption_rows, document_rows, passage_rows
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.errors import Cancelled, CorrectionRefused, NotInLibrary, StoreFull
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.document_writer import LONGEST, Corrections, parse_correction
from briefbank.library import Library
from briefbank.maintenance import documents
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import RecordingReporter, StopsWhen


@pytest.fixture
def made(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as library:
        yield library


def corrections(made: OpenParts) -> Corrections:
    return Corrections(made.parts.catalogue, made.parts.lexical, made.parts.graph, made.parts.lock)


def found(made: OpenParts, word: str, filters: Filters | None = None) -> int:
    return len(made.parts.lexical.search(LexicalQuery((word,)), filters or Filters(), 10))


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (CaptionField.FILED, "March 5, 2021", "2021-03-05"),
        (CaptionField.FILED, " 3/5/2021 ", "2021-03-05"),
        (CaptionField.FILED, "  ", ""),
        (CaptionField.KIND, "Memo", "memo"),
        (CaptionField.KIND, "", "other"),
        (CaptionField.TITLE, "  State \n v.  Roe ", "State v. Roe"),
    ],
)
def test_typed_words_are_understood(field: CaptionField, typed: str, value: str) -> None:
    assert parse_correction(field, typed, date(2026, 3, 1)) == value


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        (CaptionField.FILED, "last Tuesday"),
        (CaptionField.FILED, "2021-02-30"),
        (CaptionField.KIND, "poem"),
        (CaptionField.TITLE, "x" * (LONGEST + 1)),
    ],
)
def test_what_cannot_be_understood_is_refused_in_a_sentence(field: CaptionField, typed: str) -> None:
    with pytest.raises(CorrectionRefused) as refused:
        parse_correction(field, typed, date(2026, 3, 1))
    assert refused.value.title.endswith(".") and refused.value.remedy.endswith(".")


def test_a_refused_correction_changes_nothing(made: OpenParts) -> None:
    document = made.add("giraffe in the barn")
    with pytest.raises(CorrectionRefused):
        corrections(made).correct(document.id, CaptionField.FILED, "soon")
    assert document_rows.get(made.parts.catalogue, document.id) == document


def test_words_and_filters_of_the_index_follow_and_come_back(made: OpenParts) -> None:
    document = made.add("giraffe in the barn")
    memos = Filters(kinds=frozenset({Kind.MEMO}))
    corrections(made).correct(document.id, CaptionField.TITLE, "State v. Okapi")
    corrections(made).correct(document.id, CaptionField.KIND, "memo")
    assert (found(made, "okapi"), found(made, "giraffe", memos)) == (1, 1)
    corrections(made).correct(document.id, CaptionField.TITLE, None)
    assert found(made, "okapi") == 0
    assert made.parts.lexical.ids() == passage_rows.all_ids(made.parts.catalogue, searchable_only=True)


def test_a_rebuild_keeps_corrections(made: OpenParts) -> None:
    document = made.add("giraffe in the barn")
    corrections(made).correct(document.id, CaptionField.TITLE, "State v. Okapi")
    made.health.rebuild_words(QUIET)
    assert found(made, "okapi") == 1


class _FullIndex:
    """A word index whose disk is full."""

    def __init__(self, real: LexicalIndex) -> None:
        self.batch = real.batch

    def add(self, document: Document, passages: list[Passage]) -> None:
        raise StoreFull


def test_an_index_left_behind_is_reported_and_brought_up_at_the_next_opening(made: OpenParts) -> None:
    document = made.add("giraffe in the barn")
    full = Corrections(
        made.parts.catalogue, _FullIndex(made.parts.lexical), made.parts.graph, made.parts.lock
    )  # type: ignore[arg-type]
    assert full.correct(document.id, CaptionField.TITLE, "State v. Okapi").title == "State v. Okapi"
    assert found(made, "okapi") == 0
    assert any("corrected" in problem for problem in made.health.check(QUIET).problems)
    documents.bring_words_up(made.parts.lexical, made.parts.catalogue, made.parts.lock, QUIET)
    assert found(made, "okapi") == 1
    assert caption_rows.unindexed(made.parts.catalogue) == []


def test_a_backup_brings_corrections_back(made: OpenParts, tmp_path: Path) -> None:
    document = made.add("giraffe in the barn")
    corrections(made).correct(document.id, CaptionField.TITLE, "State v. Okapi")
    made.backup.make(tmp_path / "backup", QUIET)
    corrections(made).correct(document.id, CaptionField.TITLE, "State v. Zebu")
    made.restore.restore(tmp_path / "backup", QUIET)
    now = document_rows.get(made.parts.catalogue, document.id)
    assert (now.title, now.corrected) == ("State v. Okapi", {CaptionField.TITLE})
    assert (found(made, "okapi"), found(made, "zebu")) == (1, 0)


def test_a_document_that_is_not_there_is_told(made: OpenParts) -> None:
    with pytest.raises(NotInLibrary):
        corrections(made).correct(7, CaptionField.TITLE, "x")


def test_a_correction_is_no_removal_and_one_that_is_replaced_is_gone_from_the_disk(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"The giraffe of {name} was seen in the barn. " * 20)
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.ingest.add([tmp_path / "one.txt", tmp_path / "two.txt"], QUIET)
        library.maintenance.rebuild(
            QUIET
        )  # both in one file of the word index, where the former caption stays a while
        for typed in ("State v. Quaggaquagga", "State v. Okapiokapi"):
            library.documents.correct(1, CaptionField.TITLE, typed)
            assert library.maintenance.check().problems == ()
        library.documents.correct(1, CaptionField.TITLE, None)
        assert library.maintenance.check().problems == ()
    text = b"".join(path.read_bytes() for path in (tmp_path / "library").rglob("*") if path.is_file())
    assert b"giraffe" in text and b"uagga" not in text and b"kapi" not in text


# --- many at once ---


def test_a_field_of_many_is_corrected_and_withdrawn_in_words_and_filters(made: OpenParts) -> None:
    ids = [made.add(f"giraffe number {number} in the barn").id for number in range(3)]
    memos = Filters(kinds=frozenset({Kind.MEMO}))
    assert corrections(made).correct_many(ids[:2], CaptionField.KIND, "Memo", QUIET) == []
    kinds = [document_rows.get(made.parts.catalogue, id_).kind for id_ in ids]
    assert kinds[:2] == [Kind.MEMO, Kind.MEMO] and kinds[2] is not Kind.MEMO
    assert found(made, "giraffe", memos) == 2
    assert corrections(made).correct_many(ids, CaptionField.KIND, None, QUIET) == []
    assert found(made, "giraffe", memos) == 0
    assert not any(document.corrected for document in document_rows.iterate(made.parts.catalogue))


def test_of_many_those_that_are_not_there_are_told_and_the_others_corrected(made: OpenParts) -> None:
    document = made.add("giraffe in the barn")
    assert corrections(made).correct_many([7, document.id, 8], CaptionField.JUDGE, "Ann Roe", QUIET) == [7, 8]
    assert document_rows.get(made.parts.catalogue, document.id).judge == "Ann Roe"


def test_many_are_corrected_all_or_none(made: OpenParts) -> None:
    ids = [made.add(f"giraffe number {number} in the barn").id for number in range(3)]
    with pytest.raises(CorrectionRefused):
        corrections(made).correct_many(ids, CaptionField.FILED, "soon", QUIET)
    stopping = StopsWhen(lambda _stage, done: done == 1)
    with pytest.raises(Cancelled):
        corrections(made).correct_many(ids, CaptionField.JUDGE, "Ann Roe", stopping)
    assert not any(document.corrected for document in document_rows.iterate(made.parts.catalogue))
    assert caption_rows.unindexed(made.parts.catalogue) == []


def test_the_progress_of_many_names_what_is_done(made: OpenParts) -> None:
    ids = [made.add(f"giraffe number {number} in the barn").id for number in range(2)]
    reporter = RecordingReporter()
    corrections(made).correct_many(ids, CaptionField.COURT, "Tax Court", reporter)
    assert list(dict.fromkeys(reporter.stages)) == [
        *("Correcting", "Making it searchable", "Reading citations")
    ]
