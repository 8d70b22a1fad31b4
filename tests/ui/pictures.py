"""The pictures of the README and of the guide: ``python -m tests.ui.pictures [FOLDER [NAME …]]``.

Without arguments all of them are written anew where they belong. They show the real window on the sample
briefs, in the same size and colours each time.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QEvent, QEventLoop, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from briefbank import settings as kept
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Annotation
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.domain.searches import FacetKind, Filters, SearchRequest, Verdict
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import resources_folder
from briefbank.sample import write_sample
from tests.stand_ins.hooked_library import HookedLibrary, hooked
from tests.ui.features.draft.conftest import DRAFT as DRAFT_TEXT
from ui.features.authorities.page import LIST
from ui.features.collections.parts import CollectionKey
from ui.features.help.first_steps import PLACE
from ui.features.reader.side import OUTLINE
from ui.features.settings.care import CarePanel
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.program import make_application, make_window
from ui.shared.pages import AUTHORITIES, COLLECTIONS, DRAFT, LIBRARY, SEARCH, SETTINGS
from ui.style import theme

SIZE, README_SIZE = (1280, 820), (1440, 900)
QUERY = "officer extended traffic stop without reasonable suspicion"
README_QUERY = "can the prosecutor rely on inevitable discovery after an unlawful car search"
LONGEST_S = 120.0
COLOURS = 112  # The number of colours of a picture's palette: text stays sharp, and the file small
MOST_BYTES = 120_000
NEWS = (
    LibraryAlert(AlertKind.DISK, 1, size=1_240_000_000),
    LibraryAlert(AlertKind.PROPOSED, 4),
    LibraryAlert(AlertKind.HIDDEN, 2, (1, 2), pages=5),
    LibraryAlert(AlertKind.DOUBTFUL, 3, (3, 1, 2), pages=41),
    LibraryAlert(AlertKind.ANNOTATIONS, 2, (2, 3), annotations=(Annotation.HEADINGS, Annotation.CITATIONS)),
    LibraryAlert(AlertKind.BACKUP, 45),
)


def settle(seconds: float = 1.0) -> None:
    """Let the window draw itself; a picture may wait by the clock, unlike a test."""
    app, end = QApplication.instance(), time.monotonic() + seconds
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def until(condition: Callable[[], object]) -> None:
    """Wait until the window is as a picture needs it. Raises TimeoutError."""
    end = time.monotonic() + LONGEST_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        settle(0.1)


class Studio:
    """Opens windows on the sample briefs, and keeps what was photographed by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: dict[str, Path] = {}
        self._sample = folder / "sample"
        with Library.open(self._sample) as library:
            outcomes = library.ingest.add(write_sample(folder / "files"), QuietReporter(), sample=True)
            assert all(outcome.document is not None for outcome in outcomes), outcomes
            library.embedding.embed_pending(QuietReporter())

    @contextmanager
    def window(
        self,
        prepare: Callable[[HookedLibrary], object] = lambda _library: None,
        *,
        size: tuple[int, int] = SIZE,
        empty: bool = False,
    ) -> Iterator[MainWindow]:
        """A window on a copy of the sample after ``prepare`` changed it, or on an empty library."""
        with tempfile.TemporaryDirectory() as home:
            os.environ["BRIEFBANK_HOME"] = home  # nothing is remembered of the picture before
            folder = Path(home) / "library"
            if not empty:
                shutil.copytree(self._sample, folder)
            with Library.open(folder) as library, hooked(library) as with_hooks:
                prepare(with_hooks)
                library.warm()
                window = make_window(with_hooks)
                window.resize(*size)
                window.show()
                window.show_page(SEARCH)
                settle()
                yield window
                window.close()

    def take(self, widget: QWidget, name: str, *, over: QWidget | None = None) -> None:
        """Photograph a widget, with a dialog that stands over it."""
        settle()
        picture = widget.grab()
        if over is not None:
            painter = QPainter(picture)
            painter.drawPixmap(widget.mapFromGlobal(over.pos()), over.grab())
            painter.drawRect(over.geometry().translated(widget.mapFromGlobal(over.pos()) - over.pos()))
            painter.end()
        self.taken[name] = self.folder / f"{name}.png"
        picture.save(str(self.taken[name]))


def search(window: MainWindow, text: str = QUERY, opened: int | None = None) -> None:
    """Search, and open a result."""
    page = window.search_page
    page.bar.field.setText(text)
    page.bar.ask()
    until(lambda: page.question is None)
    settle()
    page.focus_results()
    if opened is not None:
        open_hit(window, opened)


