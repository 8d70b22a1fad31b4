"""Tests that a passage whose statements fail to be extracted costs no statement of another."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from briefbank.catalogue import authority_rows, library_facts, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations import provisions, treatments
from briefbank.citator import graph
from briefbank.domain.authorities import RelationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, Document
from tests.catalogue.samples import provisions_of
from tests.citator.graphed import GraphedCatalogue, reading
from tests.support.annotation_mistakes import always_fails, failing

pytestmark = pytest.mark.forces_mistakes
TEXTS = (
    "The zebra: State v. Doe, 210 N.J. 1 (2012), overruled State v. Carty, 170 N.J. 632 (2002).",
    "State v. Roe, 220 N.J. 5 (2014), overruled State v. Smith, 190 N.J. 7 (2007).",
)
CITED = {"210 N.J. 1", "170 N.J. 632", "220 N.J. 5", "190 N.J. 7"}


@pytest.fixture
def library(catalogue: Database) -> GraphedCatalogue:
    return GraphedCatalogue(catalogue)


def again(library: GraphedCatalogue, document: Document) -> None:
    library.graph.update(document, passage_rows.of_document(library.catalogue, document.id))


def overruled(library: GraphedCatalogue) -> set[str]:
    relations = authority_rows.relations(library.catalogue, kinds=[RelationKind.OVERRULES])
    return {item.target.canonical for item in relations}


def test_a_passage_whose_treatments_fail_keeps_its_citations_and_another_reading_closes_the_gap(
    library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as mistaken:
        mistaken.setattr(treatments, "statements", failing(treatments.statements))
        document = library.add(*TEXTS)
    assert overruled(library) == {"190 N.J. 7"}
    assert set(authority_rows.ids_of(library.catalogue, list(CITED))) == CITED
    assert library.rows("SELECT count(*) FROM cited") == [(4,)]
    assert library_facts.annotation_gaps(library.catalogue) == {document.id: {Annotation.TREATMENTS}}
    again(library, document)
    assert overruled(library) == {"170 N.J. 632", "190 N.J. 7"}
    assert library_facts.annotation_gaps(library.catalogue) == {}


@pytest.mark.parametrize("part", ["_count_names", "_join_parallel"])
def test_names_and_parallel_citations_that_fail_cost_no_citation(
    part: str, library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph._Reader, part, failing(getattr(graph._Reader, part)))
    document = library.add(*TEXTS)
    assert overruled(library) == {"170 N.J. 632", "190 N.J. 7"}
    assert library_facts.annotation_gaps(library.catalogue) == {document.id: {Annotation.TREATMENTS}}


@pytest.mark.parametrize("part", ["provisions_of", "own_citations", "entries_of"])
def test_a_document_whose_authorities_fail_altogether_is_kept_and_others_are_read(
    part: str, library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, part, always_fails)
    first = library.add(*TEXTS)
    monkeypatch.undo()
    library.add(*TEXTS)
    assert library_facts.annotation_gaps(library.catalogue) == {first.id: {Annotation.TREATMENTS}}
    assert library.graph.unread() == [], "one mistake does not keep the library reading for ever"
    assert overruled(library) == {"170 N.J. 632", "190 N.J. 7"}


def test_a_section_whose_dates_fail_is_there_without_them(
    library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    headings = [("N.J.S.A.", "2C:44-1. Criteria"), ("N.J.S.A.", "2C:44-2. Fines")]
    texts = [
        "2C:44-1. Criteria\nThe zebra. Effective March 3, 2015.",
        "2C:44-2. Fines\nEffective March 3, 2015.",
    ]
    monkeypatch.setattr(provisions, "read", failing(provisions.read))
    document = library.put(reading(texts, kind=Kind.STATUTE, headings=headings))
    results = provisions_of(library.catalogue, document.id)
    assert [item.number for item in results] == ["2C:44-1", "2C:44-2"]
    assert [item.window.first for item in results] == [None, date(2015, 3, 3)]
    assert library_facts.annotation_gaps(library.catalogue) == {document.id: {Annotation.DATES}}


def test_a_section_that_fails_is_left_out_alone(
    library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = provisions._read_section

    def fails(section: Any, *rest: Any) -> Any:
        if "zebra" in section.heading:
            raise KeyError("zebra")
        return real(section, *rest)

    monkeypatch.setattr(provisions, "_read_section", fails)
    headings = [("N.J.S.A.", "2C:44-1. The zebra"), ("N.J.S.A.", "2C:44-2. Fines")]
    document = library.put(reading(["One.", "Two."], kind=Kind.STATUTE, headings=headings))
    results = provisions_of(library.catalogue, document.id)
    assert [item.number for item in results] == ["2C:44-2"]
