"""Recognises mail messages, and reads their header and text as a list of blocks."""

from __future__ import annotations

from pathlib import Path

from briefbank.extraction.formats import ole
from briefbank.extraction.formats.format import FileHead, TextBlock
from briefbank.extraction.mail import internet, outlook
from briefbank.extraction.mail.message import MAX_BYTES


class InternetMail:
    """A message as mail programs save it, or alone in a mailbox."""

    suffix = ".eml"
    paged = False
    max_bytes = MAX_BYTES

    def recognises(self, head: FileHead) -> bool:
        return internet.is_message(head.data)

    def read_blocks(self, path: Path) -> list[TextBlock]:
        """Return the header and the text that a mail program shows. Raises FileRefused."""
        from briefbank.extraction.mail import messages

        return messages.read_blocks(path)


class OutlookMail(InternetMail):
    """A message as Outlook saves it."""

    suffix = ".msg"

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(ole.MARK) and outlook.PROPERTIES in ole.top_streams(head.source)
