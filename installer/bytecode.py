"""Compiles the modules of distributions for a package, so that the same input gives the same bytes.

Run as a program it compiles the modules of one list; ``compile_modules`` starts it.
"""

from __future__ import annotations

import subprocess
import sys
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from pathlib import Path, PurePosixPath

WITH_SOURCE = frozenset(
    {"torch", "transformers", "functorch", "torchgen", "sentence_transformers", "optimum"}
)
"""Packages that read their own source when they are imported; all others are shipped compiled only."""

HALVES = 2
"""The number of programs that compile. It is fixed because the bytes of a compiled module depend a little on
what the same program compiled before it, and a rebuilt package must have the same bytes.
"""


def compile_modules(files: dict[PurePosixPath, Path], work: Path) -> dict[PurePosixPath, Path]:
    """Compile the modules into ``work`` and return all files, with sources only where they are read.

    Compiled modules do not look at their source's date ("unchecked hash", PEP 552), which a package changes.
    """
    modules = [place for place in files if place.suffix == ".py"]
    orders = [f"{files[place]}\t{work / _place_of_code(place)}\t{place}\n" for place in modules]
    running = [_started(orders[half::HALVES], work / f"modules-{half}.txt") for half in range(HALVES)]
    endings = [each.wait() for each in running]
    if any(endings):
        raise RuntimeError("The modules could not be compiled.")
    code = {_place_of_code(place): work / _place_of_code(place) for place in modules}
    others = {place: file for place, file in files.items() if place.suffix != ".py" or _has_source(place)}
    return {place: file for place, file in sorted({**others, **code}.items()) if file.exists()}


def _started(orders: list[str], listed: Path) -> subprocess.Popen[bytes]:
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("".join(orders), "utf-8")
    return subprocess.Popen([sys.executable, __file__, str(listed)])


def _has_source(place: PurePosixPath) -> bool:
    return place.parts[0] in WITH_SOURCE


def _place_of_code(place: PurePosixPath) -> PurePosixPath:
    if not _has_source(place):
        return place.with_suffix(".pyc")
    return place.parent / "__pycache__" / f"{place.stem}.{sys.implementation.cache_tag}.pyc"


def compile_listed(listed: Path) -> None:
    """Compile each module of a list. Modules that this Python cannot read, as templates, are left out."""
    for line in listed.read_text("utf-8").splitlines():
        source, target, shown = line.split("\t")
        words = Path(source).read_bytes()
        try:
            code = compile(words, shown, "exec", dont_inherit=True, optimize=0)
        except (SyntaxError, ValueError):
            continue
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_bytes(_code_to_hash_pyc(code, source_hash(words), False))


if __name__ == "__main__":
    compile_listed(Path(sys.argv[1]))
