"""Tests of a library in two languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.library import Library
from briefbank.search.interpretation import OTHER_LANGUAGE
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of
from tests.support.spanish_briefs import CONFESSION, COUNSEL, ENGLISH, SEARCH

CHINESE = "合同\n\n甲方违反了合同的第三条，因此应当赔偿乙方的损失。法院认为被告的供述不是自愿的。\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    texts = {
        "confesion.txt": CONFESSION,
        "registro.txt": SEARCH,
        "defensa.txt": COUNSEL,
        "english.txt": ENGLISH,
        "chinese.txt": CHINESE,
    }
    with library_of(tmp_path_factory.mktemp("spanish"), texts, Buckets(), meaning=True) as opened_library:
        yield opened_library


def answer_of(library: Library, text: str, *, words_only: bool = True) -> SearchAnswer:
    return library.search(SearchRequest(text, limit=20, words_only=words_only))


def files(library: Library, answer: SearchAnswer) -> list[str]:
    named = {document.id: document.file_name for document in library.documents.each()}
    return list(dict.fromkeys(named[hit.passage.document_id] for hit in answer.hits))


def marked(answer: SearchAnswer) -> set[str]:
    return {hit.passage.text[start:end] for hit in answer.hits for start, end in hit.marks}


@pytest.mark.parametrize(
    ("query", "file", "words"),
    [
        ("confesion", "confesion.txt", {"confesión"}),
        ("confesiones", "confesion.txt", {"confesión"}),
        ("interrogaba al detenido", "confesion.txt", {"interrogaron", "detenido"}),
        ("niños", "registro.txt", {"niño"}),
        ("policía", "registro.txt", {"policías"}),
        ("apelacion", "defensa.txt", {"apelación", "apelaciones"}),
        ("Ibanez", "registro.txt", {"Ibáñez"}),
    ],
)
def test_a_spanish_word_finds_its_forms_with_and_without_accents(
    library: Library, query: str, file: str, words: set[str]
) -> None:
    answer = answer_of(library, query)
    assert files(library, answer) == [file]
    assert words <= marked(answer)


def test_small_spanish_words_of_a_spanish_question_find_nothing_by_themselves(library: Library) -> None:
    answer = answer_of(library, "¿qué dice la jurisprudencia de la renuncia a los derechos?")
    assert files(library, answer)[0] == "confesion.txt"
    assert not {"la", "de", "a", "los"} & {text.lower() for text in marked(answer)}


def test_an_english_word_finds_english_passages_alone(library: Library) -> None:
    answer = answer_of(library, "searches without a warrant")
    assert files(library, answer) == ["english.txt"]
    assert "search" in marked(answer) and "once" not in marked(answer)


def test_a_spanish_word_is_not_corrected_to_an_english_one(library: Library) -> None:
    answer = answer_of(library, "vehicula de la señora", words_only=False)
    assert "vehicle" not in answer.interpretation
    answer = answer_of(library, "confesión registro", words_only=False)
    assert "so “" not in answer.interpretation


def test_a_spanish_search_says_what_the_encoder_does_not_know(library: Library) -> None:
    assert OTHER_LANGUAGE in answer_of(library, "la confesión del acusado", words_only=False).interpretation
    assert OTHER_LANGUAGE in answer_of(library, "maletero automóvil", words_only=False).interpretation
    assert OTHER_LANGUAGE not in answer_of(library, "search of a vehicle", words_only=False).interpretation


@pytest.mark.parametrize(
    "query", ['"orden judicial"', "registr* /s maletero", "confesión /p acta", "heading:registro"]
)
def test_operators_hold_on_spanish_passages(library: Library, query: str) -> None:
    assert files(library, answer_of(library, query))[0] in ("registro.txt", "confesion.txt")


@pytest.mark.parametrize("query", ["供述", '"合同"', "被告"])
def test_a_word_inside_a_chinese_sentence_is_found_and_marked(library: Library, query: str) -> None:
    answer = answer_of(library, query)
    assert files(library, answer) == ["chinese.txt"]
    assert set("".join(marked(answer))) >= set(query.strip('"'))
