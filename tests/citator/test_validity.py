"""Tests of versions of provisions: when they are in force, their differences, and changes."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import document_rows, ingest_ledger, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citator.provision_versions import Validity, differences
from briefbank.domain.authorities import Citation, CitationKind, GoodLawEntry, Provision, Standing, Window
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Passage, Role
from briefbank.errors import NotInLibrary, WindowRefused
from tests.catalogue.samples import provisions_of
from tests.citator.graphed import GraphedCatalogue
from tests.support.complexity import grows_linearly

TODAY = date(2024, 1, 1)
SECTION = "N.J.S.A. 2C:44-1"
HEADING = "2C:44-1. Criteria for sentence"


class Briefs(GraphedCatalogue):
    """A catalogue of laws that can be queried for the text in force on a day."""

    def __init__(self, catalogue: Database) -> None:
        super().__init__(catalogue)
        self.entries: list[GoodLawEntry] = []
        self.validity = Validity(catalogue, lambda: self.entries, lambda: TODAY)

    def add(
        self,
        *sections: tuple[str, str],
        kind: Kind = Kind.STATUTE,
        filed: date | None = None,
        citations: tuple[Citation, ...] = (),
    ) -> Document:
        """A document of these headings and texts, a passage each."""
        passages = tuple(
            Passage(at, f"{heading}\n{text}", Role.BODY, (heading,), (), "", citations, section=at)
            for at, (heading, text) in enumerate(sections)
        )
        return self.put(Reading(kind, Caption(f"Document {self.files + 1}", filed=filed), (), passages))

    def again(self, document: Document) -> None:
        """Read once more."""
        self.graph.update(document, passage_rows.of_document(self.catalogue, document.id))

    def passages(self, document: Document) -> list[int]:
        return [passage.id for passage in passage_rows.of_document(self.catalogue, document.id)]


@pytest.fixture
def briefs(catalogue: Database) -> Briefs:
    return Briefs(catalogue)


def windows(versions: list[Provision]) -> list[Window]:
    return [version.window for version in versions]


def cite(canonical: str, kind: CitationKind = CitationKind.STATUTE) -> tuple[Citation, ...]:
    return (Citation(0, 5, canonical, kind),)


def test_an_earlier_version_ends_the_day_before_the_next_one_begins(briefs: Briefs) -> None:
    briefs.add((HEADING, "Old words. L.2010, c.1, eff. July 1, 2010."))
    briefs.add((HEADING, "New words. L.2015, c.1, eff. March 1, 2015."))
    new, old = briefs.validity.versions("2C:44-1(a)(3)")
    assert (new.window, new.source) == (Window(date(2015, 3, 1)), "text")
    assert old.window == Window(date(2010, 7, 1), date(2015, 2, 28))
    assert [v.id for v in briefs.validity.in_force(SECTION, date(2015, 2, 28))] == [old.id]
    assert [v.id for v in briefs.validity.in_force(SECTION, date(2015, 3, 1))] == [new.id]
    assert briefs.validity.in_force(SECTION, date(2010, 6, 30)) == []
    assert briefs.validity.problems(SECTION) == []


def test_each_passage_has_the_window_of_its_version(briefs: Briefs) -> None:
    old = briefs.add((HEADING, "Old. Eff. July 1, 2010."), ("2C:44-2. Fines", "No days."))
    new = briefs.add((HEADING, "New. Eff. March 1, 2015."))
    first, second = briefs.passages(old)
    (third,) = briefs.passages(new)
    assert briefs.validity.windows([first, second, third, 999]) == {
        first: Window(date(2010, 7, 1), date(2015, 2, 28)),
        third: Window(date(2015, 3, 1)),
    }
    assert set(briefs.validity.of_passages([first, second])) == {first, second}


def test_a_persons_word_wins_and_outlives_reading_again(briefs: Briefs) -> None:
    document = briefs.add((HEADING, "Words. Eff. July 1, 2010."))
    (version,) = briefs.validity.versions(SECTION)
    window = Window(date(2011, 1, 1), date(2012, 1, 1))
    assert briefs.validity.set_window(version.id, window).window == window
    briefs.again(document)
    (version,) = briefs.validity.versions(SECTION)
    assert (version.window, version.source) == (window, "person")
    assert briefs.validity.set_window(version.id, None).window == Window(date(2010, 7, 1))


def test_two_versions_in_one_document_keep_their_own_word(briefs: Briefs) -> None:
    document = briefs.add((HEADING, "Old words."), (HEADING, "New words."))
    old, new = provisions_of(briefs.catalogue, document.id)
    briefs.validity.set_window(new.id, Window(date(2020, 1, 1)))
    briefs.validity.set_window(old.id, Window(date(2010, 1, 1)))
    briefs.again(document)
    assert windows(briefs.validity.versions(SECTION)) == [
        Window(date(2020, 1, 1)),
        Window(date(2010, 1, 1), date(2019, 12, 31)),
    ]


def test_a_window_that_ends_before_it_begins_is_refused(briefs: Briefs) -> None:
    briefs.add((HEADING, "Words."))
    (version,) = briefs.validity.versions(SECTION)
    with pytest.raises(WindowRefused):
        briefs.validity.set_window(version.id, Window(date(2020, 1, 2), date(2020, 1, 1)))
    one_day = Window(date(2020, 1, 1), date(2020, 1, 1))
    assert briefs.validity.set_window(version.id, one_day).window == one_day


def test_a_missing_provision_is_reported(briefs: Briefs) -> None:
    for call in (briefs.validity.provision, briefs.validity.text):
        with pytest.raises(NotInLibrary, match="provision"):
            call(999)
    assert briefs.validity.versions("2C:44-1") == [] and briefs.validity.versions("no citation") == []


def test_the_same_words_twice_are_one_version_of_the_newest_document(briefs: Briefs) -> None:
    briefs.add((HEADING, "The same  words."))
    newest = briefs.add((HEADING, "The same words."))
    (version,) = briefs.validity.versions(SECTION)
    assert version.document_id == newest.id


def test_overlaps_gaps_and_missing_days_are_reported_and_not_corrected(briefs: Briefs) -> None:
    briefs.add((HEADING, "One. [Effective from January 1, 2000, to December 31, 2010.]"))
    briefs.add((HEADING, "Two. [Effective from June 1, 2005, to June 30, 2005.]"))
    briefs.add((HEADING, "Three. [Effective from January 1, 2009, to December 31, 2012.]"))
    briefs.add((HEADING, "Four. Eff. January 1, 2014."))
    briefs.add((HEADING, "Five."))
    assert briefs.validity.problems(SECTION) == [
        "Two versions are in force at once on June 1, 2005. Set the days of one of them.",
        "Two versions are in force at once on January 1, 2009. Set the days of one of them.",
        "No version covers the days from January 1, 2013 to December 31, 2013.",
        "Versions without days: 1. Set the days on which they are in force.",
    ]


def test_a_directive_is_in_force_from_its_own_date(briefs: Briefs) -> None:
    document = briefs.add(
        ("DIRECTIVE NO. 2019-5", "All officers."), kind=Kind.DIRECTIVE, filed=date(2019, 12, 4)
    )
    (version,) = briefs.validity.versions("Directive 2019-5")
    assert (version.window, version.source) == (Window(date(2019, 12, 4)), "date")
    document_rows.correct(briefs.catalogue, document.id, CaptionField.FILED, "2020-01-02")
    (version,) = briefs.validity.versions("AG Directive No. 2019-5")
    assert version.window.first == date(2020, 1, 2)


def test_a_number_without_a_code_meets_the_one_code_that_is_cited_with_it(briefs: Briefs) -> None:
    briefs.add(("30-1-101. Letters.", "Words."))
    full = "Tenn. Code Ann. § 30-1-101"
    for text in ("30-1-101", "§ 30-1-101", "section 30-1-101"):
        assert len(briefs.validity.versions(text)) == 1
    briefs.add(("POINT I", "See it."), kind=Kind.BRIEF, citations=cite(full))
    assert len(briefs.validity.versions(full)) == 1
    briefs.add(("POINT I", "See it."), kind=Kind.BRIEF, citations=cite("Ga. Code Ann. § 30-1-101"))
    assert briefs.validity.versions(full) == [] and len(briefs.validity.versions("30-1-101")) == 1


def test_a_rule_of_evidence_without_its_book_is_the_one_book_that_is_here(briefs: Briefs) -> None:
    briefs.add(("N.J.R.E. 803. Hearsay", "Words."), kind=Kind.RULE)
    briefs.add(
        ("POINT I", "See it."), kind=Kind.BRIEF, citations=cite("Evid. R. 803(c)(27)", CitationKind.RULE)
    )
    assert [v.authority.canonical for v in briefs.validity.versions("Rule 803(c)(27)")] == ["N.J.R.E. 803"]


def test_removing_a_document_opens_the_version_before_again(briefs: Briefs) -> None:
    briefs.add((HEADING, "Old. Eff. July 1, 2010."))
    new = briefs.add((HEADING, "New. Eff. March 1, 2015."))
    ingest_ledger.remove_documents(briefs.catalogue, new.id)
    assert windows(briefs.validity.versions(SECTION)) == [Window(date(2010, 7, 1))]


def test_changes_since_its_day_are_listed_for_the_provisions_that_a_brief_cites(briefs: Briefs) -> None:
    briefs.add((HEADING, "Old. Eff. July 1, 2010."))
    briefs.add((HEADING, "New. Eff. March 1, 2016."))
    briefs.add(("2C:11-3. Murder", "Words. [Effective from January 1, 2010, to June 30, 2018.]"))
    briefs.add(("2C:11-4. Manslaughter", "Words. Eff. July 1, 2010."))
    cited = tuple(c for name in ("2C:44-1(a)", "2C:11-3", "2C:11-4") for c in cite(f"N.J.S.A. {name}"))
    brief = briefs.add(("POINT I", "It is so."), kind=Kind.BRIEF, filed=date(2015, 3, 3), citations=cited)
    law = briefs.validity.law_of(brief)
    assert law.day == date(2015, 3, 3)
    assert [(change.authority.canonical, change.text) for change in law.changes] == [
        (SECTION, "Amended on March 1, 2016: the library has the later text."),
        ("N.J.S.A. 2C:11-3", "No longer in force since July 1, 2018."),
    ]
    assert law.changes[0].provision_id == briefs.validity.in_force(SECTION, TODAY)[0].id


def test_lines_of_the_list_count_from_their_day_on(briefs: Briefs) -> None:
    brief = briefs.add(
        ("POINT I", "It is so."),
        kind=Kind.BRIEF,
        filed=date(2015, 3, 3),
        citations=cite("170 N.J. 632", CitationKind.CASE),
    )
    now = datetime.now(UTC)
    for id_, since in enumerate((date(2014, 1, 1), date(2016, 1, 1), None), 1):
        entry = GoodLawEntry(id_, "170 N.J. 632", "", Standing.OVERRULED, "State v. Roe", since, "", "", now)
        briefs.entries.append(entry)
    (change,) = briefs.validity.law_of(brief).changes
    assert change.text == "Overruled by State v. Roe, since January 1, 2016, your good-law list says."


WORDS = st.lists(st.sampled_from(["the", "court", "may", "shall", "fine", "a\n", "b"]), max_size=30).map(
    " ".join
)


@given(WORDS, WORDS)
def test_a_difference_reconstructs_the_old_and_the_new_text(old: str, new: str) -> None:
    results = differences(old, new)
    assert " ".join(d.text for d in results if d.change != "added").split() == old.split()
    assert " ".join(d.text for d in results if d.change != "removed").split() == new.split()
    if old.split() == new.split():
        assert all(d.change == "same" for d in results)


def test_a_changed_word_is_named_alone() -> None:
    results = differences(
        "The court may impose a fine of $500 on him.", "The court shall impose a fine\nof $900 on him."
    )
    assert [(d.change, d.text.strip()) for d in results if d.change != "same"] == [
        *(("removed", "may"), ("added", "shall"), ("removed", "$500"), ("added", "$900"))
    ]


@pytest.mark.parametrize("arrangement", ["alike", "every tenth", "shuffled", "one word", "apart"])
def test_long_texts_are_compared_in_linear_time(arrangement: str) -> None:
    def build(words: int) -> tuple[str, str]:
        chance = random.Random(7)
        old = [f"w{int(chance.paretovariate(0.6))}" for _ in range(words)]
        new = {
            "alike": old,
            "every tenth": [f"q{at % 50}" if at % 10 == 0 else word for at, word in enumerate(old)],
            "shuffled": chance.sample(old, len(old)),
            "one word": ["x"] * words,
            "apart": [f"z{word}" for word in old],
        }[arrangement]
        return " ".join(old), " ".join(new)

    assert grows_linearly(lambda texts: differences(*texts), build, 20_000)
