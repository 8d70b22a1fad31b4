"""The texts of alerts: icon, sentence, consequence, and the place where each is settled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from briefbank.domain.documents import Annotation
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from ui.i18n.translate import tr
from ui.shared import wording


class Goal(Enum):
    """The place where an alert is settled."""

    LIST = auto()  # The office's list of good law
    PROPOSALS = auto()
    PAGES = auto()  # The reader, at the pages themselves, one document after the other
    REFUSED = auto()  # The list of files, narrowed to those that were refused
    CARE = auto()
    SETTINGS = auto()
    SAVED = auto()  # A saved search


GOAL_WORDS = {
    Goal.LIST: tr("Open the list"),
    Goal.PROPOSALS: tr("Decide"),
    Goal.PAGES: tr("Look at them"),
    Goal.REFUSED: tr("Show them"),
    Goal.CARE: tr("Open Care"),
    Goal.SETTINGS: tr("Open Settings"),
    Goal.SAVED: tr("Show them"),
}

_ANNOTATION_WORDS = {
    Annotation.CAPTION: tr("caption"),
    Annotation.HEADINGS: tr("headings"),
    Annotation.CITATIONS: tr("citations"),
    Annotation.TREATMENTS: tr("names and treatment of authorities"),
    Annotation.DATES: tr("dates in force"),
}


@dataclass(frozen=True)
class Alert:
    """One row of the page."""

    key: str  # The key, the same for the same matter, whatever its number
    title: str
    detail: str
    goal: Goal
    icon: str
    tint: str  # The name of a colour of the theme
    weight: int = 0
    """The number by which a dismissed alert comes back when it has grown; 0: it cannot be dismissed."""
    target: object = None  # The goal's target: document numbers, or a saved search


def alert_of(alert: LibraryAlert) -> Alert:
    return _ALERTS[alert.kind](alert)


def meaning_alert() -> Alert:
    """Return the alert that the model cannot be used, or its index does not open."""
    return Alert(
        "meaning",
        tr("Search by meaning is not ready."),
        tr("Until it is, searches look for words alone. “Check” on the page Care says why."),
        Goal.CARE,
        "warning",
        "warn",
    )


def saved_alert(number: int, name: str, news: int, saved: object) -> Alert:
    """Return the alert that a saved search has results that were not there when it was last looked at."""
    count = wording.count(news, tr("new result"), tr("new results"))
    title = tr("“{name}” has {results}.").format(name=wording.beginning(name, 60), results=count)
    detail = tr("A search that you saved. Opening it counts them as seen.")
    return Alert(f"saved {number}", title, detail, Goal.SAVED, "search", "accent", target=saved)


def summary(number: int) -> str:
    """Return text such as '3 things to look at'."""
    return wording.count(number, tr("thing to look at"), tr("things to look at"))


def _disk(alert: LibraryAlert) -> Alert:
    left = wording.size(alert.size)
    return Alert(
        "disk",
        tr("The disk that holds the library is nearly full: {left} left.").format(left=left),
        tr("Free some space. When it is full, adding files stops; nothing that was added is lost."),
        Goal.CARE,
        "warning",
        "bad",
    )


def _words(_concern: LibraryAlert) -> Alert:
    return Alert(
        "words",
        tr("The index of words does not open."),
        tr("“Rebuild indexes” makes it anew from the library. No document is lost by it."),
        Goal.CARE,
        "warning",
        "bad",
    )


def _relying(alert: LibraryAlert) -> Alert:
    one = tr("1 brief relies on an authority that, by your office’s list, does not hold as it did.")
    many = tr("{number:,} briefs rely on authorities that, by your office’s list, do not hold as they did.")
    detail = tr("Searches and the reader warn of them. The list says what happened and names the briefs.")
    if alert.earlier:
        before = _counted(
            alert.earlier,
            tr("1 of them was filed before it happened."),
            tr("{number:,} of them were filed before it happened."),
        )
        detail = f"{before} {detail}"
    title = _counted(alert.number, one, many)
    return Alert("relying", title, detail, Goal.LIST, "questioned", "warn", alert.number)


def _proposed(alert: LibraryAlert) -> Alert:
    one = tr("1 sentence of your library seems to say that an authority no longer holds.")
    many = tr("{number:,} sentences of your library seem to say that an authority no longer holds.")
    detail = tr("It counts only when somebody confirms it.")
    title = _counted(alert.number, one, many)
    return Alert("proposed", title, detail, Goal.PROPOSALS, "authorities", "accent", alert.number)


def _folders(alert: LibraryAlert) -> Alert:
    title = _counted(
        alert.number,
        tr("1 watched folder cannot be looked at."),
        tr("{number:,} watched folders cannot be looked at."),
    )
    detail = tr("What comes into it is not added meanwhile. Check that its drive or share is connected.")
    return Alert("folders", title, detail, Goal.SETTINGS, "folder", "warn", alert.number)


def _refused(alert: LibraryAlert) -> Alert:
    title = _counted(alert.number, tr("1 file was refused."), tr("{number:,} files were refused."))
    detail = tr("The list of files says why, and what to do about it.")
    return Alert("refused", title, detail, Goal.REFUSED, "refused", "bad", alert.number)


def _hidden(alert: LibraryAlert) -> Alert:
    title = tr("There is text that cannot be seen: {where}.").format(where=_where(alert))
    detail = tr("BriefBank left it out, but whoever has the file can copy it: do not pass it on as it is.")
    return _of_pages("hidden", title, detail, alert, "hidden", "bad")


def _gaps(alert: LibraryAlert) -> Alert:
    title = tr("There is no text that can be searched: {where}.").format(where=_where(alert))
    detail = tr("Look at the pages themselves. “Read again” may do better with another setting.")
    return _of_pages("gaps", title, detail, alert, "warning", "warn")


def _doubtful(alert: LibraryAlert) -> Alert:
    title = tr("The text could not be read with certainty: {where}.").format(where=_where(alert))
    detail = tr("Compare the words with the page before you rely on them.")
    return _of_pages("doubtful", title, detail, alert, "doubtful", "warn")


def _of_pages(key: str, title: str, detail: str, alert: LibraryAlert, icon: str, tint: str) -> Alert:
    return Alert(key, title, detail, Goal.PAGES, icon, tint, alert.pages, alert.documents)


def _future(alert: LibraryAlert) -> Alert:
    title = _counted(
        alert.number,
        tr("1 document has no filing date: the date it gives lies in the future."),
        tr("{number:,} documents have no filing date: the dates they give lie in the future."),
    )
    detail = tr("Correct the filing date in the caption. Without one, a document comes after all others.")
    return Alert("future", title, detail, Goal.PAGES, "warning", "warn", alert.number, alert.documents)


def _annotations(alert: LibraryAlert) -> Alert:
    title = wording.counted(
        alert.number,
        tr("{number} document was read with a gap in: {what}."),
        tr("{number} documents were read with a gap in: {what}."),
        what=", ".join(_ANNOTATION_WORDS[annotation] for annotation in alert.annotations),
    )
    detail = tr(
        "BriefBank made a mistake there. The pages and all their words are kept and can be searched. A later "
        "version can read them again."
    )
    return Alert("annotations", title, detail, Goal.PAGES, "warning", "warn", alert.number, alert.documents)


def _backup(alert: LibraryAlert) -> Alert:
    title = tr("This library was never backed up.")
    if alert.number:
        days = wording.count(alert.number, tr("day"), tr("days"))
        title = tr("The last backup was made {days} ago.").format(days=days)
    detail = tr("A later backup in the same folder copies only what is new.")
    weeks = max(1, alert.number // 7)  # a dismissed alert comes back in a week
    return Alert("backup", title, detail, Goal.CARE, "care", "warn", weeks)


_ALERTS: Mapping[AlertKind, Callable[[LibraryAlert], Alert]] = {
    AlertKind.DISK: _disk,
    AlertKind.WORDS: _words,
    AlertKind.RELYING: _relying,
    AlertKind.PROPOSED: _proposed,
    AlertKind.FOLDERS: _folders,
    AlertKind.REFUSED: _refused,
    AlertKind.HIDDEN: _hidden,
    AlertKind.GAPS: _gaps,
    AlertKind.DOUBTFUL: _doubtful,
    AlertKind.FUTURE: _future,
    AlertKind.ANNOTATIONS: _annotations,
    AlertKind.BACKUP: _backup,
}


def _counted(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(number=number)


def _where(alert: LibraryAlert) -> str:
    """Return text such as '41 pages in 6 documents'."""
    pages = wording.count(alert.pages, tr("page"), tr("pages"))
    documents = wording.count(alert.number, tr("document"), tr("documents"))
    return tr("{pages} in {documents}").format(pages=pages, documents=documents)
