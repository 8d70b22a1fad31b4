"""The language of the window: every text that a person reads in it goes through :func:`tr`.

The language is chosen once, when this module is first imported, so that texts may stand in tables of modules;
another choice counts at the next start. The source has English. The other languages are Qt translation files,
``resources/translations/briefbank_<language>.ts``, compiled by ``python -m installer.translations compile``;
where that was not done, the window speaks English. The context of a text is the name of its module.
Messages of the core (:mod:`briefbank.text.messages`) are translated where they are shown, by
:func:`translate_core`.
"""

from __future__ import annotations

import os
import re
import sys
from datetime import date
from string import Formatter
from typing import Any, TypeVar

from PySide6.QtCore import QT_TR_NOOP, QCoreApplication, QLibraryInfo, QLocale, QTranslator

from briefbank import settings
from briefbank.errors import BriefBankError
from briefbank.paths import resources_folder
from briefbank.text.dates import MONTHS, format_date
from briefbank.text.messages import Message, as_message, fill, in_form

SOURCE = "en"
LANGUAGES = {"en": "English", "es": "Español"}  # Each language's own name, which is never translated
DAY = str(QT_TR_NOOP("{month} {day}, {year}"))


def chosen_language() -> str:
    """Return the language chosen (BRIEFBANK_LANGUAGE, then the settings), else the first language of the
    system that the window supports, else English."""
    languages = [os.environ.get("BRIEFBANK_LANGUAGE", ""), settings.load().language]
    spoken = [name.split("-")[0].lower() for name in QLocale.system().uiLanguages()]
    return next((name for name in (*languages, *spoken) if name in LANGUAGES), SOURCE)


class Language:
    """One language: the window's texts, the core's, numbers and days in it. Any thread."""

    def __init__(self, language: str) -> None:
        """``language`` is replaced by English where its file cannot be read."""
        self._words = QTranslator()
        if language != SOURCE:
            self._words.load(str(resources_folder() / "translations" / f"briefbank_{language}.qm"))
        self.language = language if not self._words.isEmpty() else SOURCE
        spoken = QLocale(self.language).language()
        here = QLocale(spoken, QLocale.system().territory())  # 12,000 in New Jersey, 12.000 in Madrid
        self.locale = here if here.language() == spoken else QLocale(self.language)

    def tr(self, text: str, module: str) -> str:
        if self.language == SOURCE:
            return text
        return _Text(self._words.translate(module, text) or text, self)

    def translate_core(self, text: Message) -> str:
        """Return a message with its template and its messages inside in the language. A template that has no
        translation stays English."""
        if self.language == SOURCE:
            return str(text)
        template = self._words.translate("core", text.template) or text.template
        return fill(template, text.values, self._write_value)

    def number(self, value: int) -> str:
        """Return '1,200', with the separators of the language."""
        return f"{value:,}" if self.language == SOURCE else self.locale.toString(value)

    def decimal(self, value: float, places: int) -> str:
        """Return '1,200.5', with the separators of the language."""
        if self.language == SOURCE:
            return f"{value:,.{places}f}"
        return self.locale.toString(value, "f", places)

    def day(self, value: date) -> str:
        """Return 'March 3, 2015', '3 de marzo de 2015'."""
        if self.language == SOURCE:
            return format_date(value)
        return self.tr(DAY, __name__).format(day=value.day, month=self.month(value.month), year=value.year)

    def short_day(self, value: date) -> str:
        """Return 'March 3, 2015', '3 mar 2015', for narrow fields; ui.shared.wording can parse it."""
        if self.language == SOURCE:
            return format_date(value)
        return f"{value.day} {self.month(value.month)[:3]} {value.year}"

    def month(self, number: int) -> str:
        """Return the name of a month, 1 to 12, as it stands within a sentence."""
        return MONTHS[number - 1] if self.language == SOURCE else self.locale.monthName(number)

    def _write_value(self, value: str | int | float, form: str) -> str:
        if isinstance(value, Message):
            return in_form(self.translate_core(value), form)
        if isinstance(value, str):
            return in_form(value, form)
        return _Numbers(self).format_field(value, form.removeprefix("^"))


class _Numbers(Formatter):
    """Fills in values, with numbers in a language's form."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "," and isinstance(value, int):
            return self._language.number(value)
        if places := re.fullmatch(r",?\.(\d)f", format_spec):
            return self._language.decimal(value, int(places[1]))
        return format(value, format_spec)


class _Text(str):
    """A text whose ``format`` writes ``{count:,}`` and ``{seconds:.1f}`` with the language's separators."""

    def __new__(cls, text: str, language: Language) -> _Text:
        result = super().__new__(cls, text)
        result._numbers = _Numbers(language)
        return result

    _numbers: _Numbers

    def format(self, *args: object, **values: object) -> str:
        return self._numbers.vformat(self, args, values)


SPOKEN = Language(chosen_language())
"""The language of the window. Its methods are functions of this module, for any thread."""
LANGUAGE = SPOKEN.language
translate_core, number, decimal = SPOKEN.translate_core, SPOKEN.number, SPOKEN.decimal
day, short_day, month = SPOKEN.day, SPOKEN.short_day, SPOKEN.month
_qt_words = QTranslator()
_KEYS = {
    "Ctrl": "Ctrl",
    "Alt": "Alt",
    "Shift": str(QT_TR_NOOP("Shift")),
    "Del": str(QT_TR_NOOP("Del")),
    "Ins": str(QT_TR_NOOP("Ins")),
    "Return": str(QT_TR_NOOP("Return")),
    "Enter": str(QT_TR_NOOP("Enter")),
    "Left": str(QT_TR_NOOP("Left")),
    "Right": str(QT_TR_NOOP("Right")),
    "Up": str(QT_TR_NOOP("Up")),
    "Down": str(QT_TR_NOOP("Down")),
    "PgUp": str(QT_TR_NOOP("PgUp")),
    "PgDown": str(QT_TR_NOOP("PgDown")),
}
"""Keys by Qt's names, with the names printed on keyboards; Qt's own Spanish spells some of them out."""


class _KeyNames(QTranslator):
    """Translates only the names of keys."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return None where another translator has to answer: an empty text would be taken for the
        translation."""
        return tr(_KEYS[source]) if context == "QShortcut" and source in _KEYS else None


_key_names = _KeyNames()


def tr(text: str) -> str:
    """Return a text of the window in its language. Any thread.

    ``text`` is one literal, which ``installer.translations`` reads in the source; its context is the module
    that calls. Values are filled in afterwards, by name: ``tr("Page {number}").format(number=…)``.
    """
    return SPOKEN.tr(text, sys._getframe(1).f_globals["__name__"])


Failure = TypeVar("Failure", bound=BriefBankError)


def translate_error(error: Failure) -> Failure:
    """Return the error itself, with its title and remedy in the window's language; its detail is for the log.
    Any thread."""
    error.title = as_message(translate_core(error.title))
    error.remedy = as_message(translate_core(error.remedy))
    error.args = (f"{error.title} {error.remedy}".strip(),)
    return error


def install_language(app: QCoreApplication) -> None:
    """Set the window's language for Qt's own dialogs and buttons, and for numbers and dates."""
    if LANGUAGE == SOURCE:
        return
    QLocale.setDefault(SPOKEN.locale)
    if _qt_words.load(f"qtbase_{LANGUAGE}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(_qt_words)
    app.installTranslator(_key_names)
