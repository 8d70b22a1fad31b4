"""Installing without a network, and the check for known vulnerabilities; the programs are stand-ins."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

INSTALLER = Path(__file__).parents[2] / "installer"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")


@pytest.fixture
def medium(tmp_path: Path) -> Path:
    """A folder as it is copied to an office, with one file; apt-get and id are stand-ins."""
    folder = tmp_path / "medium"
    (folder / "debian").mkdir(parents=True)
    shutil.copy(INSTALLER / "offline/install", folder)
    for name in ("debian/thing.deb", "debian/Packages"):
        (folder / name).write_bytes(b"as it was made")
    sums = "".join(
        f"{hashlib.sha256(b'as it was made').hexdigest()}  {name}\n"
        for name in ("debian/thing.deb", "debian/Packages")
    )
    (folder / "SHA256SUMS").write_text(sums)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, does in {"apt-get": f'echo "$*" >>"{tmp_path}/asked"', "id": 'echo "${WHO:-0}"'}.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o700)
    return folder


def run(medium: Path, **environment: str) -> tuple[int, str, str]:
    path = f"{medium.parent / 'bin'}:{os.environ['PATH']}"
    completed = subprocess.run(
        ["sh", medium / "install"],
        env=os.environ | {"PATH": path, "TMPDIR": str(medium.parent)} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    calls = medium.parent / "asked"
    return (
        completed.returncode,
        completed.stdout + completed.stderr,
        calls.read_text() if calls.exists() else "",
    )


def test_packages_come_from_this_folder_alone(medium: Path) -> None:
    code, output, apt_calls = run(medium)
    assert code == 0 and "BriefBank is installed" in output
    assert apt_calls.splitlines()[-1].endswith("install briefbank")
    assert all(
        "Dir::Etc::SourceParts=-" in line and "sources.list" in line for line in apt_calls.splitlines()
    )


def test_a_changed_package_stops_the_installation_before_anything_is_installed(medium: Path) -> None:
    (medium / "debian/thing.deb").write_bytes(b"something else")
    code, output, apt_calls = run(medium)
    assert code == 1 and "nothing was installed" in output
    assert apt_calls == ""


def test_a_user_without_root_rights_is_told_what_to_type(medium: Path) -> None:
    code, output, apt_calls = run(medium, WHO="1000")
    assert code == 1 and "sudo sh install" in output and apt_calls == ""


def test_nothing_is_left_in_the_temporary_folder(medium: Path) -> None:
    before = {path.name for path in medium.parent.iterdir()} | {"asked"}
    run(medium)
    assert {path.name for path in medium.parent.iterdir()} <= before


def test_a_folder_that_is_there_is_not_written_into(tmp_path: Path) -> None:
    completed = subprocess.run(
        [INSTALLER / "airgap", tmp_path], capture_output=True, text=True, timeout=60, check=False
    )
    assert completed.returncode == 1 and "already there" in completed.stderr
    assert not list(tmp_path.iterdir())


SCRIPT = Path(__file__).parents[2] / "installer/vulnerabilities"


def checked(folder: Path, does: str) -> tuple[int, str]:
    python = folder / "bin/python"
    python.parent.mkdir()
    version = 'case "$*" in *--version*) exit 0;; esac'
    python.write_text(f'#!/bin/sh\n{version}\necho "$*" >>"{folder}/calls"\n{does}\n')
    python.chmod(0o700)
    completed = subprocess.run(
        ["bash", SCRIPT, folder], capture_output=True, text=True, timeout=60, check=False
    )
    return completed.returncode, completed.stderr


def test_the_check_passes_without_known_vulnerabilities_and_covers_every_shipped_lock_file(
    tmp_path: Path,
) -> None:
    code, output = checked(tmp_path, "exit 0")
    assert code == 0 and "No locked package has a known vulnerability" in output
    calls = (tmp_path / "calls").read_text()
    shipped = ("torch.lock", "requirements.lock", "requirements-llm.lock")
    for lock in (*shipped, "requirements-llm-build.lock", "requirements-build.lock"):
        assert f"installer/{lock}" in calls


def test_a_known_vulnerability_fails_and_is_shown(tmp_path: Path) -> None:
    code, output = checked(
        tmp_path, "echo 'Found 1 known vulnerability in 1 package'; echo 'thing 1.0 X-1'; exit 1"
    )
    assert code == 1 and "thing 1.0 X-1" in output


def test_an_unreachable_vulnerability_database_does_not_count_as_passed(tmp_path: Path) -> None:
    code, output = checked(tmp_path, "echo 'no route' >&2; exit 1")
    assert code == 3
    assert "NOT CHECKED" in output and "no route" in output and "No locked package has" not in output


def test_a_vulnerability_in_one_list_is_not_hidden_by_another_that_was_not_checked(tmp_path: Path) -> None:
    answer = "case \"$*\" in *torch.lock*) echo 'Found 2 known vulnerabilities in 1 package';; esac; exit 1"
    code, output = checked(tmp_path, answer)
    assert code == 1 and "known vulnerabilities" in output and "NOT CHECKED" in output
