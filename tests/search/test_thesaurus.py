"""Tests of the thesaurus: its format, added terms, the file of the office, and the built-in list."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Related
from briefbank.index.analyzer import stemmed_tokens
from briefbank.paths import resources_folder
from briefbank.search.thesaurus import (
    ADDITIONS_LIMIT,
    BYTES_LIMIT,
    HEADER,
    LINES_LIMIT,
    WEIGHT,
    Pair,
    Thesaurus,
    ThesaurusFiles,
    forms,
    only_in_capitals,
    read_lines,
    words_of,
)
from briefbank.search.typed_text import words_in
from briefbank.text.language import ENGLISH_STOP_WORDS as STOP_WORDS
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "thesaurus.txt")


BUILT_IN = resources_folder() / "thesaurus.txt"
CARS = "car = automobile = motor vehicle\nvehicle > car, automobile\ncop > police officer"


def ask(thesaurus: Thesaurus | ThesaurusFiles, text: str) -> list[str]:
    """Return the words added to a query, whose content words are found as a search finds them."""
    return [item.text for item in related_to(thesaurus, text)]


def related_to(thesaurus: Thesaurus | ThesaurusFiles, text: str) -> tuple[Related, ...]:
    words = [word for word in words_in(text) if word not in STOP_WORDS]
    return thesaurus.related(words, text)


def keys(member: str) -> set[tuple[str, ...]]:
    words = [word.folded for word in words_of(member)]
    return {(*words[:-1], form) for form in forms(words[-1])}


def test_each_member_of_an_equal_line_finds_the_others_and_one_way_lines_only_what_they_add() -> None:
    thesaurus = Thesaurus.read(CARS)
    assert thesaurus.problems == () and thesaurus.groups == 3
    assert ask(thesaurus, "a parked car") == ["automobile", "motor vehicle"]
    assert ask(thesaurus, "a parked automobile") == ["car", "motor vehicle"]
    assert ask(thesaurus, "the cop lied") == ["police officer"]
    assert ask(thesaurus, "the police officer lied") == []


def test_an_addition_says_what_it_stands_for_and_its_weight() -> None:
    result = related_to(Thesaurus.read(CARS), "The Motor Vehicle of a cop")
    assert result == (
        Related("car", WEIGHT, "Motor Vehicle"),
        Related("automobile", WEIGHT, "Motor Vehicle"),
        Related("police officer", WEIGHT, "cop"),
    )


def test_a_line_that_cannot_be_used_is_named_and_costs_no_other() -> None:
    many = " = ".join(f"w{number}x" for number in range(30))
    for line, expected in ((many, "more than"), *EXAMPLES.pairs("Lines that cannot be used, and why")):
        thesaurus = Thesaurus.read(f"dog = canine\n{line}\nsmell = odor")
        (problem,) = thesaurus.problems
        assert problem.startswith("Line 2: ") and expected in problem, line
        assert ask(thesaurus, "dog smell") == ["canine", "odor"]
    for line in (
        "# a note",
        "",
        "   ",
        "\ufeff# saved by Notepad",
        "car = automobile # a note",
        "“car” = automobile",
    ):
        assert Thesaurus.read(line).problems == (), line
    problems = Thesaurus.read("nonsense\n" * (LINES_LIMIT + 10)).problems
    assert len(problems) < 60 and "more lines" in problems[-1], "so many problems are told, and no more"


def test_the_longest_run_of_words_wins_and_its_words_are_not_looked_up_again() -> None:
    thesaurus = Thesaurus.read("vehicle > truck\nmotor vehicle = car\nmotor vehicle stop = traffic stop")
    assert ask(thesaurus, "a motor vehicle stop") == ["traffic stop"]
    assert ask(thesaurus, "a motor vehicle, stopped") == ["car"]
    assert ask(thesaurus, "a vehicle") == ["truck"]


def test_capitals_accents_and_plurals_of_the_last_word_do_not_matter() -> None:
    thesaurus = Thesaurus.read("photo array = lineup\nbody = corpse\nsearch = résumé\npolice cars > squad")
    assert ask(thesaurus, "PHOTO Arrays") == ["lineup"]
    assert ask(thesaurus, "bodies") == ["corpse"]
    assert ask(thesaurus, "searches") == ["résumé"]
    assert ask(thesaurus, "resume") == ["search"]
    assert ask(thesaurus, "police car") == ["squad"]
    assert ask(thesaurus, "photos array") == []


def test_an_abbreviation_that_is_also_a_word_counts_in_capitals_only_and_is_never_added() -> None:
    thesaurus = Thesaurus.read(
        "CI = confidential informant\nID = identification\nDUI = drunk driving\nUS = America"
    )
    assert ask(thesaurus, "was the CI reliable") == ["confidential informant"]
    assert ask(thesaurus, "were the CIs reliable") == ["confidential informant"]
    assert ask(thesaurus, "photo ID") == ["identification"]
    assert ask(thesaurus, "id at five, told us so") == []
    assert ask(thesaurus, "identification of a confidential informant") == []
    assert ask(thesaurus, "dui stop") == ask(thesaurus, "D.U.I. stop") == ["drunk driving"]
    assert ask(thesaurus, "drunk driving") == ["dui"]


def test_nothing_is_added_that_is_typed_already_or_twice() -> None:
    thesaurus = Thesaurus.read("car = automobile = motor vehicle\nvehicle > cars, van\ntruck > vans")
    assert ask(thesaurus, "cars, automobiles and motor vehicles") == []
    assert ask(thesaurus, "vehicle or truck") == ["cars", "van"]


def test_added_words_are_bounded_and_shared_among_the_typed_words() -> None:
    first = "alpha > " + ", ".join(f"first{letter}" for letter in "abcdefghijklmnopqrstu")
    second = "beta > " + ", ".join(f"second{letter}" for letter in "abcdefghijklmnopqrstu")
    answer = ask(Thesaurus.read(f"{first}\n{second}"), "alpha beta")
    assert len(answer) == ADDITIONS_LIMIT
    assert answer == [f"first{c}" for c in "abcdefghijkl"] + [f"second{c}" for c in "abcdefghijkl"]


def test_the_offices_lines_are_added() -> None:
    built_in = Thesaurus.read(CARS)
    both = Thesaurus.read("car = ride", upon=built_in)
    assert both.problems == () and both.groups == 4
    assert ask(both, "car") == ["automobile", "motor vehicle", "ride"]
    assert ask(built_in, "car") == ["automobile", "motor vehicle"]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "thesaurus.txt"


@pytest.fixture
def files(own: Path, tmp_path: Path) -> ThesaurusFiles:
    built_in = tmp_path / "built-in.txt"
    built_in.write_text("car = automobile\n")
    return ThesaurusFiles(own, built_in)


def rewrite(path: Path, content: bytes) -> None:
    """Change a file as an editor does, with a stamp that is surely another."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_a_change_of_the_offices_file_counts_at_the_next_search(files: ThesaurusFiles, own: Path) -> None:
    assert ask(files, "car") == ["automobile"]
    rewrite(own, b"car = ride\n")
    assert ask(files, "car") == ["automobile", "ride"]
    rewrite(own, b"car = wheels\noops\n")
    assert ask(files, "car") == ["automobile", "wheels"]
    assert [problem[:7] for problem in files.state().problems] == ["Line 2:"]
    own.unlink()
    assert ask(files, "car") == ["automobile"]
    assert files.state().problems == ()


