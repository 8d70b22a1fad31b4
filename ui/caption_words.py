"""How the fields of a caption, their values and where these come from are said to a lawyer."""

from __future__ import annotations

from datetime import date

from briefbank.models import DOUBTFUL, CaptionEntry, CaptionField
from ui import words

FIELD_WORDS = {
    CaptionField.TITLE: "Title",
    CaptionField.COURT: "Court",
    CaptionField.DOCKET: "Docket",
    CaptionField.JUDGE: "Judge",
    CaptionField.PARTIES: "Parties",
    CaptionField.SIDE: "Side",
    CaptionField.KIND: "Kind",
    CaptionField.FILED: "Filed",
    CaptionField.OFFICE: "Office",
}

EXAMPLES = {
    CaptionField.TITLE: "for example: State v. Doe, Brief for Appellant",
    CaptionField.COURT: "for example: Supreme Court of New Jersey",
    CaptionField.DOCKET: "for example: A-1234-20; A-1235-20",
    CaptionField.JUDGE: "for example: Jane A. Doe",
    CaptionField.PARTIES: "for example: John Doe (Appellant); State (Respondent)",
    CaptionField.SIDE: "for example: Appellant",
    CaptionField.KIND: "",
    CaptionField.FILED: "for example: 5 March 2021, or 3/5/2021",
    CaptionField.OFFICE: "for example: Office of the Public Defender",
}

PLACES = {
    "stamp": "the filing stamp",
    "signature": "the signature block",
    "service": "the certificate of service",
    "file": "the file’s name or details",
}


def value(entry: CaptionEntry) -> str:
    """What stands in the field; a date in the words that the whole window uses for dates."""
    if entry.field is not CaptionField.FILED or not entry.value:
        return " ".join(entry.value.split())
    try:
        return words.day(date.fromisoformat(entry.value))
    except ValueError:
        return entry.value


def source(entry: CaptionEntry, *, corrected: bool) -> str:
    """'Read from the cover.', 'Uncertain. Read from the filing stamp on file page 3.', 'Not found.'"""
    if corrected:
        return "Corrected by a person." if entry.value else "Left empty by a person."
    if not entry.value:
        return "Not found."
    doubt = "Uncertain. " if uncertain(entry, corrected=corrected) else ""
    return f"{doubt}Read from {_place(entry)}."


def uncertain(entry: CaptionEntry, *, corrected: bool) -> bool:
    return bool(entry.value) and not corrected and entry.confidence < DOUBTFUL


def _place(entry: CaptionEntry) -> str:
    """The first page is what lawyers call the cover; a caption further on is not."""
    name = PLACES.get(entry.source, "the document")
    if entry.source == "caption" and entry.page is not None:
        name = "the caption" if entry.page else "the cover"
    return f"{name} on file page {entry.page + 1}" if entry.page else name
