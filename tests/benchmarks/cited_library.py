"""A library of passages that cite as briefs do: a few authorities everywhere, most of them rarely.

Which authority is cited follows Zipf's law; the one that is cited most stands in every thirtieth passage.
Every third passage quotes something.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from hashlib import sha256
from itertools import accumulate, cycle, islice

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.citator.graph import Graph
from briefbank.domain.authorities import Citation, CitationKind, Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Reading
from briefbank.domain.pages import Page, PageSource, Passage, Role

PASSAGES_EACH = 40
AUTHORITIES = 20_000
_EXPONENT = 0.8
_QUOTED = "the State must show that the consent was given freely and with full knowledge number {}"
_HEADINGS = 4_000


def fill(catalogue: Database, texts: Sequence[str], passages: int) -> None:
    """Add documents with that many passages, each a text with up to five citations behind it."""
    chance = random.Random(6)
    weights = list(accumulate(1 / (rank + 3) ** _EXPONENT for rank in range(AUTHORITIES)))
    graph = Graph(catalogue)
    for number, some in enumerate(_groups(cycle(texts), passages)):
        reading = _reading(chance, weights, number, some)
        name = sha256(b"%d" % number).hexdigest()
        file = StoredFile(name, ".txt", f"{number}.txt", 1, copy_sha256="", sample=False)
        graph.update(*ingest_ledger.add_document(catalogue, reading, file))


def _groups(texts: Iterator[str], passages: int) -> Iterator[list[str]]:
    for _ in range(0, passages, PASSAGES_EACH):
        yield list(islice(texts, PASSAGES_EACH))


def canonical(rank: int) -> str:
    """The name of the authority that is the ``rank``-th in the order of how much it is cited."""
    return f"{100 + rank % 300} N.J. {1 + rank}" if _is_case(rank) else f"N.J.S.A. 2C:{1 + rank // 60}-{rank}"


def _is_case(rank: int) -> bool:
    return rank % 4 != 1


def _reading(chance: random.Random, weights: list[float], number: int, texts: Sequence[str]) -> Reading:
    pages = (Page(0, "1", "", PageSource.TEXT),)
    headings = [f"POINT {at} THE COURT ERRED IN WAY {chance.randrange(_HEADINGS)}" for at in range(4)]
    passages = tuple(
        _passage(chance, weights, at, text, headings[at * 4 // PASSAGES_EACH])
        for at, text in enumerate(texts)
    )
    filed = date(2000, 1, 1) + timedelta(days=number) if number % 20 else None
    caption = Caption(title=f"State v. Made {number}", filed=filed, docket=f"A-{number}-20")
    return Reading(Kind.BRIEF, caption, pages, passages)


def _passage(chance: random.Random, weights: list[float], at: int, text: str, heading: str) -> Passage:
    ranks = chance.choices(range(AUTHORITIES), cum_weights=weights, k=chance.randrange(6))
    if chance.random() < 1 / 3:
        text += f" “{_QUOTED.format(chance.randrange(50))}.”"
    citations: list[Citation] = []
    for rank in ranks:
        cited, name = canonical(rank), f"State v. Number{rank}, " if _is_case(rank) else ""
        start = len(text) + len(f" See {name}")
        citations.append(
            Citation(start, start + len(cited), cited, CitationKind.CASE if name else CitationKind.STATUTE)
        )
        text += f" See {name}{cited}."
    span = Span(0, 0, len(text), 0, len(text))
    headings = ("LEGAL ARGUMENT", heading)
    return Passage(at, text, Role.BODY, headings, (span,), "1", tuple(citations), section=at)
