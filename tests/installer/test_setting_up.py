"""Set-up installs what is locked, and builds the model runner once."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from installer import checksums, make_lock

INSTALLER = Path(__file__).parents[2] / "installer"
LOCKS = sorted(INSTALLER.glob("*.lock"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_checksums(lock: Path) -> None:
    recorded = checksums.recorded_checksums(lock)
    assert recorded.keys() == checksums.pinned_versions(lock).keys() != set()
    assert all(recorded.values())


def test_requirements_of_the_application_are_locked_as_installed_here(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_lock.main(["--check"])
    output = capsys.readouterr().out
    assert "requirements.lock: as installed here" in output
    assert "DIFFERS" not in output


def test_a_lock_file_that_differs_from_the_environment_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for lock in LOCKS:
        shutil.copy(lock, tmp_path)
    text = (tmp_path / "requirements.lock").read_text("utf-8")
    (tmp_path / "requirements.lock").write_text(text.replace("\nlxml==", "\nlxml==9"), "utf-8")
    shutil.copy(INSTALLER.parent / "pyproject.toml", tmp_path.parent)
    monkeypatch.setattr(make_lock, "FOLDER", tmp_path)
    assert make_lock.main(["--check"]) == 1
    assert "requirements.lock: DIFFERS" in capsys.readouterr().out


def test_a_pytorch_build_without_a_published_checksum_is_named() -> None:
    text = (INSTALLER / "torch.lock").read_text("utf-8")
    assert "+cpu" not in text or "was not compared with a published one" in text


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    """A separate set-up, whose Python installs one small package from a folder into another."""
    shutil.copytree(
        INSTALLER, tmp_path / "installer", ignore=shutil.ignore_patterns("*.py", "windows", "macos")
    )
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\" --target '{tmp_path / 'taken'}'\n")
    python.chmod(0o700)
    return tmp_path


def wheel(folder: Path) -> Path:
    file = folder / "small-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("small.py", "")
        archive.writestr("small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
        archive.writestr(
            "small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("small-1.0.dist-info/RECORD", "")
    return file


def installed(setup: Path, checksum: str) -> tuple[int, str]:
    (setup / "installer/small.lock").write_text(f"small==1.0 --hash=sha256:{checksum}\n")
    completed = subprocess.run(
        ["bash", "-euc", f". '{setup}/installer/common.sh'; install_locked small.lock; echo went on >&2"],
        env=os.environ
        | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(setup), "PIP_ROOT_USER_ACTION": "ignore"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return completed.returncode, completed.stderr


@needs_bash
def test_a_package_with_its_checksum_is_installed(setup: Path) -> None:
    code, output = installed(setup, hashlib.sha256(wheel(setup).read_bytes()).hexdigest())
    assert (code, output) == (0, "went on\n")
    assert (setup / "taken/small.py").exists()


@needs_bash
def test_a_package_with_another_checksum_stops_set_up_with_a_plain_sentence(setup: Path) -> None:
    wheel(setup)
    code, output = installed(setup, "0" * 64)
    assert code == 1
    assert "not the file that this version of BriefBank was made with" in output
    assert "went on" not in output and "network" not in output
    assert not (setup / "taken/small.py").exists()


@needs_bash
@pytest.mark.skipif(
    sys.platform != "linux", reason="the build for graphics cards is the ordinary one on Linux alone"
)
@pytest.mark.parametrize(("build", "graphics"), [("", True), ("+cpu", False)])
def test_without_the_pytorch_index_the_ordinary_package_and_its_requirements_are_installed(
    setup: Path, build: str, graphics: bool
) -> None:
    version = checksums.pinned_versions(INSTALLER / "torch.lock")["torch"]
    (setup / ".venv/bin/python").write_text(f"""#!/bin/sh
