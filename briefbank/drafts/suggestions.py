"""What the office argued on the same points as a draft, and the authorities that the draft forgot to cite."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt

from briefbank.catalogue import authority_rows
from briefbank.catalogue.database import Database
from briefbank.citations.mentions import AUTHORITY_KINDS
from briefbank.citations.provisions import whole_of
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import GONE, Authority, Citation, CitationKind
from briefbank.domain.authority_reports import ForgottenAuthority
from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage, Role
from briefbank.domain.searches import Filters, Hit, Order, SearchRequest
from briefbank.drafts.reading import COMPARING, DraftProgress, ReadDraft
from briefbank.errors import QueryError
from briefbank.search.searcher import Searcher

MOST_SECTIONS = 60
"""The most sections searched, the longest first: half a minute, at a tenth to half a second each."""
SECTION_PASSAGES = 12  # the most passages of a part, about five pages. Longer sections are divided.
SAMPLED = 3  # a part's passages that are searched for; more would not change the result
LEAST_WORDS = 25  # the fewest words of a section that argues something
ENOUGH, SHOWN = 3, 5
"""The least number of passages to find for a section if the library has them, and the most that are named."""
MOST_HITS = 10  # hits from which forgotten authorities are taken
_MOST_CITED = 4  # cited authorities beyond which a passage counts as no more informative

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
    hits: tuple[Hit, ...] = ()  # The office's passages that argue the same, best first, once they are known

    @property
    def words(self) -> int:
        return sum(len(passage.text.split()) for passage in self.passages)


def parts_of(draft: ReadDraft) -> list[DraftPart]:
    """Return the parts of a draft that argue, section by section; of pasted text all of its text."""

    def argues(passage: Passage) -> bool:
        if draft.pasted:
            return passage.role not in _SKIPPED_IN_PASTED
        formal = any(_FORMAL.match(_NUMBER.sub("", heading, count=1)) for heading in passage.heading_path)
        return passage.role in ARGUES and not formal

    passages = list(filter(argues, draft.reading.passages))
    if not passages and not draft.pasted:  # a motion or letter has no headings of a brief
        passages = [passage for passage in draft.reading.passages if passage.role is Role.FACTS]
    sections: list[list[Passage]] = []
    for passage in passages:
        last = sections[-1] if sections else []
        if last and last[0].heading_path == passage.heading_path and len(last) < SECTION_PASSAGES:
            last.append(passage)
        else:
            sections.append([passage])
    parts = [DraftPart(section[0].heading_path, tuple(section)) for section in sections]
    return [part for part in parts if part.words >= (1 if draft.pasted else LEAST_WORDS)]


def searched(parts: Sequence[DraftPart]) -> list[DraftPart]:
    """Return the parts to search, the longest ones, in order."""
    longest = sorted(range(len(parts)), key=lambda at: (-parts[at].words, at))[:MOST_SECTIONS]
    return [parts[at] for at in sorted(longest)]


def with_arguments(
    searcher: Searcher, parts: Sequence[DraftPart], barred: Collection[int], reporter: DraftProgress
) -> list[DraftPart]:
    """Return the parts with the office's passages that argue the same, none of them from the documents
    ``barred``. Raises Cancelled, IndexFault and StoreError."""

    def hits_on(part: DraftPart, excluded: Collection[int]) -> tuple[Hit, ...]:
        request = SearchRequest(
            text=_search_text(part),
            limit=MOST_HITS,
            order=Order.BEST,
            filters=Filters(kinds=ARGUING_KINDS),
            literal=True,
            excluded_documents=frozenset(excluded),
        )
        try:
            return searcher.search(request).close
        except QueryError:  # the section has no words
            return ()

    argued = []
    for number, part in enumerate(parts):
        reporter.check()
        reporter.progress(COMPARING, number, len(parts))
        hits = hits_on(part, barred)
        # a search ends where the scores drop, and a nearly copied passage scores far above the others
        if 0 < len(hits) < ENOUGH:
            hits += hits_on(part, {*barred, *(hit.document.id for hit in hits)})
        ranked = (replace(hit, rank=rank) for rank, hit in enumerate(hits[:MOST_HITS], start=1))
        argued.append(replace(part, hits=tuple(ranked)))
    return argued


def _search_text(part: DraftPart) -> str:
    """Return the heading and the most informative passages, a paragraph each, as one text to search for. A
    passage is the more informative on its point the more it cites and the longer it is."""

    def informativeness(passage: Passage) -> float:
        cited = len({citation.canonical for citation in passage.citations if citation.canonical})
        return min(cited, _MOST_CITED) + min(1.0, len(passage.text) / 1000)

    order = sorted(range(len(part.passages)), key=lambda at: (-informativeness(part.passages[at]), at))
    texts = [" ".join(part.passages[at].text.split()) for at in sorted(order[:SAMPLED])]
    heading = part.heading_path[-1] if part.heading_path else ""
    return "\n\n".join(texts if not heading else [f"{heading}. {texts[0]}", *texts[1:]])


Key = tuple[str, CitationKind]  # the canonical name and the kind of a whole authority


def cited_in(draft: ReadDraft) -> Iterator[tuple[Passage, Citation]]:
    """Yield every citation of an authority, in order."""
    for passage in draft.reading.passages:
        for citation in passage.citations:
            if citation.canonical and citation.kind is not CitationKind.RECORD:
                yield passage, citation


def key_of(citation: Citation) -> Key:
    """Return the key of the whole authority that a citation belongs to."""
    return whole_of(citation.canonical, citation.kind), citation.kind


def authorities(catalogue: Database, keys: Collection[Key]) -> dict[Key, Authority]:
    """Return the authority of each key; an unknown one has the id 0. Raises StoreError."""
    ids = authority_rows.ids_of(catalogue, [name for name, _ in keys])
    known = authority_rows.by_ids(catalogue, list(ids.values()))
    return {(name, kind): known.get(ids.get(name, 0)) or Authority(0, name, kind) for name, kind in keys}


MOST = 10  # the most suggestions for one draft
SURE_RANK = 3  # the last rank within a section at which one document suffices as evidence
_KINDS = AUTHORITY_KINDS - {CitationKind.OTHER}
_LEAST_NAME = 8  # the fewest letters of a case's name by which the draft is taken to name it


@dataclass(slots=True)
class _Candidate:
    """An authority that hits cite, as a candidate for a suggestion."""

    key: Key  # The form under which it came first
    passages: set[int] = field(default_factory=set)
    best: dict[int, float] = field(default_factory=dict)
    """The weight of the best passage by document; all versions of a document count as one."""
    sections: dict[tuple[str, ...], float] = field(default_factory=dict)
    hits: dict[tuple[str, ...], Hit] = field(default_factory=dict)
    rank: int = 10**6

    def add(self, heading_path: tuple[str, ...], hit: Hit) -> None:
        weight = 1 / sqrt(hit.rank)
        document = -hit.document.family or hit.document.id
        self.passages.add(hit.passage.id)
        self.rank = min(self.rank, hit.rank)
        self.best[document] = max(weight, self.best.get(document, 0.0))
        self.sections[heading_path] = self.sections.get(heading_path, 0.0) + weight
        known = self.hits.get(heading_path)
        if known is None or hit.rank < known.rank:
            self.hits[heading_path] = hit


def forgotten_authorities(
    catalogue: Database, good_law: GoodLaw, draft: ReadDraft, argued: Sequence[DraftPart]
) -> list[ForgottenAuthority]:
    """Return authorities that the office cited on the same points and the draft does not cite, at most
    ``MOST``, first what most documents cite. Authorities that the office's list calls overruled or superseded
    are left out. Any thread. Raises StoreError."""
    own = {key_of(citation) for _, citation in cited_in(draft)}
    hits = [(part, hit) for part in argued for hit in part.hits if hit.passage.role not in UNSEARCHED_ROLES]
    keys_of_hits = [
        dict.fromkeys(key_of(c) for c in hit.passage.citations if c.canonical and c.kind in _KINDS)
        for _, hit in hits
    ]
    known = authorities(catalogue, list(own.union(*keys_of_hits)))
    candidates: dict[int | str, _Candidate] = {}
    for (part, hit), keys in zip(hits, keys_of_hits, strict=True):
        # parallel citations are one authority, under the form that came first
        for identity, key in {_identity(known[key]): key for key in reversed(keys)}.items():
            candidate = candidates.setdefault(identity, _Candidate(key))
            candidate.add(part.heading_path, hit)
    cited_ids = {_identity(known[key]) for key in own}
    text = " ".join(" ".join(passage.text.split()) for passage in draft.reading.passages).casefold()

    def order(candidate: _Candidate) -> tuple[int, float, str]:
        best = candidate.best
        return -len(best), -sum(sorted(best.values())), candidate.key[0]

    suggestions: list[ForgottenAuthority] = []
    for candidate in sorted(candidates.values(), key=order):
        if len(suggestions) == MOST:
            break
        authority = known[candidate.key]
        name = " ".join(authority.name.split()).casefold()
        # the draft may name a case without its reporter
        named = authority.kind is CitationKind.CASE and len(name) >= _LEAST_NAME and name in text
        sure = len(candidate.best) > 1 or candidate.rank <= SURE_RANK
        if named or not sure or _identity(authority) in cited_ids:
            continue
        stated = good_law.statements({authority.canonical: authority.kind}).get(authority.canonical, ())
        if not any(statement.entry.standing in GONE for statement in stated):
            path = max(candidate.sections, key=lambda path: candidate.sections[path])
            passages = len(candidate.passages)
            suggestions.append(ForgottenAuthority(authority, passages, path, candidate.hits[path]))
    return suggestions


def _identity(authority: Authority) -> int | str:
    """Return an identity that all forms of an authority share."""
    return authority.id or authority.canonical
