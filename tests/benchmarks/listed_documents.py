"""Makes a catalogue of many documents that are rows only, without pages and passages: what lists read."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from briefbank.catalogue.caption_rows import KEYS, columns
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import CaptionEntry
from tests.catalogue.samples import add

FIRST_DAY, DAYS = date(1990, 1, 1), 13_000
COURTS, TO_A_CLIENT = 40, 3


def fill(path: Path, documents: int) -> None:
    """Write so many: copies of one row with other contents, title, court, docket, date, kind and folder."""
    with closing(open_catalogue(path)) as catalogue:
        add(catalogue)
    names = [column.name for column in DocumentRow.__table__.columns if column.name != "id"]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.row_factory = sqlite3.Row
        first = dict(connection.execute("SELECT * FROM document").fetchone())
        columns, values = ", ".join(names), ", ".join(f":{name}" for name in names)
        statement = f"INSERT INTO document ({columns}) VALUES ({values})"
        connection.executemany(statement, _rows(first, documents - 1))


def _rows(first: dict[str, Any], documents: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(7)
    for number in range(documents):
        client = number // TO_A_CLIENT
        caption = {
            "title": f"State v. Ávila {chance.randrange(documents)}",
            "court": f"{first['court']} {chance.randrange(COURTS)}",
            "docket": f"A-{number:06}-20",
            "filed": (FIRST_DAY + timedelta(chance.randrange(DAYS))).isoformat(),
            "file_name": f"brief {number}.pdf",
            "folder": f"Office/Appeals/{1990 + client % 30}/Client {client}",
        }
        entries = [
            CaptionEntry(field, caption[field], "caption", 1.0) for field in CaptionField if field in caption
        ]
        listed = columns(entries, {}, caption["file_name"], caption["folder"])
        yield {
            **first,
            **caption,
            **{name: value for name, value in listed.items() if name in KEYS},
            "sha256": sha256(str(number).encode()).hexdigest(),
            "kind": chance.choice(list(Kind)).value,
            "pages": chance.randrange(200),
            "gaps": int(chance.random() < 0.1),
        }