def open_hit(window: MainWindow, number: int) -> None:
    """Open one of the results that are shown; lines stand between them."""
    model = window.search_page.results.model
    rows = [row for row in range(model.rowCount()) if model.hit_at(row) is not None]
    window.search_page.open_row(rows[number])
    settle()
    canvas = window.search_page.readers.active.canvas
    until(lambda: canvas.cache is not None and canvas.cache.picture(canvas.page) is not None)


def readme(studio: Studio) -> None:
    with studio.window(size=README_SIZE) as window:
        search(window, README_QUERY, 0)
        settle(3)
        studio.take(window, "window")


def first_steps(studio: Studio) -> None:
    with studio.window(empty=True) as window:
        window.search_page.first_use.show_step(PLACE)
        studio.take(window, "first-steps")


def results(studio: Studio) -> None:
    with studio.window() as window:
        studio.take(window, "begin")
        search(window, opened=0)
        window.search_page.menu.give_feedback(window.search_page.results.model.hit(0), Verdict.UP)
        studio.take(window, "results")
        window.show_page(LIBRARY)
        settle()
        window.library_page.table.selectRow(1)
        studio.take(window, "library")


def summary(studio: Studio) -> None:
    with studio.window() as window:
        search(window, opened=0)
        window.search_page.reader.toggle_summary()
        studio.take(window, "summary")


def narrowed(studio: Studio) -> None:
    with studio.window() as window:
        search(window, "traffic stop suspicion")
        window.search_page.filters.toggle()
        settle()
        filters = Filters(filed_from=date(2012, 1, 1), kinds=frozenset({Kind.BRIEF}))
        window.search_page.filters.narrow_to(filters)
        settle()
        window.search_page.filters.facets[FacetKind.COURT].setFocus()
        studio.take(window, "narrow")


def by_brief(studio: Studio) -> None:
    with studio.window() as window:
        search(window, "traffic stop suspicion", 1)
        studio.take(window, "by-brief")


def reader(studio: Studio) -> None:
    with studio.window() as window:
        search(window, opened=0)
        window.search_page.reader.side.state = OUTLINE
        studio.take(window, "reader")


def finding(studio: Studio) -> None:
    with studio.window() as window:
        search(window, opened=0)
        window.search_page.reader.find_bar.open_bar()
        window.search_page.reader.find_bar.field.setText("stop")
        studio.take(window, "find")


def beside(studio: Studio) -> None:
    with studio.window() as window:
        search(window, opened=0)
        window.toggle_second_reader()
        open_hit(window, 2)
        active = window.search_page.readers.active
        active.find_bar.open_bar()
        active.find_bar.field.setText("court")
        studio.take(window, "beside")


def collection(studio: Studio) -> None:
    def fill(library: HookedLibrary) -> None:
        collections = library.userdata.collections
        collections.make("Reply brief, Point II")
        friday = collections.make("For the hearing on Friday")
        collections.set_hearing(friday.id, date(2026, 12, 4))
        ids = [hit.passage.id for hit in library.search(SearchRequest(QUERY)).hits[:4]]
        entries = library.collection_resolver.add_passages(friday.id, ids)
        collections.write_note(entries[0].id, "Lead with this: the minutes are on the recording.")
        collections.write_note(entries[2].id, "Only if they raise the checkpoint.")

    with studio.window(fill) as window:
        newest = window.library_page.library.userdata.collections.all()
        window.collections_page.shown = CollectionKey(next(item.id for item in newest if item.hearing))
        window.show_page(COLLECTIONS)
        settle()
        window.collections_page.entries.setFocus()
        window.collections_page.entries.choose(0)
        studio.take(window, "collection")


def remembered(studio: Studio) -> None:
    def remember(library: HookedLibrary) -> None:
        for text in ("excessive sentence aggravating factor three", "2C:44-1", QUERY):
            library.userdata.history.add(SearchRequest(text))
        for name, text in (("suspicion", "suspicion"), ("Consent at the roadside", "consent to search")):
            request = SearchRequest(text)
            saved, keys = library.userdata.saved.save(name, request), library.relevant_keys(request)
            library.userdata.saved.look(saved.id, keys[:2])
            library.userdata.saved.count_news(saved.id, keys)
        for number, document in enumerate(list(library.documents.each())):
            library.userdata.recent.opened(document.sha256, number)

    with studio.window(remember) as window:
        window.search_page.begin.focus_first()
        studio.take(window, "remembered")


