"""Shows the whole address of a link that leads out of the document, without any way to open it here."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QResizeEvent, QShowEvent, QTextOption
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from briefbank.domain.pages import PageLink
from briefbank.text.characters import escape_hidden, is_hidden
from ui.i18n.translate import tr
from ui.kit.controls import label, push_button
from ui.kit.directions import isolated
from ui.kit.page_parts import fit_dialog

_COPIED_SCHEMES = frozenset({"http", "https", "mailto"})
_PUNYCODE_PREFIX = "xn--"
WIDTH, LINES = 520, 6
AROUND = 4  # The pixels between the address and the edge of its field


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

    fitted = Signal()  # The field has the height that its lines need at this width

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


def host_name(address: str) -> str:
    """Return the host name of a web address, without credentials and port; empty for other addresses.

    A name with letters of other alphabets, which can look like Latin ones, is returned in Punycode (RFC
    3492). A name that is in Punycode already stays so.
    """
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return ""
    if host.isascii():
        return escape_hidden(host)
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return escape_hidden(host)


def is_disguised(address: str) -> bool:
    """Return whether the host has letters of another alphabet, or the address has hidden characters or a
    password."""
    try:
        parts = urlsplit(address)
        host, user = parts.hostname or "", parts.username
    except ValueError:
        return True
    return _PUNYCODE_PREFIX in host or not host.isascii() or user is not None or any(map(is_hidden, address))


def clipboard_text(address: str) -> str:
    """Return the form of an address for the clipboard, without hidden characters; empty for all but web and
    mail addresses."""
    scheme = address.partition(":")[0].strip().lower()
    if scheme not in _COPIED_SCHEMES:
        return ""
    return "".join(quote(sign) if is_hidden(sign) or sign.isspace() else sign for sign in address)
