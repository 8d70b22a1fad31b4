"""The page of alerts, and looking at its pages in turn, for tests.ui.screenshots."""

from __future__ import annotations

from briefbank.domain.alerts import Concern, Matter
from tests.ui.camera import Camera, settle
from tests.ui.stub import StubLibrary
from ui.shared.pages import ALERTS

WORRIES = (
    Concern(Matter.DISK, 1, size=1_240_000_000),
    Concern(Matter.RELYING, 12, (1, 2, 3), earlier=9),
    Concern(Matter.PROPOSED, 4),
    Concern(Matter.FOLDERS, 1),
    Concern(Matter.REFUSED, 7),
    Concern(Matter.HIDDEN, 2, (1, 2), pages=5),
    Concern(Matter.DOUBTFUL, 3, (3, 1, 2), pages=41),
    Concern(Matter.OLDER, 214),
    Concern(Matter.BACKUP, 45),
)


def alerts(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    window.show_page(ALERTS)
    settle(camera.app, 1)
    camera.shoot(window, f"alerts-none-{tag}")
    library.worries = WORRIES
    window.show_page(ALERTS)
    settle(camera.app, 1)
    window.alerts.first().setFocus()
    camera.shoot(window, f"alerts-{tag}")
    rows = {row.alert.key: row for row in window.alerts.rows}
    if "backup" in rows:  # left for later in another theme already
        rows["backup"].later.click()
    rows["doubtful"].settle.click()
    settle(camera.app, 1.5)
    camera.shoot(window, f"alerts-looking-{tag}")
    window.close()
