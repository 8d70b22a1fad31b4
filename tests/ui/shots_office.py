"""The office's library in Settings and at the foot of the window, for tests.ui.screenshots."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea

from briefbank.domain.maintenance import AuditEvent, AuditValue
from briefbank.domain.office import (
    ClusterReport,
    ClusterStatus,
    ComputerReport,
    ComputerState,
    Matter,
    OfficeRole,
    OfflineChoice,
    OfflineLease,
    Person,
)
from briefbank.domain.searches import Verdict
from briefbank.errors import ServerAway, WallRefused
from briefbank.jobs import QuietReporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.audit import made_up
from tests.stand_ins.library.office import ADAM, OLGA, UNTIL, StubOffice
from tests.ui.camera import Camera, settle
from ui.features.settings.office import ClusterPanel, OfficePanel, OfflinePanel, WallsPanel
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SETTINGS
from ui.window.office import AuditorWindow
from ui.window.opening import FailureWindow

OPENED: dict[str, AuditValue] = {
    "document": 7,
    "matter": "A-2211-18",
    "person": "Ada",
    "device": "front desk",
}
MATTERS = (
    Matter("State v. Adeyemi-Cross", ("A-2211-18", "A-2213-18"), persons=("Ben Ortiz", "Carla Jung")),
    Matter(
        "State in the Interest of T.J.",
        ("FJ-07-412-19",),
        ("0" * 64, "1" * 64),
        groups=("cn=interns,ou=groups,dc=office,dc=org",),
    ),
)


def office(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.office = made = StubOffice(OLGA)
    window = camera.window(library, size)
    window.show_page(SETTINGS)
    settle(camera.app)
    panel, area = window.settings_page.panel(WallsPanel), window.settings_page.findChild(QScrollArea)
    area.ensureWidgetVisible(window.settings_page.panel(OfficePanel))
    area.ensureWidgetVisible(panel)
    camera.shoot(window, f"office-no-walls-{tag}")
    for matter in MATTERS:
        made.walls.put(matter, QuietReporter())
    window.settings_page.refresh()
    settle(camera.app)
    panel.matters.setCurrentRow(0)
    area.ensureWidgetVisible(panel)
    camera.shoot(window, f"office-walls-{tag}")
    panel.change.click()
    settle(camera.app)
    assert panel.dialog is not None
    camera.shoot(panel.dialog, f"office-matter-{tag}")
    panel.dialog.reject()
    _keep_apart(camera, window, tag)
    _cluster(camera, size, tag)
    made.walls.fault = WallRefused(
        "A matter cannot be kept from whoever puts up its wall.", "Ask somebody else who may see it."
    )
    made.fault = ServerAway()
    panel.add.click()
    panel.dialog.wanted.emit(MATTERS[0])
    panel.dialog.reject()
    window.office.look()
    settle(camera.app)
    area.ensureWidgetVisible(panel)
    camera.shoot(window, f"office-refused-{tag}")
    window.close()
    _marks(camera, size, tag)
    _taken_along(camera, size, tag)


def _keep_apart(camera: Camera, window: MainWindow, tag: str) -> None:
    """Add documents of the Library to a matter that names one already."""
    window.show_page(LIBRARY)
    settle(camera.app)
    window.library_page.table.selectAll()
    window.library_page.office.keep_apart(window.library_page.table.chosen())
    settle(camera.app)
    dialog = window.library_page.office.dialog
    assert dialog is not None
    camera.shoot(dialog, f"office-keep-apart-{tag}")
    dialog.choice.setCurrentIndex(2)
    settle(camera.app)
    camera.shoot(dialog, f"office-keep-apart-known-{tag}")
    dialog.reject()
    window.show_page(SETTINGS)


def _cluster(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.office = made = StubOffice(ADAM)
    window = camera.window(library, size)
    window.show_page(SETTINGS)
    settle(camera.app)
    panel, area = window.settings_page.panel(ClusterPanel), window.settings_page.findChild(QScrollArea)
    computers = (
        ComputerReport("front-desk-4711", 3, ComputerState.WORKS, 3),
        ComputerReport("library-pc-93", 7, ComputerState.RESTS, 0),
        ComputerReport("scanner-room-12", 3, ComputerState.OTHER_ENGINE, 0),
    )
    for name, status in (
        ("cluster", ClusterStatus(ClusterReport(computers, 4), 812)),
        ("cluster-alone", ClusterStatus(None, 0)),
        ("cluster-empty", ClusterStatus(ClusterReport((), 0), 12)),
    ):
        made.cluster.said = status
        window.settings_page.refresh()
        settle(camera.app)
        area.ensureWidgetVisible(panel)
        camera.shoot(window, f"office-{name}-{tag}")
    made.cluster.fault = ServerAway()
    window.settings_page.refresh()
    settle(camera.app)
    area.ensureWidgetVisible(panel)
    camera.shoot(window, f"office-cluster-away-{tag}")
    window.close()


def _marks(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.office = StubOffice(Person("Rita Alvarez", OfficeRole.READER))
    for number, query in enumerate(("traffic stop", "nervousness", "consent at the roadside"), 1):
        library.feedback.give(number, query, Verdict.DOWN if number == 2 else Verdict.UP)
    library.feedback.own = {("nervousness", 2)}
    window = camera.window(library, size)
    window.search_page.menu.show_marks()
    settle(camera.app)
    assert window.search_page.menu.marks is not None
    camera.shoot(window.search_page.menu.marks, f"office-marks-{tag}")
    window.close()


def _taken_along(camera: Camera, size: tuple[int, int], tag: str) -> None:
    """The server is away, and the window on what was taken along from it."""
    library = StubLibrary()
    library.office = made = StubOffice()
    made.offline.given = OfflineLease(made.name, "Ada", UNTIL, OfflineChoice(("A-2211-18",)))
    made.offline.unsent = 2
    window = camera.window(library, size)
    window.show_page(SETTINGS)
    settle(camera.app)
    panel, area = window.settings_page.panel(OfflinePanel), window.settings_page.findChild(QScrollArea)
    area.ensureWidgetVisible(panel)
    settle(camera.app)
    camera.shoot(window, f"office-offline-{tag}")
    made.offline.fault = ServerAway()
    panel.sync.click()
    settle(camera.app)
    camera.shoot(window, f"office-offline-away-{tag}")
    made.fault = ServerAway()
    window.office.look()
    settle(camera.app)
    camera.shoot(window, f"office-go-on-{tag}")
    window.close()
    failed = FailureWindow(ServerAway(), library.folder, has_offline=True)
    failed.show()
    camera.shoot(failed, f"office-away-at-start-{tag}")
    failed.close()
    taken = StubLibrary()
    taken.lease = made.offline.given
    window = camera.window(taken, size)
    window.show_page(LIBRARY)
    settle(camera.app)
    camera.shoot(window, f"office-taken-along-{tag}")
    window.close()


def auditor(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.office = made = StubOffice(Person("Ann Lee", OfficeRole.AUDITOR))
    library.audit.done += [made_up(13, AuditEvent.SIGNED_IN, OPENED), made_up(14, AuditEvent.OPENED, OPENED)]
    window = AuditorWindow(library)
    window.resize(*size)
    window.show()
    settle(camera.app)
    camera.shoot(window, f"auditor-{tag}")
    window.choice.setCurrentIndex(window.choice.count() - 2)
    made.fault = ServerAway()
    window.office.look()
    settle(camera.app)
    camera.shoot(window, f"auditor-away-{tag}")
    window.close()
