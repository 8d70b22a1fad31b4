"""Tests of the notes on authorities that a search names, and of alerts on results relying on listed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from briefbank.citations import citations
from briefbank.domain.authorities import Authority, AuthorityNote, CitationKind
from briefbank.domain.pages import Passage
from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.search.parsing import parse
from briefbank.search.presentation import NOTES
from briefbank.search.query import QueryClass
from briefbank.search.searcher import Searcher
from tests.search.fakes import Memory
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "queries.txt")

CARTY = "170 N.J. 632"


def note(number: int, documents: int = 1) -> AuthorityNote:
    return AuthorityNote(
        Authority(number, f"{number} N.J. 1", CitationKind.CASE), documents, documents, None, (), "Cited."
    )


def library() -> Memory:
    memory = Memory(find_citations=citations.find)
    memory.add(1, "State v. Carty, 170 N.J. 632, governs consent.", date(2012, 1, 1), cites=[CARTY])
    memory.add(2, "Consent is a question of fact.", date(2020, 1, 1))
    return memory


class RecordedParts:
    """The callables of a search, which record their arguments."""

    def __init__(self, *notes: AuthorityNote) -> None:
        self.given = list(notes)
        self.noted: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self.days: list[date | None] = []
        self.passages: list[int] = []

    def notes(self, canonicals: Sequence[str], names: Sequence[str]) -> list[AuthorityNote]:
        self.noted.append((tuple(canonicals), tuple(names)))
        return self.given

    def alerts(self, passages: Iterable[Passage], as_of: date | None) -> dict[int, tuple[str, ...]]:
        self.days.append(as_of)
        self.passages += [passage.id for passage in passages]
        return {1: ("State v. Carty: limited.",)}

    def ask(self, text: str, **values: object) -> SearchAnswer:
        parts = replace(library().parts(semantic=False), notes=self.notes, alerts=self.alerts)
        return Searcher(parts).search(SearchRequest(text, **values))  # type: ignore[arg-type]


def test_a_question_whether_an_authority_is_good_law_searches_for_the_authority_alone() -> None:
    for text, aside in EXAMPLES.pairs("Questions whether an authority is good law, and what is set aside"):
        parsed = parse(text, citations.find)
        assert (parsed.query_class, parsed.set_aside) == (QueryClass.GOOD_LAW, aside), text
        assert set(parsed.words) <= {"state", "carty"} and parsed.asks_numbers
    for text in EXAMPLES.texts("Words that speak of no authority"):
        parsed = parse(text, citations.find)
        assert parsed.query_class is not QueryClass.GOOD_LAW and not parsed.set_aside, text


def test_authority_notes_are_found_by_citation_and_by_name() -> None:
    parts = RecordedParts(note(3))
    assert parts.ask("is State v. Carty still good law?").authorities == (note(3),)
    assert parts.ask("consent under State v. Carty, 170 N.J. 632").authorities == (note(3),)
    assert parts.noted == [((), ("state v carty",)), ((CARTY,), ())]


def test_a_search_that_names_no_authority_asks_for_no_notes() -> None:
    parts = RecordedParts(note(3))
    assert parts.ask("consent to search").authorities == ()
    assert parts.ask("", like=1).authorities == ()
    assert parts.noted == []


def test_notes_are_few_and_empty_ones_appear_only_on_request() -> None:
    many = RecordedParts(*(note(number) for number in range(1, 9)))
    assert len(many.ask("State v. Carty and consent").authorities) == NOTES
    unknown = RecordedParts(note(1, documents=0))
    assert unknown.ask("State v. Carty and consent").authorities == ()
    assert len(unknown.ask("is State v. Carty good law").authorities) == 1


def test_alerts_are_of_the_requested_day_and_also_on_results_listed_apart() -> None:
    parts = RecordedParts()
    answer = parts.ask("consent", as_of=date(2010, 5, 1))
    assert parts.days == [date(2010, 5, 1)] and sorted(parts.passages) == [1, 2]
    (first,) = [result.hit for result in answer.outside if result.hit.passage.id == 1]
    assert first.alerts == ("State v. Carty: limited.",)
    parts.ask("consent as of 2015")
    assert parts.days[-1] == date(2015, 12, 31)
