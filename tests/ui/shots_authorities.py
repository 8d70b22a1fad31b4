"""The page of authorities in its states, for tests.ui.screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from briefbank.domain.authorities import Standing
from briefbank.errors import BriefBankError
from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.camera import Camera, real_library, settle
from ui.features.authorities.page import LIST, PROPOSALS
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES

REFUSED = BriefBankError(
    Message("Your office’s list says something else of this authority already."),
    Message("Change the line “Limited by State v. Hollis, since March 12, 2015”, or give this one a date."),
)


@contextmanager
def _opened(camera: Camera, size: tuple[int, int], library: HookedLibrary) -> Iterator[MainWindow]:
    window = camera.window(library, size)
    window.show_page(AUTHORITIES)
    settle(camera.app)
    yield window
    window.close()


@contextmanager
def _listed() -> Iterator[HookedLibrary]:
    """The eight briefs, and an office's list of four lines."""
    with real_library() as library:
        enter = library.good_law.enter
        enter("57 N.J. 325", Standing.LIMITED, by="State v. R.B., 183 N.J. 308", since=date(2005, 6, 1),
              note="Only the test of plain error.", entered_by="A. Ruiz")  # fmt: skip
        enter("170 N.J. 632", Standing.MODIFIED, by="174 N.J. 351")
        enter("State v. Case, 220 N.J. 49", Standing.GOOD)
        enter("432 U.S. 98", Standing.REVERSED_ON_OTHER_GROUNDS)
        yield library


def authorities(camera: Camera, size: tuple[int, int], tag: str) -> None:
    with _listed() as library, _opened(camera, size, library) as window:
        page = window.authorities_page
        view = page.authority_view
        camera.shoot(window, f"authorities-{tag}")
        page.list.setFocus()
        settle(camera.app)
        camera.shoot(window, f"authority-{tag}")
        bar = view.area.verticalScrollBar()
        bar.setValue(bar.maximum())
        camera.shoot(window, f"authority-end-{tag}")
        page.list.choose(1)
        settle(camera.app)
        camera.shoot(window, f"authority-provision-{tag}")
        page.list.choose(0)
        settle(camera.app)
        page.show_report()
        settle(camera.app)
        assert page.report is not None
        camera.shoot(page.report, f"reliance-{tag}")
        page.report.close()
        page.field.setText("zebra")
        settle(camera.app)
        camera.shoot(window, f"authorities-no-match-{tag}")


def authorities_empty(camera: Camera, size: tuple[int, int], tag: str) -> None:
    with real_library({}) as library, _opened(camera, size, library) as window:
        camera.shoot(window, f"authorities-empty-{tag}")
        for part in (LIST, PROPOSALS):
            window.authorities_page.switch.choose(part)
            camera.shoot(window, f"authorities-empty-{part}-{tag}")
        fault = BriefBankError(Message("The library cannot be read."), Message("Look at Library care."))
        library.fail("authorities.find", fault)
        window.authorities_page.refresh()
        camera.shoot(window, f"authorities-failed-{tag}")


def good_law(camera: Camera, size: tuple[int, int], tag: str) -> None:
    file = camera.out / "list.csv"
    file.write_text("authority,status\n57 N.J. 325,dead\n")
    with _listed() as library, _opened(camera, size, library) as window:
        page = window.authorities_page
        page.switch.choose(LIST)
        settle(camera.app)
        camera.shoot(window, f"good-law-{tag}")
        page.good_law.import_file(file)
        camera.shoot(window, f"good-law-import-failed-{tag}")
        page.good_law.add.click()
        form = page.form
        assert form is not None
        form.since.setText("some time ago")
        camera.shoot(form, f"entry-form-date-{tag}")
        form.authority.setText("State v. Macon, 57 N.J. 325")
        form.choose(Standing.REVERSED_ON_OTHER_GROUNDS)
        form.since.setText("March 2015")
        library.fail("good_law.enter", REFUSED)
        form.save.click()
        settle(camera.app)
        camera.shoot(form, f"entry-form-error-{tag}")
        form.close()
        library.good_law.remove([entry.id for entry in library.good_law.entries()])
        page.switch.choose(PROPOSALS)
        settle(camera.app)
        camera.shoot(window, f"proposals-{tag}")
        page.confirm(page.proposals.list.current())
        assert page.form is not None
        camera.shoot(page.form, f"proposal-confirm-{tag}")
        page.form.close()
    file.unlink()
