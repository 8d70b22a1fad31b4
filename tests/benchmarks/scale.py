"""How a library grows: disk, search, changes, removal, check, backup and restore, at several sizes.

A document is added, embedded and removed; then 500 are removed at once, which lie in all segments of the
lexical index. Bare, in the same run: a copy of every file of both indexes, flushed to the disk; and what
``searching`` measures beside itself. Backup, the next backup and restore run in processes of their own: their
memory is the most that they had for themselves, less what the open library had. The disk needs 16 kB for each
passage, the making 0.4 ms of processor time.

The growth of a figure is its exponent from the first size to the last: 0 for what stays the same, 1 for what
grows as the library does.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from briefbank.embedding.encoders import load_encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance.disks import bytes_of
from briefbank.paths import LibraryPaths
from briefbank.sandbox import guard
from tests.benchmarks.libraries import PARAGRAPHS, PASSAGES_PER_DOCUMENT, altered, build, build_bare
from tests.benchmarks.processes import Peak, child
from tests.support.measuring import paragraphs, timed

MANY = 500
QUIET = QuietReporter()


def scale(*passages: int) -> dict[str, Any]:
    """Return the figures of libraries of so many passages, and their growth."""
    result = {str(count): _measured(count) for count in passages}
    small, large = ((dict(_numbers(result[str(count)])), count) for count in (passages[0], passages[-1]))
    times = large[1] / small[1]
    growth = {
        name: round(math.log(large[0][name] / before, times), 2)
        for name, before in small[0].items()
        if times > 1 and before > 0 and large[0].get(name, 0) > 0
    }
    return {**result, "growth": growth}


def _numbers(figures: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """Yield all numbers with their names; of a time by clock and processor that of the processor."""
    for name, value in figures.items():
        if isinstance(value, dict):
            yield from _numbers(value, f"{prefix}{name}.")
        elif isinstance(value, list) and value:
            yield f"{prefix}{name}", float(value[-1])
        elif isinstance(value, int | float):
            yield f"{prefix}{name}", float(value)


def _measured(passages: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as temporary:
        folder, bare, file = (
            Path(temporary) / "library",
            Path(temporary) / "bare",
            Path(temporary) / "added.txt",
        )
        building = timed(lambda: build(folder, passages, load_encoder()))
        build_bare(bare, passages)
        texts = paragraphs(PARAGRAPHS)
        file.write_text("\n\n".join(altered(texts, passages + at) for at in range(PASSAGES_PER_DOCUMENT)))
        paths = LibraryPaths(folder)
        stores = {"words": bytes_of(paths.lexical), "vectors": bytes_of(paths.dense)}
        stores |= {"catalogue": paths.catalogue.stat().st_size, "bare_tantivy": bytes_of(bare)}
        backup = Path(temporary) / "backup"
        return {
            "bytes_per_passage": {name: round(size / passages) for name, size in stores.items()},
            "building_s": building,
            "searching": child("searching", folder, bare),
            "changes": child("scale", "change", folder, file),
            "backup": child("scale", "backup", folder, backup),
            "next_backup": child("scale", "backup", folder, backup),
            "restore": child("scale", "restore", Path(temporary) / "restored", backup),
        }


def main(step: str, folder: Path, other: Path) -> None:
    guard.engage()
    with Library.open(folder, encoder=load_encoder()) as library, Peak() as peak:
        if step == "change":
            figures = _changes(library, LibraryPaths(folder), other)
        else:
            act = library.maintenance.backup if step == "backup" else library.maintenance.restore
            figures = {"s": timed(lambda: act(other, QUIET))}
    print(json.dumps(figures | {"private_mib": peak.mib}))


def _changes(library: Library, paths: LibraryPaths, file: Path) -> dict[str, Any]:
    documents = library.documents
    figures: dict[str, Any] = {
        "adding_s": timed(lambda: library.ingest.add([file], QUIET)),
        "embedding_s": timed(lambda: library.embedding.embed_pending(QUIET)),
    }
    ids = sorted(document.id for document in documents.each())
    many = ids[:: max(1, len(ids) // MANY)][:MANY]
    figures |= {
        "removing_one_s": timed(partial(documents.remove, ids[-1])),
        "tidying_s": timed(lambda: library.embedding.embed_pending(QUIET)),
        "bare_rewriting_s": timed(lambda: _rewrite(paths.lexical, paths.dense)),
        "many": len(many),
        "removing_many_s": timed(partial(documents.remove_many, many, QUIET)),
        "checking_s": timed(lambda: library.maintenance.check(reporter=QUIET)),
    }
    return figures


def _rewrite(*folders: Path) -> None:
    """Write a copy of each file to the disk."""
    for path in [path for folder in folders for path in folder.rglob("*") if path.is_file()]:
        copy = path.with_name(f"{path.name}.copy")
        with copy.open("wb") as target:
            target.write(path.read_bytes())
            target.flush()
            os.fsync(target.fileno())
        copy.unlink()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
