"""The caption of a mail: its header says what reading the text of a page can only guess."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Caption, CaptionEntry, Reading
from briefbank.domain.kinds import Kind
from briefbank.extraction.filed import filing_entry
from briefbank.extraction.mail.messages import MailSummary

SOURCE = "mail"


def with_mail_header(reading: Reading, mail: MailSummary, today: date) -> Reading:
    """Return a reading with the subject as its title, the date, and the sender as who wrote it.

    A date that lies in the future is that of a wrong clock. Courts, parties and dockets that the text names
    are those of what the mail speaks about.
    """
    sent = filing_entry(mail.sent, SOURCE, 1.0, 0, today) if mail.sent else None
    values = (
        (CaptionField.TITLE, mail.subject),
        (CaptionField.KIND, Kind.MAIL.value),
        (CaptionField.OFFICE, mail.sender),
    )
    entries = [CaptionEntry(field, value, SOURCE, 1.0, 0) for field, value in values if value]
    caption = Caption(
        mail.subject,
        filed=mail.sent if sent and sent.value else None,
        filed_source=sent.source if sent else "",
        office=mail.sender,
        entries=(*entries, sent) if sent else tuple(entries),
    )
    return replace(reading, kind=Kind.MAIL, caption=caption, attached=mail.attached)
