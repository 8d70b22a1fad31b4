"""A small file for each path through the intake and for each outcome."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import docx

from tests.extraction import pdfs

WITNESSES = ("carpenter", "gardener", "librarian", "plumber")
SAID = (
    "The officer stopped the wagon of the {0} because a zebra was seen in it.",
    "Nothing that the {0} said supports the stop. State v. Doe, 170 N.J. 632 (2002).",
    "A hunch of the {0} is not reasonable suspicion, and the order is wrong.",
)


def write_outcome_files(folder: Path) -> list[Path]:
    """Text of its own, scans bare and stamped, Word, plain text and a version of it, damaged, empty, the same
    once more, and an archive with a web page and a file that cannot be read."""
    parts = folder.with_name("parts")
    parts.mkdir()
    own = pdfs.write(folder / "own.pdf", [_lines(witness) for witness in WITNESSES])
    scan = pdfs.scan(parts / "scan.pdf", [_lines(witness) for witness in WITNESSES[:3]], dpi=120)
    bare = pdfs.scan(parts / "bare.pdf", [_lines("baker")], dpi=120)
    pdfs.stamped(bare, folder / "stamped.pdf", "Document 18 Filed 05/31/19")
    for name in ("scan.pdf", "the same scan.pdf"):
        shutil.copy(scan, folder / name)
    word = docx.Document()
    for line in _lines("sailor"):
        word.add_paragraph(line)
    word.save(str(folder / "word.docx"))
    text = "\n".join(_lines("teacher") + [f"{line} ({n})" for n in range(12) for line in _lines("nurse")])
    (folder / "filed.txt").write_text(text)
    (folder / "filed again.txt").write_text(f"{text}\nThis brief was filed again.")
    (folder / "torn.pdf").write_bytes(own.read_bytes()[:-300])
    (folder / "empty.pdf").touch()
    with zipfile.ZipFile(folder / "briefs.zip", "w") as packed:
        packed.writestr("2015/page.html", f"<html><body><p>{' '.join(_lines('painter'))}</p></body></html>")
        packed.writestr("broken.pdf", b"%PDF-1.7 nothing")
    return sorted(folder.iterdir())


def _lines(witness: str) -> list[str]:
    """Different for every witness: what stands on each page alike is taken for a running head."""
    return [f"THE {witness.upper()} SAW NOTHING", *(line.format(witness) for line in SAID)]
