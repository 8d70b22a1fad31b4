"""The guide in Spanish says what the English one says: the same parts, links, keys and names of controls."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.paths import resources_folder
from installer.translations import CORE
from ui.features.help import guide as guide_pages
from ui.i18n.translate import Language
from ui.kit.keyboard import distinct_mnemonics, marked
from ui.shared.caption_fields import FIELD_WORDS
from ui.window.menus import plain

KEY, BOLD = re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*")
PART = re.compile(r"^ *(#+|-|\d+\.|\||!|<!-- \w+ -->)", re.MULTILINE)
ADDRESS = re.compile(r"\]\(([^)]+)\)")
BETWEEN = re.compile(r", | … ")  # Separators between a menu and its entry, and between two labels of one row
PLACE = re.compile(r" \(\{\w+\}\)$")
NAMES = {
    "Enter": "Intro",
    "Shift": "Mayús",
    "Delete": "Supr",
    "Insert": "Ins",
    "Escape": "Esc",
    "Space": "Espacio",
    "End": "Fin",
    "Page Down": "Av Pág",
    "Down": "Flecha abajo",
    "Up": "Flecha arriba",
    "Left": "Flecha izquierda",
    "Right": "Flecha derecha",
}


def spanish_key(keys: str) -> str:
    """'Shift+F4' as 'Mayús+F4'."""
    return NAMES.get(keys) or re.sub(r"\w+", lambda result: NAMES.get(result[0], result[0]), keys)


def letter_of_filed(spanish: bool) -> str:
    """Return the shortcut with Alt for the filing date while a caption is corrected."""
    tongue = Language("es" if spanish else "en")
    texts = distinct_mnemonics(
        f"&{tongue.tr(text, 'ui.shared.caption_fields')}" for text in FIELD_WORDS.values()
    )
    return f"Alt+{marked(texts[list(FIELD_WORDS).index(CaptionField.FILED)]).upper()}"


def window_words() -> dict[str, set[str]]:
    """Each text of the window in English, without signs for letters and dots, with what it is in Spanish."""
    made: dict[str, set[str]] = {}
    contexts = ElementTree.parse(resources_folder() / "translations" / "briefbank_es.ts").iter("context")
    for message in (
        message for context in contexts if context.findtext("name") != CORE for message in context
    ):
        source, said = message.findtext("source"), message.findtext("translation")
        if source and said:
            made.setdefault(bare(source), set()).add(bare(said))
    return made


def bare(label: str) -> str:
    return PLACE.sub("", plain(label))


def labels(text: str) -> list[str]:
    """The names of controls that a page prints bold, in their order."""
    joins = [" ".join(match.split()) for match in BOLD.findall(text)]
    return [bare(label.rstrip(".")) for item in joins for label in BETWEEN.split(item)]


@pytest.mark.parametrize("page", guide_pages.PAGES)
def test_each_page_stands_in_spanish_with_the_same_parts_links_and_pictures(page: str) -> None:
    english, spanish = guide_pages.read(page, "en"), guide_pages.read(page, "es")
    assert guide_pages.source(page, "es").parent.name == "es"
    assert PART.findall(spanish) == PART.findall(english)
    assert ADDRESS.findall(spanish) == ADDRESS.findall(english)
    assert not re.search("^[^|].*[a-záéíóúñ]!", spanish, re.MULTILINE), "only the examples of what to type"


@pytest.mark.parametrize("page", guide_pages.PAGES)
def test_each_page_names_the_same_keys_in_spanish(page: str) -> None:
    keys = [letter_of_filed(True) if key == letter_of_filed(False) else spanish_key(key)
            for key in KEY.findall(guide_pages.read(page, "en"))]  # fmt: skip
    assert Counter(KEY.findall(guide_pages.read(page, "es"))) == Counter(keys)


@pytest.mark.parametrize("page", guide_pages.PAGES)
def test_each_page_calls_controls_what_the_spanish_window_calls_them(page: str) -> None:
    known = window_words()
    english, spanish = labels(guide_pages.read(page, "en")), labels(guide_pages.read(page, "es"))
    assert len(english) == len(spanish)
    for expected, said in zip(english, spanish, strict=True):
        assert said in known[expected], expected


def test_the_ten_tasks_take_as_many_keys_and_clicks_in_spanish() -> None:
    def counts(language: str) -> list[str]:
        return re.findall(r"\| (\d+) (?=\|)", guide_pages.read("ten-tasks", language))

    assert len(counts("es")) == 20
    assert counts("es") == counts("en")