case "$*" in
*--index-url*) exit 1 ;;
*"m.version"*whole) echo '{version}{build}' ;;
*"m.version"*) ;;
*) echo "$*" >>'{setup}/calls' ;;
esac
""")
    completed = subprocess.run(
        ["bash", "-euc", f". '{setup}/installer/common.sh'; install_torch"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    calls = [line.rpartition("/")[2] for line in (setup / "calls").read_text().splitlines()]
    assert calls == ["torch.lock", *(["torch-graphics.lock"] if graphics else [])]
    assert "Taking the ordinary package" in completed.stderr


@needs_bash
def test_the_cpu_only_build_is_requested_by_version_and_checksum(setup: Path) -> None:
    (setup / ".venv/bin/python").write_text(f"""#!/bin/sh
case "$*" in
*--index-url*) for last; do :; done; cat "$last" >'{setup}/asked' ;;
esac
""")
    subprocess.run(
        ["bash", "-euc", f"uname() {{ echo Linux; }}; . '{setup}/installer/common.sh'; install_torch"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    text = (setup / "asked").read_text()
    version = checksums.pinned_versions(INSTALLER / "torch.lock")["torch"]
    assert f"\ntorch=={version}+cpu \\\n" in text
    assert text.count("--hash=sha256:") == len(
        checksums.recorded_checksums(INSTALLER / "torch.lock")["torch"]
    )


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
def environment(tmp_path: Path) -> FakeEnvironment:
    shutil.copytree(INSTALLER, tmp_path / "installer")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    compiler = tmp_path / "bin" / "c++"
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o700)
    return FakeEnvironment(tmp_path)


def test_the_model_runner_is_built_once(environment: FakeEnvironment) -> None:
    environment.pip("exit 0")
    assert "five to fifteen minutes" in environment.starts()
    assert environment.starts() == ""
    assert environment.calls == 1


def test_build_tools_are_installed_by_checksum_and_pip_fetches_no_others(
    environment: FakeEnvironment,
) -> None:
    environment.pip("exit 0")
    environment.starts()
    tools, build = (environment.folder / "asked").read_text().splitlines()
    assert tools.endswith("requirements-llm-build.lock") and build.endswith("requirements-llm.lock")
    assert all("--require-hashes" in item and "--no-build-isolation" in item for item in (tools, build))


def test_a_build_without_its_tools_does_not_start_and_counts_as_failed(environment: FakeEnvironment) -> None:
    environment.pip("exit 0")
    python = environment.folder / ".venv/bin/python"
    python.write_text(python.read_text().replace("*) exit 0", "*) exit 1"))
    assert "BriefBank works without it" in environment.starts()
    assert environment.calls == 0 and environment.failed.exists()


def test_a_build_that_failed_stops_nothing_and_is_tried_again_a_day_later(
    environment: FakeEnvironment,
) -> None:
    environment.pip("exit 1")
    assert "BriefBank works without it" in environment.starts()
    assert "tried again tomorrow" in environment.starts()
    assert environment.calls == 1
    earlier = time.time() - DAY_S - 120
    os.utime(environment.failed, (earlier, earlier))
    environment.pip("exit 0")
    environment.starts()
    assert environment.calls == 2
    assert not environment.failed.exists()


@pytest.mark.skipif(shutil.which("flock") is None, reason="no flock")
def test_a_second_start_begins_no_second_build(environment: FakeEnvironment) -> None:
    environment.pip(f"while [ ! -e '{environment.folder}/go' ]; do sleep 0.02; done")
    wait = f"while [ ! -e '{environment.folder}/calls' ]; do sleep 0.02; done"
    environment.starts(f"install_llm & {wait}; install_llm; touch '{environment.folder}/go'; wait")
    assert environment.calls == 1


def test_set_up_without_a_compiler_says_so_and_continues(environment: FakeEnvironment) -> None:
    environment.pip("exit 0")
    output = environment.starts("has_compiler() { false; }\ninstall_llm")
    assert "no C++ compiler" in output and "g++" in output
    assert environment.calls == 0
