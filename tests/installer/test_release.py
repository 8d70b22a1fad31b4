"""Tests of the release checklist: it stops at the first failure and signs off nothing open."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from installer import release_steps, releasing
from installer.release_steps import Outcome, Step
from installer.releasing import ReleaseRun


class RecordedSteps:
    """Steps that record their runs, and fail on request."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.broken: set[str] = set()

    def __call__(self, name: str) -> Callable[[], Outcome]:
        def run() -> Outcome:
            self.ran.append(name)
            return ("it is broken" if name in self.broken else "", "a\tnote\nof two lines")

        return run


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> RecordedSteps:
    done = RecordedSteps()
    steps = (
        Step("one", "", done("one")),
        Step("two", "", done("two")),
        Step("end", "", done("end"), last=True),
    )
    monkeypatch.setattr(releasing, "STEPS", steps)
    return done


def walk(log: Path, *arguments: str, commit: str = "abc") -> int:
    steps = [step for step in releasing.STEPS if not arguments or step.name in arguments]
    return ReleaseRun(log, commit).through(steps, {})


def test_the_first_step_that_fails_ends_the_walk(done: RecordedSteps, tmp_path: Path) -> None:
    done.broken = {"one"}
    assert walk(tmp_path / "log") == 1
    assert done.ran == ["one"]


def test_after_mending_the_walk_goes_on_and_is_signed_off(done: RecordedSteps, tmp_path: Path) -> None:
    done.broken = {"two"}
    assert walk(tmp_path / "log") == 1
    done.broken = set()
    assert walk(tmp_path / "log", "two", "end") == 0
    assert done.ran == ["one", "two", "two", "end"]


def test_nothing_is_signed_off_while_a_step_is_open(done: RecordedSteps, tmp_path: Path) -> None:
    assert walk(tmp_path / "log", "one", "end") == 1
    assert done.ran == ["one"]
    assert "not passed yet: two" in (tmp_path / "log").read_text()


def test_a_check_passed_for_another_commit_does_not_count(done: RecordedSteps, tmp_path: Path) -> None:
    assert walk(tmp_path / "log", "one", "two", commit="abc") == 0
    assert walk(tmp_path / "log", "end", commit="def") == 1


def test_a_skipped_step_is_in_the_log_with_its_reason(done: RecordedSteps, tmp_path: Path) -> None:
    assert ReleaseRun(tmp_path / "log", "abc").through(releasing.STEPS, {"two": "no such computer here"}) == 0
    assert done.ran == ["one", "end"]
    assert "\ttwo\tleft out\tno such computer here\n" in (tmp_path / "log").read_text()


@pytest.mark.parametrize("skip", ["two", "two= ", "nothing=reason"])
def test_no_step_is_left_out_without_a_reason(done: RecordedSteps, skip: str) -> None:
    with pytest.raises(SystemExit):
        releasing.main(["--skip", skip])
    assert done.ran == []


def test_the_list_names_every_step_and_runs_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert releasing.main(["--list"]) == 0
    output = capsys.readouterr().out
    assert all(step.name in output for step in release_steps.STEPS)


@pytest.mark.parametrize(
    ("answer", "passes"), [("A. Person: it works\n", True), ("no\n", False), ("", False)]
)
def test_a_question_passes_by_an_answer_alone(
    monkeypatch: pytest.MonkeyPatch, answer: str, passes: bool
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    wrong, note = release_steps.question_step("Is it so?")()
    assert (wrong == "") is passes
    assert note == answer.strip()


def test_a_step_that_needs_a_package_that_was_not_built_says_which_step_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(release_steps, "DIST", tmp_path)
    assert (
        ReleaseRun(tmp_path / "log", "abc").through([Step("proof", "", release_steps.package_installs)], {})
        == 1
    )
    assert 'run the step "deb"' in (tmp_path / "log").read_text()


def test_a_step_that_needs_the_build_environment_names_the_step_that_creates_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(release_steps, "BUILD", tmp_path / "env")
    steps = [item for item in release_steps.STEPS if item.name in ("build-locks", "licences", "sbom")]
    for step in steps:
        assert ReleaseRun(tmp_path / "log", "abc").through([step], {}) == 1
    assert (tmp_path / "log").read_text().count('run the step "prepare"') == len(steps) == 3


def test_differing_versions_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_steps, "__version__", "99.0")
    wrong, _ = release_steps.versions_agree()
    assert "CHANGELOG.md says" in wrong and "99.0" in wrong


NEWEST = f"## [{release_steps.__version__}] - "


@pytest.mark.parametrize(
    ("head", "agrees", "has_day"),
    [
        (f"{NEWEST}2026-11-22\n\n## [0.0.9] - 2026-01-02\n", True, True),
        (f"{NEWEST}unreleased\n\n## [0.0.9] - 2026-01-02\n", True, False),
        (f"## [Unreleased]\n\n- Something new.\n\n{NEWEST}2026-11-22\n", False, True),
        ("## [0.0.9] - 2026-01-02\n", False, False),
    ],
)
def test_the_newest_section_must_be_this_version_and_have_a_day_before_it_is_signed_off(
    monkeypatch: pytest.MonkeyPatch, head: str, agrees: bool, has_day: bool
) -> None:
    monkeypatch.setattr(release_steps, "changelog", lambda: f"# Changelog\n\n{head}")
    assert (release_steps.versions_agree()[0] == "") is agrees
    assert (release_steps.missing_day() == "") is has_day
    if not has_day:
        assert "gives" in release_steps.signed_off()[0]
