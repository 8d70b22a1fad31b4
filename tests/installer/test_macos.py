"""Tests of the scripts for macOS, as far as other systems allow."""

from __future__ import annotations

import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "installer/macos"


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize("script", ["build", "start.sh"])
def test_the_scripts_are_well_formed_and_can_be_started(script: str) -> None:
    subprocess.run(["bash", "-n", FOLDER / script], check=True, timeout=30)
    assert (FOLDER / script).stat().st_mode & 0o111


def test_no_network_permission_is_requested() -> None:
    for file in FOLDER.glob("*.plist"):
        rights = plistlib.loads(file.read_bytes())
        assert rights and not [name for name in rights if "network" in name]


def test_the_profile_refuses_the_network_before_it_allows_local_sockets() -> None:
    profile = "".join(
        line for line in (FOLDER / "closed.sb").read_text("utf-8").splitlines() if not line.startswith(";")
    )
    assert profile.count("(") == profile.count(")")
    assert profile.index("(deny network*)") < profile.index("(allow network*")
    assert "network-inbound" not in profile


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(("written", "port"), [(None, "none"), ("8443\n", "8443"), ("no number", "none")])
def test_the_window_starts_inside_the_profile_with_the_port_that_was_written(
    tmp_path: Path, written: str | None, port: str
) -> None:
    app = tmp_path / "A b.app/Contents"
    (app / "MacOS").mkdir(parents=True)
    program = app / "MacOS/briefbank-window"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    sandbox, port_file = tmp_path / "sandbox-exec", tmp_path / "port"
    sandbox.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    sandbox.chmod(0o700)
    if written is not None:
        port_file.write_text(written)
    text = (FOLDER / "start.sh").read_text("utf-8").replace("/usr/bin/sandbox-exec", f"'{sandbox}'")
    start = app / "MacOS/start"
    start.write_text(
        text.replace("/Library/Application Support/BriefBank/office-server-port", str(port_file))
    )
    completed = subprocess.run(
        ["bash", start, "a b.pdf"], capture_output=True, text=True, check=True, timeout=30
    )
    expected = ["-D", f"OFFICE_PORT={port}", "-f", f"{app}/Resources/closed.sb", f"{program}", "a b.pdf"]
    assert completed.stdout.splitlines() == expected
