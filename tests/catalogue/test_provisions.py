"""The table of provisions: what is written comes back, and what a person said stays."""

from __future__ import annotations

from datetime import date

import pytest

from briefbank.catalogue import law
from briefbank.catalogue.database import Database
from briefbank.catalogue.law import ProvisionTable
from briefbank.catalogue.store import Catalogue
from briefbank.domain.authorities import CitationKind, ReadProvision, Window
from briefbank.index.occurrences import citation_key
from tests.catalogue.samples import add, passage, reading


def read(
    first: int, last: int, canonical: str = "N.J.S.A. 2C:44-1", number: str = "2C:44-1"
) -> ReadProvision:
    return ReadProvision(
        canonical,
        CitationKind.STATUTE,
        ("Title 2C",),
        number,
        "Criteria \udc80",
        first,
        last,
        Window(date(2015, 3, 1)),
    )


@pytest.fixture
def table(catalogue: Catalogue) -> tuple[ProvisionTable, Database]:
    return catalogue.provisions, catalogue._database


def put(database: Database, document_id: int, *made: ReadProvision) -> list[int]:
    with database.writing() as connection:
        return law.put(connection, document_id, made, citation_key)


def test_a_provision_comes_back_as_it_was_read(
    catalogue: Catalogue, table: tuple[ProvisionTable, Database]
) -> None:
    document, _ = add(catalogue)
    (authority,) = put(table[1], document.id, read(0, 1))
    (found,) = table[0].of_document(document.id)
    assert table[0].of_authority(authority) == [table[0].by_id(found.id)] == [found]
    assert (found.path, found.number, found.catchline) == (("Title 2C",), "2C:44-1", "Criteria \udc80")
    assert (found.window, found.source, found.first, found.last) == (Window(date(2015, 3, 1)), "text", 0, 1)


def test_a_passage_is_part_of_the_provision_that_reaches_over_it_and_of_no_other(
    catalogue: Catalogue, table: tuple[ProvisionTable, Database]
) -> None:
    document, stored = add(catalogue, what=reading(*(passage(at) for at in range(6))))
    put(table[1], document.id, read(1, 2), read(4, 4, "N.J.S.A. 2C:44-2", "2C:44-2"))
    found = table[0].of_passages([each.id for each in stored] + [999])
    numbers = [found[each.id].number if each.id in found else "" for each in stored]
    assert numbers == ["", "2C:44-1", "2C:44-1", "", "2C:44-2", ""]


def test_writing_again_takes_the_place_of_what_was_there(
    catalogue: Catalogue, table: tuple[ProvisionTable, Database]
) -> None:
    document, _ = add(catalogue)
    put(table[1], document.id, read(0, 0), read(1, 1, "N.J.S.A. 2C:44-2", "2C:44-2"))
    put(table[1], document.id, read(0, 1))
    assert [(each.number, each.last) for each in table[0].of_document(document.id)] == [("2C:44-1", 1)]
    assert len(table[0].with_number("2C:44-1")) == 1 and table[0].with_number("2C:44-2") == []


def test_a_document_that_is_removed_takes_its_provisions_and_windows_along(
    catalogue: Catalogue, table: tuple[ProvisionTable, Database]
) -> None:
    document, _ = add(catalogue)
    (authority,) = put(table[1], document.id, read(0, 1))
    (found,) = table[0].of_document(document.id)
    table[0].set_window(found.id, Window(None, date(2020, 1, 1)))
    assert table[0].by_id(found.id).window == Window(None, date(2020, 1, 1))
    catalogue.remove_documents(document.id)
    assert table[0].of_authority(authority) == [] and catalogue.integrity() == []
