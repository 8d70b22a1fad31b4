"""What is on the screen while the library is being opened: a second, or longer where an index is mended."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.icons import pixmap
from ui.theme import colours
from ui.tongue import tr
from ui.widgets.controls import label


class OpeningWindow(QWidget):
    """A small window with the name of the program and what it is doing."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.SplashScreen)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("BriefBank")
        self.setAccessibleName(tr("BriefBank is opening the library"))
        self.setFixedSize(380, 190)
        icon = label("")
        icon.setPixmap(pixmap("briefbank", colours().accent, 52, self.devicePixelRatioF()))
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch(1)
        for widget in (
            icon,
            label("BriefBank", scale=1.7, bold=True),
            label(tr("Opening the library …"), role="muted"),
        ):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(widget)
        column.addStretch(1)
        screen = self.screen().availableGeometry()
        self.move(screen.center() - self.rect().center())