def adding(studio: Studio) -> None:
    files = studio.folder / "Box 12"
    files.mkdir(exist_ok=True)
    for number in range(1, 4):
        (files / f"State v. Doe {number}.txt").write_text(
            "BRIEF FOR DEFENDANT\n\n" + "The stop was long. " * 90
        )
    (files / "Exhibit list.xyz").write_bytes(bytes(range(256)) * 40)
    with studio.window() as window:
        window.show_page(LIBRARY)
        window.add(sorted(files.iterdir()))
        until(lambda: window.library_page.adding.counts.in_work or not window.library_page.adding.waiting)
        studio.take(window, "adding")


def caption(studio: Studio) -> None:
    with studio.window() as window:
        window.library_page.library.documents.correct(1, CaptionField.COURT, "Superior Court of New Jersey")
        search(window, opened=0)
        window.correct_chosen()
        settle()
        dialog = window.library_page.correction.dialog
        assert dialog is not None
        studio.take(window, "caption", over=dialog)
        dialog.reject()


def care(studio: Studio) -> None:
    with studio.window() as window:
        window.show_settings(CarePanel)
        settle()
        studio.take(window, "care")


def settings(studio: Studio) -> None:
    def choose(library: HookedLibrary) -> None:
        kept.save(replace(kept.load(), ocr_address="http://10.0.0.5:8000/v1"))

    with studio.window(choose) as window:
        window.show_page(SETTINGS)
        studio.take(window, "settings")


def listed(library: HookedLibrary) -> None:
    """Enter four lines into the office's list of good law."""
    enter = library.good_law.enter
    enter("57 N.J. 325", Standing.LIMITED, by="State v. R.B., 183 N.J. 308", since=date(2005, 6, 1),
          note="Only the test of plain error.", entered_by="A. Ruiz")  # fmt: skip
    enter("170 N.J. 632", Standing.MODIFIED, by="174 N.J. 351")
    enter("State v. Case, 220 N.J. 49", Standing.GOOD)
    enter("432 U.S. 98", Standing.REVERSED_ON_OTHER_GROUNDS)


def authorities(studio: Studio) -> None:
    with studio.window(listed) as window:
        window.show_page(AUTHORITIES)
        settle()
        window.authorities_page.list.setFocus()
        studio.take(window, "authority")
        window.authorities_page.switch.choose(LIST)
        studio.take(window, "office-list")


def alerts(studio: Studio) -> None:
    with studio.window(lambda library: library.change("maintenance.alerts", lambda _none: NEWS)) as window:
        window.alerts.toggle()
        settle()
        studio.take(window, "alerts")


def draft(studio: Studio) -> None:
    file = studio.folder / "Brief of State v. Person (draft 3).txt"
    file.write_text(DRAFT_TEXT)
    with studio.window(
        lambda library: library.good_law.enter(
            "170 N.J. 632", Standing.OVERRULED, by="State v. Quell, 180 N.J. 10"
        )
    ) as window:
        window.show_page(DRAFT)
        window.draft_page.check_file(file)
        while window.jobs.busy("draft", window.draft_page):
            settle(0.2)
        QTest.keyClick(window.draft_page.report.parts, Qt.Key.Key_Down)
        studio.take(window, "draft")


VIEWS: tuple[Callable[[Studio], None], ...] = (
    *(readme, first_steps, results, summary, narrowed, by_brief, reader, finding, beside, collection),
    *(remembered, adding, caption, care, settings, authorities, alerts, draft),
)
LOOKS = {summary: theme.Theme.CONTRAST_DARK, beside: theme.Theme.DARK}
"""The themes of the views that are not light."""


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as work:
        os.environ["BRIEFBANK_HOME"] = work
        app = make_application()
        collector = Collector(app)  # a collection in a lane's thread would delete widgets there
        studio = Studio(Path(work))
        for view in VIEWS:
            if len(sys.argv) < 3 or view.__name__ in sys.argv[2:]:
                theme.apply(app, LOOKS.get(view, theme.Theme.LIGHT))
                view(studio)
        collector.stop()
        for name, taken in studio.taken.items():
            of_guide = name != "window"
            kept_in = resources_folder() / ("guide/pictures" if of_guide else "pictures")
            write(taken, (folder or kept_in) / f"{name}.png", MOST_BYTES if of_guide else None)


def write(taken: Path, target: Path, most: int | None) -> None:
    """Write a picture, with a palette of its own to keep it small. Raises ValueError above ``most`` bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(taken) as whole:
        picture = whole.convert("RGB")
        small = picture if most is None else picture.quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(target, optimize=True)
    if most is not None and target.stat().st_size >= most:
        raise ValueError(f"{target.name} has {target.stat().st_size} bytes")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main()
