"""Describes the computer and the data of a measurement, without naming the computer."""

from __future__ import annotations

import gzip
import json
import os
import platform
from collections.abc import Iterator
from pathlib import Path

import psutil

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def description() -> dict[str, object]:
    """Processor, cores, memory, system and Python."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def text_pdfs() -> list[Path]:
    """The filings that have a text layer on every page that matters (scans are measured elsewhere)."""
    scans = {"judicial-conference-1995-09", "scan-only-order", "scan-only-written-opinions-memo"}
    return [path for path in sorted((SHARED / "pdf").glob("*.pdf")) if path.stem not in scans]


def paragraphs(count: int) -> list[str]:
    """The first ``count`` distinct paragraphs of at least twenty words of the 200,000."""
    return [text for text, _ in zip(_long_paragraphs(), range(count), strict=False)]


def _long_paragraphs() -> Iterator[str]:
    seen: set[str] = set()
    with gzip.open(SHARED / "eval" / "paragraphs-200k.jsonl.gz", "rt") as lines:
        for line in lines:
            text = json.loads(line)["text"]
            if len(text.split()) >= 20 and text not in seen:
                seen.add(text)
                yield text
