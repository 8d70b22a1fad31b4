"""Tests that a changed byte in a library is detected and repaired from the original.

What a person sees is asked of the façade, and knows nothing of checksums. Bytes are chosen by a seeded hand:
in texts and blobs of the catalogue's documents, captions, pages and passages, and in every kind of file.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Hit, SearchRequest
from briefbank.errors import StoreDamaged
from briefbank.library import Library
from tests.maintenance.library_parts import QUIET
from tests.stand_ins.encoders import Buckets
from tests.support.profile import sample
from tests.support.reference_library import copy_reference_library

SEED, IN_CATALOGUE, IN_FILES = 42, 28, 14
TABLES = ("document", "caption", "page", "passage")
FOLDERS = ("files", "reading", "lexical", "dense")
QUERIES = ("motor vehicle stop", '"the trial court" AND suppress')


def without_extraction(passages: Iterable[Passage]) -> list[Passage]:
    """Return the passages without what a new extraction changes: their numbers."""
    return [replace(passage, id=0) for passage in passages]


def shown(library: Library) -> object:
    """Return all that the façade shows, except for what a new extraction changes in passages."""
    shown_values: list[object] = []
    for document in library.documents.each():
        passages = library.documents.passages(document.id)
        pdf = library.reader.pdf_path(document.id)
        shown_values += [
            document,
            library.documents.caption(document.id),
            library.documents.pages(document.id),
        ]
        shown_values += without_extraction(passages)
        shown_values += [library.reader.outline(document.id), pdf.read_bytes()]
        shown_values += [path.read_bytes() for path in library.folder.glob(f"files/{document.sha256}.*")]
    for query in QUERIES:
        answer = library.search(SearchRequest(query))
        shown_values += [answer.total, [seen(library, hit) for hit in answer.hits]]
    return shown_values


def seen(library: Library, hit: Hit) -> object:
    marks = library.reader.highlights(hit)
    (passage,) = without_extraction([hit.passage])
    return hit.document, passage, hit.citation, hit.verdict, hit.alerts, hit.reasons, marks


@dataclass(frozen=True)
class BitFlip:
    """One bit of a value of the catalogue, or of a file, turned over; ``undo`` turns it back."""

    name: str
    undo: Callable[[], None]


def bit_flipped(rng: random.Random, content: bytes) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def changed_value(rng: random.Random, folder: Path) -> BitFlip:
    path = folder / "catalogue.sqlite"
    with closing(sqlite3.connect(path)) as catalogue:
        table = rng.choice(TABLES)
        names = [row[0] for row in catalogue.execute(f"SELECT name FROM pragma_table_info('{table}')")]
        rng.shuffle(names)
        places = (location for name in names for location in values_of_column(catalogue, table, name))
        name, row, kind, content = rng.choice(values_of_column(catalogue, table, next(places)[0]))

    def put(value: bytes) -> None:
        with closing(sqlite3.connect(path)) as catalogue, catalogue:
            catalogue.execute("PRAGMA ignore_check_constraints = ON")
            catalogue.execute(
                f'UPDATE {table} SET "{name}" = CAST(? AS {kind}) WHERE rowid = ?', (value, row)
            )

    put(bit_flipped(rng, content))
    return BitFlip(f"{table}.{name}", lambda: put(content))


def values_of_column(
    catalogue: sqlite3.Connection, table: str, name: str
) -> list[tuple[str, int, str, bytes]]:
    """The rows with a text or a blob in a column: the column, row, kind and content."""
    query = f'SELECT rowid, typeof("{name}"), CAST("{name}" AS BLOB) FROM {table}'
    return [(name, *row) for row in catalogue.execute(query) if row[1] in ("text", "blob") and row[2]]


def changed_file(rng: random.Random, folder: Path, subfolder: str) -> BitFlip:
    files = [
        path for path in sorted((folder / subfolder).rglob("*")) if path.is_file() and path.stat().st_size
    ]
    path = rng.choice(files)
    content = path.read_bytes()
    path.write_bytes(bit_flipped(rng, content))
    return BitFlip(f"{subfolder}: {path.name}", lambda: put_back(path, content))


def put_back(path: Path, content: bytes) -> None:
    path.write_bytes(content)


@contextmanager
def opened(folder: Path) -> Iterator[Library]:
    with Library.open(folder, encoder=Buckets()) as library:
        library.warm()
        yield library


@dataclass
class ClosedLibrary:
    """A closed library, and its visible content while nothing is changed."""

    folder: Path
    shown: object

    def copied(self, target: Path) -> Path:
        return Path(shutil.copytree(self.folder, target / "library"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> ClosedLibrary:
    folder = copy_reference_library(tmp_path_factory.mktemp("altered") / "library")
    with opened(folder) as library:
        assert library.maintenance.check(thorough=True).problems == ()
        return ClosedLibrary(folder, shown(library))


def require_noticed_and_mended(library: Library, kept: ClosedLibrary, change: BitFlip) -> None:
    """Check that a change is noticed and repaired.

    A change that no repair can mend is undone: of an original, or one for which the library is refused.
    """
    try:
        report = library.maintenance.check(repair=True, thorough=True)
    except StoreDamaged:
        change.undo()
    else:
        of_original = any("The stored file of" in problem for problem in report.problems)
        assert of_original == change.name.startswith("files") and report.healthy != of_original
        if of_original:
            change.undo()
    assert shown(library) == kept.shown, change.name


@pytest.mark.nightly
def test_a_changed_value_of_the_catalogue_is_noticed_and_mended(kept: ClosedLibrary, tmp_path: Path) -> None:
    rng = random.Random(SEED)
    names = set()
    folder = kept.copied(tmp_path)
    with opened(folder) as library:
        for _ in range(IN_CATALOGUE):
            change = changed_value(rng, folder)
            require_noticed_and_mended(library, kept, change)
            names.add(change.name.partition(".")[0])
    assert names == set(TABLES)


def executed(folder: Path, statement: str) -> int:
    """Run a statement on the catalogue of a closed library and return the number of changed rows."""
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as catalogue, catalogue:
        return catalogue.execute(statement).rowcount


def rows_changed(folder: Path, statement: str) -> None:
    assert executed(folder, statement) == 1


@pytest.mark.nightly
def test_a_document_with_a_changed_file_name_keeps_its_file_and_the_name_is_restored(
    kept: ClosedLibrary, tmp_path: Path
) -> None:
    """One digit of the hash under which an original lies: nothing may take that original for a leftover."""
    folder = kept.copied(tmp_path)
    rows_changed(
        folder,
        "UPDATE document SET sha256 = iif(sha256 LIKE '0%', '1', '0') || substr(sha256, 2) WHERE id = 2",
    )
    with opened(folder) as library:
        assert library.maintenance.check(repair=True).problems
    with opened(folder) as library:
        assert library.maintenance.check(repair=True, thorough=True).healthy
        assert shown(library) == kept.shown


ORPHANED = (
    "UPDATE cited SET document_id = 99999",
    "UPDATE cited SET authority_id = 99999",
    "UPDATE relation SET document_id = 99999",
    "INSERT INTO identity (document_id, authority_id) SELECT 99999, min(id) FROM authority",
    "UPDATE authority_name SET authority_id = 99999",
    "UPDATE caption SET document_id = 99999 WHERE document_id = 1",
    "UPDATE page SET document_id = 99999 WHERE document_id = 1",
    "UPDATE passage SET document_id = 99999 WHERE document_id = 1",
    "UPDATE checksum SET document_id = 99999 WHERE document_id = 1",
    "DELETE FROM authority",
    "UPDATE relation SET passage_id = 99999",
)


@pytest.mark.parametrize("statement", ORPHANED[: sample(3, len(ORPHANED))])
@pytest.mark.nightly
def test_rows_that_belong_to_nothing_are_named_and_a_repair_brings_back_what_was(
    kept: ClosedLibrary, tmp_path: Path, statement: str
) -> None:
    folder = kept.copied(tmp_path)
    assert executed(folder, statement)
    with opened(folder) as library:
        for change in (lambda: library.maintenance.rebuild(QUIET), lambda: library.documents.remove(3)):
            with suppress(StoreDamaged):  # in a sentence of its own, or done all the same
                change()
    folder = kept.copied(tmp_path / "again")
    assert executed(folder, statement)
    with opened(folder) as library:
        assert any("to no document" in problem for problem in library.maintenance.check().problems)
        library.maintenance.check(repair=True, thorough=True)
        assert library.maintenance.check(repair=True, thorough=True).healthy
        assert shown(library) == kept.shown


UNTRUSTED_COPIES = (
    *("[[[", "[" * 5000, "{}", "[1, 2, 3]", '[[".pdf", 1, "a", "2020-01-01", 0, ""], [["title"]], []]'),
    '[[".desktop", -1, "../../x", "zz", 7, ""], [["nonsense", "v", "w"]], []]',
    f'[[".pdf", {10**30}, "x", "2024-01-01T00:00:00+00:00", 0, ""], [], []]',
)


@pytest.mark.parametrize("start", range(0, len(UNTRUSTED_COPIES), 3))
@pytest.mark.nightly
def test_untrusted_second_copies_harm_no_document(kept: ClosedLibrary, tmp_path: Path, start: int) -> None:
    folder = kept.copied(tmp_path)
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as catalogue, catalogue:
        rows = catalogue.execute("SELECT document_id, sha256 FROM checksum").fetchall()
        for (number, sha256), entry in zip(rows, UNTRUSTED_COPIES[start:], strict=False):
            hash_ = hashlib.sha256(f"{sha256} {entry}".encode()).hexdigest()
            values = (entry, hash_, number)
            catalogue.execute("UPDATE checksum SET entry = ?, entry_hash = ? WHERE document_id = ?", values)
    with opened(folder) as library:
        assert library.maintenance.check(repair=True, thorough=True).healthy
        assert shown(library) == kept.shown


@pytest.mark.parametrize("statement", ["DELETE FROM authority_name", "UPDATE cited SET document_id = 2"])
def test_a_rebuild_restores_the_citation_graph_whatever_was_changed_in_it(
    kept: ClosedLibrary, tmp_path: Path, statement: str
) -> None:
    folder = kept.copied(tmp_path)
    executed(folder, statement)
    with opened(folder) as library:
        assert library.maintenance.rebuild(QUIET).healthy
        assert shown(library) == kept.shown


def test_a_correction_on_what_was_altered_seals_nothing_of_it(kept: ClosedLibrary, tmp_path: Path) -> None:
    folder = kept.copied(tmp_path)
    rows_changed(folder, "UPDATE document SET file_name = 'another' WHERE id = 1")
    rows_changed(folder, "UPDATE passage SET text = 'The motion was upheld.' WHERE id = 2")
    with opened(folder) as library:
        corrected = library.documents.correct(1, CaptionField.COURT, "Supreme Court of New Jersey")
        assert corrected.file_name != "another"
        assert library.maintenance.check(repair=True, thorough=True).healthy
        assert library.documents.get(1) == corrected and "upheld" not in library.documents.passages(1)[1].text


@pytest.mark.parametrize("number", range(sample(len(FOLDERS), IN_FILES)))
def test_a_changed_byte_of_a_file_is_noticed_and_mended(
    kept: ClosedLibrary, number: int, tmp_path: Path
) -> None:
    folder = kept.copied(tmp_path)
    change = changed_file(random.Random(SEED + number), folder, FOLDERS[number % len(FOLDERS)])
    with opened(folder) as library:
        require_noticed_and_mended(library, kept, change)
