"""Reads a data set in BEIR's layout: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv``.

The files are checked while they are read, and an error names the file and the line. Judgements of unknown
queries are skipped, because BEIR's query files hold all splits. Unknown documents stay, because they count in
the denominators.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from briefbank.errors import BriefBankError

CORPUS, QUERIES, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels/test.tsv"


class DataSetError(BriefBankError):
    """Raised for a data set that cannot be evaluated."""

    default_title = "This data set could not be read."
    default_remedy = f"It must be a folder with {CORPUS}, {QUERIES} and {JUDGEMENTS}."


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """One document of the collection."""

    id: str
    title: str
    text: str
    filed: date | None = None
    """The day of filing, ``metadata.filed`` as 2015-03-03; None where the row has none."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A collection with judged queries. ``judgements`` maps query id to document id to score."""

    rows: tuple[CorpusDocument, ...]
    queries: dict[str, str]
    judgements: dict[str, dict[str, int]]

    def judged_queries(self, limit: int | None = None) -> dict[str, str]:
        """Return the first ``limit`` queries that have a relevant document, in the file's order."""
        judged = [name for name in self.queries if any(s > 0 for s in self.judgements.get(name, {}).values())]
        return {name: self.queries[name] for name in judged[:limit]}

    def fingerprint(self, names: Iterable[str]) -> str:
        """Return a hash of some queries' texts and judgements; only runs over the same ones are
        comparable."""
        asked = [[name, self.queries[name], sorted(self.judgements.get(name, {}).items())] for name in names]
        return hashlib.blake2b(json.dumps(asked).encode(), digest_size=16).hexdigest()


def load(folder: Path) -> DataSet:
    """Read a data set. Raises DataSetError with the file and the line."""
    rows: dict[str, CorpusDocument] = {}
    for where, record in _records(folder / CORPUS):
        title = _text(record, "title", where, default="")
        filed = _filed(record, where)
        row = CorpusDocument(_text(record, "_id", where), title, _text(record, "text", where), filed)
        if row.id in rows:
            raise DataSetError(f"{where}: the document “{row.id}” is there twice.")
        rows[row.id] = row
    asked = _records(folder / QUERIES)
    queries = {_text(record, "_id", where): _text(record, "text", where) for where, record in asked}
    judgements = _judgements(folder / JUDGEMENTS)
    if not rows or not queries or not judgements:
        empty = CORPUS if not rows else QUERIES if not queries else JUDGEMENTS
        raise DataSetError(f"{empty} is empty.")
    return DataSet(tuple(rows.values()), queries, judgements)


def _records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each line's location, for messages, and its object; skip empty lines."""
    for number, line in _lines(path):
        where = f"{path.name}, line {number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataSetError(f"{where}: this is not JSON.", "Mend the line.", detail=error.msg) from error
        if not isinstance(record, dict):
            raise DataSetError(f"{where}: this is not a JSON object.", "Mend the line.")
        yield where, record


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except FileNotFoundError as error:
        raise DataSetError(f"The data set has no {path.name}.") from error
    except UnicodeDecodeError as error:
        raise DataSetError(f"{path.name} is not UTF-8 text.", "Save it as UTF-8.") from error
    except OSError as error:
        raise DataSetError(f"{path.name} could not be opened.", detail=error.strerror or "") from error


def _text(record: dict[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise DataSetError(f"{where}: there is no text under “{key}”.", "Mend the line.")
    return value


def _filed(record: dict[str, Any], where: str) -> date | None:
    metadata = record.get("metadata")
    value = metadata.get("filed") if isinstance(metadata, dict) else None
    try:
        return date.fromisoformat(value) if value else None
    except (TypeError, ValueError) as error:
        message = f"{where}: there is no day such as 2015-03-03 under “metadata.filed”."
        raise DataSetError(message, "Mend the line.") from error


def _judgements(path: Path) -> dict[str, dict[str, int]]:
    """Map query id to document id to score; the first line may be a heading."""
    found: dict[str, dict[str, int]] = {}
    for number, line in _lines(path):
        cells = line.rstrip("\r\n").split("\t")
        if number == 1 and cells[-1].strip().lower() == "score":
            continue
        try:
            query, document, score = cells
            found.setdefault(query, {})[document] = int(score)
        except ValueError as error:
            place = f"{path.name}, line {number}"
            message = f"{place}: there must be a query, a document and a whole number, parted by tabs."
            raise DataSetError(message, "Mend the line.") from error
    return found
