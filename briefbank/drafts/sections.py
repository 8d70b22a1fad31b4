"""A draft's sections, and the office's passages that argued the same."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from briefbank.drafts.places import place_of
from briefbank.drafts.reading import ReadDraft
from briefbank.drafts.telling import COMPARING, Telling
from briefbank.errors import QueryError
from briefbank.law_reports import DraftSection
from briefbank.models import Filters, Hit, Kind, Order, Passage, Role, SearchRequest
from briefbank.search.searcher import Searcher

MOST_SECTIONS = 60
"""Searched for one draft; the longest. At a tenth of a second to half a second each, within half a minute."""
SECTION_PASSAGES = 12
"""A longer section is looked at in parts of so many passages, about five pages."""
SAMPLED = 3
"""Passages of a part that are searched for: more make the search long and the answer no other."""
LEAST_WORDS = 25
"""A section with fewer argues nothing."""
ENOUGH, SHOWN = 3, 5
"""Passages named for a section: so many where the library has them, and at most."""
LOOKED_AT = 10
"""Passages of which the forgotten authorities are taken."""
_CITED_ENOUGH = 4
"""Authorities in a passage that make it as telling as it can be."""

ARGUES = frozenset({Role.BODY, Role.PRELIMINARY})
ARGUING_KINDS = frozenset({Kind.BRIEF, Kind.MEMO, Kind.OPINION, Kind.DIRECTIVE, Kind.OTHER})
"""Documents that argue or decide; what only is the law is no passage that argued the same."""
_OUT_OF_PASTED = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})


_FORMAL = re.compile(
    r"(?:statement of )?(?:the )?(?:basis (?:of|for) )?jurisdiction|parties to|list of"
    r"|related (?:cases|proceedings)"
    r"|corporate disclosure|(?:opinions?|decisions?|orders?|proceedings?) below"
    r"|(?:pertinent|relevant) (?:constitutional|statutory)"
    r"|(?:constitutional|statutory)[\w ,&-]{0,40}(?:involved|provisions?)"
    r"|interests? of|conclusion|certificat|glossary|addendum|appendix|oral argument",
    re.IGNORECASE,
)
"""How headings begin under which nothing is argued (Sup. Ct. R. 14.1 and 24.1, Fed. R. App. P. 28)."""
_NUMBER = re.compile(r"(?:[IVXLC]{1,6}|[A-Z]|\d{1,2})\. ")


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the draft, or a part of a long one."""

    heading_path: tuple[str, ...]
    passages: tuple[Passage, ...]

    @property
    def words(self) -> int:
        return sum(len(passage.text.split()) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class Argued:
    """A part of the draft with what the office argued on the same, best first."""

    part: Part
    hits: tuple[Hit, ...]


def parts_of(draft: ReadDraft) -> list[Part]:
    """What argues in a draft, section by section; of a pasted text all that is text."""
    passages = [each for each in draft.reading.passages if _argues(each, pasted=draft.pasted)]
    if not passages and not draft.pasted:  # a motion or letter without the headings of a brief
        passages = [each for each in draft.reading.passages if each.role is Role.FACTS]
    sections: list[list[Passage]] = []
    for passage in passages:
        last = sections[-1] if sections else []
        same = bool(last) and last[0].heading_path == passage.heading_path
        if same and len(last) < SECTION_PASSAGES:
            last.append(passage)
        else:
            sections.append([passage])
    parts = [Part(found[0].heading_path, tuple(found)) for found in sections]
    return [part for part in parts if part.words >= (1 if draft.pasted else LEAST_WORDS)]


def searched(parts: Sequence[Part]) -> list[Part]:
    """The longest parts, as many as are searched, in order."""
    longest = sorted(range(len(parts)), key=lambda at: (-parts[at].words, at))[:MOST_SECTIONS]
    return [parts[at] for at in sorted(longest)]


def section_of(argued: Argued, draft: ReadDraft) -> DraftSection:
    """A part as the report has it."""
    first = argued.part.passages[0]
    hits = argued.hits[:SHOWN]
    return DraftSection(argued.part.heading_path, place_of(draft, first, 0, 0), argued.part.words, hits)


class Arguments:
    """Finds what the office argued on the same. Any thread."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def on(self, parts: Sequence[Part], barred: Collection[int], telling: Telling) -> list[Argued]:
        """For each part its passages; none from the documents ``barred``. Raises Cancelled, IndexFault and
        StoreError."""
        found = []
        for number, part in enumerate(parts):
            telling.check()
            telling.progress(COMPARING, number, len(parts))
            found.append(Argued(part, self._hits(part, barred)))
        return found

    def _hits(self, part: Part, barred: Collection[int]) -> tuple[Hit, ...]:
        """A passage that is nearly copied leaves the others far behind, where a search ends; so where few are
        found, it is asked once more without their documents."""
        hits = self._found(part, barred)
        if 0 < len(hits) < ENOUGH:
            hits += self._found(part, {*barred, *(hit.document.id for hit in hits)})
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits[:LOOKED_AT], start=1))

    def _found(self, part: Part, barred: Collection[int]) -> tuple[Hit, ...]:
        request = SearchRequest(
            text=_question(part),
            limit=LOOKED_AT,
            order=Order.BEST,
            filters=Filters(kinds=ARGUING_KINDS),
            literal=True,
            apart=frozenset(barred),
        )
        try:
            return self._searcher.search(request).hits
        except QueryError:  # a section of nothing but signs
            return ()


def _argues(passage: Passage, *, pasted: bool) -> bool:
    if pasted:
        return passage.role not in _OUT_OF_PASTED
    formal = any(_FORMAL.match(_NUMBER.sub("", each, count=1)) for each in passage.heading_path)
    return passage.role in ARGUES and not formal


def _question(part: Part) -> str:
    """The heading and the most telling passages, a paragraph each, as one text to search for."""
    chosen = sorted(range(len(part.passages)), key=lambda at: (-_telling(part.passages[at]), at))[:SAMPLED]
    texts = [" ".join(part.passages[at].text.split()) for at in sorted(chosen)]
    heading = part.heading_path[-1] if part.heading_path else ""
    return "\n\n".join(texts if not heading else [f"{heading}. {texts[0]}", *texts[1:]])


def _telling(passage: Passage) -> float:
    """How much a passage says on its point: what it cites, and how long it is."""
    cited = len({each.canonical for each in passage.citations if each.canonical})
    return min(cited, _CITED_ENOUGH) + min(1.0, len(passage.text) / 1000)
