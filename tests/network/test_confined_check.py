"""Tests of the row on confinement in the self-test, with a real child."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from briefbank.network import self_test
from briefbank.sandbox import confinement, kernel

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the rules are those of the Linux kernel")


def nothing_held() -> None:
    """Confine nothing: the child inherits the network of this process, and all its files."""


def files_held_alone(given: Path, workspace: Path) -> None:
    """Restrict a child to its files, and let it make sockets and start programs."""
    from briefbank.sandbox import kernel

    kernel.open_only(read=["/usr", "/lib", "/lib64", str(given)], run=["/bin/true"], work=[str(workspace)])


@on_linux
def test_a_child_that_is_held_to_its_client_passes() -> None:
    row = self_test.reading_check()
    assert row.passed and not row.remark and "no file but its own" in row.detail


@on_linux
@pytest.mark.parametrize(
    "confining", [lambda *_: nothing_held, lambda *client: partial(files_held_alone, *client)]
)
def test_a_child_that_the_kernel_could_hold_and_does_not_fails(
    monkeypatch: pytest.MonkeyPatch, confining: object
) -> None:
    monkeypatch.setattr(confinement, "confine_to_workspace", confining)
    row = self_test.reading_check()
    assert not row.passed and "was not held" in row.detail and "Start BriefBank again" in row.detail


@on_linux
def test_a_kernel_without_rules_for_files_is_noted_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "version", lambda: 0)
    row = self_test.reading_check()
    assert row.passed and row.remark
    assert "cannot keep them from your other files" in row.detail and "could make no connection" in row.detail


@on_linux
def test_a_kernel_that_refuses_nothing_is_not_praised_for_its_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "version", lambda: 0)
    monkeypatch.setattr(confinement, "confine_to_workspace", lambda *_: nothing_held)
    row = self_test.reading_check()
    assert row.passed and row.remark and "it could start programs or make connections" in row.detail


@pytest.mark.parametrize(
    ("level", "expected"), [("limits", "limit their memory"), ("none", "limit their time")]
)
def test_systems_that_cannot_confine_say_so_without_a_child(
    monkeypatch: pytest.MonkeyPatch, level: str, expected: str
) -> None:
    monkeypatch.setattr(confinement, "level", lambda: level)
    monkeypatch.delattr(self_test, "Child")
    row = self_test.reading_check()
    assert (
        row.passed and row.remark and expected in row.detail and "could open your other files" in row.detail
    )


@on_linux
def test_a_child_that_cannot_be_started_fails_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "no process left")

    monkeypatch.setattr(self_test, "Child", none_left)
    row = self_test.reading_check()
    assert not row.passed and "None could be started" in row.detail
