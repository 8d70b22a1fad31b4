"""Nothing of a removed document stays on the disk, and an interrupted removal is completed."""

from __future__ import annotations

import errno
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, library_facts, passage_rows
from briefbank.domain.documents import Document
from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimOutcome,
    GeneratedSummary,
    SummaryPart,
    SummarySource,
)
from briefbank.errors import StoreError, StoreFull
from briefbank.maintenance import documents
from briefbank.maintenance import documents as removal
from briefbank.storage.lease import ProcessLock
from briefbank.summary import cache
from briefbank.summary.cache import PROMPT_VERSION
from tests.maintenance.library_parts import QUIET, OpenParts, opened
from tests.support.database_files import content

LEAST = 12  # Bytes of a value that is looked for: shorter ones come about by chance


def values(catalogue: Path) -> set[bytes]:
    """Every text and every blob that the catalogue holds, and what compressed ones say."""
    result: set[bytes] = set()
    with closing(sqlite3.connect(catalogue)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for (name,) in tables:
            for row in connection.execute(f'SELECT * FROM "{name}"'):
                result.update(as_bytes(value) for value in row if isinstance(value, str | bytes))
    return {value for value in result | set(map(unpacked, result)) if len(value) >= LEAST}


def as_bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value


def unpacked(value: bytes) -> bytes:
    try:
        return zlib.decompress(value)
    except zlib.error:
        return b""


def pieces(value: bytes) -> list[bytes]:
    """Parts of a value that may lie on different pages of the file."""
    return [value[at : at + 24] for at in range(0, max(1, len(value) - 24), 300)]


def left_over(gone: Iterable[bytes], kept: Iterable[bytes], folder: Path) -> list[bytes]:
    """Return the values of ``gone`` of which some file has a piece that no value of ``kept`` has."""
    known = b"\0".join(kept)
    stored_bytes = content(folder)
    return [
        value
        for value in gone
        if any(piece in stored_bytes and piece not in known for piece in pieces(value))
    ]


def random_texts(rng: random.Random, number: int) -> list[str]:
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(4, 11))) for _ in range(300)]
    cited = f" See State v. Quagga{number}, {100 + number} N.J. {rng.randint(1, 900)} (1990)."
    return [" ".join(rng.choices(words, k=rng.randint(30, 120))) + cited for _ in range(rng.randint(3, 12))]


@pytest.fixture(scope="module")
def briefs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[bytes], set[bytes], str]:
    """A library from which half of its documents were removed: folder, what is gone, what is there, what the
    rest answered before."""
    rng, folder = random.Random(7), tmp_path_factory.mktemp("removal") / "library"
    with opened(folder) as library:
        documents = [library.add(*random_texts(rng, number)) for number in range(8)]
        library.embed()
        before = values(library.paths.catalogue)
        rng.shuffle(documents)
        gone, kept = documents[:4], documents[4:]
        answered = answers(library, [document.id for document in kept])
        for document in gone[:2]:
            removal.remove(library.parts, library.health, [document.id], QUIET)
        removal.remove(library.parts, library.health, [document.id for document in gone[2:]], QUIET)
        assert answers(library, [document.id for document in kept]) == answered
        after = values(library.paths.catalogue)
    return folder, before - after, after, answered


def answers(library: OpenParts, document_ids: Iterable[int]) -> str:
    """Return the hits in these documents by lexical and semantic search, and what is stored of them."""
    shown_values: list[object] = []
    for document_id in document_ids:
        passages = passage_rows.of_document(library.parts.catalogue, document_id)
        word = passages[0].text.split()[0]
        results = library.parts.lexical.search(LexicalQuery((word,)), Filters(), 100)
        vectors = [library.parts.meaning.model().dense.vector_of(passage.id) for passage in passages]
        shown = [None if vector is None else vector.tobytes() for vector in vectors]
        mine = {passage.id for passage in passages}
        shown_values.append((passages, sorted(id_ for id_, _ in results if id_ in mine), shown))
    return repr(shown_values)


def test_no_value_of_a_removed_document_is_in_any_byte_of_the_library(
    briefs: tuple[Path, set[bytes], set[bytes], str],
) -> None:
    folder, gone, kept, _ = briefs
    assert len(gone) > 50
    assert left_over(gone, kept, folder) == []