def test_the_file_of_the_office_is_created_once_with_a_valid_explanation(
    files: ThesaurusFiles, own: Path
) -> None:
    assert files.path() == own and own.read_text() == HEADER
    assert files.state().problems == () and (files.state().built_in, files.state().own) == (1, 0)
    rewrite(own, b"car = ride\n")
    assert files.path().read_bytes() == b"car = ride\n"
    assert (files.state().built_in, files.state().own) == (1, 1)


def test_the_examples_in_the_explanation_are_lines_that_can_be_used() -> None:
    shown = [line[1:].split("  ")[1].strip() for line in HEADER.splitlines() if line.startswith("#   ")]
    assert len(shown) == 2
    assert Thesaurus.read("\n".join(shown), upon=Thesaurus.read("car = automobile")).problems == ()


def test_byte_order_marks_are_understood(files: ThesaurusFiles, own: Path) -> None:
    for content in (
        "\ufeffcar = ride".encode(),
        "car = ride\r\n".encode("utf-16"),
        b"\xfe\xff" + "car = ride\n# é".encode("utf-16-be"),
    ):
        rewrite(own, content)
        assert ask(files, "car") == ["automobile", "ride"] and files.state().problems == ()


def test_a_file_that_cannot_be_used_leaves_the_built_in_list_and_the_lines_that_can(
    files: ThesaurusFiles, own: Path
) -> None:
    rewrite(own, "caf\u00e9 = coffee shop\ncar = ride\n".encode("cp1252"))
    assert "UTF-8" in files.state().problems[0]
    assert ask(files, "car") == ["automobile", "ride"]
    rewrite(own, b"#" * (BYTES_LIMIT + 1))
    assert "larger" in files.state().problems[0]
    assert ask(files, "car") == ["automobile"]
    own.unlink()
    own.mkdir()
    assert "could not be opened" in files.state().problems[0]
    assert ask(files, "car") == ["automobile"]


