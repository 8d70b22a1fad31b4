"""What a link that leads out of the document would open: its whole address, and no way to open it here."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextOption
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from briefbank.links import PageLink, copied, is_disguised, readable, site
from ui.directions import isolated
from ui.tongue import tr
from ui.widgets.controls import label, push_button

WIDTH, LINES = 520, 4


class LinkDialog(QDialog):
    """Shown without waiting. It says whether the address was copied by closing."""

    def __init__(self, link: PageLink, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Link"))
        self.setMinimumWidth(WIDTH)
        self._copied = copied(link.address)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(12)
        title, said = _words(link, bool(self._copied))
        column.addWidget(label(title, scale=1.15, bold=True, wrap=True))
        self.address = _field(link.address)
        if link.address:
            column.addWidget(self.address)
            if warning := _warning(link.address):
                column.addWidget(label(warning, wrap=True))
        column.addWidget(label(said, role="muted", wrap=True))
        column.addLayout(self._made_buttons())
        self.closing.setFocus()

    def _made_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        self.copy, self.closing = push_button(tr("Copy address")), push_button(tr("Close"), main=True)
        self.copy.setVisible(bool(self._copied))
        self.copy.setAutoDefault(False)
        self.closing.setDefault(True)
        self.copy.clicked.connect(self._copy)
        self.closing.clicked.connect(self.reject)
        row.addWidget(self.copy)
        row.addWidget(self.closing)
        return row

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied)
        self.accept()


def _words(link: PageLink, may_be_copied: bool) -> tuple[str, str]:
    if may_be_copied:
        return (
            tr("This link leads outside the document."),
            tr(
                "BriefBank opens no connections, and does not open this address either. If you trust it, "
                "copy it and open it in another program."
            ),
        )
    return (
        tr("This link does nothing in BriefBank."),
        tr(
            "In another program it could start a program or a script, open another file, or send what stands "
            "in a form. BriefBank does none of this."
        ),
    )


def _warning(address: str) -> str:
    """What a person may not see in the address."""
    host = site(address)
    if not is_disguised(address):
        return ""
    if not host:
        return tr("This address holds signs that cannot be seen. They are written out above.")
    return tr("Look at it closely: it leads to the site {name}, whatever else it seems to say.").format(
        name=isolated(host)
    )


def _field(address: str) -> QPlainTextEdit:
    """All of the address, broken anywhere: it has no spaces."""
    field = QPlainTextEdit(readable(address))
    field.setReadOnly(True)
    field.setAccessibleName(tr("Address"))
    field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    field.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
    field.setTabChangesFocus(True)
    field.setFixedHeight(LINES * field.fontMetrics().lineSpacing() + 18)
    return field
