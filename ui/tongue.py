"""The language of the window: every text that a person reads in it goes through :func:`tr`.

The language is chosen once, when this module is first imported, so that words may stand in tables of modules;
another choice counts at the next start. English is what stands in the source. The other languages are Qt
translation files, ``resources/translations/briefbank_<language>.ts``, compiled beside it
(``python -m ui.translating``).
"""

from __future__ import annotations

import os

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from briefbank import settings
from briefbank.paths import resources_folder

SOURCE = "en"
LANGUAGES = {"en": "English", "es": "Español"}
"""Each by its own name, which is never translated."""


def chosen() -> str:
    """What was chosen (BRIEFBANK_LANGUAGE, then the settings), else the first language of the system that the
    window speaks, else English."""
    wanted = [os.environ.get("BRIEFBANK_LANGUAGE", ""), settings.load().language]
    spoken = [name.split("-")[0].lower() for name in QLocale.system().uiLanguages()]
    return next((name for name in (*wanted, *spoken) if name in LANGUAGES), SOURCE)


def _translator(language: str) -> QTranslator:
    """Empty, so that the source's words are used, for English and where the file cannot be read."""
    made = QTranslator()
    if language != SOURCE:
        made.load(str(resources_folder() / "translations" / f"briefbank_{language}.qm"))
    return made


LANGUAGE = chosen()
_words = _translator(LANGUAGE)
_qt_words = QTranslator()


def tr(text: str) -> str:
    """A text of the window in its language. Any thread.

    ``text`` is one literal (lupdate reads it in the source). What varies is filled in afterwards, by name:
    ``tr("Page {number}").format(number=…)``.
    """
    return _words.translate("", text) or text


def speak(app: QCoreApplication) -> None:
    """Let Qt's own dialogs and buttons speak the window's language too, and numbers and dates follow it."""
    if LANGUAGE == SOURCE:
        return
    QLocale.setDefault(QLocale(LANGUAGE))
    if _qt_words.load(f"qtbase_{LANGUAGE}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(_qt_words)
