"""Joins the indexes, the catalogue, citations and the thesaurus into a searcher: the same for the application
and for measuring it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from briefbank.authority import citations
from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.validity import Validity
from briefbank.errors import IndexFault
from briefbank.index import marking
from briefbank.index.lexical import LexicalIndex
from briefbank.index.matching import Matcher
from briefbank.meaning import Meaning
from briefbank.search.asked import Parts
from briefbank.search.channels import Learned, Reranker
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus_files import ThesaurusFiles

Law = tuple[Validity, GoodLaw]
"""What was in force when, and what still holds."""


def searcher_of(
    catalogue: Catalogue,
    lexical: LexicalIndex,
    meaning: Meaning,
    thesaurus: ThesaurusFiles | Path,
    learned: Learned | None = None,
    reranker: Callable[[], Reranker | None] = lambda: None,
    law: Law | None = None,
) -> Searcher:
    """``thesaurus``: the files in force, or where the office's own may lie. Without ``law`` nothing is known
    of what is in force when. Any thread."""
    words = ThesaurusFiles(thesaurus) if isinstance(thesaurus, Path) else thesaurus
    parts = Parts(
        lexical=lexical,
        meaning=meaning.ready,
        store=catalogue,
        find_citations=citations.find,
        match_ranges=marking.match_ranges,
        matcher=Matcher,
        related=words.related,
        learned=learned,
        reranker=reranker,
        authorities=catalogue.authorities.by_ids,
        state=partial(_state, catalogue, lexical, meaning, words, reranker),
    )
    if law is not None:
        validity, good_law = law
        texts = partial(_texts, validity)
        parts = replace(
            parts, windows=validity.windows, alerts=good_law.alerts, notes=good_law.notes, texts=texts
        )
    return Searcher(parts)


def _state(
    catalogue: Catalogue,
    lexical: LexicalIndex,
    meaning: Meaning,
    words: ThesaurusFiles,
    reranker: Callable[[], Reranker | None],
) -> object:
    """All that an answer depends on beside the search itself: catalogue (thumbs and the list of good law are
    in it), both indexes, the models, the thesaurus and the day. Under a millisecond."""
    side = meaning.ready()
    try:
        vectors = (side.name, side.dense.stamp()) if side else None
    except IndexFault:  # words go on without meaning; nothing is kept of what they find
        return None
    return catalogue.version(), lexical.stamp(), vectors, words.stamp(), reranker(), date.today()


def _texts(validity: Validity, named: Sequence[str], passage_ids: Collection[int]) -> set[int]:
    """The passages that are the text of the provisions named."""
    wanted = {version.authority.id for name in dict.fromkeys(named) for version in validity.versions(name)}
    if not wanted:
        return set()
    provisions = validity.of_passages(passage_ids)
    return {number for number, provision in provisions.items() if provision.authority.id in wanted}
