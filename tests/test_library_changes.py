"""Tests of listing documents added, removed or changed since an earlier moment."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import LibraryChange
from briefbank.domain.searches import SearchRequest, Verdict
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

QUIET = QuietReporter()
TEXT = "POINT I\n\nTHE {name} WAS TAKEN\n\nThe police seized a {name} without a warrant. Return it.\n"
NAMES = "giraffe", "zebra", "lion"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a library of three briefs, whose captions were corrected once."""
    folder = tmp_path_factory.mktemp("closed")
    texts = {f"{name}.txt": TEXT.format(name=name) for name in NAMES}
    with library_of(folder, texts, Buckets()) as library:
        library.documents.correct(1, CaptionField.TITLE, "State v. Doe")
    return folder / "library"


@pytest.fixture
def library(closed: Path, tmp_path: Path) -> Iterator[Library]:
    shutil.copytree(closed, tmp_path / "library")
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        yield opened


def add(library: Library, *names: str) -> None:
    files = [library.folder.parent / f"{name}.txt" for name in names]
    for file in files:
        file.write_text(TEXT.format(name=file.stem), encoding="utf-8")
    library.ingest.add(files, QUIET)


def take_out(library: Library, name: str) -> None:
    files = {document.file_name: document.id for document in library.documents.each()}
    library.documents.remove(files[f"{name}.txt"], QUIET)


def search(library: Library) -> None:
    library.search(SearchRequest("giraffe"))


def mark(library: Library) -> None:
    library.feedback.give(library.search(SearchRequest("giraffe")).hits[0].passage.id, "giraffe", Verdict.UP)


def add_again(library: Library) -> None:
    """Add a brief that the library has."""
    add(library, "zebra")


def embed(library: Library) -> None:
    library.embedding.embed_pending(QUIET)


def remove(library: Library) -> None:
    take_out(library, "zebra")


def remove_newest(library: Library) -> None:
    library.documents.remove(3, QUIET)


def remove_all(library: Library) -> None:
    for name in NAMES:
        take_out(library, name)


def correct(library: Library) -> None:
    library.documents.correct(1, CaptionField.TITLE, "State v. Roe")


def take_correction_back(library: Library) -> None:
    library.documents.correct(1, CaptionField.TITLE, None)


def add_one(library: Library) -> None:
    add(library, "tiger")


def add_two(library: Library) -> None:
    add(library, "tiger", "okapi")


def add_and_remove(library: Library) -> None:
    add(library, "tiger")
    remove(library)


def add_and_remove_the_same(library: Library) -> None:
    add(library, "tiger")
    take_out(library, "tiger")


def remove_and_add_the_same(library: Library) -> None:
    remove(library)
    add(library, "zebra")


NONE = LibraryChange()


@pytest.mark.parametrize(
    ("work", "change"),
    [
        *((work, NONE) for work in (search, mark, add_again, embed, add_and_remove_the_same)),
        (add_one, LibraryChange(1)),
        (add_two, LibraryChange(2)),
        (remove, LibraryChange(0, otherwise=True)),
        (remove_newest, LibraryChange(0, otherwise=True)),
        (remove_all, LibraryChange(0, otherwise=True)),
        (correct, LibraryChange(0, otherwise=True)),
        (take_correction_back, LibraryChange(0, otherwise=True)),
        (add_and_remove, LibraryChange(1, otherwise=True)),
        (remove_and_add_the_same, LibraryChange(1, otherwise=True)),
    ],
    ids=lambda item: item.__name__ if callable(item) else "",
)
def test_documents_added_removed_or_corrected_since_are_reported(
    library: Library, work: Callable[[Library], None], change: LibraryChange
) -> None:
    before = library.documents.state()
    assert library.documents.change_since(before) == NONE
    work(library)
    assert library.documents.change_since(before) == change
    assert library.documents.change_since(library.documents.state()) == NONE


def test_words_that_are_indexed_after_their_document_was_stored_are_a_change(library: Library) -> None:
    """A search in between knows the document and does not find it."""
    document, passages = library.documents.get(1), library.documents.passages(1)
    with closing(LexicalIndex(library.folder / "lexical")) as index:
        index.remove(1)
        before = library.documents.state()
        index.add(document, passages)
    assert library.documents.change_since(before) == LibraryChange(0, otherwise=True)


def test_a_document_is_not_called_added_before_its_words_are_indexed(library: Library) -> None:
    before = library.documents.state()
    add(library, "tiger")
    with closing(LexicalIndex(library.folder / "lexical")) as index:
        index.remove(2)
        assert library.documents.change_since(before) == NONE
        index.add(library.documents.get(2), library.documents.passages(2))
    assert library.documents.change_since(before) == LibraryChange(1)


@pytest.mark.parametrize(("files", "sentence"), [(1, "1 file is"), (2, "2 files are")])
def test_a_search_that_finds_nothing_while_files_wait_says_how_many(
    library: Library, tmp_path: Path, files: int, sentence: str
) -> None:
    request = SearchRequest("okapi")
    assert "Nothing yet" not in library.search(request).advice
    paths = [tmp_path / f"{number}.txt" for number in range(files)]
    for number, path in enumerate(paths):
        path.write_text(TEXT.format(name=f"okapi{number}"), encoding="utf-8")
    library.ingest.enqueue(paths, QUIET)
    assert library.search(request).advice.startswith(f"Nothing yet; {sentence} still being read. ")
    assert "Nothing yet" not in library.search(SearchRequest("giraffe")).advice
    assert library.documents.change_since(library.documents.state()).files_left == files
    library.ingest.cancel()
    assert "Nothing yet" not in library.search(request).advice


def test_a_library_without_documents_is_not_called_empty_while_files_wait(tmp_path: Path) -> None:
    (tmp_path / "zebra.txt").write_text(TEXT.format(name="zebra"), encoding="utf-8")
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        library.ingest.enqueue([tmp_path / "zebra.txt"], QUIET)
        advice = library.search(SearchRequest("zebra")).advice
    assert advice == "Nothing yet; 1 file is still being read."
