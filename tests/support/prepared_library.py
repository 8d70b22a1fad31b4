"""Libraries that many tests copy: made once for all processes of a run and for later runs, until the program
or what tests make of it changes."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from briefbank.paths import resources_folder

KEEP_S = 7 * 24 * 3600
FOLDER = Path(os.environ["BRIEFBANK_MODELS"]).parent / "libraries"


@cache
def fingerprint() -> str:
    """Return a hash of all that decides what such a library holds."""
    root = resources_folder().parent
    folders = root / "briefbank", root / "tests" / "support", root / "tests" / "stand_ins"
    files = [root / "pyproject.toml", *sorted(path for folder in folders for path in folder.rglob("*.py"))]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def prepared(name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder of a closed library. ``make`` makes it in the folder that it is given;
    other processes wait for it."""
    kept = FOLDER / f"{name}-{fingerprint()}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            for older in FOLDER.iterdir():
                if older.is_dir() and time.time() - older.stat().st_mtime > KEEP_S:
                    shutil.rmtree(older, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=FOLDER) as unfinished:
                folder = Path(unfinished) / "library"
                make(folder)
                folder.rename(kept)
    return kept
