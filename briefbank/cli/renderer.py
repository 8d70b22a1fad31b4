"""Draws a JSON document on a terminal, as its layout describes. Text is never read as markup."""

from __future__ import annotations

from typing import IO

import rich.table
from rich.console import Console
from rich.text import Text

from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Differences, Each, Layout, Paragraph, Rows, Table, text_of

_UNWRAPPED = 1_000_000
"""The width for output to a file or a program, whose lines end only where the text does."""
_NARROWEST = 20
"""The least width of indented text."""
_STYLES = {"same": "", "removed": "strike red", "added": "underline green"}


def console(stream: IO[str]) -> Console:
    """Return the console that draws on a stream."""
    found = Console(file=stream, markup=False, emoji=False, highlight=False)
    if not found.is_terminal:
        found.width = _UNWRAPPED
    return found


def draw(console: Console, layout: Layout, document: Json) -> None:
    """Draw the parts of a layout in their order."""
    for part in layout if isinstance(layout, tuple) else (layout,):
        match part:
            case Paragraph():
                _draw_line(console, part, document)
            case Differences():
                _print(console, _differences(part, document), part.indent)
            case Each() | Table():
                _draw_rows(console, part, _rows(part.rows, document), document)


def _draw_line(console: Console, line: Paragraph, document: Json) -> None:
    if line.when and not (line.when(document) if callable(line.when) else document[line.when]):
        return
    text = Text(text_of(line.text, document), style=line.style)
    for start, end in document[line.marks] if line.marks else ():
        text.stylize("bold yellow", start, end)
    if text and line.gap:
        console.print()
    if text:
        _print(console, text, line.indent)


def _print(console: Console, text: Text, indent: int) -> None:
    """Print a text whose every line, wrapped or not, has the indent."""
    for line in text.wrap(console, max(console.width - indent, _NARROWEST)):
        console.print(Text(" " * indent).append_text(line), soft_wrap=True)


def _rows(rows: Rows, document: Json) -> list[Json]:
    """Return the rows as documents; a text becomes the field ``item`` of one."""
    found = rows(document) if callable(rows) else document[rows]
    return [row if isinstance(row, dict) else {"item": row} for row in found]


def _draw_rows(console: Console, part: Each | Table, rows: list[Json], document: Json) -> None:
    if not rows:
        _draw_line(console, Paragraph(part.empty), document)
        return
    _draw_line(console, Paragraph(part.title, style="bold", gap=True), document)
    if isinstance(part, Table):
        console.print(_table(part, rows))
        return
    for row in rows:
        draw(console, part.layout, row)


def _table(part: Table, rows: list[Json]) -> rich.table.Table:
    drawn = rich.table.Table(box=None, pad_edge=False, show_header=part.header)
    columns = {label: [text_of(piece, row) for row in rows] for label, piece in part.columns.items()}
    filled = {label: texts for label, texts in columns.items() if any(texts)}
    for label in filled:
        number = label in part.numbers
        drawn.add_column(label, justify="right" if number else "left", no_wrap=number, overflow="fold")
    for texts in zip(*filled.values(), strict=True):
        drawn.add_row(*map(Text, texts))
    return drawn


def _differences(part: Differences, document: Json) -> Text:
    """Return the runs of words as one text; trailing spaces stay outside the signs."""
    text, signs = Text(), {"removed": part.removed, "added": part.added}
    for run in document[part.field]:
        before, after = signs.get(run["change"], ("", ""))
        words = run["text"].rstrip()
        rest = run["text"][len(words) :]
        text.append(f"{before}{words}{after}{rest}{part.between}", style=_STYLES[run["change"]])
    return text
