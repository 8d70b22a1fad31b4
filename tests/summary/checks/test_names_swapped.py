"""A name in another's place is found, whichever names they are, those that are common words too."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.summary.checks.made import exactly

PLAIN = (
    "Carter",
    "Poole",
    "Zielinski",
    "O'Neill",
    "Mbeki",
    "Reyes",
    "Haverford",
    "Nguyen",
    "Duvalier",
    "Kowalski",
)
COMMON = str.split(
    "Young Long Banks Sellers Law White Black Small Waters Page Judge Justice Court State Rule Major "
    "Power Case Free Fair Lay Price Bell Hope Grace Will Bond Church Union Day Weeks Miner Minor "
    "Early Poor Rich Strong Best Brown Green Gray Gold Silver Wood Woods Stone Brooks Rivers Field "
    "Fields Hill Hall Street Lane King Bishop Pope Knight Baker Butcher Cook Carpenter Mason Miller "
    "Taylor Shepherd Fisher Hunter Gardner Porter Parent Child Brothers Man Guy Friend Love Joy Moody "
    "Savage Wise Swift Sharp Keen Blunt Frank Head Foot Hand Hart Bird Fox Wolf Lamb Bull Fish Rice "
    "Bean Berry Rose Lilly Snow Frost Winter Summers March May June Friday England French German "
    "Holland Ireland London Paris Lincoln Camden Essex Jersey Clements Keating Marshall Constable "
    "Sheriff Prosser Marks Penny Pound Cash Bill Bills Nichols Penn"
)
STANDING = (
    "{} stopped the car on Main Street at night.",
    "{} pleaded guilty to robbery in the county court.",
    "{} was seen near the store by two witnesses.",
    "{} and the other man shot the clerk.",
    "The witness identified {} as the shooter.",
    "The jury convicted {} of robbery.",
    "Officer {} interviewed the witness at the station.",
    "Judge {} denied the motion to suppress.",
    "Dr. {} examined the boy.",
    "The clerk, {}, called the police.",
    "The officers searched {}'s apartment.",
    "{}'s car was stopped on the bridge.",
    "The men met at the home of {}.",
    "He lives in {}.",
    "The judge said that {} had lied.",
    "The gun belonged to {}, not to the defendant.",
)
DATES = frozenset(("March", "May", "June", "Friday"))
TOGETHER = (
    "The judge sentenced {0}, and {1} was acquitted.",
    "{0} shot {1}.",
    "{0} was shot by {1}.",
    "{0} told the officer that {1} had a gun.",
    "{0} was tried in Camden, and {1} was tried in Newark.",
    "The officer searched {0} and released {1}.",
    "The jury convicted {0}, but {1} fled.",
    "{0} drove the car while {1} robbed the clerk.",
    "The court relied on State v. {0} and distinguished State v. {1}.",
    "He was tried in {0} County and lives in {1} County.",
    "{0}'s brother testified, and {1}'s sister was ill.",
    "Officer {0} arrested {1}.",
    "{0} was the driver, and {1} was the passenger.",
)


@pytest.mark.parametrize("sentence", STANDING)
def test_a_name_in_place_of_another_is_found(sentence: str) -> None:
    others = [name for name in (*COMMON, *PLAIN) if name not in DATES | {"Reyes"}]
    source = sentence.format("Reyes")
    assert [name for name in others if not exactly(sentence.format(name), source)] == []


@pytest.mark.parametrize("sentence", STANDING)
def test_a_common_word_of_the_source_is_no_name_for_somebody(sentence: str) -> None:
    others = [name for name in COMMON if name not in DATES]
    sources = {name: (f"A {name.lower()} man came by.", sentence.format("Reyes")) for name in others}
    assert [name for name in others if not exactly(sentence.format(name), *sources[name])] == []


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(STANDING), st.sampled_from([*PLAIN, *COMMON]))
def test_the_name_of_the_source_is_let_through(sentence: str, name: str) -> None:
    assert exactly("As the brief says, " + sentence.format(name), sentence.format(name)) == []


@pytest.mark.parametrize("sentence", TOGETHER)
@pytest.mark.parametrize(
    "pair", [("Carter", "Poole"), ("Essex", "Union"), ("Young", "Banks"), ("Mbeki", "White")]
)
def test_two_names_exchanged_are_found(sentence: str, pair: tuple[str, str]) -> None:
    assert exactly(sentence.format(*reversed(pair)), sentence.format(*pair))


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Carter shot Poole in the park.", "Poole was shot by Carter."),
        ("Poole was shot by Carter in the park.", "Carter shot Poole."),
        ("Carter and Poole were convicted of robbery.", "Poole was convicted of robbery."),
        ("Carter, Poole, and Reyes were arrested.", "Reyes and Carter were arrested."),
        ("Carter stopped. He shot Poole.", "Carter shot Poole."),
        ("Mary Poole said that he was wrong.", "She said that he was wrong."),
        ("The officer searched Carter, and Poole was searched too.", "Poole was searched."),
        ("Carter met Poole at the station.", "Poole met Carter at the station."),
        ("Carter was tried in Essex County and lives in Union County.", "Carter lives in Union County."),
        ("The defendant shot Poole. Carter is the defendant.", "Carter shot Poole."),
        ("The Drug Enforcement Administration searched the car.", "The DEA searched the car."),
        ("President Lyndon B. Johnson spoke of rights.", "President Johnson spoke of rights."),
        ("Officers found a gun. Long delays followed.", "Long delays followed."),
        ("The law forbids it, Carter said.", "Law forbids it."),
        ("Young men were stopped by Officer Lee.", "Young men were stopped."),
        ("The State argues that the Court erred.", "The State argues that the Court erred."),
        ("Will Carter be tried? The brief asks.", "Will Carter be tried?"),
        ("The driver, who is black, was stopped.", "The Black driver was stopped."),
    ],
)
def test_names_that_stand_as_in_the_source_are_let_through(source: str, claim: str) -> None:
    assert exactly(claim, source) == []


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("He said “I did it.”", "She said “I did it.”"),
        ("Carter drove his car to the store.", "Carter drove her car to the store."),
        ("The officer asked her to leave.", "The officer asked him to leave."),
        ("She was convicted of robbery.", "He was convicted of robbery."),
        ("Carter was seen near the store; Young was not there.", "Young was seen near the store."),
        ("John Carter shot the clerk.", "Will Carter shot the clerk."),
        (
            "Officer Jones met the informant at the long bridge.",
            "Officer Long met the informant at the bridge.",
        ),
        ("JONES WAS ON A LONG WALK.", "Long was on a walk."),
        ("OFFICER JONES STOPPED A GREEN CAR.", "Officer Green stopped a car."),
        ("Carter lives on Main Street.", "Carter lives on Court Street."),
        ("THE COURT ERRED IN ADMITTING THE STATEMENT OF DEFENDANT.", "It admitted the statement of SOD."),
        ("Ms. Carter was seen near the store.", "Justice was seen near the store."),
    ],
)
def test_another_person_is_found(source: str, claim: str) -> None:
    assert exactly(claim, source)


def test_of_three_names_no_other_order_is_let_through() -> None:
    told = "{} robbed the clerk, {} drove the car, and the jury acquitted {}."
    names = ("Carter", "Banks", "Young")
    others = [order for order in permutations(names) if order != names]
    assert [order for order in others if not exactly(told.format(*order), told.format(*names))] == []
