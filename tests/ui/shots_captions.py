"""Correcting a caption, for tests.ui.screenshots: beside the pages, with a problem, and from the library."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from briefbank.domain.caption_fields import CaptionField
from briefbank.errors import StoreFull
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, search, settle
from ui.features.library.correction import CorrectionDialog
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY


def captions(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    library.documents.correct(1, CaptionField.COURT, "Superior Court of New Jersey")
    window = camera.window(library, size)
    search(window)
    window.search_page.open_row(0)
    window.correct_chosen()
    settle(camera.app, 1.0)
    dialog = window.library_page.correction.dialog
    assert dialog is not None
    _shoot_both(camera, window, dialog, f"caption-{tag}")
    _type(dialog, CaptionField.SIDE, "Appellant")
    _type(dialog, CaptionField.FILED, "the third of March")
    dialog.save.click()
    settle(camera.app)
    camera.shoot(dialog, f"caption-wrong-{tag}")
    dialog.rows[CaptionField.COURT].undo.click()
    settle(camera.app)
    library.faults["correct"] = StoreFull()
    dialog.save.click()
    camera.shoot(dialog, f"caption-failed-{tag}")
    dialog.reject()
    window.show_page(LIBRARY)
    settle(camera.app)
    window.library_page.table.selectRow(4)
    window.correct_chosen()
    settle(camera.app)
    dialog = window.library_page.correction.dialog
    assert dialog is not None
    _shoot_both(camera, window, dialog, f"caption-library-{tag}")
    dialog.reject()
    window.library_page.table.selectAll()
    window.correct_chosen()
    settle(camera.app)
    many = window.library_page.many.dialog
    assert many is not None
    many.fields[CaptionField.COURT].show_value("Supreme Court of New Jersey")
    camera.shoot(many, f"caption-many-{tag}")
    many.reject()
    window.close()


def _type(dialog: CorrectionDialog, field: CaptionField, text: str) -> None:
    row = dialog.rows[field]
    row.field.setFocus()
    row.field.show_value(text)


def _shoot_both(camera: Camera, window: MainWindow, dialog: CorrectionDialog, name: str) -> None:
    """The dialog at its place on the window, as no single widget shows it."""
    settle(camera.app)
    picture = window.grab()
    painter = QPainter(picture)
    painter.drawPixmap(window.mapFromGlobal(dialog.pos()), dialog.grab())
    painter.drawRect(QRect(window.mapFromGlobal(dialog.pos()), dialog.size()))
    painter.end()
    picture.save(str(camera.out / f"{name}.png"))
