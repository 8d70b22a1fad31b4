"""The caption of a mail: its header says what reading the text of a page can only guess."""

from __future__ import annotations

from dataclasses import replace

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Caption, CaptionEntry, Reading
from briefbank.domain.kinds import Kind
from briefbank.extraction.mail.messages import MailSummary

SOURCE = "mail"


def with_mail_header(reading: Reading, mail: MailSummary) -> Reading:
    """Return a reading with the subject as its title, the date, and the sender as who wrote it.

    Courts, parties and dockets that the text names are those of what the mail speaks about.
    """
    sent = mail.sent.isoformat() if mail.sent else ""
    values = (
        (CaptionField.TITLE, mail.subject),
        (CaptionField.KIND, Kind.MAIL.value),
        (CaptionField.FILED, sent),
        (CaptionField.OFFICE, mail.sender),
    )
    entries = tuple(CaptionEntry(field, value, SOURCE, 1.0, 0) for field, value in values if value)
    source = SOURCE if sent else ""
    caption = Caption(mail.subject, filed=mail.sent, filed_source=source, office=mail.sender, entries=entries)
    return replace(reading, kind=Kind.MAIL, caption=caption, attached=mail.attached)
