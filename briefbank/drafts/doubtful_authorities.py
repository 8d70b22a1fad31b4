"""Authorities of a draft that the office's list warns of."""

from __future__ import annotations

from dataclasses import replace

from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import gravity
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authority_reports import DraftPlace, ReliedOn
from briefbank.domain.passages import UNSEARCHED_ROLES
from briefbank.drafts.cited import authorities, cited_in, key_of
from briefbank.drafts.places import sentence_place
from briefbank.drafts.reading import ReadDraft

PLACES = 20
"""The most places listed for one authority."""


def relied_on(draft: ReadDraft, catalogue: Catalogue, good_law: GoodLaw) -> list[ReliedOn]:
    """Return the draft's authorities that the office's list warns of, the gravest first.

    Places in tables are given only for authorities cited nowhere else. Any thread. Raises StoreError.
    """
    cited = list(cited_in(draft))
    statements = good_law.statements({citation.canonical: citation.kind for _, citation in cited})
    found: dict[int, list[tuple[bool, DraftPlace]]] = {}
    lines = {}
    keys = {}
    for passage, citation in cited:
        for each in statements.get(citation.canonical, ()):
            if each.warns:
                place = sentence_place(draft, passage, citation)
                lines[each.entry.id] = each
                keys[each.entry.id] = key_of(citation)
                found.setdefault(each.entry.id, []).append((passage.role in UNSEARCHED_ROLES, place))
    known = authorities(catalogue, keys.values())
    reliances = []
    for entry_id in sorted(lines, key=lambda each: (gravity(lines[each]), each)):
        entry, authority = lines[entry_id].entry, known[keys[entry_id]]
        if not authority.id:
            authority = replace(authority, name=entry.name)
        reliances.append(ReliedOn(authority, entry.standing, lines[entry_id].text, _in_text(found[entry_id])))
    return reliances


def _in_text(places: list[tuple[bool, DraftPlace]]) -> tuple[DraftPlace, ...]:
    in_text = [place for tabled, place in places if not tabled]
    return tuple(dict.fromkeys(in_text or [place for _, place in places]))[:PLACES]
