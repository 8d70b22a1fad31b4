"""Tests that no process imports code from the working folder."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.sandbox import environment
from tests.support.profile import sampled

PROJECT = Path(__file__).resolve().parents[2]
MODULES = (
    *sorted(name for name in sys.stdlib_module_names if not name.startswith("_")),
    *("sitecustomize", "usercustomize", "numpy", "pypdfium2", "platformdirs", "filelock"),
    *("briefbank/__init__", "ui/__init__"),
)
"""Everything that is imported anywhere: the first import of all may be the one that is taken from there."""
BEFORE_US = (
    *("collections", "contextlib", "functools", "importlib", "keyword", "operator", "reprlib", "types"),
    "warnings",
)
"""Modules that ``python -m`` itself imports to find our package, with the working folder first."""


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """A folder in which every module that Python might look for reports that it was run."""
    folder = tmp_path / "Downloads"
    for name in MODULES:
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + '\\n')\nraise SystemExit(99)\n"
        )
    (folder / "brief.txt").write_text("The motion to suppress was denied. " * 20)
    return folder


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """An installed command: a file elsewhere that calls ``main``."""
    path = tmp_path / "bin" / "briefbank"
    path.parent.mkdir()
    called = "if __name__ == '__main__':\n    sys.exit(main())\n"
    path.write_text(f"import sys\nfrom briefbank.cli.main import main\n{called}")
    return path


def began(downloads: Path, tmp_path: Path, *call: str) -> subprocess.CompletedProcess[str]:
    own = os.pathsep.join([str(PROJECT), *filter(None, sys.path)])
    hostile = {"PYTHONSTARTUP": str(downloads / "json.py"), "QT_PLUGIN_PATH": str(downloads)}
    whole = [*call, "--library", str(tmp_path / "library"), "--json"]
    call_environment = {**os.environ, **hostile, "PYTHONPATH": own}
    return subprocess.run(
        whole, cwd=downloads, env=call_environment, capture_output=True, text=True, timeout=250
    )


WAYS = {"installed": (), "module": ("-m", "briefbank")}


@pytest.mark.parametrize("way", sampled(WAYS))
def test_a_brief_is_added_and_nothing_beside_it_runs(
    downloads: Path, start: Path, tmp_path: Path, way: str
) -> None:
    if way == "module":  # what Python itself looks for before any line of ours: only -P keeps it from that
        shutil.rmtree(downloads / "briefbank")
        for name in BEFORE_US:
            (downloads / f"{name}.py").unlink()
    call = [sys.executable, *(WAYS[way] or (str(start),))]
    ended = began(downloads, tmp_path, *call, "add", "brief.txt")
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert [file["status"] for file in json.loads(ended.stdout)["files"]] == ["added"], ended.stderr


@pytest.fixture
def variables() -> Iterator[dict[str, str]]:
    named = tuple(
        str.split(
            "PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|LD_PRELOAD|LD_LIBRARY_PATH|QT_PLUGIN_PATH|"
            "CELERY_BROKER_URL|PGHOST",
            "|",
        )
    )
    yield dict.fromkeys(named, "/tmp/theirs") | {"PATH": "/usr/bin", "BRIEFBANK_HOME": "/home"}


def test_variables_that_name_code_are_taken_out(variables: dict[str, str]) -> None:
    environment.clean(variables)
    kept = {"PATH": "/usr/bin", "BRIEFBANK_HOME": "/home", "PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"}
    assert variables == kept


def test_the_working_folder_leaves_the_path_of_imports(
    downloads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(downloads)
    monkeypatch.setattr(sys, "path", ["", str(downloads), "/usr/lib/python"])
    environment.leave_working_folder()
    assert sys.path == ["/usr/lib/python"]


PARTS = ["briefbank", "briefbank.sample", "briefbank.embedding.prepare_default_model", "ui.app"]


@pytest.mark.parametrize("module", PARTS)
def test_a_module_that_is_started_by_its_name_imports_nothing_from_the_working_folder(
    downloads: Path, tmp_path: Path, module: str
) -> None:
    """Python puts that folder first for ``-m``; the modules are loaded, and end before they do anything."""
    for package in ("briefbank", "ui"):
        shutil.rmtree(downloads / package)
    loading = "import runpy, sys; sys.path.insert(0, sys.argv.pop()); runpy.run_module(sys.argv.pop())"
    call = [sys.executable, "-P", "-c", loading, module, str(downloads)]
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), *filter(None, sys.path)])}
    subprocess.run(call, cwd=downloads, env=path, check=True, capture_output=True, timeout=100)
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


@pytest.mark.parametrize("module", ["briefbank.sample", "briefbank.embedding.prepare_default_model"])
def test_programs_started_by_the_set_up_start_their_children_safely(module: str, tmp_path: Path) -> None:
    """Judged by the variable that children inherit, at the moment when the network is closed."""
    code = (
        "import importlib, os, sys\nfrom briefbank.sandbox import guard\n"
        "def told():\n    print(os.environ.get('PYTHONSAFEPATH'), 'PYTHONPATH' in os.environ)\n"
        "    raise SystemExit(0)\n"
        "guard.engage = told\nimportlib.import_module(sys.argv[1]).main()"
    )
    path = {**os.environ, "PYTHONPATH": str(PROJECT), "BRIEFBANK_HOME": str(tmp_path)}
    path.pop("PYTHONSAFEPATH", None)
    completed = subprocess.run(
        [sys.executable, "-c", code, module],
        cwd=PROJECT,
        env=path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert completed.stdout.split() == ["1", "False"]
