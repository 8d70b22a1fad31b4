"""The self-test passes behind the guard and fails without it, for this process and for a confined child."""

from __future__ import annotations

import json
import socket
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from briefbank.domain.maintenance import CheckResult
from briefbank.network import close_network, self_test
from briefbank.sandbox import confinement, kernel
from tests.network.programs import need_a_network, run


def checks(tmp_path: Path, prepare: str) -> dict[str, bool]:
    program = tmp_path / "program.py"
    program.write_text(
        "import json\n"
        "from briefbank.sandbox import guard, kernel; from briefbank.network import self_test\n"
        "if __name__ == '__main__':\n"
        f"    {prepare}\n"
        "    print(json.dumps({r.name: r.passed for r in self_test.network_checks()}))\n"
    )
    result = run(
        "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')", str(program), first=""
    )
    parsed: dict[str, bool] = json.loads(result)
    return parsed


@pytest.mark.skipif(sys.platform != "linux", reason="native code is only held back on Linux")
def test_behind_the_guard_every_check_passes(tmp_path: Path) -> None:
    results = checks(tmp_path, "guard.engage()")
    ways = ("", "native code, ", "child process, ", "other programs, ")
    assert {f"Network: {way}{kind}" for way in ways for kind in ("IPv4", "IPv6", "UDP", "names")} == set(
        results
    )
    assert all(results.values()), results


def test_every_check_fails_without_the_guard(tmp_path: Path) -> None:
    need_a_network()
    results = checks(tmp_path, "pass")
    assert not any(results.values()), results


def test_native_code_fails_the_check_when_only_python_is_restricted(tmp_path: Path) -> None:
    need_a_network()
    results = checks(tmp_path, "kernel.refuse_network = lambda: False; guard.engage()")
    assert not results["Network: native code, names"]
    assert results["Network: IPv4"] and results["Network: names"]
    assert results["Network: child process, names"]
    assert not results["Network: native code, IPv4"] and not results["Network: other programs, names"]
    assert not results["Network: native code, UDP"] and not results["Network: other programs, UDP"]


def test_an_office_server_names_where_it_listens_and_all_that_it_reaches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    directory, recognising = "ldaps://192.168.1.30", "http://192.168.1.20:8000/v1"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setattr(close_network.opened, "listener", listening)
        here = f"at 127.0.0.1:{listening.getsockname()[1]}."
        assert here in self_test.let_through().detail
        assert self_test.let_through().detail.endswith("connects to nothing itself.")
        monkeypatch.setattr(close_network.opened, "directory", SimpleNamespace(where=directory))
        assert self_test.let_through().detail.endswith(
            f"{here} It connects to nothing itself but {directory}"
        )
        monkeypatch.setattr(close_network.opened, "server", SimpleNamespace(where=recognising))
        row = self_test.let_through()
        assert row.remark and row.detail.endswith(f"but {directory} and {recognising}")


def test_a_closed_port_is_no_pass() -> None:
    def refused_by_nobody() -> None:
        raise ConnectionRefusedError(111, "nobody listens")

    assert self_test.check("x", refused_by_nobody) == CheckResult(
        "x", False, "Was not stopped (ConnectionRefusedError)."
    )


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
    ("level", "expected"), [("limits", "limit their memory"), ("jobs", "keep them from starting programs")]
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
