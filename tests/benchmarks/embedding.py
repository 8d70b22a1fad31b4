"""Passages of real briefs embedded per second by the application, against a bare loop over the same windows.

The briefs are the 102 amicus briefs, added as files are. Application: catalogue, windows, encoder, LanceDB,
marks. Bare: the same model over the same different texts, the longest first, and nothing else. Both in turns,
``ROUNDS`` times, each in a library of its own; the medians are compared.
"""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

from briefbank.catalogue import passage_rows
from briefbank.embedding.dense import embedded_windows
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.machine import SHARED

ROUNDS = 3


def measure() -> dict[str, object]:
    """Five minutes on two cores."""
    encoder = load_encoder()
    encoder.encode_passages(["warm"])
    with tempfile.TemporaryDirectory() as folder:
        added = Path(folder) / "added"
        texts, passages, windows = _add_briefs(added, encoder)
        bare: list[float] = []
        ours: list[float] = []
        for number in range(ROUNDS):
            started = time.perf_counter()
            encoder.encode_passages(texts)
            bare.append(time.perf_counter() - started)
            library_folder = Path(folder) / str(number)
            shutil.copytree(added, library_folder)
            with Library.open(library_folder, encoder=encoder) as library:
                library.warm()
                started = time.perf_counter()
                done = library.embedding.embed_pending(QuietReporter())
                ours.append(time.perf_counter() - started)
                assert done == passages
    return {
        "passages": passages,
        "windows": windows,
        "different_windows": len(texts),
        "passages_per_s": round(passages / median(ours), 1),
        "windows_per_s": round(len(texts) / median(ours), 1),
        "bare_windows_per_s": round(len(texts) / median(bare), 1),
        "ratio": round(median(bare) / median(ours), 3),
    }


def _add_briefs(folder: Path, encoder: Encoder) -> tuple[list[str], int, int]:
    """Make a library of the briefs without meaning; return the different texts to embed, the longest first,
    and the numbers of searchable passages and of their windows."""
    source = folder.with_name("briefs")
    source.mkdir()
    with gzip.open(SHARED / "text" / "amicus-briefs.jsonl.gz", "rt") as lines:
        for number, line in enumerate(lines):
            (source / f"{number}.txt").write_text(json.loads(line)["text"], encoding="utf-8")
    with Library.open(folder, encoder=encoder) as library:
        library.ingest.add([source], QuietReporter())
        catalogue = library.catalogue
        values = passage_rows.by_ids(
            catalogue, passage_rows.all_ids(catalogue, searchable_only=True)
        ).values()
        texts = [embedded_windows(passage) for passage in values]
    different = {key: text for manifest in texts for key, text in manifest.items()}
    return sorted(different.values(), key=len, reverse=True), len(texts), sum(map(len, texts))