def test_the_eyes_of_this_test_see_what_stays(briefs: tuple[Path, set[bytes], set[bytes], str]) -> None:
    folder, _, kept, _ = briefs
    long = [value for value in kept if len(value) > 400]
    assert len(left_over(long, [], folder)) == len(long) > 10


class Stop(BaseException):
    """The program ends at this moment."""


def stop(*_: object, **__: object) -> None:
    raise Stop


STEPS: list[tuple[str, Callable[[OpenParts], object]]] = [
    ("delete_cached", lambda library: cache),
    ("remove", lambda library: type(library.parts.lexical)),
    ("remove", lambda library: type(library.parts.meaning)),
    ("purge", lambda library: type(library.parts.lexical)),
    ("erase", lambda library: library_facts),
]


@pytest.mark.parametrize("step", STEPS, ids=["copies", "words", "vectors", "rewriting words", "rewriting"])
def test_a_removal_interrupted_at_any_step_is_completed_at_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: tuple[str, Callable[[OpenParts], object]]
) -> None:
    name, where = step
    with opened(tmp_path / "library") as library:
        library.add("zebra stays", "and so does this")
        gone = library.add("quaggaquagga removed", "okapiokapi too", scanned=True)
        library.embed()
        library.health.rebuild_words(QUIET)  # so that both documents' words are in one file of the index
        vectors = library.parts.meaning.ids()
        with monkeypatch.context() as patch, pytest.raises(Stop):
            patch.setattr(where(library), name, stop)
            removal.remove(library.parts, library.health, [gone.id], QUIET)
    with opened(tmp_path / "library") as library:
        removal.finish(library.parts, library.health, QUIET)
        assert library.health.check(QUIET).problems == ()
        assert len(library.parts.meaning.ids()) == len(vectors) - 2
    text = b"".join(path.read_bytes() for path in (tmp_path / "library").rglob("*") if path.is_file())
    assert b"zebra" in text
    assert b"quagga" not in text and b"okapi" not in text and gone.sha256.encode() not in text


def test_a_full_disk_leaves_the_note_and_the_library_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "library") as library:
        gone = library.add("quaggaquagga removed")
        with monkeypatch.context() as patch:
            patch.setattr(library_facts, "erase", full)
            with pytest.raises(StoreFull):
                removal.remove(library.parts, library.health, [gone.id], QUIET)
            removal.finish(library.parts, library.health, QUIET)
            (problem,) = library.health.check(QUIET).problems
            assert "removed" in problem
        assert library.health.check(QUIET, repair=True).healthy


@pytest.mark.parametrize("adding", [False, True], ids=["idle", "while files are added"])
@pytest.mark.nightly
def test_files_that_one_removal_could_not_delete_are_deleted_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adding: bool
) -> None:
    with opened(tmp_path / "library") as library:
        library.add("zebra stays")
        gone, other = library.add("quaggaquagga removed", scanned=True), library.add("ibis removed")
        library.embed()
        unlink = Path.unlink

        def refuse(path: Path, missing_ok: bool = False) -> None:
            if path.stem == gone.sha256:
                raise PermissionError(errno.EACCES, "open elsewhere")
            unlink(path, missing_ok)

        with monkeypatch.context() as patch, pytest.raises(StoreError):
            patch.setattr(Path, "unlink", refuse)
            removal.remove(library.parts, library.health, [gone.id], QUIET)
        known = passage_rows.all_ids(library.parts.catalogue, searchable_only=True)
        assert library.parts.lexical.ids() == library.parts.meaning.ids() == known, "no search finds it"
        if adding:
            with ProcessLock(library.paths.intake_lock, wait_s=0.0)():
                removal.remove(library.parts, library.health, [other.id], QUIET)
            assert library_facts.deleted(library.parts.catalogue) is not None, "there is more to do"
            removal.finish(library.parts, library.health, QUIET)
        else:
            removal.remove(library.parts, library.health, [other.id], QUIET)
        assert not (library_facts.deleted(library.parts.catalogue) is not None)
        assert [path.stem for path in library.paths.files.iterdir()] == [
            document_rows.get(library.parts.catalogue, 1).sha256
        ]
        assert not list(library.paths.reading.iterdir())
        assert library.health.check(QUIET, thorough=True).problems == ()


