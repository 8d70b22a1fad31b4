"""Authorities that the office cited on the same points and the draft does not cite."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from briefbank.catalogue.store import Catalogue
from briefbank.citations.mention import AUTHORITY_KINDS
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import GONE, Authority
from briefbank.domain.authority_reports import ForgottenAuthority
from briefbank.domain.citations import CitationKind
from briefbank.domain.passages import UNSEARCHED_ROLES
from briefbank.domain.searches import Hit
from briefbank.drafts.argument_search import ArguedPart
from briefbank.drafts.cited import Key, authorities, cited_in, key_of
from briefbank.drafts.reading import ReadDraft

MOST = 10
"""The most suggestions for one draft."""
SURE_RANK, SURE_RANK_OF_STRANGERS = 3, 1
"""The last ranks within a section at which a hit suffices for an authority that only one document cites.

The first limit is for documents that also cite a case of the draft, the second if no document found does.
"""
_KINDS = AUTHORITY_KINDS - {CitationKind.OTHER}
_LEAST_NAME = 8
"""The fewest letters of a case's name by which the draft is taken to name it."""


@dataclass(slots=True)
class _Candidate:
    """An authority that hits cite, as a candidate for a suggestion."""

    passages: set[int] = field(default_factory=set)
    best: dict[int, float] = field(default_factory=dict)
    """The weight of the best passage by document; all versions of a document count as one."""
    sections: dict[tuple[str, ...], float] = field(default_factory=dict)
    hits: dict[tuple[str, ...], Hit] = field(default_factory=dict)
    rank: int = 10**6
    related: bool = False
    """A document that cites the authority also cites a case that the draft cites."""

    def is_sure(self, *, related_found: bool) -> bool:
        """Tell whether the evidence suffices: two documents, or one of a high enough rank."""
        strangers = 0 if related_found else SURE_RANK_OF_STRANGERS
        return len(self.best) > 1 or self.rank <= (SURE_RANK if self.related else strangers)

    def add(self, heading_path: tuple[str, ...], hit: Hit, *, related: bool) -> None:
        weight = 1 / sqrt(hit.rank)
        document = -hit.document.family or hit.document.id
        self.passages.add(hit.passage.id)
        self.related = self.related or related
        self.rank = min(self.rank, hit.rank)
        self.best[document] = max(weight, self.best.get(document, 0.0))
        self.sections[heading_path] = self.sections.get(heading_path, 0.0) + weight
        known = self.hits.get(heading_path)
        if known is None or hit.rank < known.rank:
            self.hits[heading_path] = hit


class ForgottenFinder:
    """The finder of forgotten authorities. Any thread."""

    def __init__(self, catalogue: Catalogue, good_law: GoodLaw) -> None:
        self._catalogue, self._good_law = catalogue, good_law

    def of(self, draft: ReadDraft, argued: Sequence[ArguedPart]) -> list[ForgottenAuthority]:
        """Return at most ``MOST`` suggestions, first what most documents on the same points cite.

        Authorities that the office's list calls overruled or superseded are left out. Raises StoreError.
        """
        own = {key_of(citation) for _, citation in cited_in(draft)}
        wanted = _candidates(argued, self._related_documents(own))
        known = authorities(self._catalogue, list({*wanted, *own}))
        joined = _by_authority(wanted, known)
        cited = {_identity(known[key]) for key in own}
        text = " ".join(" ".join(each.text.split()) for each in draft.reading.passages).casefold()
        related_found = any(each.related for each in joined.values())
        kept: list[ForgottenAuthority] = []
        for key, each in sorted(joined.items(), key=lambda item: _order(*item)):
            authority = known[key]
            if len(kept) == MOST:
                break
            if _identity(authority) in cited or _is_named(authority, text):
                continue
            if each.is_sure(related_found=related_found) and not self._no_longer_holds(authority):
                kept.append(_suggestion(authority, each))
        return kept

    def _related_documents(self, own: Collection[Key]) -> set[int]:
        """Return the documents that cite a case that the draft cites."""
        ids = self._catalogue.authorities.ids_of([name for name, kind in own if kind is CitationKind.CASE])
        return {id_ for id_, _ in self._catalogue.authority_pages.citing_any(list(ids.values()))}

    def _no_longer_holds(self, authority: Authority) -> bool:
        statements = self._good_law.statements({authority.canonical: authority.kind})
        return any(each.entry.standing in GONE for each in statements.get(authority.canonical, ()))


def _candidates(argued: Sequence[ArguedPart], related_documents: Collection[int]) -> dict[Key, _Candidate]:
    wanted: dict[Key, _Candidate] = {}
    for each in argued:
        for hit in each.hits:
            if hit.passage.role in UNSEARCHED_ROLES:
                continue
            cited = (c for c in hit.passage.citations if c.canonical and c.kind in _KINDS)
            for key in dict.fromkeys(map(key_of, cited)):
                is_related = hit.document.id in related_documents
                wanted.setdefault(key, _Candidate()).add(each.part.heading_path, hit, related=is_related)
    return wanted


def _by_authority(wanted: Mapping[Key, _Candidate], known: Mapping[Key, Authority]) -> dict[Key, _Candidate]:
    """Merge parallel citations of one authority under the form that came first."""
    first: dict[object, Key] = {}
    joined: dict[Key, _Candidate] = {}
    for key, each in wanted.items():
        main = first.setdefault(_identity(known[key]), key)
        if main is key:
            joined[key] = each
            continue
        into = joined[main]
        for path, hit in each.hits.items():
            if hit.passage.id not in into.passages:
                into.add(path, hit, related=each.related)
        into.passages |= each.passages
    return joined


def _identity(authority: Authority) -> int | str:
    """Return an identity that all forms of an authority share."""
    return authority.id or authority.canonical


def _order(key: Key, each: _Candidate) -> tuple[bool, int, float, str]:
    return not each.related, -len(each.best), -sum(sorted(each.best.values())), key[0]


def _is_named(authority: Authority, text: str) -> bool:
    """Tell whether the draft names a case without its reporter."""
    name = " ".join(authority.name.split()).casefold()
    return authority.kind is CitationKind.CASE and len(name) >= _LEAST_NAME and name in text


def _suggestion(authority: Authority, each: _Candidate) -> ForgottenAuthority:
    path = max(each.sections, key=lambda path: each.sections[path])
    return ForgottenAuthority(authority, len(each.passages), path, each.hits[path])
