"""Made-up briefs for the stand-in library: their captions, passages and pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from briefbank.domain.authorities import Span
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Box, PageImage, PageLink, Passage, Role
from briefbank.errors import NotInLibrary
from briefbank.text.messages import Message

PAGES = 24
FIRST_NUMBERED = 3
LINE_CHARS = 68


@dataclass(frozen=True)
class BriefSource:
    """One made-up brief: its caption, and passages as (page index, heading path, text)."""

    title: str
    court: str
    docket: str
    filed: date | None
    kind: Kind
    sample: bool
    passages: tuple[tuple[int, tuple[str, ...], str], ...]


SOURCES = (
    BriefSource(
        "State v. Harlan Quill, Brief and Appendix for Defendant-Appellant",
        "Superior Court of New Jersey, Appellate Division",
        "A-2214-22",
        date(2023, 3, 3),
        Kind.BRIEF,
        False,
        (
            (
                14,
                ("POINT I", "THE STOP WAS PROLONGED BEYOND ITS MISSION WITHOUT REASONABLE SUSPICION."),
                "The stop should have ended when Trooper Vance handed back the license and the written "
                "warning. "
                "Instead he kept the defendant at the roadside for another nineteen minutes to wait for "
                "a dog. "
                "An officer may not extend a completed traffic stop, even briefly, unless reasonable "
                "suspicion of "
                "another offense has arisen by then. Nothing on the recording supplies it: the defendant "
                "answered "
                "every question, his hands stayed on the wheel, and the only new fact was that he seemed "
                "nervous. "
                "Nervousness during a traffic stop is common to the guilty and the innocent alike, and "
                "it cannot "
                "carry the weight that the motion judge placed upon it.",
            ),
            (
                17,
                ("POINT I", "A. The mission of the stop was complete."),
                "Once the tasks tied to the traffic infraction are completed, or reasonably should have "
                "been, the "
                "authority for the seizure ends. The motion judge found that the warning was printed at "
                "9:14 p.m. "
                "and that the dog arrived at 9:33 p.m. The State offered no reason for the delay other "
                "than the "
                "wait itself. A stop that lasts longer than its purpose requires is a new seizure, and a new "
                "seizure needs reasonable suspicion of its own.",
            ),
        ),
    ),
    BriefSource(
        "State v. Imogen Pell, Reply Brief",
        "Superior Court of New Jersey, Appellate Division",
        "A-0871-19T4",
        date(2020, 10, 19),
        Kind.BRIEF,
        True,
        (
            (
                6,
                (
                    "LEGAL ARGUMENT",
                    "POINT II",
                    "CONSENT GIVEN DURING AN UNLAWFUL DETENTION IS NOT VOLUNTARY.",
                ),
                "The State answers that Ms. Pell agreed to the search of the trunk. But consent that "
                "follows an "
                "unlawfully extended traffic stop is the fruit of that stop. The officer asked only "
                "after he had "
                "told her that she was free to go and then called her back. No reasonable suspicion "
                "supported the "
                "second detention, no time had passed, and nothing broke the chain between the two.",
            ),
        ),
    ),
    BriefSource(
        "Directive on the recording of roadside stops",
        "Office of the Public Defender",
        "",
        date(2018, 6, 1),
        Kind.DIRECTIVE,
        True,
        (
            (
                2,
                ("3. Discovery of recordings",),
                "Counsel should ask for the dashboard and body recordings of every traffic stop within "
                "ten days of "
                "assignment. The time at which the stop was extended, the reason that the officer gave "
                "for it, and "
                "the arrival of any dog are to be noted to the second.",
            ),
        ),
    ),
    BriefSource(
        "People v. Ansgar Whitlock and Twelve Other Defendants, Joint Opening Brief on "
        "Consolidated Appeals from "
        "the Denial of Motions to Suppress Evidence Seized at the Harbor Street Checkpoint",
        "Court of Appeals",
        "2014-00317; 2014-00318; 2014-00319",
        date(2015, 1, 28),
        Kind.BRIEF,
        False,
        (
            (
                9,
                ("ARGUMENT", "I. The checkpoint stops were not brief."),
                "A checkpoint is justified by its brevity. Each of these thirteen drivers was waved into "
                "a second "
                "line, where the average stop lasted twenty-six minutes and where officers asked about "
                "matters that "
                "had nothing to do with traffic. Without reasonable suspicion directed at the particular "
                "driver, "
                "that second stop was a seizure for which the checkpoint's own plan gave no authority.",
            ),
        ),
    ),
    BriefSource(
        "Memorandum on nervousness as a factor",
        "",
        "",
        None,
        Kind.MEMO,
        False,
        (
            (
                0,
                (),
                "Courts have been slow to give weight to nervousness alone. It counts, when it counts at "
                "all, "
                "together with facts that point to a crime. This memorandum gathers the decisions in which a "
                "traffic stop was extended for no better reason, and sorts them by what else was there.",
            ),
        ),
    ),
)

FILLER = (
    "The record on this point is short and it is not in dispute. The parties agree on the "
    "hour, on the place and on "
    "who was there; what they draw from it differs. For the reasons that follow the order "
    "should be reversed and the "
    "matter sent back for a new hearing before a different judge, at which the State should bear the burden."
)


def wrap(text: str) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) + 1 > LINE_CHARS:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


def page_lines(source: BriefSource, page: int) -> list[str]:
    """Return an invented page: its headings and passages, filled up with plain paragraphs."""
    lines: list[str] = []
    for number, heading, text in source.passages:
        if number == page:
            lines += [*wrap(heading[-1] if heading else ""), "", *wrap(text), ""]
    while len(lines) < 26:
        lines += [*wrap(FILLER), ""]
    return lines[:30]


def document(number: int, source: BriefSource) -> Document:
    gaps = 2 if number == 4 else 0
    return Document(
        number, f"{number:064d}", source.kind, source.title, source.court, source.docket, source.filed,
        "caption" if source.filed else "", PAGES, 0, len(source.passages), gaps,
        f"brief-{number}.pdf", ".pdf",
        120_000, datetime(2026, 1, 2, tzinfo=UTC), False, source.sample,
    )  # fmt: skip


def passage(number: int, document_id: int, source: BriefSource, which: int) -> Passage:
    page, heading, text = source.passages[which]
    raw = "\n".join(page_lines(source, page))
    spans, at = [], 0
    for line in wrap(text):
        start = raw.index(line)
        spans.append(Span(page, start, start + len(line), at, len(line)))
        at += len(line) + 1
    label = str(page - FIRST_NUMBERED + 1) if page >= FIRST_NUMBERED else ""
    return Passage(which, text, Role.BODY, heading, tuple(spans), label, (), number, document_id)


class StubPages:
    """Draws made-up pages; those in ``broken`` fail."""

    def __init__(self, source: BriefSource) -> None:
        self._source = source
        self.broken: frozenset[int] = frozenset()
        self.closed = False
        self.rendered: list[tuple[int, float]] = []
        self.made_links: dict[int, list[PageLink]] = {}
        self.files, self.active = 0, False

    def sizes(self) -> list[tuple[float, float]]:
        return [(612.0, 792.0)] * PAGES

    def links(self, page: int) -> list[PageLink]:
        return self.made_links.get(page, [])

    def attached(self) -> int:
        return self.files

    def has_active_content(self) -> bool:
        return self.active

    def _fonts(self) -> tuple[QFont, float]:
        font = QFont("Liberation Serif")
        font.setPixelSize(13)
        return font, 19.0

    def _line_box(self, number: int) -> tuple[float, float]:
        return 92.0, 84.0 + number * 21.0

    def render(self, page: int, scale: float) -> PageImage:
        if page in self.broken:
            raise NotInLibrary(
                Message("The page is damaged."), Message("Open the document in another program.")
            )
        self.rendered.append((page, scale))
        image = QImage(round(612 * scale), round(792 * scale), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(scale, scale)
        font, _ = self._fonts()
        painter.setFont(font)
        painter.setPen(QColor("#111111"))
        for number, line in enumerate(page_lines(self._source, page)):
            x, y = self._line_box(number)
            painter.drawText(QRectF(x, y, 600, 18), Qt.AlignmentFlag.AlignVCenter, line)
        if page >= FIRST_NUMBERED:
            painter.drawText(
                QRectF(0, 740, 612, 20), Qt.AlignmentFlag.AlignCenter, str(page - FIRST_NUMBERED + 1)
            )
        painter.end()
        return PageImage(image.width(), image.height(), bytes(image.constBits()))

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        metrics, word_boxes, start = QFontMetricsF(self._fonts()[0]), [], 0
        for number, line in enumerate(page_lines(self._source, page)):
            end = start + len(line)
            for first, last in ranges:
                a, b = max(first, start) - start, min(last, end) - start
                if a < b:
                    x, y = self._line_box(number)
                    left, right = metrics.horizontalAdvance(line[:a]), metrics.horizontalAdvance(line[:b])
                    word_boxes.append(Box(x + left, y + 1, x + right, y + 17))
            start = end + 1
        return word_boxes

    def characters(self, page: int) -> list[Box | None]:
        raw = "\n".join(page_lines(self._source, page))
        boxes = (self.boxes(page, [(at, at + 1)]) for at in range(len(raw)))
        return [None if mark.isspace() else box[0] for mark, box in zip(raw, boxes, strict=True)]

    def close(self) -> None:
        self.closed = True
