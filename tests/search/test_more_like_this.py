"""Tests of finding passages of other briefs like a result or selected text, without reading operators."""

from __future__ import annotations

import json

import pytest

from briefbank.cli import commands
from briefbank.domain.searches import Order, SearchAnswer, SearchRequest
from briefbank.embedding import encoders
from briefbank.errors import NotInLibrary
from tests.stand_ins.encoders import Buckets
from tests.support.collection_factory import BOILERPLATE, BRIEFS, GeneratedCollection
from tests.support.profile import sample


def like(collection: GeneratedCollection, passage_id: int, **values: object) -> SearchAnswer:
    return collection.library.search(SearchRequest("", like=passage_id, **values))  # type: ignore[arg-type]


def boilerplate(collection: GeneratedCollection) -> list[int]:
    return [number for number, passage in collection.passages.items() if BOILERPLATE[:40] in passage.text]


def test_more_like_this_excludes_the_same_document_and_its_versions(collection: GeneratedCollection) -> None:
    refiled = [document.id for document in collection.documents.values() if document.family]
    assert len(refiled) == 2
    for number, passage in list(collection.passages.items())[:: sample(4, 1)]:
        own = collection.documents[passage.document_id]
        barred = set(refiled) if own.family else {own.id}
        answer = like(collection, number, order=Order.BEST, limit=100)
        shown = [hit.document.id for hit in answer.close]
        named = [other.document_id for hit in answer.close for other in (*hit.copies, *hit.versions)]
        assert answer.close or answer.advice
        assert barred.isdisjoint([*shown, *named])


def test_a_passage_with_the_same_words_comes_first_and_names_the_others(
    collection: GeneratedCollection,
) -> None:
    shared = boilerplate(collection)
    assert len(shared) == BRIEFS + 1
    document_of = {number: collection.passages[number].document_id for number in shared}
    number = next(number for number in shared if not collection.documents[document_of[number]].family)
    first = like(collection, number, order=Order.BEST).hits[0]
    result = {first.passage.id, *(other.passage_id for other in (*first.copies, *first.versions))}
    assert result == set(shared) - {number}


def test_the_interpretation_quotes_the_beginning_of_the_passage(collection: GeneratedCollection) -> None:
    answer = like(collection, boilerplate(collection)[0])
    assert answer.interpretation.startswith("Searched for passages like “STANDARD OF REVIEW")
    assert answer.parts == () and answer.loosenings == ()


def test_a_removed_passage_is_reported_as_removed(collection: GeneratedCollection) -> None:
    with pytest.raises(NotInLibrary, match="no longer in the library"):
        like(collection, 10_000)


def test_selected_text_finds_its_passage_and_has_no_operators(collection: GeneratedCollection) -> None:
    passage = collection.passages[boilerplate(collection)[0]]
    selected = f"“{passage.text[20:300]}” NOT (stop! AND car"
    answer = collection.library.search(SearchRequest(selected, literal=True, order=Order.BEST))
    first = answer.close[0]
    assert passage.id in {first.passage.id, *(other.passage_id for other in (*first.copies, *first.versions))}
    assert {part.role.value for part in answer.parts} <= {"ranked", "number", "aside"}


@pytest.fixture
def with_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda _folder: Buckets())


@pytest.mark.usefixtures("with_buckets")
def test_the_command_line_reads_no_operators_in_literal_text(
    collection: GeneratedCollection, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["--library", str(collection.library.folder)]
    text = "stop AND zebra"
    assert commands.run([*folder, "search", text, "--json"]) == 0
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert not {part["role"] for part in parts} <= {"ranked", "aside"}, "the operator is read"
    assert commands.run([*folder, "search", text, "--literal", "--json"]) == 0
    loads = json.loads(capsys.readouterr().out)
    assert loads["results"] and {part["role"] for part in loads["parts"]} <= {"ranked", "aside"}


@pytest.mark.parametrize(
    "arguments", [["search"], ["search", "car", "--like", "1"], ["search", "--like", "0"]]
)
def test_a_search_for_nothing_or_for_two_things_is_wrong_use(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        commands.run(arguments)
    assert ended.value.code == 2
    assert "--like" in capsys.readouterr().err


@pytest.mark.usefixtures("with_buckets")
def test_the_json_of_a_search_says_how_it_was_read_and_what_is_wider(
    collection: GeneratedCollection, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["--library", str(collection.library.folder)]
    query = "“zebra crossing” AND stop!"
    assert commands.run([*folder, "search", query, "--json"]) == 0
    loads = json.loads(capsys.readouterr().out)
    assert loads["total"] == 0 and {hit["tier"] for hit in loads["results"]} == {"less_close"}
    assert [(part["role"], part["without"]) for part in loads["parts"]] == [
        ("required", "stop!"),
        ("required", "“zebra crossing”"),
    ]
    assert loads["total_is_least"] is False
    wider = [loosening for loosening in loads["loosenings"] if loosening["query"] == "stop!"]
    less_close = loads["less_close"]
    assert less_close > 1
    assert wider and set(wider[0]) == {"text", "query", "total", "clears_filters"}
    commands.run([*folder, "search", "stop!", "--order", "best", "--json", "--limit", "1"])
    alone = json.loads(capsys.readouterr().out)
    assert alone["total"] == wider[0]["total"] > 0
    factors = alone["results"][0]["factors"]
    assert factors and all(set(factor) == {"name", "value", "text"} for factor in factors)
    commands.run([*folder, "search", query, "--limit", "1"])
    words = capsys.readouterr().out
    assert f"Found: 0 passages; less close: {less_close} passages\n" in words
    assert "Wider: without “zebra crossing”: " in words and " passages" in words
    commands.run([*folder, "search", "stop!", "--limit", "1"])
    assert f"Found: {alone['total']} passages" in capsys.readouterr().out
