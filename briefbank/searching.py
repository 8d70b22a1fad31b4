"""Joins the indexes, the catalogue, citations and the thesaurus into a searcher: the same for the application
and for measuring it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from briefbank.authority import citations
from briefbank.catalogue.store import Catalogue
from briefbank.index import marking
from briefbank.index.lexical import LexicalIndex
from briefbank.index.matching import Matcher
from briefbank.meaning import Meaning
from briefbank.search.asked import Parts
from briefbank.search.channels import Learned, Reranker
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus_files import ThesaurusFiles


def searcher_of(
    catalogue: Catalogue,
    lexical: LexicalIndex,
    meaning: Meaning,
    thesaurus: ThesaurusFiles | Path,
    learned: Learned | None = None,
    reranker: Callable[[], Reranker | None] = lambda: None,
) -> Searcher:
    """``thesaurus``: the files in force, or where the office's own may lie. Any thread."""
    words = ThesaurusFiles(thesaurus) if isinstance(thesaurus, Path) else thesaurus
    return Searcher(
        Parts(
            lexical=lexical,
            meaning=meaning.ready,
            store=catalogue,
            find_citations=citations.find,
            match_ranges=marking.match_ranges,
            matcher=Matcher,
            related=words.related,
            learned=learned,
            reranker=reranker,
        )
    )
