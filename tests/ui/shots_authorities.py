"""The page of authorities in its states, for tests.ui.screenshots."""

from __future__ import annotations

import threading

from briefbank.domain.authorities import Standing
from briefbank.errors import BriefBankError
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import MARLOW
from tests.ui.camera import Camera, settle
from ui.features.authorities.view import LIST, PROPOSALS
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES

REFUSED = BriefBankError(
    "Your office’s list says something else of this authority already.",
    "Change the line “Limited by State v. Hollis, since March 12, 2015”, or give this one a date.",
)
FAULTY = BriefBankError(
    "Nothing was imported. Row 14, column “status”: “dead” is not a status.",
    "Write one of: overruled, reversed, limited, good.",
)


def _open(camera: Camera, library: StubLibrary, size: tuple[int, int]) -> MainWindow:
    window = camera.window(library, size)
    window.show_page(AUTHORITIES)
    settle(camera.app)
    return window


def authorities(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.law.fill_list()
    window = _open(camera, library, size)
    view, page = window.authorities, window.authorities.page
    camera.shoot(window, f"authorities-{tag}")
    view.list.setFocus()
    settle(camera.app)
    camera.shoot(window, f"authority-{tag}")
    bar = page._area.verticalScrollBar()
    for number, share in enumerate((0.35, 0.7, 1.0), start=2):
        bar.setValue(round(bar.maximum() * share))
        page.chart.setFocus() if number == 2 else None
        bar.setValue(round(bar.maximum() * share))
        camera.shoot(window, f"authority-{number}-{tag}")
    for row, name in ((1, "provision"), (4, "uncited"), (5, "long")):
        view.list.choose(row)
        settle(camera.app)
        camera.shoot(window, f"authority-{name}-{tag}")
    view.list.choose(0)
    window.authority_controller.show_report(MARLOW)
    settle(camera.app)
    camera.shoot(window.authority_controller.report, f"reliance-{tag}")
    window.authority_controller.report.close()
    view.field.setText("zebra")
    settle(camera.app)
    camera.shoot(window, f"authorities-no-match-{tag}")
    library.gates["authority_page"] = threading.Event()
    library.gates["find_authorities"] = threading.Event()
    view.field.setText("marlow")
    settle(camera.app)
    camera.shoot(window, f"authorities-looking-{tag}")
    for gate in library.gates.values():
        gate.set()
    window.close()


def authorities_empty(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = _open(camera, StubLibrary(empty=True), size)
    camera.shoot(window, f"authorities-empty-{tag}")
    for part in (LIST, PROPOSALS):
        window.authorities.switch.choose(part)
        camera.shoot(window, f"authorities-empty-{part}-{tag}")
    window.close()
    library = StubLibrary()
    library.faults["find_authorities"] = BriefBankError(
        "The library cannot be read.", "Look at Library care."
    )
    window = _open(camera, library, size)
    camera.shoot(window, f"authorities-failed-{tag}")
    window.close()


def good_law(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.law.fill_list()
    window = _open(camera, library, size)
    work, view = window.authority_controller.good_law, window.authorities
    view.switch.choose(LIST)
    settle(camera.app)
    camera.shoot(window, f"good-law-{tag}")
    library.faults["import_list"] = FAULTY
    work.import_file(camera.out / "list.csv")
    camera.shoot(window, f"good-law-import-failed-{tag}")
    view.good_law.add.click()
    form = work.form
    form.since.setText("some time ago")
    camera.shoot(form, f"entry-form-date-{tag}")
    form.authority.setText("State v. Marlow, 170 N.J. 640")
    form.choose(Standing.REVERSED_ON_OTHER_GROUNDS)
    form.since.setText("March 2015")
    library.faults["enter"] = REFUSED
    form.save.click()
    settle(camera.app)
    camera.shoot(form, f"entry-form-error-{tag}")
    form.close()
    view.switch.choose(PROPOSALS)
    settle(camera.app)
    view.proposals.list.choose(0)
    camera.shoot(window, f"proposals-{tag}")
    view.proposals.buttons.confirm.click()
    camera.shoot(work.form, f"proposal-confirm-{tag}")
    work.form.close()
    window.close()
