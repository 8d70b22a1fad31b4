"""Lays out the files of the package briefbank-pytorch: ``python -m installer.pytorch_files WORK FOLDER``.

They go beside the libraries of a packed BriefBank, which then imports them like its own. Modules are compiled
below WORK.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from installer import bytecode, packed_distributions


def lay_out(work: Path, folder: Path) -> None:
    """Copy the files of ``PYTORCH`` into a new folder. Raises RuntimeError where a module is not compiled."""
    files = packed_distributions.packed_files(sorted(packed_distributions.PYTORCH))
    for place, file in bytecode.compile_modules(files, work).items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, folder / place)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]), Path(sys.argv[2]))
