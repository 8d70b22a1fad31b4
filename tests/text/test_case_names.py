"""Tests that case names use surnames of persons alone; institutions stay whole."""

from pathlib import Path

from briefbank.text.case_names import with_surnames
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "case_names.txt")


def test_persons_are_named_by_their_surnames() -> None:
    titles = EXAMPLES.pairs("Persons are named by their surnames")
    assert [(title, with_surnames(title)) for title, _ in titles] == titles


def test_names_of_organisations_and_withheld_names_stay_whole() -> None:
    titles = EXAMPLES.texts("Names of organisations and withheld names stay whole")
    assert [with_surnames(title) for title in titles] == titles
    assert with_surnames("") == ""
