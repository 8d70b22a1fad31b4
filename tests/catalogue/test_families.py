"""Tests of the signatures and families in the catalogue."""

from contextlib import closing
from pathlib import Path

from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.store import Catalogue
from tests.catalogue.samples import path_in, reading


def add(catalogue: Catalogue, number: int) -> int:
    file = StoredFile(f"{number:064x}", ".pdf", f"{number}.pdf", 1, False, False)
    return catalogue.add_document(reading(), file)[0].id


def test_signatures_are_kept_by_scheme_and_replaced(catalogue: Catalogue) -> None:
    one, two = add(catalogue, 1), add(catalogue, 2)
    catalogue.families.sign_all("old", {one: b"abc"}, {})
    assert catalogue.families.unsigned("new") == [one, two]
    catalogue.families.sign_all("new", {one: b"\x00\xff"}, {})
    assert catalogue.families.signatures("new") == {one: b"\x00\xff"}
    assert catalogue.families.signatures("old") == {}
    assert catalogue.families.signatures("new", [two, one, 99]) == {one: b"\x00\xff"}
    assert catalogue.families.unsigned("new") == [two]


def test_the_version_grows_with_every_signature_and_is_the_same_for_all_programs(tmp_path: Path) -> None:
    with (
        closing(Catalogue.open(path_in(tmp_path))) as ours,
        closing(Catalogue.open(path_in(tmp_path))) as other,
    ):
        assert ours.families.version() == 0
        document = add(ours, 1)
        assert [other.families.sign_all("s", {document: b"x"}, {}) for _ in range(11)] == list(range(1, 12))
        assert ours.families.version() == 11


def test_families_are_written_and_shown_with_the_document(catalogue: Catalogue) -> None:
    one, two, three = (add(catalogue, number) for number in (1, 2, 3))
    catalogue.families.sign_all("s", {two: b"x"}, {one: one, two: one})
    assert [document.family for document in catalogue.each_document()] == [one, one, 0]
    assert catalogue.families.members([one, 0]) == [one, two]
    assert catalogue.families.members([0]) == []
    assert catalogue.families.families_of([two, three, 99]) == {two: one, three: 0}
    catalogue.families.assign({one: 0, two: 0})
    assert catalogue.families.members([one]) == []


def test_a_removed_document_takes_its_signature_along_and_gets_none_later(catalogue: Catalogue) -> None:
    document = add(catalogue, 1)
    catalogue.families.sign_all("s", {document: b"x"}, {})
    catalogue.remove_documents(document)
    assert catalogue.families.signatures("s") == {}
    catalogue.families.sign_all("s", {document: b"x"}, {document: document})
    assert catalogue.families.signatures("s") == {}
    assert catalogue.families.unsigned("s") == []