def test_the_removal_note_stays_while_words_are_in_a_file_that_the_system_does_not_delete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is on Windows while a search, here or in another program, has the file open."""
    with opened(tmp_path / "library") as library:
        gone = library.add("quaggaquagga removed")
        unlink = Path.unlink

        def refuse(path: Path, missing_ok: bool = False) -> None:
            if path.suffix == ".term" and path.parent.name != "change":  # what a searcher has open
                raise PermissionError(errno.EACCES, "mapped elsewhere")
            unlink(path, missing_ok)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            removal.remove(library.parts, library.health, [gone.id], QUIET)
            assert library_facts.deleted(library.parts.catalogue) is not None
        assert list(library.paths.root.rglob("*.term")), "the test keeps a file"
        removal.finish(library.parts, library.health, QUIET)
        assert library_facts.deleted(library.parts.catalogue) is None
        assert not list(library.paths.root.rglob("*.term"))


def full(*_: object) -> None:
    raise StoreFull


def test_the_removal_note_stays_while_a_search_reads_the_old_log(tmp_path: Path) -> None:
    with opened(tmp_path / "library") as library:
        gone = library.add("quaggaquagga removed")
        with closing(sqlite3.connect(library.paths.catalogue)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM document").fetchone()
            removal.remove(library.parts, library.health, [gone.id], QUIET)
            assert library_facts.deleted(library.parts.catalogue) is not None
        removal.finish(library.parts, library.health, QUIET)
        assert not (library_facts.deleted(library.parts.catalogue) is not None)


MODEL = "cd" * 32
GENERATED = "The wagon was giraffe-coloured."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as opened_library:
        for document in (
            opened_library.add("zebra stop", "the wagon was searched"),
            opened_library.add("heron plea", "the plea"),
        ):
            keep(opened_library, document)
        opened_library.embed()
        yield opened_library


def keep(library: OpenParts, document: Document) -> None:
    claim = CheckedClaim(Claim(GENERATED, (1,), SummaryPart.FACTS), ClaimOutcome.SHOWN)
    summary = GeneratedSummary(document.id, "A Model", MODEL, PROMPT_VERSION, (claim,))
    source = SummarySource(document.id, document.title, ())
    cache.write(library.paths, document.sha256, summary, source, list_version=0)


def documents_with_summary(library: OpenParts) -> list[str]:
    return sorted(path.name.split("-")[0] for path in library.paths.summaries.iterdir())


def test_summaries_go_with_their_document_and_leftovers_are_deleted_but_no_file_of_a_user(
    library: OpenParts,
) -> None:
    first, second = list(document_rows.iterate(library.parts.catalogue))
    assert library.health.check(QUIET).problems == ()
    documents.remove(library.parts, library.health, [first.id], QUIET)
    assert documents_with_summary(library) == [second.sha256]
    gone = library.paths.kept_summary("ab" * 32, MODEL, PROMPT_VERSION)
    gone.write_bytes(b"of a document that was removed")
    assert "One file of the library belongs to no document." in library.health.check(QUIET).problems
    assert library.health.check(QUIET, repair=True).problems == ()
    assert documents_with_summary(library) == [second.sha256]
    own = library.paths.summaries / "notes.txt"
    own.write_text("mine")
    assert "did not put there" in " ".join(library.health.check(QUIET, repair=True).problems)
    assert own.read_text() == "mine"


def test_a_backup_holds_no_generated_word_and_a_restored_library_works_without(
    library: OpenParts, tmp_path: Path
) -> None:
    library.backup.make(tmp_path / "backup", QUIET)
    everything = [path for path in (tmp_path / "backup").rglob("*") if path.is_file()]
    summaries = [path.read_bytes() for path in library.paths.summaries.iterdir()]
    assert everything and summaries
    assert not [path for path in everything if MODEL in path.name or path.read_bytes() in summaries]
    assert not [path for path in everything if b"giraffe" in path.read_bytes()]
    with opened(tmp_path / "other") as other:
        other.restore.restore(tmp_path / "backup", QUIET)
        assert not other.paths.summaries.exists()
        assert other.health.check(QUIET).problems == ()
