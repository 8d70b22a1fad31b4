"""Tests that indexes of an older or newer release are rebuilt at opening."""

import json
from pathlib import Path

import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.embedding.dense import place_of
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

TEXTS = {"stop.txt": "POINT I\n\nTHE MOTOR VEHICLE STOP WAS UNLAWFUL\n\nThe officer saw no violation.\n"}


def built_by_another_release(sentinel: Path, schema: int) -> None:
    """Have an index say that it was built with another schema."""
    state = json.loads(sentinel.read_text("utf-8"))
    state["built_with"]["schema"] = schema
    sentinel.write_text(json.dumps(state), "utf-8")


@pytest.mark.parametrize("schema", [0, 999])
def test_indexes_of_another_release_are_rebuilt(tmp_path: Path, schema: int) -> None:
    with library_of(tmp_path, TEXTS, Buckets(), meaning=True):
        pass
    paths = LibraryPaths(tmp_path / "library")
    built_by_another_release(paths.lexical / "index.json", schema)
    built_by_another_release(place_of(paths.dense, Buckets.name) / "index.json", schema)
    with Library.open(paths.root, encoder=Buckets()) as library:
        library.warm()
        answer = library.search(SearchRequest("motor vehicle stop"))
        assert [hit.document.file_name for hit in answer.close] == ["stop.txt"], "words answer meanwhile"
        library.embedding.embed_pending(QuietReporter())
        report = library.maintenance.check()
        assert (report.problems, report.waiting_for_meaning) == ((), 0)
        assert report.dense_passages == report.lexical_passages > 0
