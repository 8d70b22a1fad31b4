"""Tests that a message keeps its template and values wherever it goes."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.office import wire
from briefbank.sandbox import messages as pipes
from briefbank.text.messages import Message, as_message, joined, listed, load, plural, store, unpack

INSIDE = Message("{count:,} files", count=1234)
WHOLE = Message("“{title}” needs {files} and {size:.1f} GB.", title="{files}", files=INSIDE, size=2.25)


def same(one: Message, other: Message) -> bool:
    return (str(one), one.template, dict(one.values)) == (str(other), other.template, dict(other.values))


def test_a_message_is_its_english_text() -> None:
    assert WHOLE == "“{files}” needs 1,234 files and 2.2 GB."
    assert type(str(WHOLE)) is str and json.dumps([INSIDE]) == '["1,234 files"]'
    assert Message("Braces {stay} as they are.") == "Braces {stay} as they are."


@pytest.mark.parametrize(
    "carried",
    [
        lambda message: load(store(message)),
        lambda message: wire.decode(wire.encode(message), Message),
        lambda message: pipes.decode(pipes.encode(message), Message),
        lambda message: pickle.loads(pickle.dumps(message)),
        copy.deepcopy,
    ],
)
def test_a_message_is_the_same_after_a_way(carried) -> None:  # type: ignore[no-untyped-def]
    for message in (WHOLE, Message(), Message("Try again."), as_message('["a"]'), listed(["a", INSIDE])):
        assert same(carried(message), message)


def test_a_hostile_template_reaches_no_attribute() -> None:
    untrusted = "{a.__class__} {a[0]} {a!r} {a:>99999999} {0} {} {a}"
    assert load(json.dumps([untrusted, {"a": "x"}])) == untrusted.replace("{a}", "x")


@pytest.mark.parametrize("untrusted", ["plain", "[1", "[]", "[1, {}]", '["{a}", {"a": null}]', "[" * 100_000])
def test_a_text_that_is_no_stored_message_is_shown_unchanged(untrusted: str) -> None:
    assert load(untrusted) == untrusted


def test_a_message_that_would_grow_without_end_is_refused() -> None:
    untrusted: object = ["lol"]
    for _ in range(11):
        untrusted = ["{a}" * 10, {"a": untrusted}]
    with pytest.raises(ValueError, match="too long"):
        unpack(untrusted)
    deep: object = ["a"]
    for _ in range(50):
        deep = ["{a}", {"a": deep}]
    with pytest.raises(ValueError, match="not a message"):
        unpack(deep)


@given(st.text(max_size=60), st.dictionaries(st.sampled_from("abc"), st.text(max_size=9) | st.integers()))
def test_no_stored_message_makes_reading_fail(template: str, values: dict[str, str | int]) -> None:
    assert isinstance(load(json.dumps([template, values])), Message)


def test_plurals_and_lists_are_written_correctly() -> None:
    sentences = [plural(n, "1 page of {name}", "{number:,} pages of {name}", name="A") for n in (0, 1, 2000)]
    assert sentences == ["0 pages of A", "1 page of A", "2,000 pages of A"]
    assert [listed(list(letters), "or") for letters in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a or b",
        "a, b or c",
    ]
    assert joined(["One.", "", INSIDE]) == "One. 1,234 files"
