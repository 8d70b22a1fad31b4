"""Tests of the lock files: every package has checksums, and set-up installs no other file."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from installer import checksums, components, make_lock

INSTALLER = Path(__file__).parents[2] / "installer"
LOCKS = sorted(INSTALLER.glob("*.lock"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_checksums(lock: Path) -> None:
    recorded = checksums.recorded_checksums(lock)
    assert recorded.keys() == checksums.pinned_versions(lock).keys() != set()
    assert all(recorded.values())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_holds_nothing_but_notes_packages_and_checksums(lock: Path) -> None:
    for line in lock.read_text("utf-8").splitlines():
        assert line.startswith("#") or "==" in line or line.startswith("    --hash=sha256:"), line


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


def test_requirements_of_the_gpu_build_are_in_no_list_of_shipped_packages() -> None:
    shipped = {package.name for package in components.shipped_distributions()}
    assert not [name for name in shipped if name.startswith(make_lock.GRAPHICS)]


def test_a_pytorch_build_without_a_published_checksum_is_named() -> None:
    text = (INSTALLER / "torch.lock").read_text("utf-8")
    assert "+cpu" not in text or "was not compared with a published one" in text


# --- what set-up does with them -------------------------------------------------------------------

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
def test_a_package_without_checksum_is_not_installed(setup: Path) -> None:
    file = wheel(setup)
    (setup / "installer/bare.lock").write_text("small==1.0\n")
    completed = subprocess.run(
        ["bash", "-euc", f". '{setup}/installer/common.sh'; install_locked bare.lock"],
        env=os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(file.parent)},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert completed.returncode == 1
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
