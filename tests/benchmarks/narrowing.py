"""Measures the quick answer by words, the counts and later pages of searches over 200,000 real paragraphs.

There are no vectors: counts and pages come after the search, and the quick answer asks for none. Courts,
offices and cited authorities are drawn at random, a few of each often and most rarely. The quick answer is
timed beside its bare counterpart, the first hundred by one stemmed field of Tantivy over the same texts.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path

import tantivy
from sqlalchemy import insert

from briefbank.catalogue import document_rows
from briefbank.catalogue.document_rows import Stored, StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import AuthorityRow, CitedRow
from briefbank.domain.searches import Filters, SearchRequest
from briefbank.index.lexical import LexicalIndex
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.benchmarks.library_factory import PASSAGES_EACH, reading
from tests.benchmarks.search_queries import OPERATORS, PLAIN
from tests.benchmarks.searched_library import bare_words, percentiles
from tests.benchmarks.searching import build_bare, texts_of_all

AUTHORITIES = 20_000
WIDE_QUERY = "“court”"  # Stands in more paragraphs than a search looks through
PAGE = 50
FAR = 9_950  # Results before a page that somebody scrolls to
ROUNDS = 3


def measure() -> dict[str, object]:
    """Five minutes, most of them for making the library."""
    return measure_texts(texts_of_all())


def measure_texts(texts: Sequence[str]) -> dict[str, object]:
    """Return the figures of a library of these paragraphs."""
    with tempfile.TemporaryDirectory() as folder:
        paths, bare = LibraryPaths(Path(folder) / "library"), Path(folder) / "bare"
        build(paths, texts)
        build_bare(bare, texts)
        with Library.open(paths.root) as library:
            return {"passages": len(texts), **measured(library, tantivy.Index.open(str(bare)))}


def build(paths: LibraryPaths, texts: Sequence[str]) -> None:
    """Catalogue, citations and lexical index, all at once: nothing of it is lost that would be missed."""
    paths.create()
    open_catalogue(paths.catalogue).close()
    chance = random.Random(8)
    with (
        closing(SqliteDatabase(paths.catalogue)) as database,
        closing(LexicalIndex(paths.lexical)) as lexical,
        database.writing() as connection,
        lexical.batch(),
    ):
        names = [{"canonical": f"{n} N.J. 1", "sort": "case", "name": ""} for n in range(AUTHORITIES)]
        connection.execute(insert(AuthorityRow), names)
        for number, first in enumerate(range(0, len(texts), PASSAGES_EACH)):
            document = reading(number, texts[first : first + PASSAGES_EACH])
            court, office = f"Court {chance.randrange(15)}", f"Office {int(chance.expovariate(0.1))}"
            document = replace(document, caption=replace(document.caption, court=court, office=office))
            name = sha256(b"%d" % number).hexdigest()
            file = StoredFile(name, ".txt", f"{number}.txt", 1, copy_sha256="", sample=False)
            stored = document_rows.add(connection, document, file)
            lexical.add(*stored)
            connection.execute(insert(CitedRow), _cited(chance, stored))


def _cited(chance: random.Random, stored: Stored) -> list[dict[str, object]]:
    document, passages = stored
    return [
        {
            "passage_id": passage.id,
            "at": at,
            "authority_id": 1 + min(AUTHORITIES - 1, int(chance.paretovariate(0.6)) - 1),
            "document_id": document.id,
            "treatment": "",
        }
        for passage in passages
        for at in range(chance.randrange(4))
    ]


def measured(library: Library, index: tantivy.Index) -> dict[str, object]:
    """Milliseconds; each breakdown right after its search, as the window asks."""
    ask_bare = bare_words(index)
    library.search(SearchRequest("warm up"))
    quick, bare, counts, exact, narrowed = [], [], [], [], []
    for turn in range(ROUNDS):
        for query in PLAIN:
            text = f"{query} {'please ' * turn}".strip()
            quick.append(_took(partial(library.search, SearchRequest(text, words_only=True))))
            bare.append(_took(partial(ask_bare, text)))
            counts.append(_counted(library, SearchRequest(text, limit=PAGE, words_only=True)))
        for query in OPERATORS:
            exact.append(_counted(library, SearchRequest(query, limit=PAGE)))
            chosen = Filters(courts=frozenset(["Court 1"]), authorities=frozenset([1]))
            request = SearchRequest(query, limit=PAGE, filters=chosen)
            narrowed.append(_took(partial(library.search, request)))
    return {
        "words_only_ms": percentiles(quick),
        "bare_tantivy_ms": percentiles(bare),
        "breakdown_of_ranked_ms": percentiles(counts),
        "breakdown_of_operators_ms": percentiles(exact),
        "operators_in_one_court_citing_one_authority_ms": percentiles(narrowed),
        **_pages(library),
    }


def _counted(library: Library, request: SearchRequest) -> float:
    library.search(request)
    return _took(partial(library.breakdown, request))


def _pages(library: Library) -> dict[str, object]:
    """Time a wide search: its first pages, the first page past the initial candidates, and the pages after
    it.
    """
    first, far = SearchRequest(WIDE_QUERY, limit=PAGE), SearchRequest(WIDE_QUERY, limit=PAGE, start=FAR)
    return {
        "wide_first_page_ms": round(_took(partial(library.search, first)), 1),
        "wide_breakdown_ms": round(_took(partial(library.breakdown, first)), 1),
        "wide_second_page_ms": round(_took(partial(library.search, replace(first, start=PAGE))), 1),
        "wide_page_at_9950_first_time_ms": round(_took(partial(library.search, far)), 1),
        "wide_page_at_9950_again_ms": percentiles(
            [_took(partial(library.search, replace(far, start=FAR - PAGE * turn))) for turn in range(20)]
        ),
    }


def _took(ask: Callable[[], object]) -> float:
    started = time.perf_counter()
    ask()
    return (time.perf_counter() - started) * 1000
