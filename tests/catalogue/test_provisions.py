"""Tests of the table of provisions: written rows are read back, and corrections stay."""

from __future__ import annotations

from datetime import date

from briefbank.catalogue import ingest_ledger, law_rows
from briefbank.catalogue.database import Database
from briefbank.domain.authorities import CitationKind, ReadProvision, Window
from briefbank.index.occurrences import citation_key
from tests.catalogue.samples import add, passage, provisions_of, reading


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


def put(database: Database, document_id: int, *provisions: ReadProvision) -> list[int]:
    with database.writing() as connection:
        return law_rows.put_provisions(connection, document_id, provisions, citation_key)


def test_a_provision_comes_back_as_it_was_read(catalogue: Database) -> None:
    document, _ = add(catalogue)
    (authority,) = put(catalogue, document.id, read(0, 1))
    (result,) = provisions_of(catalogue, document.id)
    assert (
        law_rows.versions_of_authorities(catalogue, [authority])[authority]
        == [law_rows.get_provision(catalogue, result.id)]
        == [result]
    )
    assert (result.path, result.number, result.catchline) == (("Title 2C",), "2C:44-1", "Criteria \udc80")
    assert (result.window, result.source, result.first, result.last) == (
        Window(date(2015, 3, 1)),
        "text",
        0,
        1,
    )


def test_a_passage_belongs_to_exactly_the_provision_that_spans_it(catalogue: Database) -> None:
    document, stored = add(catalogue, what=reading(*(passage(at) for at in range(6))))
    put(catalogue, document.id, read(1, 2), read(4, 4, "N.J.S.A. 2C:44-2", "2C:44-2"))
    provisions = law_rows.provisions_of_passages(catalogue, [passage.id for passage in stored] + [999])
    numbers = [provisions[item.id].number if item.id in provisions else "" for item in stored]
    assert numbers == ["", "2C:44-1", "2C:44-1", "", "2C:44-2", ""]


def test_writing_again_takes_the_place_of_what_was_there(catalogue: Database) -> None:
    document, _ = add(catalogue)
    put(catalogue, document.id, read(0, 0), read(1, 1, "N.J.S.A. 2C:44-2", "2C:44-2"))
    put(catalogue, document.id, read(0, 1))
    assert [(provision.number, provision.last) for provision in provisions_of(catalogue, document.id)] == [
        ("2C:44-1", 1)
    ]
    assert (
        len(law_rows.with_number(catalogue, "2C:44-1")) == 1
        and law_rows.with_number(catalogue, "2C:44-2") == []
    )


def test_removing_a_document_removes_its_provisions_and_windows(catalogue: Database) -> None:
    document, _ = add(catalogue)
    (authority,) = put(catalogue, document.id, read(0, 1))
    (result,) = provisions_of(catalogue, document.id)
    law_rows.set_window(catalogue, result.id, Window(None, date(2020, 1, 1)))
    assert law_rows.get_provision(catalogue, result.id).window == Window(None, date(2020, 1, 1))
    ingest_ledger.remove_documents(catalogue, document.id)
    assert law_rows.versions_of_authorities(catalogue, [authority]) == {} and catalogue.faults() == []
