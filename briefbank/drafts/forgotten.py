"""Authorities that the office cited on the same points and the draft does not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.drafts.cited import Key, authorities, cited_in, key_of
from briefbank.drafts.reading import ReadDraft
from briefbank.drafts.sections import Argued
from briefbank.law import Authority, Standing
from briefbank.law_reports import ForgottenAuthority
from briefbank.models import UNSEARCHED_ROLES, Hit

MOST = 10
"""Suggestions for one draft."""
SURE_RANK, SURE_RANK_OF_STRANGERS = 3, 1
"""An authority that one document alone cites is suggested if it stands in so many first passages of a
section: where the document cites a case that the draft cites; and where none that was found does."""
_SORTS = frozenset({"case", "statute", "regulation", "rule", "constitution", "directive", "journal"})
_GONE = frozenset({Standing.OVERRULED, Standing.SUPERSEDED})
_LEAST_NAME = 8
"""Letters of a case's name that are enough to say that the draft names it."""


@dataclass(slots=True)
class _Wanted:
    """An authority that hits cite."""

    passages: set[int] = field(default_factory=set)
    best: dict[int, float] = field(default_factory=dict)
    """By document (all versions of one are one), the weight of its best passage."""
    sections: dict[tuple[str, ...], float] = field(default_factory=dict)
    hits: dict[tuple[str, ...], Hit] = field(default_factory=dict)
    rank: int = 10**6
    kin: bool = False
    """Whether a document that cites it also cites a case that the draft cites."""

    def is_sure(self, *, kin_found: bool) -> bool:
        """Whether enough speaks for it: two documents, or one that is near enough."""
        strangers = 0 if kin_found else SURE_RANK_OF_STRANGERS
        return len(self.best) > 1 or self.rank <= (SURE_RANK if self.kin else strangers)

    def add(self, heading_path: tuple[str, ...], hit: Hit, *, kin: bool) -> None:
        weight = 1 / sqrt(hit.rank)
        document = -hit.document.family or hit.document.id
        self.passages.add(hit.passage.id)
        self.kin = self.kin or kin
        self.rank = min(self.rank, hit.rank)
        self.best[document] = max(weight, self.best.get(document, 0.0))
        self.sections[heading_path] = self.sections.get(heading_path, 0.0) + weight
        known = self.hits.get(heading_path)
        if known is None or hit.rank < known.rank:
            self.hits[heading_path] = hit


class Forgotten:
    """Any thread."""

    def __init__(self, catalogue: Catalogue, good_law: GoodLaw) -> None:
        self._catalogue, self._good_law = catalogue, good_law

    def of(self, draft: ReadDraft, argued: Sequence[Argued]) -> list[ForgottenAuthority]:
        """At most ``MOST``, first what most documents on the same points cite. None that the office's list
        calls overruled or superseded. Raises StoreError."""
        own = {key_of(citation) for _, citation in cited_in(draft)}
        wanted = _wanted(argued, self._kin(own))
        known = authorities(self._catalogue, list({*wanted, *own}))
        joined = _by_authority(wanted, known)
        cited = {_identity(known[key]) for key in own}
        text = " ".join(" ".join(each.text.split()) for each in draft.reading.passages).casefold()
        kin_found = any(each.kin for each in joined.values())
        kept: list[ForgottenAuthority] = []
        for key, each in sorted(joined.items(), key=lambda item: _order(*item)):
            authority = known[key]
            if len(kept) == MOST:
                break
            if _identity(authority) in cited or _is_named(authority, text):
                continue
            if each.is_sure(kin_found=kin_found) and not self._is_gone(authority):
                kept.append(_suggestion(authority, each))
        return kept

    def _kin(self, own: Collection[Key]) -> set[int]:
        """The documents that cite a case that the draft cites."""
        ids = self._catalogue.authorities.ids_of([name for name, sort in own if sort == "case"])
        return {id_ for id_, _ in self._catalogue.authority_pages.citing_any(list(ids.values()))}

    def _is_gone(self, authority: Authority) -> bool:
        said = self._good_law.said({authority.canonical: authority.sort})
        return any(each.entry.standing in _GONE for each in said.get(authority.canonical, ()))


def _wanted(argued: Sequence[Argued], kin: Collection[int]) -> dict[Key, _Wanted]:
    wanted: dict[Key, _Wanted] = {}
    for each in argued:
        for hit in each.hits:
            if hit.passage.role in UNSEARCHED_ROLES:
                continue
            cited = (c for c in hit.passage.citations if c.canonical and c.sort in _SORTS)
            for key in dict.fromkeys(map(key_of, cited)):
                related = hit.document.id in kin
                wanted.setdefault(key, _Wanted()).add(each.part.heading_path, hit, kin=related)
    return wanted


def _by_authority(wanted: Mapping[Key, _Wanted], known: Mapping[Key, Authority]) -> dict[Key, _Wanted]:
    """Parallel citations of one authority together, under the form that came first."""
    first: dict[object, Key] = {}
    joined: dict[Key, _Wanted] = {}
    for key, each in wanted.items():
        main = first.setdefault(_identity(known[key]), key)
        if main is key:
            joined[key] = each
            continue
        into = joined[main]
        for path, hit in each.hits.items():
            if hit.passage.id not in into.passages:
                into.add(path, hit, kin=each.kin)
        into.passages |= each.passages
    return joined


def _identity(authority: Authority) -> int | str:
    """The same of all its forms."""
    return authority.id or authority.canonical


def _order(key: Key, each: _Wanted) -> tuple[bool, int, float, str]:
    return not each.kin, -len(each.best), -sum(sorted(each.best.values())), key[0]


def _is_named(authority: Authority, text: str) -> bool:
    """Whether the draft names a case without its reporter."""
    name = " ".join(authority.name.split()).casefold()
    return authority.sort == "case" and len(name) >= _LEAST_NAME and name in text


def _suggestion(authority: Authority, each: _Wanted) -> ForgottenAuthority:
    path = max(each.sections, key=lambda path: each.sections[path])
    return ForgottenAuthority(authority, len(each.passages), path, each.hits[path])
