"""Tests of collections on a real library: current texts, and entries that are found again or missing."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

import docx
import pytest

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.cli.commands import run
from briefbank.cli.output import DONE, WRONG_USE
from briefbank.domain.authorities import Standing
from briefbank.domain.documents import Document
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import EntryState
from briefbank.embedding.encoders import Encoder
from briefbank.errors import NotInLibrary
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance.documents import Documents
from briefbank.paths import LibraryPaths
from briefbank.userdata.userdata import Records
from tests.catalogue.samples import add
from tests.support.database_files import content
from tests.support.library_factory import library_of

QUIET = QuietReporter()
WORDS = "The giraffe was seized without a warrant and nobody consented to it at any time."
TEXT = (
    f"STATE v. HYPOTHETICAL\n\nPOINT I\n\nTHE GIRAFFE SHOULD BE RETURNED\n\n{WORDS} See State v. Carty, "
    "170 N.J. 632 (2002). The order should be reversed.\n"
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Iterator[Library]:
    """One library for all tests: adding a file takes seconds. None of them changes its documents for good."""
    folder = tmp_path_factory.mktemp("gathered")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIEFBANK_HOME", str(folder / "home"))
        with library_of(folder, {"giraffe.txt": TEXT}, encoder) as library:
            yield library


@pytest.fixture
def library(opened: Library) -> Iterator[Library]:
    yield opened
    for collection in opened.userdata.collections.all():
        opened.userdata.collections.delete(collection.id)


@pytest.fixture
def document(library: Library) -> Document:
    return next(library.documents.each())


def passage_id(library: Library) -> int:
    return library.search(SearchRequest("giraffe warrant")).hits[0].passage.id


def collected(library: Library) -> int:
    """A collection with the passage about the giraffe, and a note on it."""
    collection = library.userdata.collections.make("Friday")
    [entry] = library.collection_resolver.add_passages(collection.id, [passage_id(library)])
    library.userdata.collections.write_note(entry.id, "keep me")
    return collection.id


def test_a_gathered_passage_is_shown_with_its_words_citation_and_alerts_of_now(library: Library) -> None:
    collection = collected(library)
    [before] = library.collection_resolver.show(collection)
    assert before.state is EntryState.AS_IT_WAS
    assert before.hit is not None
    assert WORDS in before.hit.passage.text
    assert before.hit.citation == library.search(SearchRequest("giraffe warrant")).hits[0].citation
    assert before.hit.alerts == ()
    library.good_law.enter("State v. Carty, 170 N.J. 632", Standing.OVERRULED)
    [now] = library.collection_resolver.show(collection)
    assert now.hit is not None
    assert "170 N.J. 632" in now.hit.alerts[0] or "Carty" in now.hit.alerts[0]


def test_no_word_of_a_brief_is_kept_outside_the_library(library: Library, document: Document) -> None:
    collection = collected(library)
    page = library.documents.pages(document.id)[0]
    start = page.raw.index("giraffe")
    library.collection_resolver.add_selection(collection, document.id, ((0, start, start + 40),))
    text = b"".join(map(content, library.userdata.database.path.parent.glob("personal.sqlite*")))
    assert b"keep me" in text
    assert b"giraffe" not in text
    assert b"HYPOTHETICAL" not in text


def test_a_selection_is_shown_as_just_its_words_and_can_be_opened(
    library: Library, document: Document
) -> None:
    raw = library.documents.pages(document.id)[0].raw
    start = raw.index("seized")
    collection = library.userdata.collections.make("Friday")
    library.collection_resolver.add_selection(
        collection.id, document.id, ((0, start, start + len("seized without")),)
    )
    [shown] = library.collection_resolver.show(collection.id)
    assert shown.hit is not None
    assert shown.hit.passage.text == "seized without"
    assert shown.hit.citation == library.reader.citation(document.id, 0)
    [page] = library.reader.highlights(shown.hit)
    assert page.passage == ((start, start + len("seized without")),)


def test_a_collection_survives_removing_and_adding_the_file(
    library_paths: LibraryPaths, library: Library, document: Document
) -> None:
    """The test uses a catalogue alone, where a document is added at once."""
    with closing(open_catalogue(library_paths.catalogue)) as catalogue:
        personal = library.userdata.collections
        documents = Documents(catalogue, lambda: 0, lambda: pytest.fail("nothing is changed"))
        records = Records(catalogue, nullcontext)
        gathering = CollectionResolver(documents, records, GoodLaw(catalogue), personal)
        first, passages = add(catalogue)
        collection = personal.make("Friday")
        [entry] = gathering.add_passages(collection.id, [passages[0].id])
        personal.write_note(entry.id, "keep me")
        ingest_ledger.remove_documents(catalogue, first.id)
        [gone] = gathering.show(collection.id)
        assert (gone.state, gone.hit, gone.entry.note) == (EntryState.GONE, None, "keep me")
        add(catalogue)
        [again] = gathering.show(collection.id)
        assert (again.state, again.entry.note) == (EntryState.AS_IT_WAS, "keep me")
        assert again.hit is not None
        assert again.hit.passage.text == passages[0].text


def test_a_passage_whose_words_changed_is_found_by_its_page(library: Library, document: Document) -> None:
    """Reading a document again has this effect: the hash of the old words is gone."""
    collection = library.userdata.collections.make("Friday")
    [entry] = library.collection_resolver.add_passages(collection.id, [passage_id(library)])
    collections = library.userdata.collections
    collections.remove([entry.id])
    collections.add(collection.id, [replace(entry.reference, words="0" * 32)])
    raw = library.documents.pages(document.id)[0].raw
    collections.add(collection.id, [replace(entry.reference, words="0" * 32, ranges=((0, 0, len(raw)),))])
    collections.add(collection.id, [replace(entry.reference, words="0" * 32, page=77)])
    whole, selection, nowhere = library.collection_resolver.show(collection.id)
    assert whole.state is selection.state is EntryState.REREAD
    assert whole.hit is not None
    assert whole.hit.passage.first_page == 0
    assert (nowhere.state, nowhere.hit) == (EntryState.GONE, None)


def test_a_missing_passage_cannot_be_added_to_a_collection(library: Library) -> None:
    collection = library.userdata.collections.make("Friday")
    with pytest.raises(NotInLibrary):
        library.collection_resolver.add_passages(collection.id, [9999])
    with pytest.raises(NotInLibrary):
        library.collection_resolver.add_selection(collection.id, 9999, ((0, 0, 1),))


def test_a_collection_is_exported_with_note_quotation_citation_and_authorities(
    library: Library, tmp_path: Path
) -> None:
    collection = collected(library)
    assert library.exports.collection(collection, tmp_path / "out.docx", QUIET) == 1
    file = docx.Document(io.BytesIO((tmp_path / "out.docx").read_bytes()))
    shown = [paragraph.text for paragraph in file.paragraphs]
    assert shown[0] == "Friday"
    assert "keep me" in shown
    assert any(WORDS in text for text in shown)
    assert "Authorities cited in these passages" in shown
    assert any("170 N.J. 632: passage 1" in text for text in shown)


def test_the_command_line_writes_the_results_of_a_search_into_a_file(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--library", str(library.folder), "--json", "search", "giraffe", "--export"]
    assert run([*arguments, str(tmp_path / "out.csv")]) == DONE
    assert "GIRAFFE" in (tmp_path / "out.csv").read_text("utf-8-sig")
    assert run([*arguments, str(tmp_path / "out.pdf")]) == WRONG_USE
    assert ".docx" in capsys.readouterr().err


def test_a_collection_that_was_deleted_meanwhile_is_not_exported(library: Library, tmp_path: Path) -> None:
    with pytest.raises(NotInLibrary):
        library.exports.collection(4711, tmp_path / "out.docx", QUIET)
    assert not (tmp_path / "out.docx").exists()
