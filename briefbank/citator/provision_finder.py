"""The provision that governs a statement under a condition.

The first provisions of a search are the candidates. If the office has a model that reads them, either a model
that compares texts or a language model, that model chooses (``query_expansion.expansion``). Otherwise the
nearest sentence's similarity to the condition decides together with the search's own score (``search.law``).
That worth also tells how far apart the candidates are, whoever chose, and whether the first is better than
the others at all. A module of its own, because showing an authority needs neither search nor vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from briefbank.api.law import ProvisionFinderApi
from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citator.provision_versions import Validity
from briefbank.domain.authority_reports import ProvisionAnswer, ProvisionCandidate
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.embedding.encoders import Encoder
from briefbank.errors import QueryError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.search.law import CLEAR_SHARE, best_first, closeness, worths
from briefbank.search.passage_citation import reference
from briefbank.search.search_types import Reranker
from briefbank.search.searcher import Searcher
from briefbank.text.messages import NO_MESSAGE, Message

CANDIDATES = 20  # candidates in "A Framework to Retrieve Relevant Laws for Will Execution"
DEPTH = 200  # passages searched for candidates, because a long section has many
KINDS = frozenset({Kind.STATUTE, Kind.RULE, Kind.DIRECTIVE})
COMPARING_S = 45.0
"""The seconds that a model may take while a person waits for one answer. A model that compares texts takes a
second or two. A language model reads 20 to 200 words a second, and all candidates are about 1,000 words."""

Check = Callable[[], None]

RULE = Message("Its nearest sentence is the closest to the condition, beside what the search found.")
BY_MODEL = Message("A model on this computer that read the candidates put it first.")
BY_SEARCH = Message("It is the first that the search found; search by meaning is not ready yet.")
NO_BETTER = Message(
    "The first is no better than the others. Compare at least the first three; the one that governs may be "
    "none of them."
)
ONLY = Message("It is the only provision that was found, which does not mean that it governs.")
NOT_MEASURED = Message(
    "How far apart the provisions are cannot be said before search by meaning is ready. Compare at least the "
    "first three."
)
NO_PROVISIONS = Message(
    "Your library holds no statutes, rules or directives. Add their text as PDF, Word, HTML or text files."
)
NOTHING = Message(
    "No provision in your library has to do with this. Say it in other words, or add the code it is in."
)


class ProvisionFinder(ProvisionFinderApi):
    """The provision finder. Any thread. A question takes about a second, to read the candidates."""

    def __init__(
        self,
        searcher: Searcher,
        catalogue: Database,
        validity: Validity,
        encoder: Callable[[], Encoder | None],
        model: Callable[[Check], Reranker | None],
    ) -> None:
        """Create a finder. ``encoder`` returns None while it is not loaded. ``model`` returns a model that
        chooses, or None without one. A slow model keeps calling the check that it is given, which may raise
        to stop it."""
        self._searcher, self._catalogue, self._validity = searcher, catalogue, validity
        self._encoder, self._model = encoder, model

    def find(
        self,
        statement: str,
        condition: str = "",
        filters: Filters | None = None,
        day: date | None = None,
        reporter: Reporter | None = None,
    ) -> ProvisionAnswer:
        filters = filters or Filters()
        filters = replace(filters, kinds=frozenset(filters.kinds & KINDS) or KINDS)
        text = "\n\n".join(part.strip() for part in (statement, condition) if part.strip())
        request = SearchRequest(text, order=Order.BEST, filters=filters, as_of=day)
        try:
            ranked = self._searcher.rank(request, DEPTH)
        except QueryError as error:  # a broken operator in quoted text is read literally
            if error.position < 0:
                raise
            ranked = self._searcher.rank(replace(request, literal=True), DEPTH)
        scores = {candidate.passage_id: candidate.relevance for candidate in ranked.candidates}
        candidates = self._candidates(scores, day or date.today())
        if not candidates:
            empty = not document_rows.ids_matching(self._catalogue, filters)
            return ProvisionAnswer(None, (), "", NO_MESSAGE, NO_PROVISIONS if empty else NOTHING)
        texts = [
            self._validity.text(candidate.provision.id) if candidate.provision else candidate.passage.text
            for candidate in candidates
        ]
        point = [part.sentence for part in ranked.parsed.parts]
        order, chosen_by, reason = list(range(len(candidates))), "rule", BY_SEARCH
        near: Sequence[float | None] = [None] * len(candidates)
        if (encoder := self._encoder()) is not None:
            worth = worths([candidate.score for candidate in candidates], texts, point, encoder)
            order, reason = best_first(worth), RULE
        model = self._model((reporter or QuietReporter()).check)
        if model is not None and len(candidates) > 1:
            scores_of_model = model.score(" ".join(point), texts, limit_s=COMPARING_S)
            if not np.isnan(scores_of_model).any():
                order, chosen_by, reason = best_first(scores_of_model), "model", BY_MODEL
        if encoder is not None:
            near = closeness(worth, order[0])
        arranged = tuple(replace(candidates[at], closeness=near[at]) for at in order)
        shares = [candidate.closeness for candidate in arranged[1:]]
        doubt = NO_MESSAGE
        if not shares:
            doubt = ONLY
        elif None in shares:
            doubt = NOT_MEASURED
        elif any(share is not None and share >= CLEAR_SHARE for share in shares):
            doubt = NO_BETTER
        return ProvisionAnswer(arranged[0], arranged, chosen_by, reason, doubt=doubt)

    def _candidates(self, scores: dict[int, float], day: date) -> list[ProvisionCandidate]:
        """Return the first provisions of the search that are in force, each by its best passage."""
        passages = passage_rows.by_ids(self._catalogue, scores)
        documents = document_rows.get_many(
            self._catalogue, {passage.document_id for passage in passages.values()}
        )
        provisions = self._validity.of_passages(list(passages))
        candidates: dict[object, ProvisionCandidate] = {}
        for number, score in scores.items():
            passage, provision = passages.get(number), provisions.get(number)
            if passage is None or (document := documents.get(passage.document_id)) is None:
                continue
            key: object = (document.id, passage.section)
            path = passage.heading_path
            if provision is not None:
                if not provision.window.holds(day):
                    continue
                key = provision.authority.id
                own = ". ".join(part for part in (provision.number, provision.catchline) if part)
                path = (*provision.path, own)  # "Title 3B", "Chapter 3. Wills", "3B:3-2. Execution"
            cite = reference(document, passage)
            candidates.setdefault(key, ProvisionCandidate(provision, passage, document, path, score, cite))
        return list(candidates.values())[:CANDIDATES]
