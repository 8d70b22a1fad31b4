"""Sets briefs on pages from paragraphs and headings, and reads them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.domain.documents import Reading
from briefbank.domain.pages import Passage, RawPage
from briefbank.extraction.document import read
from tests.extraction.page_factory import PlacedLine, block, centred, flowing, page_of

PROSE = (
    "The officer stopped the car because one of its lights was out, and he then asked defendant to step out"
    " of it, with no reason to believe that a crime had been committed by anyone in the car that night."
)
TODAY = date(2026, 3, 1)
ARGUMENT = [
    centred("ARGUMENT", 72, bold=True),
    *flowing(
        "The trial court admitted the statement of Doe, Roe, Smith, Jones and Garcia over objection and the"
        " jury heard it twice. Judge Harold Wrong denied the motion, and the Honorable Ida Mistaken, J.S.C.,"
        " had denied another one.",
        100,
    ),
]
NEW_JERSEY = ("SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION")
SIDES = (
    *("STATE OF NEW JERSEY,", "", "     Plaintiff-Respondent,", "", "        v.", ""),
    *("JOHN DOE,", "", "     Defendant-Appellant."),
)


def middle(*lines: str, y: float = 72, pitch: float = 16) -> list[PlacedLine]:
    """Centred lines below one another; an empty one leaves its room free."""
    return [centred(line, y + pitch * n) for n, line in enumerate(lines) if line]


def two_columns(left: Sequence[str], right: Sequence[str]) -> list[PlacedLine]:
    return [*block(*left), *block(*right, x=330)]


def stamp(text: str) -> list[PlacedLine]:
    """What a court prints above the first line."""
    return [PlacedLine(text, 100, 14)]


def read_cover(
    *parts: list[PlacedLine], behind: Sequence[list[PlacedLine]] = (ARGUMENT,), file_name: str = "x.pdf"
) -> Reading:
    """Read a document whose first page has these parts, with these pages behind it."""
    cover = [line for part in parts for line in part]
    pages = [page_of(lines, index) for index, lines in enumerate([cover, *behind])]
    return read(pages, file_name=file_name, converted=False, today=TODAY)


def passages(*pages: list[PlacedLine]) -> tuple[Passage, ...]:
    """The passages of a document with these pages."""
    raw_pages = [page_of(puts, index) for index, puts in enumerate(pages)]
    return read(raw_pages, file_name="x.pdf", converted=False).passages


def stacked(*items: str | list[PlacedLine] | PlacedLine, start: float = 80) -> list[PlacedLine]:
    """Paragraphs (text) and headings (Put, moved down to their place) one below the other."""
    puts: list[PlacedLine] = []
    y = start
    for item in items:
        rows = flowing(item, y) if isinstance(item, str) else [item] if isinstance(item, PlacedLine) else item
        shift = y - rows[0].y
        moved = [PlacedLine(r.text, r.x, r.y + shift, r.size, r.bold, r.right) for r in rows]
        puts += moved
        y = moved[-1].y + 36
    return puts


def paths(document_passages: tuple[Passage, ...]) -> list[tuple[str, ...]]:
    """Each heading path once, in order."""
    return list(dict.fromkeys(passage.heading_path for passage in document_passages))


def bold(text: str, x: float = 72) -> PlacedLine:
    """A bold line at the left."""
    return PlacedLine(text, x, bold=True)


def typed(text: str, *, lines: int = 46) -> list[RawPage]:
    """Pages of text as a plain text file is set: one size, no bold, blank lines between paragraphs."""
    rows: list[PlacedLine | None] = []
    for paragraph in text.strip().split("\n\n"):
        for line in paragraph.split("\n"):
            rows += [
                PlacedLine(put.text, put.x, right=put.right) for put in flowing(line.strip(), 0, indent=0)
            ]
        rows.append(None)
    pages = [rows[start : start + lines] for start in range(0, len(rows), lines)]
    return [
        page_of([PlacedLine(r.text, r.x, 72 + 14 * n, right=r.right) for n, r in enumerate(page) if r], index)
        for index, page in enumerate(pages)
    ]


def read_typed(text: str) -> tuple[Passage, ...]:
    """The passages of a plain text."""
    return read(typed(text), file_name="x.txt", converted=True).passages
