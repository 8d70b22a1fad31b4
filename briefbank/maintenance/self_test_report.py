"""Writes the result of the self-test as one page for the ethics file: what was tried and how it ended.

It holds no name of a person, document, folder or computer. The page is a form to be signed; where many parts
failed, their sentences are set smaller rather than on a second page.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from briefbank.paths import resources_folder
from briefbank.sandbox import guard
from briefbank.text.dates import format_date

WIDTH, HEIGHT = 612.0, 792.0
"""The size of US letter, in points."""
MARGIN, SIZE = 54.0, 9.0
_WIDE = WIDTH - 2 * MARGIN
_PLAIN, _BOLD = "DejaVuSerifCondensed", "DejaVuSerifCondensed-Bold"
_NETWORK = "Network: "
_WAYS = {
    "": "BriefBank itself",
    "native code, ": "Libraries in it, past Python",
    "child process, ": "A process that it starts",
    "other programs, ": "Another program that it starts",
}
_PASSED = "Every check passed."
_KINDS = ("IPv4", "IPv6", "UDP", "names")
_HELD: dict[str, str] = {
    "kernel": "BriefBank’s own code and the Linux kernel, for native code and for every program it starts.",
    "interpreter": "BriefBank’s own code alone. On this system other code is held back by the firewall only.",
    "off": "Nothing. The network was not refused while this test ran.",
}
_LIMITS = (
    "The test shows what BriefBank and what it starts could do on this computer at that moment. It does not "
    "show what other programs do, the system’s viewer for PDF files, backup and synchronising services "
    "included, or what people with access to this computer do. It cannot find a change that somebody with "
    "the rights of this user made to BriefBank and to this test alike. Services of this computer that answer "
    "at local sockets, as the desktop does, are not cut off."
)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The contents of the page besides the results."""

    made: datetime
    """The time of the test, with a time zone."""
    statements: Sequence[str] = ()
    """Sentences that are neither passed nor failed, for instance on the encryption of the disk."""
    record: str = ""
    """The number and hash of the last entry of the audit log, to compare with another copy."""


def page(results: Sequence[CheckResult], about: Circumstances) -> bytes:
    """Return a PDF of one page. Takes about a tenth of a second the first time."""
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import Frame, KeepInFrame

    _register_fonts()
    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle("BriefBank self-test")
    canvas.setAuthor(f"BriefBank {__version__}")
    height = HEIGHT - 2 * MARGIN - _SIGNATURE_HEIGHT
    story = KeepInFrame(_WIDE, height, _story(results, about), mode="shrink")
    frame = Frame(MARGIN, MARGIN + _SIGNATURE_HEIGHT, _WIDE, height, 0, 0, 0, 0)
    frame.addFromList([story], canvas)
    _draw_signature(canvas)
    canvas.save()
    return file.getvalue()


def _story(results: Sequence[CheckResult], about: Circumstances) -> list[Any]:
    tried = [result for result in results if result.name.startswith(_NETWORK)]
    parts = [result for result in results if result not in tried]
    failed = sum(not result.passed for result in results)
    verdict = _PASSED if not failed else f"{failed} of {len(results)} checks failed."
    if any(result.remark for result in parts):
        verdict += " What is only noted is said below."
    return [
        _text("BriefBank self-test", size=17.0, bold=True, after=3.0),
        _text("A search tool for an office’s own briefs that works without a network", after=9.0),
        _table([(_text(name, bold=True), _text(said)) for name, said in _head(about)], (0.17, 0.83)),
        _text(verdict, size=11.5, bold=True, before=9.0, after=5.0),
        _text("Connections that were tried, and had to be refused", bold=True, before=4.0, after=3.0),
        _grid(tried),
        _text(f"Held back by: {_HELD[guard.level()]}", before=4.0, after=3.0),
        *(_text(said) for said in _not_refused(tried)),
        _text("The other parts", bold=True, before=7.0, after=3.0),
        _table([_row(result) for result in parts], (0.24, 0.12, 0.64)),
        *_notes(about),
        _text("What this test does not show", bold=True, before=7.0, after=2.0),
        _text(_LIMITS),
    ]


