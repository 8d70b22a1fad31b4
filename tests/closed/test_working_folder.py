"""Files in the folder that one stands in are data: no process of ours imports them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.closed import environment

PROJECT = Path(__file__).resolve().parents[2]
MODULES = (
    *("pickle", "numpy", "json", "multiprocessing", "selectors", "socket", "tempfile", "struct", "signal"),
    *("sitecustomize", "usercustomize", "threading", "pypdfium2", "briefbank/__init__", "ui/__init__"),
)


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
    """What an installed command is: a file elsewhere that calls ``main``."""
    path = tmp_path / "bin" / "briefbank"
    path.parent.mkdir()
    called = "if __name__ == '__main__':\n    sys.exit(main())\n"
    path.write_text(f"import sys\nfrom briefbank.cli import main\n{called}")
    return path


def began(downloads: Path, tmp_path: Path, *call: str) -> subprocess.CompletedProcess[str]:
    own = os.pathsep.join([str(PROJECT), *filter(None, sys.path)])
    hostile = {"PYTHONSTARTUP": str(downloads / "json.py"), "QT_PLUGIN_PATH": str(downloads)}
    whole = [*call, "--library", str(tmp_path / "library"), "--json"]
    call_environment = {**os.environ, **hostile, "PYTHONPATH": own}
    return subprocess.run(
        whole, cwd=downloads, env=call_environment, capture_output=True, text=True, timeout=250
    )


WAYS = {"installed": (), "module": ("-m", "briefbank"), "module, safely": ("-P", "-m", "briefbank")}


@pytest.mark.parametrize("way", WAYS)
def test_a_brief_is_added_and_nothing_beside_it_runs(
    downloads: Path, start: Path, tmp_path: Path, way: str
) -> None:
    if way == "module":  # Python itself finds our package first: it must not lie in the folder as well
        shutil.rmtree(downloads / "briefbank")
    call = [sys.executable, *(WAYS[way] or (str(start),))]
    ended = began(downloads, tmp_path, *call, "add", "brief.txt")
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert [each["status"] for each in json.loads(ended.stdout)["files"]] == ["added"], ended.stderr


def test_the_process_that_may_use_the_network_imports_nothing_from_it(
    downloads: Path, start: Path, tmp_path: Path, home: Path
) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_text(json.dumps({"ocr_address": "http://127.0.0.1:9"}))
    ended = began(downloads, tmp_path, sys.executable, str(start), "list")
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    assert json.loads(ended.stdout) == {"documents": []}, ended.stderr


@pytest.fixture
def variables() -> Iterator[dict[str, str]]:
    named = ("PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "LD_PRELOAD", "LD_LIBRARY_PATH", "QT_PLUGIN_PATH")
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
