"""A number, a date, a limit or a count that was exchanged for another is found, however it is said."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.domain.claims import ClaimFinding
from briefbank.summary.checks import figures
from tests.summary.checks.made import compared

WRONG = (
    ("The stop lasted 19 minutes.", "The stop lasted an hour."),
    ("The stop lasted 19 minutes.", "The stop lasted hours."),
    ("The stop lasted 19 minutes.", "The stop lasted several minutes."),
    ("The stop lasted 19 minutes.", "The stop lasted nearly 19 minutes."),
    ("The stop lasted 19 minutes.", "The stop lasted over 19 minutes."),
    ("The stop lasted 19 minutes.", "The stop lasted 19 minutes or more."),
    ("The stop lasted almost two hours.", "The stop lasted over two hours."),
    ("The stop lasted almost two hours.", "The stop lasted two hours."),
    ("The stop lasted half an hour.", "The stop lasted an hour."),
    ("The stop lasted half an hour.", "The stop lasted half a day."),
    ("The term was a year and a half.", "The term was a year."),
    ("He reported to the officer weekly.", "He reported to the officer daily."),
    ("He fired two shots.", "He fired a shot."),
    ("He fired two shots at the clerk.", "He fired a single shot at the clerk."),
    ("He fired one shot.", "He fired shots."),
    ("Three officers entered the house.", "Several officers entered the house."),
    ("Three officers entered the house.", "Many police officers entered the house."),
    ("Three officers entered the house.", "Both officers entered the house."),
    ("He was tried twice.", "He was tried once."),
    ("He struck the man three times in the face.", "He struck the man once in the face."),
    ("The court imposed a five-year term.", "The court imposed a quintuple term."),
    ("The court doubled the fine.", "The court tripled the fine."),
    ("He was convicted on two of five counts.", "He was convicted on all counts."),
    ("He was convicted on two of five counts.", "He was convicted on five of two counts."),
    ("The term is 5 to 10 years.", "The term is 10 to 5 years."),
    ("The victim was under the age of 18.", "The victim was over the age of 18."),
    ("It covers those 18 or older.", "It covers those 18 or younger."),
    ("He was arrested on May 3, 2015.", "He was arrested before May 3, 2015."),
    ("He was arrested on May 3, 2015.", "He was arrested after May 2015."),
    ("He was arrested on May 3, 2015.", "He was arrested by May 2015."),
    ("He was arrested on May 3, 2015.", "He was arrested in late May 2015."),
    ("He was arrested before May 3, 2015.", "He was arrested on May 3, 2015."),
    ("He was arrested in early 2015.", "He was arrested in late 2015."),
    ("He was arrested on May 3, 2015 and indicted on June 9, 2016.", "He was arrested in June 2016."),
    ("Count 1 charged robbery, and Count 2 charged theft.", "Count 2 charged robbery."),
    ("He was convicted on Count 1 and acquitted on Count 2.", "He was acquitted on Count 1."),
)
RIGHT = (
    ("The stop lasted 60 minutes.", "The stop lasted an hour."),
    ("He was paid $12 an hour.", "He got $12 per hour, or one hour's wage."),
    ("The stop lasted 30 minutes.", "The stop lasted half an hour."),
    ("The term was 18 months.", "The term was a year and a half."),
    ("The stop lasted 19 minutes.", "The stop lasted about 19 minutes."),
    ("The stop lasted almost two hours.", "The stop lasted less than two hours."),
    ("The jury deliberated for three days.", "The jury deliberated over three days."),
    ("The jury deliberated for more than 3 days.", "The jury deliberated for over three days."),
    ("It covers those who are at least 18.", "It covers those 18 or older."),
    ("Two officers entered. One of them shot the dog.", "An officer shot the dog."),
    ("Two officers entered the house.", "Both officers entered the house."),
    ("Several of the three officers entered.", "Several officers entered."),
    ("Once the officer saw two guns, he called for help.", "He called for help once he saw two guns."),
    ("He was tried twice.", "He was tried two times."),
    ("He was arrested on May 3, 2015.", "He was arrested in early May 2015."),
    ("He was arrested on May 3, 2015 and then released.", "He was arrested on the May 3, 2015 warrant."),
    ("The rule took effect on May 3, 2015.", "The rule has been in effect since May 3, 2015."),
    ("He moved on May 3, 2015 and was arrested later.", "He was arrested after May 3, 2015."),
    ("The practice ended by May 2015.", "The practice ended by May 2015, the brief says."),
    ("He was arrested on May 3, 2015 and indicted on June 9, 2016.", "On June 9, 2016, he was indicted."),
    ("John Doe was arrested on May 3 and indicted on June 9.", "On June 9, John Doe was indicted."),
    ("John Doe was arrested on May 3. He was indicted on June 9.", "On June 9, Doe was indicted."),
    ("He got 5 years for theft and 10 for arson.", "Ten years were given for arson and five for the theft."),
    ("In 2010 the act was amended; in 2015 the court struck it down.", "The amended act fell in 2015."),
    (
        "In the first circuit a judge serves one year, and in the second circuit a judge serves two years.",
        "At first, the judges served one or two years.",
    ),
    ("The log says 0/0 of it.", "It says 0/0 of it."),
    ("It was one factor among many.", "It was one of many factors."),
    ("The court found (1) a stop, (2) a search.", "The court found (2) a search."),
)
COUNTS = tuple(str.split("two three four five six seven eight nine ten eleven twelve 13 20 45 100"))
NOUNS = ("officers", "shots", "bags", "witnesses", "prior convictions", "days", "pounds")
LIMITS = ("more than", "less than", "at least", "at most", "almost", "")
WEAKER = {("more than", "at least"), ("less than", "at most"), ("almost", "less than"), ("almost", "at most")}
"""Limits of a source from which another follows."""
RELATIONS = ("before", "after", "on", "by")
DATES = ("May 3, 2015", "June 9, 2016", "December 31, 1999", "March 1, 2020", "May 4, 2015", "3/17/2018")
AMOUNTS = {
    "years": ("5 years", "ten years", "18 months", "a year and a half", "30 days"),
    "money": ("$500", "$1,500", "twenty dollars", "$2.5 million"),
    "ages": ("19 years old", "fourteen years old", "aged 62"),
    "weights": ("12 grams", "three ounces", "2 kilograms"),
    "dates": DATES,
    "times": ("9:30 p.m.", "noon", "4 a.m."),
}
PLACES = (
    "The court gave {0} for the robbery and {1} for the theft.",
    "For the robbery the file says {0}; for the theft it says {1}.",
    "Carter had {0}, while Poole had {1}.",
    "The robbery ({0}) and the theft ({1}) were tried together.",
    "The first witness, Ann Bell, said {0}, but the second witness, Joe Lund, said {1}.",
    "In Newark it was {0}. In Camden it was {1}.",
    "The report says {0} of the stop and the log says {1} of it.",
)


def numbers(claim: str, source: str) -> list[ClaimFinding]:
    """Return the findings of the check of numbers and dates alone."""
    return list(figures.find(compared(claim, source)))


@pytest.mark.parametrize(("source", "claim"), WRONG)
def test_a_number_or_date_said_otherwise_than_in_the_source_is_found(source: str, claim: str) -> None:
    assert numbers(claim, source)


@pytest.mark.parametrize(("source", "claim"), RIGHT)
def test_what_follows_from_a_number_or_date_of_the_source_is_let_through(source: str, claim: str) -> None:
    assert numbers(claim, source) == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", AMOUNTS)
def test_two_values_of_one_kind_that_changed_places_are_always_found(place: str, kind: str) -> None:
    for one, other in permutations(AMOUNTS[kind], 2):
        source = place.format(one, other)
        assert numbers(place.format(other, one), source), source
        assert numbers(source.replace("The ", "the ", 1), source) == []


@pytest.mark.parametrize("vague", ["several", "many", "numerous", "a few", "multiple"])
def test_a_vague_word_in_place_of_any_count_is_found(vague: str) -> None:
    for count in COUNTS:
        for noun in NOUNS:
            assert numbers(f"They spoke of {vague} {noun}.", f"They spoke of {count} {noun}."), (count, noun)


def test_both_stands_for_two_alone() -> None:
    found = {count for count in COUNTS if not numbers("Both bags were open.", f"All {count} bags were open.")}
    assert found == {"two"}


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(COUNTS), st.sampled_from(NOUNS), st.permutations(LIMITS))
def test_any_limit_in_place_of_another_is_found(count: str, noun: str, limits: list[str]) -> None:
    known, said = limits[:2]
    source, claim = f"They spoke of {known} {count} {noun}.", f"They spoke of {said} {count} {noun}."
    assert bool(numbers(claim, source)) == ((known, said) not in WEAKER)


def test_any_relation_to_a_date_in_place_of_another_is_found() -> None:
    follows = {("before", "by"), ("by", "before")}
    for date in DATES:
        for known, said in permutations(RELATIONS, 2):
            found = numbers(f"He left {said} {date}.", f"He left {known} {date}.")
            assert bool(found) == ((known, said) not in follows), (known, said, date)


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 400), st.integers(2, 400), st.sampled_from(("years", "days", "officers", "grams")))
def test_any_other_number_is_found(known: int, said: int, noun: str) -> None:
    found = numbers(f"The report speaks of {said} {noun}.", f"The report speaks of {known} {noun}.")
    assert bool(found) == (known != said)


def test_frequencies_do_not_take_each_others_place() -> None:
    for known, said in combinations(("hourly", "daily", "weekly", "monthly", "yearly"), 2):
        assert numbers(f"He came {said}.", f"He came {known}.")
        assert numbers(f"He came {known}.", f"He came {said}.")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(alphabet="0123456789 ()/:-,.andofto$%", max_size=60))
def test_no_text_makes_the_check_of_numbers_fail(some: str, digits: str) -> None:
    numbers(digits, some)
    numbers(some, digits)
    assert numbers(digits, digits) == []
