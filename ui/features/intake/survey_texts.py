"""The words of the survey of a large drop."""

from __future__ import annotations

from briefbank.domain.ingest import NoUse, Survey, SurveyTotals
from ui.i18n.translate import tr
from ui.shared import wording

FORMATS = {
    ".pdf": tr("PDF"),
    ".docx": tr("Word"),
    ".doc": tr("Word up to 2003"),
    ".docm": tr("Word with macros"),
    ".dotx": tr("Word templates"),
    ".dotm": tr("Word templates with macros"),
    ".wpd": tr("WordPerfect"),
    ".rtf": tr("Rich text"),
    ".odt": tr("OpenDocument"),
    ".tif": tr("Scans in TIFF"),
    ".jpg": tr("Photographs (JPEG)"),
    ".png": tr("Pictures (PNG)"),
    ".html": tr("Web pages"),
    ".mhtml": tr("Web pages"),
    ".txt": tr("Text"),
    ".zip": tr("ZIP archives, opened when added"),
    ".eml": tr("Mail"),
    ".msg": tr("Mail of Outlook"),
    ".mbox": tr("Mailboxes"),
}
NO_USE = {
    NoUse.PROGRAM: tr("Programs"),
    NoUse.SPREADSHEET: tr("Spreadsheets"),
    NoUse.PRESENTATION: tr("Presentations"),
    NoUse.DATABASE: tr("Databases and mailboxes of programs"),
    NoUse.SOUND_OR_FILM: tr("Sound and film"),
    NoUse.PICTURE: tr("Pictures of other formats"),
    NoUse.SMALL_PICTURE: tr("Pictures too small for a page"),
    NoUse.MAIL: tr("Mail"),
    NoUse.WORD_PROCESSOR: tr("Documents of other word processors"),
    NoUse.EMPTY: tr("Empty files"),
    NoUse.UNREADABLE: tr("Files that cannot be opened"),
    NoUse.TOO_LARGE: tr("Files too large to be read"),
    NoUse.OTHER: tr("Files of unknown formats"),
}
_HOUR, _DAY = 3600, 86_400


def format_name(suffix: str) -> str:
    return FORMATS.get(suffix, suffix.lstrip(".").upper())


def pages(count: int, scans: int) -> str:
    """Return text such as 'about 12,000 pages, 3,000 of them scans'; empty where no pages are known."""
    if not count:
        return ""
    known = wording.counted(count, tr("about {number} page"), tr("about {number} pages"))
    if not scans:
        return known
    if scans == count:
        return tr("{pages}, all scans").format(pages=known)
    one, many = tr("{number} of them a scan"), tr("{number} of them scans")
    return f"{known}, {wording.counted(scans, one, many)}"


def duration(seconds: float) -> str:
    """Return a rough time, such as 'about 3 hours'."""
    if seconds < 90:
        return tr("about a minute")
    if seconds < 90 * 60:
        return wording.counted(round(seconds / 60), tr("about {number} minute"), tr("about {number} minutes"))
    if seconds < 2 * _DAY:
        return wording.counted(round(seconds / _HOUR), tr("about {number} hour"), tr("about {number} hours"))
    return wording.counted(round(seconds / _DAY), tr("about {number} day"), tr("about {number} days"))


def times(totals: SurveyTotals) -> str:
    """Return when words, meaning and the text of scans can be searched."""
    if not totals.taken.files:
        return ""
    words = tr("Searchable by words: in {time}, the newest files first.").format(
        time=duration(totals.words_s)
    )
    meaning = tr("By meaning: {time} more.").format(time=duration(totals.meaning_s))
    said = [words, meaning]
    if totals.taken.scans:
        more = tr("{time} more").format(time=duration(totals.scans_s))
        said.append(tr("Text on scans: {time}.").format(time=more))
    return " ".join(said)


def disk(survey: Survey, totals: SurveyTotals) -> str:
    """Return what the library needs on its disk, and whether it is there."""
    needed, free = wording.size(totals.needed_bytes), wording.size(survey.free_bytes)
    if totals.needed_bytes <= survey.free_bytes:
        return tr("The library needs about {needed} on its disk, where {free} are free.").format(
            needed=needed, free=free
        )
    return tr(
        "It does not fit: the library needs about {needed} on its disk, where {free} are free. Leave out "
        "more, or move the library to a larger disk."
    ).format(needed=needed, free=free)