def _not_refused(tried: Sequence[CheckResult]) -> list[str]:
    """Return how attempts ended that were not refused, once for all that ended alike."""
    names: dict[str, list[str]] = {}
    for result in tried:
        if not result.passed:
            names.setdefault(result.detail, []).append(result.name.removeprefix(_NETWORK))
    return [f"{'; '.join(each)}: {detail}" for detail, each in names.items()]


def _head(about: Circumstances) -> list[tuple[str, str]]:
    return [
        ("Date and time", f"{format_date(about.made.date())}, {about.made:%H:%M:%S} (UTC{about.made:%z})"),
        ("Program", f"BriefBank {__version__}"),
        ("System", f"{platform.system()} {platform.release()}, {platform.machine()}"),
    ]


def _notes(about: Circumstances) -> list[Any]:
    notes = [*about.statements]
    if about.record:
        notes.append(f"Last entry of the record of what was done: {about.record}")
    if not notes:
        return []
    return [_text("For the file", bold=True, before=7.0, after=2.0), *(_text(note) for note in notes)]


def _row(result: CheckResult) -> tuple[Any, ...]:
    return _text(result.name), _text(_ended(result), bold=True), _text(result.detail)


def _ended(result: CheckResult) -> str:
    if result.remark and result.passed:
        return "Noted"
    return "Passed" if result.passed else "FAILED"


def _grid(tried: Sequence[CheckResult]) -> Any:
    """Return a table of who tried, by what was tried."""
    by_name = {result.name: result for result in tried}
    head = [_text(word, bold=True) for word in ("Tried by", *_KINDS)]
    rows = [
        [_text(who), *(_text(_cell(by_name.get(f"{_NETWORK}{way}{kind}"))) for kind in _KINDS)]
        for way, who in _WAYS.items()
    ]
    return _table([head, *rows], (0.36, 0.16, 0.16, 0.16, 0.16))


def _cell(result: CheckResult | None) -> str:
    if result is None:
        return "not tried"
    return "refused" if result.passed else "NOT REFUSED"


def _table(rows: Sequence[Sequence[Any]], shares: Sequence[float]) -> Any:
    from reportlab.lib.colors import Color
    from reportlab.platypus import Table

    rule = Color(0.75, 0.75, 0.75)
    return Table(
        [list(row) for row in rows],
        colWidths=[share * _WIDE for share in shares],
        hAlign="LEFT",
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, rule),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ],
    )


def _text(
    words: str, *, size: float = SIZE, bold: bool = False, before: float = 0.0, after: float = 0.0
) -> Any:
    """Return a paragraph. Texts from elsewhere are escaped, so that they are no markup."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph

    style = ParagraphStyle(
        "text",
        fontName=_BOLD if bold else _PLAIN,
        fontSize=size,
        leading=1.3 * size,
        spaceBefore=before,
        spaceAfter=after,
        splitLongWords=1,
    )
    return Paragraph(escape(words), style)


_SIGNATURE_HEIGHT = 46.0
"""The height of the place for a signature, in points."""


def _draw_signature(canvas: Any) -> None:
    canvas.setLineWidth(0.6)
    half = (_WIDE - 30) / 2
    for left, words in ((MARGIN, "Date"), (MARGIN + half + 30, "Name and signature of who kept this page")):
        canvas.line(left, MARGIN + 14, left + half, MARGIN + 14)
        canvas.setFont(_PLAIN, 8)
        canvas.drawString(left, MARGIN + 3, words)


@lru_cache(maxsize=1)
def _register_fonts() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (_PLAIN, _BOLD):
        pdfmetrics.registerFont(TTFont(name, str(resources_folder() / "fonts" / f"{name}.ttf")))
