"""Sections: a passage leads to what stands around it, in libraries of older versions too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from briefbank.catalogue import schema
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.store import Catalogue
from briefbank.domain.passages import Role
from tests.catalogue.samples import add, hash_of, passage, path_in, reading


def test_a_passage_leads_to_its_section_in_document_order_and_to_no_other_document(
    catalogue: Catalogue,
) -> None:
    what = reading(*(replace(passage(n), section=n // 3) for n in range(7)))
    add(catalogue, "a", what)
    _, passages = add(catalogue, "b", what)
    assert [each.section for each in passages] == [0, 0, 0, 1, 1, 1, 2]
    assert catalogue.section_of(passages[4].id) == passages[3:6]
    assert catalogue.section_of(passages[6].id) == passages[6:]


def test_a_passage_that_is_gone_has_no_section(catalogue: Catalogue) -> None:
    assert catalogue.section_of(1) == []


def test_that_a_paragraph_goes_on_is_kept(catalogue: Catalogue) -> None:
    _, passages = add(catalogue, "a", reading(replace(passage(0), runs_on=True), passage(1)))
    assert [each.runs_on for each in catalogue.passages_of(passages[0].document_id)] == [True, False]


Row = tuple[Role, tuple[str, ...]]
FACTS, POINT, NESTED = ("FACTS",), ("POINT I",), ("POINT I", "A. The stop")


def library_of_0003(path: Path, documents: Sequence[Sequence[Row]]) -> None:
    """A catalogue as the version before made it, written without any of today's tables."""
    database = SqliteDatabase(path)
    with database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(schema.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
        for number, rows in enumerate(documents, start=1):
            _insert(connection, "document", _document(number))
            for ordinal, row in enumerate(rows):
                _insert(connection, "passage", _passage(number, ordinal, row))
    database.close()


def _insert(connection: sa.Connection, table: str, values: dict[str, object]) -> None:
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)


def _document(number: int) -> dict[str, object]:
    texts = dict.fromkeys(("title", "court", "docket", "filed_source", "file_name"), "")
    counts = dict.fromkeys(
        ("pages", "ocr_pages", "passages", "gaps", "size", "has_reading_copy", "sample"), 0
    )
    added = "2021-03-04T05:06:07.000000+00:00"
    return {
        "sha256": hash_of(str(number)),
        "kind": "brief",
        "added_at": added,
        "suffix": ".txt",
        **texts,
        **counts,
    }


def _passage(number: int, ordinal: int, row: Row) -> dict[str, object]:
    role, path = row
    headings = json.dumps(path, separators=(",", ":")) if path else ""
    place = {"document_id": number, "ordinal": ordinal, "role": role.value, "heading_path": headings}
    return {
        **place,
        "searchable": 1,
        "text_hash": b"",
        "page_label": "",
        "spans": b"",
        "citations": "",
        "text": "x",
    }


def sections_after_upgrade(path: Path) -> list[list[int]]:
    catalogue = Catalogue.open(path)
    found = [[p.section for p in catalogue.passages_of(d.id)] for d in catalogue.each_document()]
    catalogue.close()
    return found


def test_an_older_library_gets_sections_from_its_headings(tmp_path: Path) -> None:
    first = [
        (Role.CAPTION, ()),
        (Role.BODY, ()),
        (Role.FACTS, FACTS),
        (Role.FACTS, FACTS),
        (Role.FOOTNOTE, FACTS),
        (Role.BODY, POINT),
        (Role.BODY, NESTED),
        (Role.FOOTNOTE, NESTED),
        (Role.BODY, POINT),
        (Role.SERVICE, POINT),
    ]
    second = [(Role.BODY, POINT), (Role.FOOTNOTE, POINT), (Role.FOOTNOTE, POINT)]
    library_of_0003(path_in(tmp_path), [first, second, []])
    expected = [[0, 1, 2, 2, 2, 3, 4, 4, 5, 6], [0, 0, 0], []]
    assert sections_after_upgrade(path_in(tmp_path)) == expected


def test_no_paragraph_of_an_older_library_goes_on(tmp_path: Path) -> None:
    library_of_0003(path_in(tmp_path), [[(Role.BODY, POINT), (Role.BODY, POINT)]])
    catalogue = Catalogue.open(path_in(tmp_path))
    found = catalogue.passages_by_id(catalogue.passage_ids())
    catalogue.close()
    assert [passage.runs_on for passage in found.values()] == [False, False]


def test_an_older_library_without_documents_is_brought_up(tmp_path: Path) -> None:
    library_of_0003(path_in(tmp_path), [])
    assert sections_after_upgrade(path_in(tmp_path)) == []
