"""Tests that every program and child closes the network before it loads what could connect."""

from __future__ import annotations

import ast
import sys
import tomllib
from functools import cache

import pytest

from briefbank.extraction.worker_pool import WorkerPool
from briefbank.sandbox import confinement, guard, kernel
from tests.network.programs import PROJECT, run

ENTRIES = {
    "briefbank.__main__": "close_universe",
    "briefbank.cli.main": "close_universe",
    "ui.app": "close_universe",
    "briefbank.sample": "engage",
    "briefbank.embedding.prepare_default_model": "engage",
    "briefbank.network.egress_worker": "",
    "briefbank.office.directory": "",
}
"""Every module that is run as a program, and what closes it; the last three are the ways out, each to one
address."""
CLOSING = {"engage", "begin", "begin_recognising"}
SPAWNERS = {
    *("briefbank.sandbox.child", "briefbank.ocr.engines", "briefbank.network.self_test"),
    "briefbank.files",
}
"""Modules that start our processes without naming a program. ``confined_check`` tries in vain whether it can;
``files`` runs functions of ours on files of databases."""
SPAWN = {"multiprocessing.get_context", "os.fork", "os.posix_spawn", "os.system", "os.popen"}
HARMLESS = {"briefbank", "ui", "platformdirs", "filelock", "msgspec", "typing_extensions"}
"""Packages that may be loaded before: ours, two libraries for folders and files, and the one that decodes
settings, which say where the office is."""
WATCH = """
import runpy, sys
from briefbank.sandbox import guard
standard, engage = set(sys.stdlib_module_names) | {harmless!r} | {{"__main__", "__mp_main__"}}, guard.engage
def told():
    engage()
    loaded = {{name.partition(".")[0] for name in sys.modules}} - standard
    print(guard.level(), sorted(name for name in loaded if not name.startswith("_") and name not in before))
    sys.stdout.flush()
    raise SystemExit(0)
before = {{name.partition(".")[0] for name in sys.modules}}
guard.engage = told
sys.argv = [{entry!r}]
runpy.run_module({entry!r}, run_name="__main__")
"""


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """Return the modules that contain a relevant word; parsing all of them takes seconds."""
    uploads = []
    for package in ("briefbank", "ui"):
        for path in sorted((PROJECT / package).rglob("*.py")):
            name = ".".join(path.relative_to(PROJECT).with_suffix("").parts)
            text = path.read_text("utf-8")
            if any(word in text for word in ("__main__", "initializer=", *SPAWN)):
                uploads.append((name, ast.parse(text)))
    return uploads


def runs_as_program(tree: ast.Module) -> bool:
    return any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in tree.body)


def test_every_module_that_is_run_as_a_program_is_known_here() -> None:
    result = {name for name, tree in sources() if runs_as_program(tree)}
    scripts = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {*scripts["scripts"].values(), *scripts["gui-scripts"].values()}
    result |= {entry.partition(":")[0] for entry in named} | guard.PARTS
    assert result <= set(ENTRIES)


@pytest.mark.parametrize("entry", [entry for entry, closes in ENTRIES.items() if closes])
def test_a_program_is_closed_before_it_loads_a_library(entry: str) -> None:
    printed = run(WATCH.format(harmless=HARMLESS, entry=entry), first="")
    level, _, loaded = printed.partition(" ")
    assert loaded == "[]"
    assert level == ("kernel" if sys.platform == "linux" else "interpreter")


def test_every_child_is_handed_the_guard_as_its_first_call() -> None:
    """An initialiser is the guard, or one that was handed on."""
    handed = [
        (name, ast.unparse(keyword.value).rpartition(".")[2])
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "initializer"
    ]
    assert handed
    passed_on = {"initializer", "_initializer", "prepare"}
    assert [item for item in handed if item[1] not in CLOSING | passed_on] == []


@pytest.mark.parametrize("first", ["begin", "begin_recognising"])
def test_the_entry_point_of_a_child_closes_the_network(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    monkeypatch.setattr(guard, "engage", lambda: called.append("closed"))
    monkeypatch.setattr(confinement, "limit_files", lambda *_: called.append("limited"))
    monkeypatch.setattr(kernel, "refuse_calls", lambda *, programs: called.append("limited"))
    getattr(confinement, first)()
    assert called[0] == "closed"


def test_processes_are_started_in_few_places() -> None:
    spawning = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if f"{node.value.id}.{node.attr}" in SPAWN
    }
    assert spawning <= SPAWNERS


def test_a_reading_child_is_closed_by_the_guard_where_nothing_is_inherited() -> None:
    """Here the parent is the test itself, which is not closed."""
    with WorkerPool(1, 2**32, 60.0, initializer=guard.engage) as processes:
        level = processes.call(guard.level)
    assert level == ("kernel" if sys.platform == "linux" else "interpreter")
