"""A sample of untrusted libraries and backups; ``tests.untrusted_input`` tries hundreds."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest

from tests.untrusted_input import factory, rows
from tests.untrusted_input.deck import Deck
from tests.untrusted_input.factory import Case, Workspace
from tests.untrusted_input.run import Worker, findings_of_window, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="watched as only Linux lets a process be")
SEED = 20


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    root = tmp_path_factory.mktemp("untrusted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIEFBANK_HOME", str(root / "home"))
        yield factory.make(root)


@pytest.fixture
def case(workspace: Workspace) -> Iterator[Case]:
    case = Case(workspace, 1_000_000, random.Random(SEED))
    case.copy()
    yield case
    case.clear()


@pytest.mark.nightly
@pytest.mark.begun_first
@pytest.mark.timeout(400)
def test_untrusted_changes_to_a_library_do_no_harm(workspace: Workspace) -> None:
    results = [
        finding
        for findings in run(workspace, SEED, range(len(Deck(workspace, SEED).kinds)))
        for finding in findings
    ]
    assert not results, "\n".join(f"{item.number} {item.changes}: {item.what}" for item in results)


@pytest.mark.begun_first
@pytest.mark.timeout(400)
@pytest.mark.nightly
def test_the_window_shows_an_untrusted_library_or_says_why_not(workspace: Workspace, case: Case) -> None:
    assert findings_of_window(workspace, case) == []
    rows.change(case, case.catalogue, "passage", "spans")
    assert findings_of_window(workspace, case) == []


def test_the_watch_detects_each_kind_of_harm(workspace: Workspace, case: Case) -> None:
    """A program that does harm runs on an intact library: the watch reports every kind."""
    with Worker(workspace) as worker:
        text = "\n".join(worker.walk(case, "harm"))
    for sign in ("pickle was loaded", "exec of", "opened", "os.mkdir", "socket", "victim.txt event"):
        assert sign in text, text
