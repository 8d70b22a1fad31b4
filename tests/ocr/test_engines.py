"""A page goes to the engine it was ordered from, and to the usual one when that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import OcrError
from briefbank.ocr.engines import Engines
from tests.stand_ins.ocr import NamedEngine


def read(engines: Engines, *names: str) -> list[str]:
    results: list[RecognisedPage] = []
    orders = [PageOrder(i, engine=name) for i, name in enumerate(names)]
    engines.recognise(Path(), orders, Path(), on_page=results.append, check=lambda: None)
    return [page.engine for page in sorted(results, key=lambda page: page.index)]


def test_each_page_goes_to_its_engine() -> None:
    engines = Engines(NamedEngine("A"), [NamedEngine("B")])
    assert read(engines, "", "B", "A", "unknown", "B") == ["A", "B", "A", "A", "B"]
    assert (engines.name, engines.names, engines.problem()) == ("A", ("A", "B"), "")


def test_an_engine_with_a_problem_is_passed_over() -> None:
    assert read(Engines(NamedEngine("A"), [NamedEngine("B", "It is not here.")]), "B") == ["A"]
    assert read(Engines(NamedEngine("A", "It is not here."), [NamedEngine("B")]), "", "A") == ["B", "B"]


def test_without_any_engine_the_default_says_what_is_wrong() -> None:
    engines = Engines(NamedEngine("A", "No A."), [NamedEngine("B", "No B.")])
    assert engines.problem() == "No A."
    with pytest.raises(OcrError, match=r"No A\."):
        read(engines, "")


def test_closing_closes_all() -> None:
    both = NamedEngine("A"), NamedEngine("B")
    Engines(both[0], both[1:]).close()
    assert both[0].closed and both[1].closed
