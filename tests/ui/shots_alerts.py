"""The panel of alerts, and looking at its pages in turn, for tests.ui.screenshots."""

from __future__ import annotations

from briefbank.domain.documents import Annotation
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle

WORRIES = (
    LibraryAlert(AlertKind.DISK, 1, size=1_240_000_000),
    LibraryAlert(AlertKind.RELYING, 12, (1, 2, 3), earlier=9),
    LibraryAlert(AlertKind.PROPOSED, 4),
    LibraryAlert(AlertKind.FOLDERS, 1),
    LibraryAlert(AlertKind.REFUSED, 7),
    LibraryAlert(AlertKind.HIDDEN, 2, (1, 2), pages=5),
    LibraryAlert(AlertKind.DOUBTFUL, 3, (3, 1, 2), pages=41),
    LibraryAlert(AlertKind.ANNOTATIONS, 2, (2, 3), annotations=(Annotation.HEADINGS, Annotation.CITATIONS)),
    LibraryAlert(AlertKind.BACKUP, 45),
)


def alerts(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.alerts.toggle()
    settle(camera.app, 1)
    camera.shoot(window, f"alerts-none-{tag}")
    library.maintenance.worries = WORRIES
    window.alerts.hide()
    window.alerts.toggle()
    settle(camera.app, 1)
    camera.shoot(window, f"alerts-{tag}")
    rows = {row.alert.key: row for row in window.alerts.rows}
    if "backup" in rows:  # left for later in another theme already
        rows["backup"].later.click()
    rows["doubtful"].settle.click()
    settle(camera.app, 1.5)
    camera.shoot(window, f"alerts-looking-{tag}")
    window.close()
