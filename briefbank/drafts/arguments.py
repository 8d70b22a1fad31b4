"""The sections of a draft, and the office's passages that argue the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from briefbank.catalogue.store import Catalogue
from briefbank.citations.mentions import AUTHORITY_KINDS
from briefbank.citations.provisions import whole_of
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import GONE, Authority, Citation, CitationKind
from briefbank.domain.authority_reports import DraftSection, ForgottenAuthority
from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage, Role
from briefbank.domain.searches import Filters, Hit, Order, SearchRequest
from briefbank.drafts.reading import COMPARING, DraftProgress, ReadDraft, place_of
from briefbank.errors import QueryError
from briefbank.search.searcher import Searcher

# --- argument search -------------------------------------------------------------------------------------

MOST_SECTIONS = 60
"""The most sections searched, the longest first: half a minute, at a tenth to half a second each."""
SECTION_PASSAGES = 12
"""The most passages of a part, about five pages. Longer sections are divided."""
SAMPLED = 3
"""The number of a part's passages that are searched for; more would not change the result."""
LEAST_WORDS = 25
"""The fewest words of a section that argues something."""
ENOUGH, SHOWN = 3, 5
"""The least number of passages to find for a section if the library has them, and the most that are named."""
MOST_HITS = 10
"""The number of hits from which forgotten authorities are taken."""
_MOST_CITED = 4
"""The number of cited authorities beyond which a passage counts as no more informative."""

ARGUES = frozenset({Role.BODY, Role.PRELIMINARY})
ARGUING_KINDS = frozenset({Kind.BRIEF, Kind.MEMO, Kind.MAIL, Kind.OPINION, Kind.DIRECTIVE, Kind.OTHER})
"""The kinds of documents that argue or decide. A document that only states the law argues nothing."""
_SKIPPED_IN_PASTED = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})


_FORMAL = re.compile(
    r"(?:statement of )?(?:the )?(?:basis (?:of|for) )?jurisdiction|parties to|list of"
    r"|related (?:cases|proceedings)"
    r"|corporate disclosure|(?:opinions?|decisions?|orders?|proceedings?) below"
    r"|(?:pertinent|relevant) (?:constitutional|statutory)"
    r"|(?:constitutional|statutory)[\w ,&-]{0,40}(?:involved|provisions?)"
    r"|interests? of|conclusion|certificat|glossary|addendum|appendix|oral argument",
    re.IGNORECASE,
)
"""Beginnings of headings under which nothing is argued (Sup. Ct. R. 14.1 and 24.1, Fed. R. App. P. 28)."""
_NUMBER = re.compile(r"(?:[IVXLC]{1,6}|[A-Z]|\d{1,2})\. ")


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A section of the draft, or a part of a long one."""

    heading_path: tuple[str, ...]
    passages: tuple[Passage, ...]

    @property
    def words(self) -> int:
        return sum(len(passage.text.split()) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class ArguedPart:
    """A part of the draft with the office's passages that argue the same, best first."""

    part: DraftPart
    hits: tuple[Hit, ...]


def parts_of(draft: ReadDraft) -> list[DraftPart]:
    """Return the parts of a draft that argue, section by section; of pasted text all of its text."""
    passages = [each for each in draft.reading.passages if _argues(each, pasted=draft.pasted)]
    if not passages and not draft.pasted:  # a motion or letter has no headings of a brief
        passages = [each for each in draft.reading.passages if each.role is Role.FACTS]
    sections: list[list[Passage]] = []
    for passage in passages:
        last = sections[-1] if sections else []
        same = bool(last) and last[0].heading_path == passage.heading_path
        if same and len(last) < SECTION_PASSAGES:
            last.append(passage)
        else:
            sections.append([passage])
    parts = [DraftPart(found[0].heading_path, tuple(found)) for found in sections]
    return [part for part in parts if part.words >= (1 if draft.pasted else LEAST_WORDS)]


def searched(parts: Sequence[DraftPart]) -> list[DraftPart]:
    """Return the parts to search, the longest ones, in order."""
    longest = sorted(range(len(parts)), key=lambda at: (-parts[at].words, at))[:MOST_SECTIONS]
    return [parts[at] for at in sorted(longest)]


