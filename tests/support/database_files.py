"""Reads the files of databases that this process has open through SQLite, which it may not open itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_READ = """
import sys
from pathlib import Path
path = Path(sys.argv[1])
for file in path.rglob("*") if path.is_dir() else [path]:
    if file.is_file():
        sys.stdout.buffer.write(file.read_bytes())
        sys.stdout.buffer.write(b"\\0" * path.is_dir())
"""


def content(path: Path) -> bytes:
    """Return what a file holds, or all files in a folder with a zero byte after each. Another process reads
    what may be a database."""
    if path.is_file() and ".sqlite" not in path.name:
        return path.read_bytes()
    return subprocess.run(
        [sys.executable, "-S", "-c", _READ, str(path)], check=True, stdout=subprocess.PIPE
    ).stdout
