"""Tests that ``briefbank search`` passes on filters and the first result."""

from __future__ import annotations

from typing import cast

import pytest

from briefbank.cli import commands
from briefbank.cli.output import Output
from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.library import Library


class RecordingLibrary:
    """A library that records its search requests."""

    def __init__(self) -> None:
        self.requests: list[SearchRequest] = []

    def warm_search(self) -> None:
        """Load nothing."""

    def search(self, request: SearchRequest) -> SearchAnswer:
        self.requests.append(request)
        return SearchAnswer("", 0.0, 0, (), "Nothing.")


def parse_request(*arguments: str) -> SearchRequest:
    library = RecordingLibrary()
    parsed = commands.parser().parse_args(["search", *arguments])
    parsed.definition.run(cast(Library, library), parsed, Output(as_json=True))
    return library.requests[0]


def test_an_office_and_a_place_to_begin_reach_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    request = parse_request("consent", "--office", "Doe & Roe, LLP", "--skip", "20", "--limit", "5")
    assert request.filters.authors == {"Doe & Roe, LLP"}
    assert (request.start, request.limit) == (20, 5)
    assert '"results": []' in capsys.readouterr().out


def test_without_options_nothing_is_narrowed_or_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    request = parse_request("consent")
    assert (request.filters.authors, request.start) == (frozenset(), 0)
    assert capsys.readouterr().out
