"""Reads the words of the sample briefs, one TOML file each in ``resources/sample``, into :class:`Brief`.

In the text, a line that begins with ``#`` is a main heading, ``##`` a point and ``###`` a subpoint; ``>``
begins a block quotation; ``_words_`` are emphasised; paragraphs are separated by an empty line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

from briefbank.paths import resources_folder

LABEL = "SAMPLE — MADE UP FOR BRIEFBANK"
"""The label at the head of every page of the sample."""


class BlockKind(Enum):
    """The kind of a block of the text."""

    HEADING = "heading"
    POINT = "point"
    SUBPOINT = "subpoint"
    QUOTATION = "quotation"
    QUESTION = "question"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class BriefBlock:
    """A heading or a paragraph. ``number`` is 'POINT I' or 'A.' and empty where there is none."""

    kind: BlockKind
    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class TableOfAuthoritiesEntry:
    """A line of the table of authorities, which lists the pages that hold ``key``."""

    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Brief:
    """One made-up brief."""

    name: str
    short_title: str
    court: tuple[str, ...]
    docket: str
    title: str
    parties: tuple[str, ...]
    below: tuple[str, ...]
    office: tuple[str, ...]
    counsel: str
    counsel_role: str
    filed: date
    leading: float
    """The points from line to line of the body."""
    underline: bool
    """True when case names are underlined, as on a typewriter, and not italic."""
    scan: bool
    authorities: Mapping[str, tuple[TableOfAuthoritiesEntry, ...]]
    """Lines of the table, by its heading."""
    body: tuple[BriefBlock, ...]

    @property
    def pdf_title(self) -> str:
        return f"{LABEL}: {self.short_title}, {self.title.capitalize()}"

    @property
    def filed_words(self) -> str:
        return f"{self.filed:%B} {self.filed.day}, {self.filed.year}"


def read_all(folder: Path | None = None) -> list[Brief]:
    """Return all sample briefs in ``folder`` (default: those that come with BriefBank), oldest first."""
    files = (folder or resources_folder() / "sample").glob("*.toml")
    return sorted((read(path) for path in files), key=lambda brief: brief.filed)


def read(path: Path) -> Brief:
    """Read one brief. Raises KeyError or ValueError when the file is not as described above."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Brief(
        name=f"Sample - {data['short_title'].rstrip('.')}",
        short_title=data["short_title"],
        court=tuple(data["court"]),
        docket=data["docket"],
        title=data["title"],
        parties=tuple(data["parties"]),
        below=tuple(data["below"]),
        office=tuple(data["office"]),
        counsel=data["counsel"],
        counsel_role=data["counsel_role"],
        filed=data["filed"],
        leading=12.0 * float(data["spacing"]),
        underline=data["emphasis"] == "underline",
        scan=data["scan"],
        authorities=_authorities(data),
        body=tuple(_block(part) for part in re.split(r"\n\s*\n", data["body"].strip())),
    )


_TABLES = {
    "CASES": "cases",
    "STATUTES": "statutes",
    "RULES": "rules",
    "CONSTITUTIONAL PROVISIONS": "constitutions",
}


def _authorities(data: Mapping[str, Any]) -> dict[str, tuple[TableOfAuthoritiesEntry, ...]]:
    tables = {
        heading: tuple(TableOfAuthoritiesEntry(*line) for line in data[name])
        for heading, name in _TABLES.items()
    }
    return {heading: lines for heading, lines in tables.items() if lines}


def _block(part: str) -> BriefBlock:
    marks, _, rest = part.partition(" ")
    text = " ".join(rest.split())
    if marks == "##":
        number, _, words = text.partition(": ")
        return BriefBlock(BlockKind.POINT, words, number)
    if marks == "###":
        letter, _, words = text.partition(" ")
        return BriefBlock(BlockKind.SUBPOINT, words, letter)
    if marks == "#":
        return BriefBlock(BlockKind.HEADING, text)
    if marks == ">":
        return BriefBlock(BlockKind.QUOTATION, text)
    if re.fullmatch(r"\d+\.", marks):
        return BriefBlock(BlockKind.QUESTION, text, marks)
    return BriefBlock(BlockKind.PARAGRAPH, " ".join(part.split()))
