"""Sentences of the core are known again, whatever stands in their places, and nothing else is touched."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.search.interpretation import interpretation
from briefbank.search.parsing import parse
from briefbank.text.dates import MONTHS
from installer.translations import TEMPLATES
from tests.search.fakes import no_citations
from tests.search.language_cases import BROKEN, NOTED
from ui.i18n.core_sentences import CoreTranslator

CORE = TEMPLATES.read_text(encoding="utf-8").splitlines()
WITH_PLACES = [text for text in CORE if "{" in text and ":," not in text and "f}" not in text]
SPANISH = {
    "Only words were searched.": "Solo se buscaron palabras.",
    "Searched for {ways}.": "Se buscó: {ways}.",
    "the words {shown}": "las palabras {shown}",
    "and for passages close in meaning": "y pasajes de significado parecido",
    "{more} more": "{more} más",
    "{count} passages": "{count} pasajes",
    "Contains {listed}": "Contiene {listed}",
    "No longer in force since {format_date}.": "Dejó de estar en vigor el {format_date}.",
    "{label}: {describe_entry}, your office’s list says.": "Según su lista, {label}: {describe_entry}.",
    "{value} by {by}, since {format_date}": "{value} por {by}, desde el {format_date}",
    "overruled": "revocada",
    "brief": "escrito",
    "Heading: {matching}": "Encabezado: {matching}",
    "The stored file of {named} is missing.": "Falta el archivo de {named}.",
    "“{title}” (document {id})": "«{title}» (documento {id})",
    "{left} and {right}": "{left} y {right}",
    "{left} or {right}": "{left} o {right}",
}


def _value(text: str) -> str | None:
    """Numbers as they are, one day in Spanish."""
    return "3 de marzo de 2015" if text == "March 3, 2015" else text if text.isdigit() else None


@pytest.fixture(scope="module")
def spanish() -> CoreTranslator:
    return CoreTranslator(SPANISH, lambda text: SPANISH.get(text, ""), _value)


@pytest.fixture(scope="module")
def marked() -> CoreTranslator:
    """Says of each text of the core only that it was known."""
    return CoreTranslator(CORE, lambda text: f"«{text}»", lambda text: text if text.isdigit() else None)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Only words were searched.", "Solo se buscaron palabras."),
        ("No longer in force since March 3, 2015.", "Dejó de estar en vigor el 3 de marzo de 2015."),
        ("Contains “stop”, “frisk” and 3 more", "Contiene “stop”, “frisk” y 3 más"),
        (
            "Searched for the words stop, brief; and for passages close in meaning.",
            "Se buscó: las palabras stop, brief; y pasajes de significado parecido.",
        ),
        (
            "State v. Doe, 200 N.J. 1: overruled by State v. Roe, 210 N.J. 2, since March 3, 2015, "
            "your office’s list says.",
            "Según su lista, State v. Doe, 200 N.J. 1: revocada por State v. Roe, 210 N.J. 2, "
            "desde el 3 de marzo de 2015.",
        ),
        (
            "The stored file of “State v. Brief” (document 7) is missing.",
            "Falta el archivo de «State v. Brief» (documento 7).",
        ),
    ],
)
def test_a_text_is_told_with_its_values_in_the_language(
    spanish: CoreTranslator, said: str, told: str
) -> None:
    assert spanish.translate(said) == told


def test_several_sentences_are_told_one_by_one_and_what_is_unknown_stays(spanish: CoreTranslator) -> None:
    said = "Only words were searched. State v. Doe was read. No longer in force since March 3, 2015."
    told = "Solo se buscaron palabras. State v. Doe was read. Dejó de estar en vigor el 3 de marzo de 2015."
    assert spanish.translate(said) == told


@pytest.mark.parametrize(
    "text", ["", "   ", "The defendant was stopped.", "overruled the motion", "a\nb", "{} {x}"]
)
def test_what_is_not_of_the_core_stays_as_it_is(spanish: CoreTranslator, text: str) -> None:
    assert spanish.translate(text) == text


def test_words_of_documents_in_a_place_are_not_translated(spanish: CoreTranslator) -> None:
    assert spanish.translate("Heading: brief") == "Encabezado: brief"


@given(st.text(max_size=200))
def test_no_text_makes_it_fail(text: str) -> None:
    teller = CoreTranslator(CORE, lambda each: each, lambda _value: None)
    assert isinstance(teller.translate(text), str)


@given(st.sampled_from(WITH_PLACES), st.data())
def test_every_template_is_found_again_with_numbers_in_its_places(template: str, data: st.DataObject) -> None:
    marked = CoreTranslator(CORE, lambda text: f"«{text}»", lambda text: text if text.isdigit() else None)
    names = {name for _, name, *_ in Formatter().parse(template) if name}
    values = {name: str(data.draw(st.integers(10, 99_999), label=name)) for name in sorted(names)}
    filled = template.format(**values)
    assert marked.translate(filled) == f"«{filled}»"


def test_every_text_without_places_is_known(marked: CoreTranslator) -> None:
    whole = [text for text in CORE if "{" not in text]
    assert [text for text in whole if marked.translate(text) != f"«{text}»"] == []


# --- what the core really says ---


def _wordless(template: str) -> str:
    """Return a template's places and punctuation."""
    parts = Formatter().parse(template)
    said = "".join(
        re.sub("[A-Za-z]+", "", literal) + (f"{{{name}}}" if name else "") for literal, name, *_ in parts
    )
    return said or "·"


def _left_over(text: str) -> list[str]:
    """Words of a text that no template has; without what stands between quotation marks."""
    day = re.compile(rf"\d{{1,2}} (?:{'|'.join(MONTHS)}) \d{{4}}")
    hidden = CoreTranslator(
        CORE, _wordless, lambda text: "0" if text.isdigit() or day.fullmatch(text) else None
    )
    said = hidden.translate(text)
    return re.findall(r"[A-Za-z]{2,}", re.sub("“[^”]*”", "", said))


@pytest.mark.parametrize(
    "query",
    [
        "“plain error” /p summat!",
        "stop pre/3 car",
        "stop +s car NOT truck",
        "(stop OR frisk) /5 car",
        "stop not w/5 car",
        "stop not w/p car",
        "“bail” after:“March 2015” kind:brief",
        "cites:Carty judge:Smith docket:A-1 court:“Appellate Division”",
        *(query for query, *_ in (*NOTED, *BROKEN)),
    ],
)
def test_how_a_search_was_read_is_known_to_the_last_word(query: str) -> None:
    parsed = parse(query, no_citations)
    typed = {*re.findall(r"[A-Za-z]{2,}", query), *parsed.words, *Kind}  # kinds are typed in English
    said = interpretation(parsed, meaning_used=True)
    assert {word.lower() for word in _left_over(said)} <= {word.lower() for word in typed}
