"""The briefs on which summaries are evaluated: a library's own, or those of a folder or a file.

The files of a folder, or the texts in a file, are ingested by the application's own code into a temporary
library, so that the measurements are what a person would get.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from briefbank.domain.caption_fields import LAW
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.evaluate.data_sets import DataSetError
from briefbank.jobs import Reporter
from briefbank.library import Library

TEXTS = (".jsonl", ".jsonl.gz")


class SourceError(DataSetError):
    """Raised when the briefs to evaluate cannot be read."""

    default_title = "There are no briefs here to measure on."
    default_remedy = (
        f"Name a folder with briefs, or a file that ends in {' or '.join(TEXTS)} with “_id” and “text”."
    )


@dataclass(frozen=True, slots=True)
class ReadBrief:
    """A document with all its passages."""

    document: Document
    passages: Sequence[Passage]


def of_library(library: Library, limit: int | None) -> list[ReadBrief]:
    """Return the library's documents without the law itself: the first ``limit`` by their hashes, an order
    that does not depend on the order in which they were added.

    Raises SourceError when there is none.
    """
    briefs = sorted(
        (document for document in library.documents.each() if document.kind not in LAW),
        key=lambda item: item.sha256,
    )
    if not briefs:
        raise SourceError(
            "This library holds no brief to measure on.", "Add briefs, or name a folder of them."
        )
    return [ReadBrief(brief, library.documents.passages(brief.id)) for brief in briefs[:limit]]


def of_source(source: Path, limit: int | None, reporter: Reporter) -> list[ReadBrief]:
    """Return the briefs of a folder, or of a file of texts; the first ``limit``. Takes half a second for
    each.

    Raises SourceError, Cancelled and StoreError.
    """
    with tempfile.TemporaryDirectory(prefix="briefbank-") as folder:
        paths = _files(source, limit) if source.is_dir() else _written(source, Path(folder), limit)
        with Library.open(Path(folder, "library")) as library:
            library.ingest.add(paths, reporter)
            return of_library(library, limit)


def _files(folder: Path, limit: int | None) -> list[Path]:
    """Return the folder's files in the order of their names, without hidden ones."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    if not paths:
        raise SourceError("This folder is empty.")
    return paths[:limit]


def _written(source: Path, folder: Path, limit: int | None) -> list[Path]:
    """Write the texts as text files, numbered because their own ids are no safe file names."""
    if not source.name.endswith(TEXTS):
        raise SourceError
    paths = []
    for number, text in enumerate(_texts(source)):
        if number == limit:
            break
        paths.append(folder / f"{number:06}.txt")
        paths[-1].write_text(text, encoding="utf-8", errors="replace")
    return paths


def _texts(source: Path) -> Iterator[str]:
    seen: set[str] = set()
    for where, line in _lines(source):
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise SourceError(f"{where}: this is not JSON.", "Mend the line.", detail=error.msg) from error
        fields = [record.get(key) for key in ("_id", "text")] if isinstance(record, dict) else []
        if not fields or not all(isinstance(field, str) for field in fields):
            raise SourceError(f"{where}: there is no text under “_id” and “text”.", "Mend the line.")
        name, text = map(str, fields)
        if name in seen:
            raise SourceError(f"{where}: the brief “{name}” is there twice.", "Mend the line.")
        seen.add(name)
        yield text


def _lines(source: Path) -> Iterator[tuple[str, str]]:
    """Yield each line with its location, for messages; skip empty lines."""
    try:
        with (gzip.open if source.suffix == ".gz" else open)(source, "rt", encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield f"{source.name}, line {number}", line
    except FileNotFoundError as error:
        raise SourceError(f"There is no {source.name}.") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{source.name} is not UTF-8 text.", "Save it as UTF-8.") from error
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{source.name} could not be read.", detail=type(error).__name__) from error
