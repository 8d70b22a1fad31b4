"""Provisions whose text a document holds: their names, parts, and the days on which they are in force."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import provisions
from briefbank.citations.provisions import provisions_of, settled, whole_of
from briefbank.domain.authorities import ALWAYS, CitationKind, ReadProvision, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role
from briefbank.extraction import document
from tests.extraction.brief_factory import PROSE, typed
from tests.support.complexity import grows_linearly, repeated
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "provisions.txt")
WORDY = "and the court shall weigh the nature of the offense and the role of the actor in it " * 4


def a_document(kind: Kind, title: str = "made up", filed: date | None = None) -> Document:
    return Document(
        1, "", kind, title, "", "", filed, "", 1, 0, 1, 0, "x.txt", ".txt", 1, datetime.now(UTC), False
    )


def read(text: str) -> list[ReadProvision]:
    reading = document.read(typed(text), file_name="x.txt", converted=True)
    return provisions_of(a_document(reading.kind), reading.passages)


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        (f"2C:44-1. Criteria for Sentence\n\n{PROSE}", "N.J.S.A. 2C:44-1", CitationKind.STATUTE),
        (f"N.J.S.A. 30:4-24. Confidential\n\n{PROSE}", "N.J.S.A. 30:4-24", CitationKind.STATUTE),
        (
            f"NEW JERSEY STATUTES ANNOTATED\n\n30:4-24. Confidential\n\n{PROSE}",
            "N.J.S.A. 30:4-24",
            CitationKind.STATUTE,
        ),
        (
            f"TENNESSEE CODE ANNOTATED\n\n30-1-101. Letters.\n\n{PROSE}",
            "Tenn. Code Ann. § 30-1-101",
            CitationKind.STATUTE,
        ),
        (f"GEORGIA CODE\n\n30-1-101. Letters.\n\n{PROSE}", "Ga. Code Ann. § 30-1-101", CitationKind.STATUTE),
        (f"30-1-101. Letters.\n\n{PROSE}", "30-1-101", CitationKind.STATUTE),
        (f"18 U.S.C. § 924. Penalties\n\n{PROSE}", "18 U.S.C. § 924", CitationKind.STATUTE),
        (
            f"FEDERAL RULES OF EVIDENCE\n\nRule 404. Character Evidence\n\n{PROSE}",
            "Fed. R. Evid. 404",
            CitationKind.RULE,
        ),
        (f"N.J.R.E. 404. Character Evidence\n\n{PROSE}", "N.J.R.E. 404", CitationKind.RULE),
        (f"Rule 404. Character Evidence\n\n{PROSE}", "Evid. R. 404", CitationKind.RULE),
        (f"RULE 3:5-7. Motion to Suppress\n\n{PROSE}", "R. 3:5-7", CitationKind.RULE),
    ],
)
def test_a_section_is_named_as_citations_name_it(text: str, name: str, kind: CitationKind) -> None:
    (result,) = read(text)
    assert (result.canonical, result.kind) == (name, kind)


def test_each_section_has_its_path_number_catchline_and_passages() -> None:
    result = read(
        "NEW JERSEY STATUTES ANNOTATED\n\nTITLE 2C. CODE OF CRIMINAL JUSTICE\n\nCHAPTER 44. SENTENCES\n\n"
        f"2C:44-1. Criteria for Sentence\n\na. The court {WORDY}.\n\nb. The court {WORDY * 3}.\n\n"
        f"2C:44-2. Fines\n\n{PROSE}"
    )
    first, second = result
    assert first.path == ("TITLE 2C. CODE OF CRIMINAL JUSTICE", "CHAPTER 44. SENTENCES")
    assert (first.number, first.catchline, second.catchline) == ("2C:44-1", "Criteria for Sentence", "Fines")
    assert first.first == 0 and first.last >= 1 and second.first == second.last == first.last + 1


def test_a_section_that_occurs_twice_is_two_versions_with_their_windows() -> None:
    results = read(
        "TENNESSEE CODE ANNOTATED\n\n30-1-101. Letters. [Effective until January 1, 2016.]\n\n"
        f"(a) No one {WORDY}.\n\n(b) No one {WORDY * 3}.\n\n"
        f"30-1-101. Letters. [Effective January 1, 2016.]\n\n(a) Everyone {WORDY}."
    )
    assert [item.window for item in results] == [
        Window(None, date(2015, 12, 31)),
        Window(date(2016, 1, 1), None),
    ]
    assert {item.canonical for item in results} == {"Tenn. Code Ann. § 30-1-101"}


def test_text_above_the_first_section_is_no_window_of_it() -> None:
    code = f"TENNESSEE CODE ANNOTATED\n\nEffective July 1, 2013\n\n30-1-101. Letters.\n\n{PROSE}"
    assert read(code)[0].window.first == date(2013, 7, 1)  # the document is this one section
    assert read(f"{code}\n\n30-1-102. More.\n\n{PROSE}")[0].window.first is None


@pytest.mark.parametrize(
    "head",
    ["DIRECTIVE NO. 2019-5", "AG Directive 2019-5", "ATTORNEY GENERAL LAW ENFORCEMENT DIRECTIVE NO. 2019-5"],
)
def test_a_directive_is_one_provision_by_its_number(head: str) -> None:
    text = f"{head}\n\nTO: All Chiefs\n\nSUBJECT: Revision of Directive 2005-1\n\n{PROSE}"
    passages = document.read(typed(text), file_name="x.txt", converted=True).passages
    (result,) = provisions_of(a_document(Kind.DIRECTIVE), passages)
    assert (result.canonical, result.first, result.last) == ("Directive 2019-5", 0, len(passages) - 1)


def test_a_brief_that_quotes_a_section_is_the_text_of_none() -> None:
    assert (
        provisions_of(
            a_document(Kind.BRIEF),
            document.read(typed(f"2C:44-1. Criteria\n\n{PROSE}"), file_name="x.txt", converted=True).passages,
        )
        == []
    )


HEADS = st.sampled_from(
    ["2C:44-1. Criteria", "Title 2C", "a.(1)–(3)", "(i)–(j)", "Rule 404. Character", "A.1.", "1.–2.", ""]
)


@given(
    st.sampled_from(list(Kind)),
    st.lists(st.tuples(st.lists(HEADS | st.text(max_size=30), max_size=3), st.text(max_size=60)), max_size=6),
)
def test_provisions_never_fail_overlap_or_leave_the_document(
    kind: Kind, sections: list[tuple[list[str], str]]
) -> None:
    passages = [
        Passage(at, text, Role.BODY, tuple(path), (), "", section=at)
        for at, (path, text) in enumerate(sections)
    ]
    results = provisions_of(a_document(kind), passages)
    if kind is not Kind.DIRECTIVE:
        ordinals = [n for bound in results for n in range(bound.first, bound.last + 1)]
        assert len(ordinals) == len(set(ordinals)) and set(ordinals) <= set(range(len(passages)))
    assert all(provision.canonical and provision.number for provision in results)


@pytest.mark.parametrize(("canonical", "whole"), EXAMPLES.pairs("A provision without its subsections"))
def test_a_whole_provision_has_no_subsections(canonical: str, whole: str) -> None:
    assert whole_of(canonical, CitationKind.STATUTE) == whole


@pytest.mark.parametrize(
    ("canonical", "kind"),
    [
        ("U.S. Const. amend. XIV, § 1", CitationKind.CONSTITUTION),
        ("170 N.J. 632", CitationKind.CASE),
        ("", CitationKind.STATUTE),
    ],
)
def test_a_case_and_an_amendment_are_whole(canonical: str, kind: CitationKind) -> None:
    assert whole_of(canonical, kind) == canonical


@pytest.mark.parametrize(
    ("text", "days"),
    [
        *EXAMPLES.pairs("The days on which a provision is in force"),
        ("x. [Effective until January 1, 2010.]\nL.2012, c.1, eff. July 1, 2012.", "… to 2009-12-31"),
    ],
)
def test_the_window_of_a_provision_comes_from_its_own_text(text: str, days: str) -> None:
    first, last = (None if day == "…" else date.fromisoformat(day) for day in days.split(" to "))
    assert provisions.read(text) == Window(first, last)


@pytest.mark.parametrize("text", ["", *EXAMPLES.texts("Days of something else")])
def test_a_date_of_something_else_is_no_window(text: str) -> None:
    assert provisions.read(text) == ALWAYS


@given(st.text(max_size=400))
def test_no_text_makes_reading_a_window_fail(text: str) -> None:
    provisions.read(f"[Effective {text} July 1, 2013 {text}]")


@pytest.mark.parametrize(
    "piece",
    ["effective July 1, 2013 ", "[(", "This section shall ", "repealed 2013, ", "July 1, 2013 until "],
)
def test_a_long_text_is_read_in_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: provisions.read(f"effective {text}"), repeated(piece), 100_000)


BEGIN = date(2000, 1, 1)
DAYS = st.none() | st.integers(0, 30).map(lambda number: BEGIN + timedelta(days=number))


@st.composite
def window(draw: st.DrawFn) -> Window:
    first, last = draw(DAYS), draw(DAYS)
    return Window(first, last) if not (first and last and last < first) else Window(last, first)


def holds_by_brute_force(windows: list[Window], own: Window, day: date) -> bool:
    """Apply the rule literally: within its days and, where it names no end, until another version begins."""
    if (own.first and day < own.first) or (own.last and day > own.last):
        return False
    replaced = any(item.first and own.first and own.first < item.first <= day for item in windows)
    return own.last is not None or not replaced


@given(st.lists(window(), max_size=6))
def test_at_every_day_exactly_the_versions_in_force_hold(windows: list[Window]) -> None:
    results = settled(windows)
    for day in (BEGIN + timedelta(days=number) for number in range(-2, 34)):
        expected = [holds_by_brute_force(windows, own, day) for own in windows]
        assert [item.holds(day) for item in results] == expected
