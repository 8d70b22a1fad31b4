"""Tests of recent documents and of forgetting them without a trace in any file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.domain.documents import Document
from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.userdata.userdata import FILE, UserData
from tests.catalogue import samples
from tests.support.database_files import content

WORD = "Quillfeather"


@pytest.fixture
def documents(catalogue: Database) -> list[Document]:
    return [samples.add(catalogue, letter)[0] for letter in "abc"]


def test_documents_come_newest_first_at_the_page_read_last(
    personal: UserData, documents: list[Document]
) -> None:
    for document in documents:
        personal.recent.opened(document.sha256, 0)
    personal.recent.turned_to(documents[0].sha256, 1)
    personal.recent.opened(documents[1].sha256, 0)
    results = [(item.document.id, item.page) for item in personal.recent.newest()]
    assert results == [(documents[1].id, 0), (documents[2].id, 0), (documents[0].id, 1)]


def test_a_removed_document_is_left_out_and_another_fills_the_list(
    personal: UserData, documents: list[Document], catalogue: Database
) -> None:
    for document in documents:
        personal.recent.opened(document.sha256, 0)
    ingest_ledger.remove_documents(catalogue, documents[2].id)
    assert [item.document.id for item in personal.recent.newest(1)] == [documents[1].id]


def test_a_remembered_page_beyond_the_end_of_a_reread_document_becomes_its_last_page(
    personal: UserData, documents: list[Document]
) -> None:
    personal.recent.opened(documents[0].sha256, 5000)
    assert personal.recent.newest()[0].page == documents[0].pages - 1


def test_a_page_of_a_document_that_was_forgotten_is_not_remembered(
    personal: UserData, documents: list[Document]
) -> None:
    personal.recent.opened(documents[0].sha256, 0)
    personal.recent.forget(documents[0].sha256)
    personal.recent.turned_to(documents[0].sha256, 1)
    assert personal.recent.newest() == []


def fill(personal: UserData, documents: list[Document]) -> None:
    for number in range(8):
        personal.history.add(SearchRequest(f"{WORD} {number}"))
    for document in documents:
        personal.recent.opened(document.sha256, 0)
    personal.saved.save("Kept for Friday", SearchRequest("plain error"))


def left(file: Path) -> bytes:
    """Return all bytes of the file and of those beside it."""
    return b"".join(content(path) for path in sorted(file.parent.glob("personal*")))


def test_forgetting_leaves_no_byte_and_keeps_what_was_saved(
    personal: UserData, documents: list[Document], file: Path
) -> None:
    fill(personal, documents)
    assert WORD.encode() in left(file) and documents[0].sha256.encode() in left(file)
    file.with_name("personal.damaged.sqlite").write_bytes(WORD.encode())
    forgotten = personal.forget()
    assert (forgotten.searches, forgotten.documents) == (8, 3)
    assert WORD.encode() not in left(file)
    assert all(document.sha256.encode() not in left(file) for document in documents)
    assert personal.history.newest() == [] and personal.recent.newest() == []
    assert [saved.name for saved in personal.saved.all()] == ["Kept for Friday"]


def test_forgetting_reaches_what_a_second_window_wrote(
    personal: UserData,
    documents: list[Document],
    file: Path,
    catalogue: Database,
    keep: Callable[[], UserData],
) -> None:
    other = keep()
    fill(other, documents)
    personal.forget()
    assert WORD.encode() not in left(file)
    assert other.history.newest() == []


def test_a_backup_of_a_library_holds_nothing_that_is_remembered(home: Path, tmp_path: Path) -> None:
    with Library.open() as library:
        library.userdata.history.add(SearchRequest(WORD))
        library.userdata.saved.save(WORD, SearchRequest(f"{WORD} saved"))
        backup = tmp_path / "backup"
        library.maintenance.backup(backup, QuietReporter())
        for folder in (backup, library.folder):
            assert WORD.encode() not in content(folder)
    assert (home / FILE).exists()
