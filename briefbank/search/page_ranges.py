"""Cites results whose passages run over a page's end by both printed pages: "at 12–13"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from briefbank.catalogue.store import Catalogue
from briefbank.domain.searches import Hit
from briefbank.search.reference import reference


def with_last_pages(hits: Sequence[Hit], catalogue: Catalogue) -> tuple[Hit, ...]:
    """Return the same results; the labels of their last pages are fetched in one query."""
    last = {(hit.document.id, hit.passage.last_page) for hit in hits if _runs_over(hit)}
    places = catalogue.page_places(last) if last else {}
    return tuple(
        _cited(hit, place.label)
        if _runs_over(hit) and (place := places.get((hit.document.id, hit.passage.last_page)))
        else hit
        for hit in hits
    )


def _runs_over(hit: Hit) -> bool:
    return hit.passage.last_page > hit.passage.first_page


def _cited(hit: Hit, label: str) -> Hit:
    return replace(hit, last_label=label, citation=reference(hit.document, hit.passage, label))
