"""The class of a query, and the parameters by which a query of each class is answered best.

A rule number is answered by the passages that have it; a pasted statement of facts shares words with
everything, and the sentence behind it is the actual question. So the class of a query chooses the weights.
(Wang and others 2025, "HyPA-RAG", let the kind of a legal query choose the parameters in the same way.)

The figures are those of ``python -m tests.evaluate.trial`` on two sets: TOPIC stands for catchlines of case
notes, FACTS for statements followed by a condition. Most are flat: a share of meaning between 0.2 and 0.4 and
a weight of the context between 0.3 and 0.45 are within a point of each other. With FACTS at 0.2 the fusion is
at least as good as words alone at every rank, which at 0.35 it is not. Classes without a judged set have the
value of the nearest class that was measured.

*Sentences alone.* FACTS at 0.2 stands for statements with a context. A sentence without one is understood
best by the encoder, which read whole sentences: of 1,500 holdings asked for their statutes in other states
(``tests.evaluate.other_states``), recall@5/10/20/40 is 33.6/42.2/49.9/58.3 with meaning at 0.45, and
32.5/39.7/47.0/54.9 with the share of a context. Case notes asked by their catchlines, or by other notes of
their section, change by less than a point at any rank. 0.5 finds a little more, but lets more weak passages
through the cut of the relevant set.

No use everywhere: other scales of the scores, a bonus for passages that both lists have, the true cosine of a
passage that the list of meaning lacks, a share by a model of the lists' shape, and a linear model of 16
features that reorders the first fifty. Trained on six states, both models gained there and lost up to three
points of recall@5 on statutes for wills.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from briefbank.search.question_phrases import word_set

SHORT_WORDS = 6
"""The most content words of a text without a verb that is a topic."""
FACTS_WORDS = 25
"""The content words from which a single paragraph is taken for a statement of facts."""

_QUESTION_OPENERS = word_set(
    "what when where which who whom whose why how can could may must should is are was were does do did has "
    "have had will would whether"
)
_ARGUES = word_set(
    """
    must should cannot erred error errors violates violated violate denied deprived requires required warrants
    warranted unconstitutional improper improperly insufficient inadmissible reversal reversed vacated failed
    because therefore unreasonable unlawful abused abuse plain
    """
)


class QueryClass(StrEnum):
    """The kind of question that a query is."""

    IDENTIFIER = "identifier"
    """Numbers, citations or operators alone: the passages that have them."""
    TOPIC = "topic"
    """A few words that name a subject."""
    QUESTION = "question"
    FACTS = "facts"
    """A statement of facts, in a long sentence or several paragraphs."""
    GOOD_LAW = "good-law"
    """A question whether an authority still holds."""
    ARGUMENT = "argument"
    """A sentence that claims something."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The retrieval parameters of one class of queries."""

    meaning: float
    """The share of embeddings in relevance, 0 to 1; words have the rest."""
    meaning_alone: float
    """The same share for a query that is one sentence or paragraph without a context."""
    context: float
    """The weight of a word of the context, where one of the question has 1."""
    context_meaning: float
    """The share of the context in the query's vector, 0 to 1."""
    neighbours: float
    """The weight of the passages that cite what the first results cite, where words and embeddings together
    have 1. From ``python -m tests.evaluate.walking``: each half of the case notes is best at 0.2 or 0.25."""
    depth: int
    """The passages taken from each channel: deep enough that fusing deeper changed no measure by half a
    point."""


USUAL = Parameters(
    meaning=0.35, meaning_alone=0.35, context=0.4, context_meaning=0.25, neighbours=0.2, depth=200
)
_SENTENCE = replace(USUAL, meaning_alone=0.45)
PARAMETERS: Mapping[QueryClass, Parameters] = {
    QueryClass.IDENTIFIER: Parameters(0.20, 0.20, 0.4, 0.25, 0.0, 1000),
    QueryClass.TOPIC: USUAL,
    QueryClass.QUESTION: _SENTENCE,
    QueryClass.FACTS: Parameters(0.20, 0.45, 0.4, 0.30, 0.2, 300),
    QueryClass.GOOD_LAW: Parameters(0.20, 0.20, 0.4, 0.25, 0.0, 1000),
    QueryClass.ARGUMENT: _SENTENCE,
}
"""The parameters of each class. IDENTIFIER and GOOD_LAW go deep, because everything that cites an authority
is wanted and not only the nearest."""


def parameters_of(kind: QueryClass, *, alone: bool) -> Parameters:
    """Return the parameters of a query; ``alone``: it is one sentence or paragraph without a context."""
    found = PARAMETERS[kind]
    return replace(found, meaning=found.meaning_alone) if alone else found


def query_class(
    spoken: Sequence[str], content: int, parts: int, *, only_exact: bool, good_law: bool
) -> QueryClass:
    """Return the class of a query: ``spoken`` its words as typed, ``content`` the number of its content
    words, ``parts`` the number of its paragraphs."""
    if good_law:
        return QueryClass.GOOD_LAW
    if only_exact:
        return QueryClass.IDENTIFIER
    if parts > 1 or content >= FACTS_WORDS:
        return QueryClass.FACTS
    words = [word.lower().strip(".,;:?!()\"'“”’") for word in spoken]
    if spoken and (spoken[-1].endswith("?") or words[0] in _QUESTION_OPENERS):
        return QueryClass.QUESTION
    if content <= SHORT_WORDS and _ARGUES.isdisjoint(words):
        return QueryClass.TOPIC
    return QueryClass.FACTS if _ARGUES.isdisjoint(words) else QueryClass.ARGUMENT
