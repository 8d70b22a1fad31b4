"""The first steps of a search: its text is read, the day of its law and its filters are resolved."""

from __future__ import annotations

from dataclasses import replace

from briefbank.domain.passages import Passage
from briefbank.errors import NotInLibrary
from briefbank.search import spelling
from briefbank.search.dependencies import Store
from briefbank.search.filter_resolution import FilterResolver
from briefbank.search.in_force import InForce
from briefbank.search.law_days import days_of
from briefbank.search.parsing import parse
from briefbank.search.prepared_request import PreparedRequest
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import USUAL, parameters_of
from briefbank.search.query_language import query_language
from briefbank.search.search_types import ConfiguredRequest, SearchDependencies
from briefbank.search.switches import SearchPart


def prepared(
    asked: ConfiguredRequest, parts: SearchDependencies, resolver: FilterResolver
) -> PreparedRequest:
    """Return the request as the channels need it. Raises QueryError, NotInLibrary, IndexFault and
    StoreError."""
    request = asked.request
    like = _passage(request.like, parts.store) if request.like else None
    parsed = _parsed(asked, like, parts)
    law = InForce(parts.windows, days_of(request, parsed, parts.store, parts.today()))
    resolved = resolver.of(request.filters)
    meaning = None if request.words_only else parts.meaning()
    index, embedding = resolved.words(parts.lexical), resolved.embedding(meaning)
    adaptive = asked.switches.on(SearchPart.ADAPTIVE)
    parameters = parameters_of(parsed.query_class, alone=parsed.alone) if adaptive else USUAL
    depth = max(asked.depth, parameters.depth, asked.max_checked if parsed.exact_only else 0)
    return PreparedRequest(
        asked, parsed, like, resolved.filters, law, parts.store, index, embedding, parameters, depth
    )


def _passage(passage_id: int, store: Store) -> Passage:
    found = store.passages_by_id([passage_id])
    if passage_id not in found:
        raise NotInLibrary("This passage is no longer in the library.", "Search again to see what is there.")
    return found[passage_id]


def _parsed(asked: ConfiguredRequest, like: Passage | None, parts: SearchDependencies) -> ParsedQuery:
    request, switches = asked.request, asked.switches
    text = like.text if like else request.text
    literal = request.literal or like is not None
    splitting = switches.on(SearchPart.SPLITTING)
    known_pages = parts.lexical.known_pages
    parsed = parse(text, parts.find_citations, known_pages, literal=literal, splitting=splitting)
    parsed = replace(parsed, language=query_language(parsed, parts.lexical))
    if switches.on(SearchPart.SPELLING) and not literal:
        parsed = parsed.corrected(spelling.corrections(parsed, parts.lexical, parts.store))
    if like is not None:
        cited = (each.canonical for each in like.citations if each.canonical)
        return replace(parsed, cited=tuple(dict.fromkeys(cited)), identifiers=(), cases=())
    if switches.on(SearchPart.THESAURUS) and not literal and parsed.words:
        parsed = replace(parsed, related=parts.related(parsed.words, parsed.plain))
    return parsed
