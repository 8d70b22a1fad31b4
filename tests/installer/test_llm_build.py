"""Tests of building the model runner: once, one at a time, with retries; pip is a stand-in."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

INSTALLER = Path(__file__).parents[2] / "installer"
DAY_S = 24 * 60 * 60
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")


@dataclass
class FakeEnvironment:
    """A separate set-up: an environment whose Python is a script, and an available compiler."""

    folder: Path

    def starts(self, script: str = "install_llm") -> str:
        completed = subprocess.run(
            ["bash", "-euc", f". '{self.folder}/installer/common.sh'\n{script}"],
            env=os.environ | {"PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return completed.stdout + completed.stderr

    def pip(self, does: str) -> None:
        script = self.folder / ".venv" / "bin" / "python"
        script.write_text(f"""#!/bin/sh
echo "$*" >>'{self.folder}/asked'
case "$*" in *requirements-llm.lock) ;; *) exit 0 ;; esac
echo pip >>'{self.folder}/calls'
{does}
""")
        script.chmod(0o700)

    @property
    def failed(self) -> Path:
        return self.folder / ".venv" / "llm-failed"

    @property
    def calls(self) -> int:
        calls = self.folder / "calls"
        return len(calls.read_text().splitlines()) if calls.exists() else 0


@pytest.fixture
def setup(tmp_path: Path) -> FakeEnvironment:
    shutil.copytree(INSTALLER, tmp_path / "installer")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    compiler = tmp_path / "bin" / "c++"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o700)
    return FakeEnvironment(tmp_path)


def test_the_model_runner_is_built_once(setup: FakeEnvironment) -> None:
    setup.pip("exit 0")
    assert "five to fifteen minutes" in setup.starts()
    assert setup.starts() == ""
    assert setup.calls == 1


def test_build_tools_are_installed_by_checksum_and_pip_fetches_no_others(
    setup: FakeEnvironment,
) -> None:
    setup.pip("exit 0")
    setup.starts()
    tools, build = (setup.folder / "asked").read_text().splitlines()
    assert tools.endswith("requirements-llm-build.lock") and build.endswith("requirements-llm.lock")
    assert all("--require-hashes" in item and "--no-build-isolation" in item for item in (tools, build))


def test_a_build_without_its_tools_does_not_start_and_counts_as_failed(setup: FakeEnvironment) -> None:
    setup.pip("exit 0")
    python = setup.folder / ".venv/bin/python"
    python.write_text(python.read_text().replace("*) exit 0", "*) exit 1"))
    assert "BriefBank works without it" in setup.starts()
    assert setup.calls == 0 and setup.failed.exists()


def test_a_build_that_failed_stops_nothing_and_is_tried_again_a_day_later(setup: FakeEnvironment) -> None:
    setup.pip("exit 1")
    assert "BriefBank works without it" in setup.starts()
    assert "tried again tomorrow" in setup.starts()
    assert setup.calls == 1
    earlier = time.time() - DAY_S - 120
    os.utime(setup.failed, (earlier, earlier))
    setup.pip("exit 0")
    setup.starts()
    assert setup.calls == 2
    assert not setup.failed.exists()


def test_another_version_is_built_though_the_former_failed_today(setup: FakeEnvironment) -> None:
    setup.pip("exit 1")
    setup.starts()
    with (setup.folder / "installer" / "requirements-llm.lock").open("a") as lock:
        lock.write("# another\n")
    setup.starts()
    assert setup.calls == 2


def test_a_build_that_was_stopped_is_begun_again_at_once(setup: FakeEnvironment) -> None:
    setup.pip("kill -TERM $$")
    setup.starts()
    setup.starts()
    assert setup.calls == 2


@pytest.mark.skipif(shutil.which("flock") is None, reason="no flock")
def test_a_second_start_begins_no_second_build(setup: FakeEnvironment) -> None:
    setup.pip(f"while [ ! -e '{setup.folder}/go' ]; do sleep 0.02; done")
    wait = f"while [ ! -e '{setup.folder}/calls' ]; do sleep 0.02; done"
    setup.starts(f"install_llm & {wait}; install_llm; touch '{setup.folder}/go'; wait")
    assert setup.calls == 1


def test_set_up_without_a_compiler_says_so_and_continues(setup: FakeEnvironment) -> None:
    setup.pip("exit 0")
    output = setup.starts("has_compiler() { false; }\ninstall_llm")
    assert "no C++ compiler" in output and "g++" in output
    assert setup.calls == 0
