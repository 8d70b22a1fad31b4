"""Shows the whole address of a link that leads out of the document, without any way to open it here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent, QShowEvent, QTextOption
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from briefbank.domain.pages import PageLink, clipboard_text, host_name, is_disguised
from briefbank.text.characters import escape_hidden
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.directions import isolated
from ui.kit.page_parts import fit_dialog

WIDTH, LINES = 520, 6
AROUND = 4
"""The pixels between the address and the edge of its field."""


class LinkDialog(QDialog):
    """A dialog that does not block its caller; it is accepted when the address was copied."""

    def __init__(self, link: PageLink, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Link"))
        self.setMinimumWidth(WIDTH)
        self._copied = clipboard_text(link.address)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 18)
        column.setSpacing(12)
        title, explanation = _words(link, bool(self._copied))
        column.addWidget(label(title, scale=1.15, bold=True, wrap=True))
        self.address = _AddressField(link.address)
        self.address.fitted.connect(self._fit)
        if link.address:
            column.addWidget(self.address)
            if warning := _warning(link.address):
                column.addWidget(label(warning, wrap=True))
        column.addWidget(label(explanation, role="muted", wrap=True))
        column.addLayout(self._make_buttons())
        self.closing.setFocus()

    def _make_buttons(self) -> QHBoxLayout:
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

    def showEvent(self, event: QShowEvent) -> None:
        self._fit()
        super().showEvent(event)

    def _fit(self) -> None:
        fit_dialog(self)

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
    """Return a warning about what a person may not see in the address."""
    host = host_name(address)
    if not is_disguised(address):
        return ""
    if not host:
        return tr("This address holds signs that cannot be seen. They are written out above.")
    return tr("Look at it closely: it leads to the site {name}, whatever else it seems to say.").format(
        name=isolated(host)
    )


class _AddressField(QPlainTextEdit):
    """The whole address, broken anywhere because it has no spaces. The field is as high as its lines, of
    which it shows at most ``LINES`` at once and never a part of one."""

    fitted = Signal()
    """The field has the height that its lines need at this width."""

    def __init__(self, address: str) -> None:
        super().__init__(escape_hidden(address))
        self.setReadOnly(True)
        self.setAccessibleName(tr("Address"))
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.setViewportMargins(AROUND, AROUND, AROUND, AROUND)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines, margins = round(self.document().size().height()), self.height() - self.viewport().height()
        seen = max(1, min(LINES, lines)) * self.fontMetrics().lineSpacing()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOn if lines > LINES else policy.ScrollBarAlwaysOff
        )
        self.setFixedHeight(seen + margins)
        self.fitted.emit()
