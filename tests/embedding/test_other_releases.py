"""Indexes that another release built are made anew, and no document is lost."""

import json
from pathlib import Path

import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.embedding.dense import place_of
from briefbank.errors import Cancelled, StoreFull
from briefbank.index import segments
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.paths import LibraryPaths
from tests.reference_library import copy_reference_library
from tests.stand_ins.encoders import Buckets

QUERY = "motor vehicle stop"


@pytest.fixture
def paths(tmp_path: Path) -> LibraryPaths:
    """A small library with both indexes."""
    return LibraryPaths(copy_reference_library(tmp_path / "library"))


def built_by(sentinel: Path, schema: int) -> str:
    """Have an index say that it was built with another schema; the generation that it names."""
    found = json.loads(sentinel.read_text("utf-8"))
    found["built_with"]["schema"] = schema
    sentinel.write_text(json.dumps(found), "utf-8")
    return str(found["generation"])


def files_of(library: Library) -> list[str]:
    return [hit.document.file_name for hit in library.search(SearchRequest(QUERY)).close]


@pytest.mark.parametrize("schema", [0, 999])
def test_a_word_index_of_another_release_is_made_anew_and_then_goes(paths: LibraryPaths, schema: int) -> None:
    former = built_by(paths.lexical / "index.json", schema)
    with Library.open(paths.root, encoder=Buckets()) as library:
        assert files_of(library) == ["State v. Okonjo.pdf"]
        assert library.maintenance.check().problems == ()
    assert not (paths.lexical / former).exists()


@pytest.mark.parametrize("raised", [StoreFull, Cancelled])
def test_the_word_index_of_another_release_stays_when_the_new_one_cannot_be_made(
    paths: LibraryPaths, monkeypatch: pytest.MonkeyPatch, raised: type[Exception]
) -> None:
    former = built_by(paths.lexical / "index.json", 0)
    before = {path: path.read_bytes() for path in (paths.lexical / former).iterdir()}

    def fail(*_: object) -> None:
        raise raised

    with monkeypatch.context() as patch, pytest.raises(raised):
        patch.setattr(segments.Change, "add", fail)
        Library.open(paths.root, encoder=Buckets())
    assert {path: path.read_bytes() for path in (paths.lexical / former).iterdir()} == before
    with Library.open(paths.root, encoder=Buckets()) as library:
        assert files_of(library) == ["State v. Okonjo.pdf"]


@pytest.mark.parametrize("schema", [0, 999])
def test_vectors_of_another_release_are_made_again(paths: LibraryPaths, schema: int) -> None:
    own = place_of(paths.dense, Buckets.name)
    former = built_by(own / "index.json", schema)
    with Library.open(paths.root, encoder=Buckets()) as library:
        library.warm()
        assert files_of(library) == ["State v. Okonjo.pdf"], "words answer meanwhile"
        passages = library.maintenance.check().lexical_passages
        assert library.embedding.embed_pending(QuietReporter()) == passages > 0
        report = library.maintenance.check()
        assert (report.problems, report.waiting_for_meaning) == ((), 0)
        assert report.dense_passages == passages
    assert not (own / former).exists()
