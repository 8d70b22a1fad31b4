"""Shared helpers for tests of the good-law list: two cases, and functions that query the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from briefbank.catalogue import passage_rows
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import Citation, CitationKind, GoodLawEntry
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role
from tests.citator.graphed import GraphedCatalogue

CARTY = "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)"
DOE = "State v. Doe, 200 N.J. 1 (2009)"
ALWAYS_THE_SAME = "The trooper had no reason to ask for consent. "


def passages(library: GraphedCatalogue, document: Document) -> list[Passage]:
    return passage_rows.of_document(library.catalogue, document.id)


def citing(*canonicals: str, id_: int = 1) -> Passage:
    cited = tuple(
        Citation(
            0, 1, canonical, CitationKind.STATUTE if canonical.startswith("N.J.S.A.") else CitationKind.CASE
        )
        for canonical in canonicals
    )
    return Passage(0, "text", Role.BODY, (), (), "", cited, id=id_)


def alerts_for(good_law: GoodLaw, *canonicals: str, as_of: date | None = None) -> tuple[str, ...]:
    return good_law.alerts([citing(*canonicals)], as_of).get(1, ())


def without_numbers(entries: Sequence[GoodLawEntry]) -> list[GoodLawEntry]:
    return [replace(entry, id=0) for entry in entries]


def empty_list(good_law: GoodLaw) -> None:
    """Examples of one property share a catalogue: making one takes longer than all that is done in it."""
    good_law.remove([entry.id for entry in good_law.entries()])
