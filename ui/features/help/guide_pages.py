"""The pages of the user guide: their list, their files, and the links between them.

They are Markdown files in ``resources/guide/<language>``; a page that a language lacks is read in English.
"""

from __future__ import annotations

import re
from pathlib import Path

from briefbank.paths import resources_folder
from ui.i18n import translate

PAGES = (
    "start",
    "search",
    "results",
    "reader",
    "copying",
    "history",
    "adding",
    "library",
    "authorities",
    "alerts",
    "draft",
    "summaries",
    "settings",
    "keyboard",
    "ten-tasks",
    "privacy",
)
"""The names of the files without their ending, in the order of the list of contents."""
KEYBOARD = "<!-- keyboard -->"
"""The line of a page in whose place the list of shortcuts is put, which no file could keep up to date."""
_PICTURE = re.compile(r"\.\./pictures/([a-z0-9-]+\.png)")
_LINK = re.compile(r"([a-z-]+)\.md")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def source(page: str, language: str = "") -> Path:
    """Return the file of a page in the window's language, or in the one given; in English where that has
    none."""
    folder = resources_folder() / "guide"
    own = folder / (language or translate.LANGUAGE) / f"{page}.md"
    return own if own.exists() else folder / translate.SOURCE / f"{page}.md"


def text(page: str, language: str = "") -> str:
    """Return the Markdown of a page. Raises OSError where the file is gone."""
    return source(page, language).read_text(encoding="utf-8")


def title(markdown: str) -> str:
    """Return the title of a page: its first heading."""
    match = _TITLE.search(markdown)
    return match[1].strip() if match else ""


def linked(address: str) -> str:
    """Return the page that a link leads to; empty for any other address, which is not followed."""
    match = _LINK.fullmatch(address)
    return match[1] if match and match[1] in PAGES else ""


def picture(address: str) -> Path | None:
    """Return the file of a picture of the guide; None for any other address, which is never opened."""
    match = _PICTURE.fullmatch(address)
    return resources_folder() / "guide" / "pictures" / match[1] if match else None
