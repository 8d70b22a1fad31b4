"""Runs the command line as a person's shell would, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    status: int
    output: str
    errors: str


def run(folder: Path, *arguments: str, as_json: bool = True) -> Ran:
    """Run a command on the library ``folder/library``."""
    command = [sys.executable, "-m", "briefbank", "--library", str(folder / "library"), *arguments]
    ended = subprocess.run(command + ["--json"] * as_json, capture_output=True, text=True, timeout=280)
    return Ran(ended.returncode, ended.stdout, ended.stderr)
