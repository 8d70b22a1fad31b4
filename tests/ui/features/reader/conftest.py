"""A brief of the sample open in the reader, where things are on its pages, and a model that writes of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Document
from briefbank.domain.pages import Box
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SummaryPart,
)
from briefbank.errors import Cancelled
from briefbank.jobs import Reporter
from briefbank.library import Library
from briefbank.settings import Settings, save
from briefbank.summary.extractive import select_material
from briefbank.text.messages import Message, as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import search
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.reader import Reader
from ui.features.reader.summary import GateAction, SummaryPanel
from ui.features.reader.text import PageTextLayer
from ui.main_window import MainWindow

OKONJO, SCANNED = "State v. Marcus T. Okonjo", "State v. Lucius B. Ravenel"
"""The title of the brief that the search finds first, of 8 pages, and that of a scan of 7."""
HIT = 5  # The page of the first result, printed 3


def document(library: Library, title: str = OKONJO) -> Document:
    """Return the brief whose title begins so."""
    return next(document for document in library.documents.each() if document.title.startswith(title))


def drawn(canvas: PageCanvas, page: int) -> bool:
    return canvas.cache is not None and canvas.cache.picture(page) is not None


def open_row(qtbot: QtBot, window: MainWindow, row: int) -> Reader:
    """Open a result and wait until its words are marked on the drawn page."""
    reader = window.search_page.reader
    window.search_page.open_row(row)
    hit = window.search_page.results.model.hit(row)
    qtbot.waitUntil(lambda: reader.canvas.page == hit.passage.first_page and bool(reader.canvas.marks()))
    qtbot.waitUntil(lambda: drawn(reader.canvas, reader.canvas.page))
    return reader


@pytest.fixture
def reader(qtbot: QtBot, sample_window: MainWindow) -> Reader:
    """The first result of a search open at its words; the pages have the keyboard."""
    sample_window.activateWindow()
    search(qtbot, sample_window)
    reader = open_row(qtbot, sample_window, 0)
    assert reader.document is not None and (reader.document.title, reader.canvas.page) == (OKONJO, HIT)
    reader.canvas.setFocus()
    return reader


def text_of(qtbot: QtBot, canvas: PageCanvas, page: int) -> PageTextLayer:
    """Return the text of a page once the reader has it."""
    cache = canvas.cache
    assert cache is not None
    cache.want_text(page)
    qtbot.waitUntil(lambda: cache.text(page) is not None)
    text = cache.text(page)
    assert text is not None
    return text


def place(canvas: PageCanvas, page: int, box: Box) -> QPoint:
    """Return the middle of a box of the paper, in the viewport."""
    geometry, seen = canvas.sheets, canvas.sheets.seen(page, box)
    x = canvas.left_of(page) + (seen.x0 + seen.x1) / 2 * geometry.scale
    y = geometry.tops[page] - canvas.verticalScrollBar().value() + (seen.y0 + seen.y1) / 2 * geometry.scale
    return QPointF(x, y).toPoint()


def pixels(canvas: PageCanvas, page: int, box: Box) -> list[QColor]:
    """Return the colours that are seen in a box of the paper."""
    image: QImage = canvas.viewport().grab().toImage()
    ratio, scale = image.devicePixelRatio(), canvas.sheets.scale
    middle = place(canvas, page, box)
    across, down = round((box.x1 - box.x0) * scale / 2), round((box.y1 - box.y0) * scale / 2)
    return [
        image.pixelColor(round((middle.x() + x) * ratio), round((middle.y() + y) * ratio))
        for x in range(-across, across)
        for y in range(-down, down)
    ]


MODEL = "Made-up Instruct 1B"
ISSUE, FACTS = SummaryPart.ISSUE, SummaryPart.FACTS
SHOWN, CORRECTED, WITHHELD = ClaimOutcome.SHOWN, ClaimOutcome.CORRECTED, ClaimOutcome.WITHHELD
WRITTEN = (
    CheckedClaim(Claim("Whether a driver may be asked for the keys over a broken bulb.", (1,), ISSUE), SHOWN),
    CheckedClaim(
        Claim("The brief argues that agreeing at the roadside was no free choice.", (1,), ISSUE), CORRECTED
    ),
    CheckedClaim(Claim("The motorist was pulled over while using a relative’s car.", (2, 5), FACTS), SHOWN),
    CheckedClaim(Claim("He looked away from the patrolman.", (6,), FACTS), SHOWN),
)
"""What the model says of State v. Okonjo; the third sentence rests on two pages of it, 3 and 4."""
LEFT_OUT = CheckedClaim(
    Claim("", (6,), FACTS),
    WITHHELD,
    (ClaimFinding(ClaimFault.UNSUPPORTED, "The number 45 does not stand in the source."),),
)


class FakeModel:
    """The part of a library's summaries that needs a model: what it writes, and what was kept of that."""

    def __init__(self, library: HookedLibrary) -> None:
        self._library = library
        self.claims: tuple[CheckedClaim, ...] = WRITTEN
        self.whole = ""  # Why nothing of it may be shown
        self.why_none = ""
        self.progress: tuple[tuple[Message, int, int], ...] = ()
        self.gate: threading.Event | None = None
        """Until it is set the model is at work."""
        self.stopped = threading.Event()
        self.kept: dict[int, GeneratedSummary] = {}
        summaries = library.summaries
        summaries.write, summaries.kept = self._write, self.kept.get  # type: ignore[method-assign]
        summaries.unavailable = lambda: as_message(self.why_none)  # type: ignore[method-assign]

    def hold(self) -> threading.Event:
        self.gate = threading.Event()
        return self.gate

    @property
    def calls(self) -> int:
        """How often a summary was begun."""
        return len(self._library.called("summaries.write"))

    def summary_of(self, document_id: int) -> GeneratedSummary:
        claims = () if self.whole else self.claims
        summary = GeneratedSummary(document_id, MODEL, "ab" * 32, 1, claims, as_message(self.whole), 12.0)
        brief = self._library.documents.get(document_id)
        return summary.with_sources(select_material(brief, self._library.documents.passages(document_id)))

    def _write(self, document_id: int, reporter: Reporter) -> GeneratedSummary:
        for step in self.progress:
            reporter.progress(*step)
        gate, self.gate = self.gate, None
        while gate is not None and not gate.wait(0.005):
            try:
                reporter.check()
            except Cancelled:
                self.stopped.set()
                raise
        self.kept[document_id] = self.summary_of(document_id)
        return self.kept[document_id]


def choose_model(*, spoken: bool = True) -> None:
    """Let the office choose a model; the settings are those of this test's home."""
    save(Settings(local_model=Path("/made-up/made-up-1b.gguf"), summaries_spoken=spoken))


@pytest.fixture
def model(sample_library: HookedLibrary) -> FakeModel:
    """The office has chosen a local model."""
    choose_model()
    return FakeModel(sample_library)


def open_summary(qtbot: QtBot, reader: Reader, act: GateAction | None = None) -> SummaryPanel:
    """Open the summary, and wait until its gate offers this, or else until the document's words are there."""
    panel = reader.summary
    if not panel.is_open:
        qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(panel.painted.pieces) > 2)
    if act is not None:
        qtbot.waitUntil(lambda: panel.generated.act is act and panel.generated.isVisible())
    return panel


def reveal(qtbot: QtBot, reader: Reader) -> SummaryPanel:
    """Open the summary and its gate."""
    panel = open_summary(qtbot, reader, GateAction.SHOW)
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    assert panel.generated.is_revealed
    return panel