def section_of(argued: ArguedPart, draft: ReadDraft) -> DraftSection:
    """Return a part as the report's section."""
    first = argued.part.passages[0]
    hits = argued.hits[:SHOWN]
    return DraftSection(argued.part.heading_path, place_of(draft, first, 0, 0), argued.part.words, hits)


class ArgumentSearch:
    """The search for the office's passages that argue the same. Any thread."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def on(
        self, parts: Sequence[DraftPart], barred: Collection[int], reporter: DraftProgress
    ) -> list[ArguedPart]:
        """Return each part with its passages, none of them from the documents ``barred``.

        Raises Cancelled, IndexFault and StoreError.
        """
        found = []
        for number, part in enumerate(parts):
            reporter.check()
            reporter.progress(COMPARING, number, len(parts))
            found.append(ArguedPart(part, self._hits(part, barred)))
        return found

    def _hits(self, part: DraftPart, barred: Collection[int]) -> tuple[Hit, ...]:
        """Return a part's hits, searching again without the documents found if there are few.

        A search ends where the scores drop, and a passage that is nearly copied scores far above the others.
        """
        hits = self._found(part, barred)
        if 0 < len(hits) < ENOUGH:
            hits += self._found(part, {*barred, *(hit.document.id for hit in hits)})
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits[:MOST_HITS], start=1))

    def _found(self, part: DraftPart, barred: Collection[int]) -> tuple[Hit, ...]:
        request = SearchRequest(
            text=_search_text(part),
            limit=MOST_HITS,
            order=Order.BEST,
            filters=Filters(kinds=ARGUING_KINDS),
            literal=True,
            excluded_documents=frozenset(barred),
        )
        try:
            return self._searcher.search(request).close
        except QueryError:  # the section has no words
            return ()


def _argues(passage: Passage, *, pasted: bool) -> bool:
    if pasted:
        return passage.role not in _SKIPPED_IN_PASTED
    formal = any(_FORMAL.match(_NUMBER.sub("", each, count=1)) for each in passage.heading_path)
    return passage.role in ARGUES and not formal


def _search_text(part: DraftPart) -> str:
    """Return the heading and the most informative passages, a paragraph each, as one text to search for."""
    chosen = sorted(range(len(part.passages)), key=lambda at: (-_informativeness(part.passages[at]), at))[
        :SAMPLED
    ]
    texts = [" ".join(part.passages[at].text.split()) for at in sorted(chosen)]
    heading = part.heading_path[-1] if part.heading_path else ""
    return "\n\n".join(texts if not heading else [f"{heading}. {texts[0]}", *texts[1:]])


def _informativeness(passage: Passage) -> float:
    """Return how informative a passage is on its point, by its citations and its length."""
    cited = len({each.canonical for each in passage.citations if each.canonical})
    return min(cited, _MOST_CITED) + min(1.0, len(passage.text) / 1000)


# --- cited -----------------------------------------------------------------------------------------------
# The citations of a draft and their authorities.

Key = tuple[str, CitationKind]
"""The canonical name and the kind of a whole authority."""


def cited_in(draft: ReadDraft) -> Iterator[tuple[Passage, Citation]]:
    """Yield every citation of an authority, in order."""
    for passage in draft.reading.passages:
        for citation in passage.citations:
            if citation.canonical and citation.kind is not CitationKind.RECORD:
                yield passage, citation


def key_of(citation: Citation) -> Key:
    """Return the key of the whole authority that a citation belongs to."""
    return whole_of(citation.canonical, citation.kind), citation.kind


def authorities(catalogue: Catalogue, keys: Collection[Key]) -> dict[Key, Authority]:
    """Return the authority of each key; an unknown one has the id 0. Raises StoreError."""
    ids = catalogue.authorities.ids_of([name for name, _ in keys])
    known = catalogue.authorities.by_ids(list(ids.values()))
    return {(name, kind): known.get(ids.get(name, 0)) or Authority(0, name, kind) for name, kind in keys}


# --- uncited authorities ---------------------------------------------------------------------------------
# Authorities that the office cited on the same points and the draft does not cite.

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
