"""Pictures of the window in its states: ``python -m tests.ui.screenshots DIR [STATE-THEME-WIDTH …]``.

Themes are those of ui.style.theme: light, dark, contrast-light, contrast-dark.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from briefbank.domain.searches import Verdict
from briefbank.errors import StoreDamaged
from tests.stand_ins.library import StubLibrary
from tests.ui import (
    shots_alerts,
    shots_authorities,
    shots_captions,
    shots_collections,
    shots_draft,
    shots_find,
    shots_first,
    shots_first_day,
    shots_guide,
    shots_intake,
    shots_law,
    shots_library,
    shots_links,
    shots_model,
    shots_narrow,
    shots_office,
    shots_opening,
    shots_personal,
    shots_reader,
    shots_record,
    shots_search,
    shots_self_test,
    shots_summary,
)
from tests.ui.camera import Camera, search, settle
from ui.i18n.translate import translate_error
from ui.program import make_application
from ui.shared.pages import LIBRARY
from ui.style import theme
from ui.window.opening import FailureWindow

LARGE = (1920, 1080)  # The size of a 4K screen with QT_SCALE_FACTOR=2; used only when it is asked for
SIZES = ((1024, 700), (1440, 900), LARGE)
State = Callable[[Camera, tuple[int, int], str], None]
LONG_READING = (
    "Searched for the words prison, contractor, lose, removal, officer, immunity, sovereign; and for "
    "passages close in meaning. "
    "Not searched for: “Find me briefs about”."
)
QUERY = "officer extended traffic stop without reasonable suspicion"


def results(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.meaning = False
    library.documents.gaps = {0: "This page is a scan and could not be read. Look at the page itself."}
    window = camera.window(library, size)
    camera.shoot(window, f"begin-{tag}")
    search(window)
    window.search_page.focus_results()
    window.search_page.open_row(0)
    settle(camera.app, 1.0)
    window.search_page.menu.give_feedback(window.search_page.results.model.hit(0), Verdict.UP)
    camera.shoot(window, f"results-{tag}")
    window.search_page.results.list.expand(0, True)
    window.search_page.reader.toggle_summary()
    camera.shoot(window, f"summary-{tag}")
    window.search_page.reader.toggle_summary()
    window.search_page.filters.date_from.setText("yesterday-ish")
    window.search_page.filters.date_from.editingFinished.emit()
    window.search_page.open_row(2)
    camera.shoot(window, f"third-{tag}")
    window.search_page.reader.canvas.jump(0)
    window.search_page.bar.understood.say(LONG_READING)
    camera.shoot(window, f"gap-{tag}")
    search(window, "zebra crossing")
    camera.shoot(window, f"zero-{tag}")
    window.show_page(LIBRARY)
    settle(camera.app)
    window.library_page.table.selectRow(1)
    camera.shoot(window, f"documents-{tag}")
    window.drop.overlay.cover()
    camera.shoot(window, f"drop-{tag}")
    window.drop.overlay.hide()
    window.help.self_test()
    settle(camera.app)
    camera.shoot(window.help.dialog, f"selftest-{tag}")
    window.help.dialog.close()
    window.close()


def first_use(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = camera.window(StubLibrary(empty=True), size)
    camera.shoot(window, f"first-{tag}")
    window.close()


def failure(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = FailureWindow(translate_error(StoreDamaged()), Path("/home/user/.local/share/BriefBank/library"))
    window.show()
    camera.shoot(window, f"failure-{tag}")
    window.close()


STATES: tuple[State, ...] = (
    *(shots_first.opening, first_use, results, failure),
    *(shots_intake.intake, shots_intake.many, shots_intake.paused, shots_intake.held),
    *(shots_intake.finished, shots_intake.refusals, shots_first_day.first_day, shots_alerts.alerts),
    *(shots_library.care, shots_library.read_only, shots_library.settings, shots_library.versions),
    *(
        shots_office.office,
        shots_office.auditor,
        shots_captions.captions,
        shots_search.query,
        shots_search.marks,
    ),
    *(shots_authorities.authorities, shots_authorities.authorities_empty, shots_authorities.good_law),
    *(shots_law.law, shots_law.law_dialogs, shots_draft.draft, shots_draft.governing),
    *(shots_find.finding, shots_find.beside, shots_find.names),
    *(shots_reader.reader, shots_reader.reader_notes, shots_reader.reader_away, shots_links.links),
    *shots_narrow.STATES,
    *(shots_summary.summaries, shots_model.local_model, shots_model.deeper),
    shots_collections.collections,
    shots_personal.personal,
    shots_record.record,
    *shots_opening.STATES,
    shots_self_test.self_test,
    *shots_guide.STATES,
)
"""Each takes a window through what its name says, and has the camera look at it now and then."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws the states of the window.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("pictures", nargs="*", help="STATE-THEME-WIDTH; without any, all but the largest")
    given = parser.parse_args()
    out, only = given.folder, given.pictures
    out.mkdir(parents=True, exist_ok=True)
    app = make_application()
    camera = Camera(app, out)
    for look in theme.Theme:
        theme.apply(app, look)
        for size in SIZES:
            tag = f"{look.value}-{size[0]}"
            for state in STATES:
                if f"{state.__name__}-{tag}" in only or (not only and size is not LARGE):
                    state(camera, size, tag)


if __name__ == "__main__":
    import os

    with tempfile.TemporaryDirectory() as home:
        os.environ["BRIEFBANK_HOME"] = home
        main()
