"""Tests of the signatures and families in the catalogue."""

from contextlib import closing
from pathlib import Path

from briefbank.catalogue import document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.samples import path_in, reading


def add(catalogue: Database, number: int) -> int:
    file = StoredFile(f"{number:064x}", ".pdf", f"{number}.pdf", 1, False, False)
    return ingest_ledger.add_document(catalogue, reading(), file)[0].id


def test_signatures_are_kept_by_scheme_and_replaced(catalogue: Database) -> None:
    one, two = add(catalogue, 1), add(catalogue, 2)
    document_rows.sign_all(catalogue, "old", {one: b"abc"}, {})
    assert document_rows.unsigned(catalogue, "new") == [one, two]
    document_rows.sign_all(catalogue, "new", {one: b"\x00\xff"}, {})
    assert document_rows.signatures(catalogue, "new") == {one: b"\x00\xff"}
    assert document_rows.signatures(catalogue, "old") == {}
    assert document_rows.signatures(catalogue, "new", [two, one, 99]) == {one: b"\x00\xff"}
    assert document_rows.unsigned(catalogue, "new") == [two]


def test_the_version_grows_with_every_signature_and_is_the_same_for_all_programs(tmp_path: Path) -> None:
    with (
        closing(open_catalogue(path_in(tmp_path))) as ours,
        closing(open_catalogue(path_in(tmp_path))) as other,
    ):
        assert document_rows.signatures_version(ours) == 0
        document = add(ours, 1)
        assert [document_rows.sign_all(other, "s", {document: b"x"}, {}) for _ in range(11)] == list(
            range(1, 12)
        )
        assert document_rows.signatures_version(ours) == 11


def test_families_are_written_and_shown_with_the_document(catalogue: Database) -> None:
    one, two, three = (add(catalogue, number) for number in (1, 2, 3))
    document_rows.sign_all(catalogue, "s", {two: b"x"}, {one: one, two: one})
    assert [document.family for document in document_rows.iterate(catalogue)] == [one, one, 0]
    assert document_rows.family_members(catalogue, [one, 0]) == [one, two]
    assert document_rows.family_members(catalogue, [0]) == []
    assert document_rows.families_of(catalogue, [two, three, 99]) == {two: one, three: 0}
    document_rows.assign_families(catalogue, {one: 0, two: 0})
    assert document_rows.family_members(catalogue, [one]) == []


def test_removing_a_document_removes_its_signature_and_none_is_added_later(catalogue: Database) -> None:
    document = add(catalogue, 1)
    document_rows.sign_all(catalogue, "s", {document: b"x"}, {})
    ingest_ledger.remove_documents(catalogue, document)
    assert document_rows.signatures(catalogue, "s") == {}
    document_rows.sign_all(catalogue, "s", {document: b"x"}, {document: document})
    assert document_rows.signatures(catalogue, "s") == {}
    assert document_rows.unsigned(catalogue, "s") == []
