"""The command ``audit``, which shows and verifies the record of what was done with the library."""

from __future__ import annotations

import argparse
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Paragraph
from briefbank.cli.layouts import listed
from briefbank.cli.option_values import day, positive
from briefbank.domain.audit_events import AuditEntry

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output

MOST = 1000
"""The number of entries shown by default."""


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--verify", action="store_true", help="say whether the record is whole, instead")
    command.add_argument("--from", dest="first", type=day, metavar="DATE", help="not before this day")
    command.add_argument("--to", dest="last", type=day, metavar="DATE", help="not after this day")
    command.add_argument("--limit", type=positive, default=MOST, metavar="N", help="the newest N entries")


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Raises StoreError."""
    if options.verify:
        return _verify(library, output)
    entries = library.audit.entries(first=options.first, last=options.last, limit=options.limit)
    output.show({"entries": [_entry_json(each) for each in entries]}, _ENTRIES)
    return DONE if entries else NOTHING


def _verify(library: LibraryApi, output: Output) -> int:
    problems, head = library.audit.verify(), library.audit.head()
    last = {"number": head.number, "hash": head.hash} if head else None
    output.show({"whole": not problems, "problems": problems, "last": last}, _VERIFIED)
    return NOTHING if problems else DONE


def _entry_json(entry: AuditEntry) -> Json:
    return {
        "number": entry.number,
        "at": entry.at.isoformat(),
        "act": entry.act.value,
        "text": entry.text,
        "who": entry.who,
        "details": dict(entry.details),
        "version": entry.version,
        "hash": entry.hash,
        "from_backup": entry.earlier,
    }


def _days(document: Json) -> list[Json]:
    """Return the entries by day in local time."""
    moments = [
        (datetime.fromisoformat(each["at"]).astimezone(), f"{each['text']} {each['who']}".strip())
        for each in document["entries"]
    ]
    return [
        {"day": day.isoformat(), "entries": [{"time": f"{at:%H:%M}", "text": text} for at, text in of_day]}
        for day, of_day in groupby(moments, key=lambda moment: moment[0].date())
    ]


_ENTRIES = Each(
    _days,
    (Paragraph("{day:day}", style="bold"), Each("entries", Paragraph("{time}  {text}", indent=3))),
    empty="The record tells of nothing in these days.",
)
_KEEP = (
    "Keep a copy of this elsewhere, and compare: only so is a record told that was written anew as a whole."
)
_VERIFIED = (
    Paragraph("The record is whole: every entry is as it was written.", when="whole"),
    listed("problems"),
    Paragraph("Its last entry is {last[number]}, with the hash", when="last"),
    Paragraph("{last[hash]}", indent=3, when="last"),
    Paragraph(_KEEP, when="last"),
)
