"""Tests that each part of BriefBank runs as a program, from a checkout and from a package."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from briefbank.sandbox import guard

CARRIER = "briefbank.network.egress_worker"


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def test_a_checkout_gives_the_part_to_python() -> None:
    assert guard.command(CARRIER, "a", "b") == [sys.executable, "-P", "-m", CARRIER, "a", "b"]


def test_a_package_calls_its_own_program_again(packed: None) -> None:
    assert guard.command(CARRIER, "a", "b") == [sys.executable, "--part", CARRIER, "a", "b"]


def test_only_known_parts_are_started() -> None:
    with pytest.raises(ValueError, match=r"http\.server"):
        guard.command("http.server")


@pytest.mark.parametrize("part", sorted(guard.PARTS))
def test_every_part_can_be_started_as_a_program(part: str) -> None:
    code = f"import importlib; assert callable(importlib.import_module({part!r}).main)"
    assert subprocess.run([sys.executable, "-c", code], env=guard.environment(), check=False).returncode == 0


def _called(words: list[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the main functions that a package's program runs for ``words``, and what they see."""
    seen: list[str] = []

    def telling(name: str) -> Callable[[], int]:
        return lambda: seen.append(f"{name} {' '.join(sys.argv[1:])}".strip()) or 7

    monkeypatch.setattr("briefbank.network.egress_worker.main", telling("carrier"))
    monkeypatch.setattr(sys, "argv", ["briefbank", *words])
    assert guard.begin(telling("own")) == 7
    return seen


def test_a_packed_program_runs_the_part_that_it_was_called_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _called(["--part", CARRIER, "from", "to"], monkeypatch) == ["carrier from to"]


@pytest.mark.parametrize("words", [["search", "x"], [], ["--part"], ["--part", "http.server"]])
def test_a_packed_program_runs_its_own_commands_otherwise(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _called(words, monkeypatch) == [f"own {' '.join(words)}".strip()]


def test_other_programs_find_their_own_libraries_again(packed: None) -> None:
    environment = {
        "LD_LIBRARY_PATH": "/usr/lib/briefbank/_internal",
        "LD_LIBRARY_PATH_ORIG": "/opt/lib",
        "HOME": "/",
    }
    guard.give_back(environment)
    assert environment == {"LD_LIBRARY_PATH": "/opt/lib", "HOME": "/"}


def test_a_checkout_keeps_the_search_path_of_its_user() -> None:
    environment = {"LD_LIBRARY_PATH": "/opt/lib"}
    guard.give_back(environment)
    assert environment == {"LD_LIBRARY_PATH": "/opt/lib"}
