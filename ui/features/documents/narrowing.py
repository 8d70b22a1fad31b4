"""What is typed over the list of documents, as the library understands it: kinds and months by their names in
the language of the window."""

from __future__ import annotations

from datetime import date

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import ListColumn, TypedWord
from briefbank.text.characters import without_accents
from briefbank.text.docket_numbers import joined
from ui.features.documents import model as table
from ui.i18n import translate
from ui.shared import wording

COLUMNS = {
    table.TITLE: ListColumn.TITLE,
    table.FILED: ListColumn.FILED,
    table.KIND: ListColumn.KIND,
    table.COURT: ListColumn.COURT,
    table.DOCKET: ListColumn.DOCKET,
    table.PAGES: ListColumn.PAGES,
    table.NOTES: ListColumn.REMARKS,
}


def kinds_by_name() -> tuple[Kind, ...]:
    return tuple(sorted(Kind, key=lambda kind: without_accents(wording.KIND_WORDS[kind])))


def typed_words(text: str) -> tuple[TypedWord, ...]:
    """Return the words of a text. A day is found as it is shown, too: “March 3, 2015”; a docket number is one
    word with what announces it: “Docket No. A-1234-20”."""
    words = (word.strip(",") or word for word in joined(text.split()) if word)
    return tuple(TypedWord(word, _kinds(word), _months(word)) for word in words)


def _kinds(word: str) -> frozenset[Kind]:
    names = wording.KIND_WORDS.items()
    return frozenset(kind for kind, name in names if without_accents(word) in without_accents(name))


def _months(word: str) -> frozenset[int]:
    """Return the months in whose days a word stands: in Spanish “de” stands in each."""
    if any(sign.isdigit() for sign in word):
        return frozenset()
    days = {month: translate.day(date(2000, month, 1)) for month in range(1, 13)}
    return frozenset(m for m, day in days.items() if without_accents(word) in without_accents(day))
