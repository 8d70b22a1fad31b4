"""A sample of what a stranger's library or backup may be; ``tests.untrusted_input`` tries hundreds."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest

from tests.profile import sample
from tests.untrusted_input import factory, rows
from tests.untrusted_input.deck import Deck
from tests.untrusted_input.factory import Case, Place
from tests.untrusted_input.run import Worker, findings_of_window, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="watched as only Linux lets a process be")
SEED = 20
KINDS = 17


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    root = tmp_path_factory.mktemp("strangers")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIEFBANK_HOME", str(root / "home"))
        yield factory.make(root)


@pytest.fixture
def case(place: Place) -> Iterator[Case]:
    case = Case(place, 1_000_000, random.Random(SEED))
    case.copy()
    yield case
    case.clear()


def test_there_are_as_many_kinds_as_the_sample_takes_one_of_each(place: Place) -> None:
    assert len(Deck(place, SEED).kinds) == KINDS


@pytest.mark.nightly
@pytest.mark.begun_first
@pytest.mark.timeout(400)
def test_changes_by_a_stranger_harm_nothing_and_nobody(place: Place) -> None:
    results = [finding for findings in run(place, SEED, range(sample(4, KINDS))) for finding in findings]
    assert not results, "\n".join(f"{item.number} {item.said}: {item.what}" for item in results)


@pytest.mark.begun_first
@pytest.mark.timeout(400)
def test_the_window_shows_a_stranger_s_library_or_says_why_not(place: Place, case: Case) -> None:
    assert findings_of_window(place, case) == []
    rows.change(case, case.catalogue, "passage", "spans")
    assert findings_of_window(place, case) == []


# --- that the watch sees -------------------------------------------------------------------------


def test_the_watch_sees_what_it_is_there_for(place: Place, case: Case) -> None:
    """A library that is whole is toured by a program that does harm: everything is seen."""
    with Worker(place) as worker:
        text = "\n".join(worker.walk(case, "harm"))
    for sign in ("pickle was loaded", "exec of", "opened", "os.mkdir", "socket", "victim.txt event"):
        assert sign in text, text
