"""The sections of a draft, and the office's passages that argue the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.authority_reports import DraftSection
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage, Role
from briefbank.domain.searches import Filters, Hit, Order, SearchRequest
from briefbank.drafts.places import place_of
from briefbank.drafts.progress import COMPARING, DraftProgress
from briefbank.drafts.reading import ReadDraft
from briefbank.errors import QueryError
from briefbank.search.searcher import Searcher

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