@pytest.fixture(scope="module")
def built_in() -> Thesaurus:
    return Thesaurus.read(BUILT_IN.read_text("utf-8"))


def test_every_built_in_line_can_be_used_and_the_list_is_of_several_hundred_groups(
    built_in: Thesaurus,
) -> None:
    assert built_in.problems == ()
    assert built_in.groups >= 450
    assert all(line.members[1:] for line in read_lines(BUILT_IN.read_text())[0])


def test_no_built_in_pairing_is_named_twice(built_in: Thesaurus) -> None:
    """Nor both as equal and as one way: two lines that say different things of the same words."""
    lines: dict[tuple[object, object], list[Pair]] = defaultdict(list)
    for pair in built_in.pairs:
        lines[tuple(sorted(keys(pair.typed))), tuple(sorted(keys(pair.added)))].append(pair)
    assert [pairs for pairs in lines.values() if len(pairs) > 1] == []


def test_no_built_in_addition_is_too_general_to_help_or_another_form_of_its_word(
    built_in: Thesaurus,
) -> None:
    general = "court law state case evidence defendant right rights trial police judge crime person order"
    assert {pair.added.lower() for pair in built_in.pairs}.isdisjoint(general.split())
    stems = ((pair, *(stemmed_tokens(side) for side in pair[:2])) for pair in built_in.pairs)
    alike = [pair for pair, one, two in stems if len(one) == len(two) == 1 and one[0].term == two[0].term]
    assert alike == []


def test_every_built_in_member_finds_what_its_line_names(built_in: Thesaurus) -> None:
    for pair in built_in.pairs:
        results = built_in.related([*words_in(pair.typed)], pair.typed)
        expected = keys(pair.added)
        typed_already = any(set(words) <= {w.folded for w in words_of(pair.typed)} for words in expected)
        if not (typed_already or only_in_capitals(pair.added) or any(c.isdigit() for c in pair.typed)):
            assert any(keys(item.text) & expected for item in results), pair


def test_terms_of_defenders_find_the_terms_of_courts(built_in: Thesaurus) -> None:
    for typed, added in EXAMPLES.pairs("Terms of defenders, and those of courts"):
        assert set(added.split(", ")) <= set(ask(built_in, typed)), typed


WORDS = st.sampled_from(["car", "cars", "Auto", "CI", "K-9", "motor vehicle", "the", "404", "é", "a.b.", ""])
LINES = st.one_of(
    st.lists(WORDS, min_size=1, max_size=4).map(" = ".join),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda item: f"{item[0]} > {', '.join(item[1:])}"),
    st.text(max_size=20),
)
FILES = st.lists(LINES, max_size=8).map("\n".join)
QUERIES = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))


@given(FILES, FILES, QUERIES)
def test_any_file_can_be_read_and_each_addition_comes_from_a_group_whose_member_is_typed(
    first: str, second: str, text: str
) -> None:
    both = Thesaurus.read(second, upon=Thesaurus.read(first))
    results = related_to(both, text)
    assert len(results) <= ADDITIONS_LIMIT
    assert len({item.text for item in results}) == len(results)
    typed = {form for word in words_of(text) for form in forms(word.folded)}
    for item in results:
        members = [pair.typed for pair in both.pairs if pair.added.lower() == item.text]
        assert any(all(typed & {*forms(w.folded)} for w in words_of(member)) for member in members), item
        assert keys(item.text).isdisjoint((word.folded,) for word in words_of(text))
