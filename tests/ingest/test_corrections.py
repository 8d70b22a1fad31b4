"""Tests of corrections: typed values are parsed or refused, and the lexical index follows."""

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
from briefbank.errors import Cancelled, CorrectionRefused, StoreFull
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.document_writer import LONGEST, Corrections, parse_correction
from briefbank.library import Library
from briefbank.maintenance import documents
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.reporters import StopsWhen


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as library:
        yield library


def corrections(library: OpenParts) -> Corrections:
    return Corrections(
        library.parts.catalogue, library.parts.lexical, library.parts.graph, library.parts.lock
    )


def count_hits(library: OpenParts, word: str, filters: Filters | None = None) -> int:
    return len(library.parts.lexical.search(LexicalQuery((word,)), filters or Filters(), 10))


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
def test_an_invalid_correction_is_refused_in_a_sentence(field: CaptionField, typed: str) -> None:
    with pytest.raises(CorrectionRefused) as refused:
        parse_correction(field, typed, date(2026, 3, 1))
    assert refused.value.title.endswith(".") and refused.value.remedy.endswith(".")


def test_words_and_filters_of_the_index_follow_and_come_back(library: OpenParts) -> None:
    document = library.add("giraffe in the barn")
    memos = Filters(kinds=frozenset({Kind.MEMO}))
    corrections(library).correct(document.id, CaptionField.TITLE, "State v. Okapi")
    corrections(library).correct(document.id, CaptionField.KIND, "memo")
    assert (count_hits(library, "okapi"), count_hits(library, "giraffe", memos)) == (1, 1)
    corrections(library).correct(document.id, CaptionField.TITLE, None)
    assert count_hits(library, "okapi") == 0
    assert library.parts.lexical.ids() == passage_rows.all_ids(library.parts.catalogue, searchable_only=True)


class _FullIndex:
    """A lexical index whose disk is full."""

    def __init__(self, real: LexicalIndex) -> None:
        self.batch = real.batch

    def add(self, document: Document, passages: list[Passage]) -> None:
        raise StoreFull


def test_an_outdated_index_is_reported_and_updated_at_the_next_opening(library: OpenParts) -> None:
    document = library.add("giraffe in the barn")
    full = Corrections(
        library.parts.catalogue, _FullIndex(library.parts.lexical), library.parts.graph, library.parts.lock
    )  # type: ignore[arg-type]
    assert full.correct(document.id, CaptionField.TITLE, "State v. Okapi").title == "State v. Okapi"
    assert count_hits(library, "okapi") == 0
    assert any("corrected" in problem for problem in library.health.check(QUIET).problems)
    documents.bring_words_up(library.parts.lexical, library.parts.catalogue, library.parts.lock, QUIET)
    assert count_hits(library, "okapi") == 1
    assert caption_rows.unindexed(library.parts.catalogue) == []


def test_a_backup_brings_corrections_back(library: OpenParts, tmp_path: Path) -> None:
    document = library.add("giraffe in the barn")
    corrections(library).correct(document.id, CaptionField.TITLE, "State v. Okapi")
    library.backup.make(tmp_path / "backup", QUIET)
    corrections(library).correct(document.id, CaptionField.TITLE, "State v. Zebu")
    library.restore.restore(tmp_path / "backup", QUIET)
    now = document_rows.get(library.parts.catalogue, document.id)
    assert (now.title, now.corrected) == ("State v. Okapi", {CaptionField.TITLE})
    assert (count_hits(library, "okapi"), count_hits(library, "zebu")) == (1, 0)


def test_a_replaced_correction_is_erased_from_the_disk(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"The giraffe of {name} was seen in the barn. " * 20)
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.ingest.add([tmp_path / "one.txt", tmp_path / "two.txt"], QUIET)
        library.maintenance.rebuild(
            QUIET
        )  # both in one file of the lexical index, where the former caption stays a while
        for typed in ("State v. Quaggaquagga", "State v. Okapiokapi"):
            library.documents.correct(1, CaptionField.TITLE, typed)
            assert library.maintenance.check().problems == ()
        library.documents.correct(1, CaptionField.TITLE, None)
        assert library.maintenance.check().problems == ()
    text = b"".join(path.read_bytes() for path in (tmp_path / "library").rglob("*") if path.is_file())
    assert b"giraffe" in text and b"uagga" not in text and b"kapi" not in text


def test_a_field_of_many_is_corrected_and_withdrawn_in_words_and_filters(library: OpenParts) -> None:
    ids = [library.add(f"giraffe number {number} in the barn").id for number in range(3)]
    memos = Filters(kinds=frozenset({Kind.MEMO}))
    assert corrections(library).correct_many(ids[:2], CaptionField.KIND, "Memo", QUIET) == []
    kinds = [document_rows.get(library.parts.catalogue, id_).kind for id_ in ids]
    assert kinds[:2] == [Kind.MEMO, Kind.MEMO] and kinds[2] is not Kind.MEMO
    assert count_hits(library, "giraffe", memos) == 2
    assert corrections(library).correct_many(ids, CaptionField.KIND, None, QUIET) == []
    assert count_hits(library, "giraffe", memos) == 0
    assert not any(document.corrected for document in document_rows.iterate(library.parts.catalogue))


def test_missing_documents_are_reported_and_the_others_corrected(library: OpenParts) -> None:
    document = library.add("giraffe in the barn")
    assert corrections(library).correct_many([7, document.id, 8], CaptionField.JUDGE, "Ann Roe", QUIET) == [
        7,
        8,
    ]
    assert document_rows.get(library.parts.catalogue, document.id).judge == "Ann Roe"


def test_many_are_corrected_all_or_none(library: OpenParts) -> None:
    ids = [library.add(f"giraffe number {number} in the barn").id for number in range(3)]
    with pytest.raises(CorrectionRefused):
        corrections(library).correct_many(ids, CaptionField.FILED, "soon", QUIET)
    stopping = StopsWhen(lambda _stage, done: done == 1)
    with pytest.raises(Cancelled):
        corrections(library).correct_many(ids, CaptionField.JUDGE, "Ann Roe", stopping)
    assert not any(document.corrected for document in document_rows.iterate(library.parts.catalogue))
    assert caption_rows.unindexed(library.parts.catalogue) == []
