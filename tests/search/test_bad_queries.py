"""Whatever is typed or pasted into the search box is answered, or refused with the place in it, and nothing
takes longer than in proportion to its length. Through the library and through the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.cli import commands
from briefbank.domain.searches import Order, SearchRequest
from briefbank.embedding import encoders
from briefbank.errors import QueryError
from tests.stand_ins.encoders import Buckets
from tests.support.collection_factory import GeneratedCollection
from tests.support.profile import sample

ANSWERED = {
    "2C:44-1": True,
    "R. 3:5-7": True,
    "§ 1983": False,
    "emoji 🙂🚓 car": True,
    "stop\x00\x07\x1b[31m car\x7f": True,
    "\u202ecar\u200b": True,
    "caf\udce9 car \ud83d": True,
    "é" * 300 + " car": True,
    "word " * 10_000: False,
    "car " * 10_000: True,
    "“ car": True,
    "car ”": True,
    "(car": True,
    "car)))": True,
    "“" * 3_000 + " car": True,
    "!" * 10 + " car": True,
    "the “the” of": True,
    "car\n\n\n\nstop\r\n\r\nconsent\u2029bail": True,
    "/* car */ -- ; DROP TABLE passages": False,
    'text:car^4 +stop -bail {!func} [a TO b] "x"~3': False,
    "car " + "(" * 500 + ")" * 500: True,
    "((((((((((car))))))))))": True,
    "(" * 5_000 + "car OR stop" + ")" * 5_000 + " AND bail": True,
    " AND ".join(["car"] * 2_000): True,
    "NOT car": True,
    "car AND (stop OR": True,
    "kind:poem car": True,
    "before:yesterday car": True,
    "car w/0 stop": True,
}
"""Each with whether it finds something, for a library that has the written texts."""
REFUSED = (
    *("", "   \n\t ", "!", "*", "the of and", "what is it", "AND", "/p", "w/5 & OR", "NOT NOT", "%", "🙂"),
    *("\x00\x01", "\ud83d", "“”", "()", "§", "(" * 5_000, '"' * 3_000, "“ ” " * 800, "a! " * 66_666),
    "x" * 200_001,
)
"""Each an error, or an answer."""


def total(collection: GeneratedCollection, query: str, order: Order = Order.NEWEST) -> int:
    """Return the number of passages found; -1 where the search is refused with a position inside it."""
    try:
        answer = collection.library.search(SearchRequest(query, order=order))
    except QueryError as refused:
        assert 0 <= refused.position <= max(0, len(query) - 1)
        assert refused.title.endswith(".") and refused.remedy.endswith(".")
        return -1
    assert answer.interpretation and (answer.hits or answer.advice)
    return answer.listed


@pytest.mark.parametrize("order", list(Order)[: sample(1, 2)])
def test_odd_texts_are_answered(collection: GeneratedCollection, order: Order) -> None:
    for query, finds in ANSWERED.items():
        count = total(collection, query, order)
        assert count >= 0 and (count > 0 or not finds), query[:60]


def test_an_invalid_query_is_refused_with_a_position(collection: GeneratedCollection) -> None:
    assert [query[:60] for query in REFUSED if total(collection, query) != -1] == []


TOKENS = (
    *("(", ")", '"', "“", "”", "AND", "OR", "NOT", "%", "&", "w/5", "/s", "+2", "not w/3", "pre/4", "!"),
    *("car", "stop!", "s*p", "the", "404(b)", "R.", "3:5-7", "§", "1983", "cites:", "kind:brief", "before:"),
    *("🙂", "\x00", "\udce9", "\n\n", "State v. Carty", "170 N.J. 632", "find me briefs on", "é", "\u200b"),
)


MIXTURES = st.lists(st.sampled_from(TOKENS), max_size=12)


@given(MIXTURES.map(" ".join) | MIXTURES.map("".join) | st.text(max_size=60))
def test_any_text_is_answered_or_refused(collection: GeneratedCollection, text: str) -> None:
    total(collection, text)


@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12))
def test_selected_text_has_no_operators(collection: GeneratedCollection, parts: list[str]) -> None:
    text = "car " + " ".join(parts)
    answer = collection.library.search(SearchRequest(text, literal=True))
    assert {part.role.value for part in answer.parts} <= {"ranked", "number", "aside"}


UNITS = (
    *("word ", "(", "a(b) ", '"', "“a” ", "AND ", "a! ", "s*", "R. ", "§ 1 ", "🙂 ", "car and ", "cites:A "),
    *("State v. Of ", "\n\ncar ", "1 N.J. 2 ", "\u200b", "é", "a-", "1:"),
)


def calls(collection: GeneratedCollection, query: str) -> int:
    """Count the calls that the whole search takes, in Python and in C."""
    number = 0

    def count(*_: object) -> None:
        nonlocal number
        number += 1

    sys.setprofile(count)
    try:
        total(collection, query)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.parametrize("unit", UNITS[:: sample(2, 1)])
def test_a_search_takes_work_in_proportion_to_its_length(collection: GeneratedCollection, unit: str) -> None:
    total(collection, f"car {unit * 10}")
    short, long = calls(collection, unit * 500), calls(collection, unit * 2_000)
    assert long <= 4.5 * short + 5_000


@pytest.fixture
def with_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda _folder: Buckets())


def ran(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = commands.run(["--library", str(folder), *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.usefixtures("with_buckets")
def test_the_command_line_answers_odd_searches_and_refuses_others_with_status_two_and_the_place(
    collection: GeneratedCollection, capsys: pytest.CaptureFixture[str]
) -> None:
    for query in ("§ 1983", "“ car", "car AND (stop OR", "caf\udce9 🙂 car", "car " * 10_000):
        status, output, _ = ran(collection.library.folder, capsys, "search", "--json", "--", query)
        assert status == (0 if json.loads(output)["results"] else 1), query[:60]
    for query in ("!", "the of", "(" * 5_000):
        status, output, errors = ran(collection.library.folder, capsys, "search", "--json", "--", query)
        error = json.loads(output)["error"]
        assert (status, error["position"]) == (2, 0), query[:60]
        assert error["title"] and error["remedy"] and "Traceback" not in errors
