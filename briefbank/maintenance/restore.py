"""Restores a backup in a library's place while the library is in use, and proves by a drill that it can be.

Everything is checked first, and the present library is kept aside as a backup of its own. Originals are added
beside the present ones; whatever would replace something is staged in ``restoring/``. The switch itself is
one transaction of the catalogue. An interruption before it leaves the old library, and what was staged is
deleted; after it, the next opening or restore finishes the work. A random number, given to the staged
catalogue and so to the live one, tells which of the two it is.

A drill restores into a new library that nobody uses, and compares it with the backup: rows and vectors value
by value; files, and the lexical index, which a restore makes anew, by a thorough check.
"""

from __future__ import annotations

import logging
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np

from briefbank import files
from briefbank.api.library import LibraryApi
from briefbank.audit.audit import HEAD, AuditLog, whole_lines
from briefbank.catalogue import (
    caption_rows,
    document_rows,
    ingest_ledger,
    library_facts,
    passage_rows,
    schema,
    sqlite_database,
)
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.documents import Document
from briefbank.domain.maintenance import DrillReport, RestoreReport
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.domain.searches import SearchRequest
from briefbank.embedding import dense
from briefbank.embedding.dense import marked_as
from briefbank.embedding.encoders import Encoder
from briefbank.errors import BriefBankError, NotALibrary, StoreBusy, StoreDamaged, StoreError, StoreFull
from briefbank.jobs import Reporter
from briefbank.maintenance import backup_sets
from briefbank.maintenance.backup import BLOCK, Backup
from briefbank.maintenance.backup_sets import DAMAGED, TAKE_ANOTHER, Item, Manifest
from briefbank.maintenance.disks import KEPT_ASIDE, LAST_BACKUP
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.maintenance.saved_vectors import SavedVectors
from briefbank.paths import LibraryPaths
from briefbank.storage import generations, library_folder
from briefbank.storage.lease import ProcessLock, clear_left, private_folder
from briefbank.text.messages import Message, joined

log = logging.getLogger(__name__)

GONE = Message("The backup cannot be read.")
CONNECT = Message("Check that its disk is connected, and restore again. The library was not changed.")

_MARK_BYTES = 40


class Staging:
    """The folder of one restore. One thread, under the lock that is held while files are added.

    Methods raise StoreError and its kinds for both disks, and StoreDamaged for files that are not what the
    manifest says.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.catalogue = folder / "catalogue.sqlite"
        self._mark = folder / "mark"
        self.reading = folder / "reading"
        self.portions = folder / "vectors"
        self.thesaurus = folder / "thesaurus.txt"
        self.record = folder / "audit.log"

    def exists(self) -> bool:
        return self._folder.exists()

    def clear(self) -> None:
        """Delete everything, the mark of what was brought into force first. Raises StoreError."""
        try:
            self._mark.unlink(missing_ok=True)
            if self._folder.exists():
                shutil.rmtree(self._folder)
        except OSError as error:
            raise files.store_error(error) from error

    def take_catalogue(
        self, source: Path, item: Item, check: Callable[[], None] = lambda: None
    ) -> dict[str, str]:
        """Bring in the catalogue, migrated and checked; return the titles of its documents by hash.

        Raises StoreTooNew as well. ``check`` may raise to stop while the file is compared with the manifest.
        """
        self.clear()
        if item.size > shutil.disk_usage(self._folder.parent).free:
            raise StoreFull(detail="restore: catalogue")
        if not is_whole(source, item, check):
            raise _damaged("catalogue")
        try:
            for part in (self.reading, self.portions):
                part.mkdir(mode=0o700, parents=True)
        except OSError as error:
            raise files.store_error(error) from error
        self.take(source, item, self.catalogue)
        with closing(open_catalogue(self.catalogue, create=False)) as catalogue:
            if catalogue.faults():
                raise _damaged("catalogue")
            ingest_ledger.forget_agreements(catalogue)
            return {document.sha256: document.title for document in document_rows.iterate(catalogue)}

    def mark(self, live: Database) -> None:
        """Give the staged catalogue the number by which ``is_live`` recognises it, and let it count on from
        the row numbers of the ``live`` one.

        The number is noted last: without it, what was staged never comes into force.
        """
        sqlite_database.count_on(self.catalogue, live.used_numbers())
        number = secrets.randbelow(2**31 - 1) + 1
        sqlite_database.mark(self.catalogue, number)
        files.write_atomically(self._mark, str(number).encode("ascii"))

    def take_original(self, source: Path, item: Item, target: Path) -> None:
        """Bring a whole original to its place. An original without a document does no harm."""
        draft = self._folder / "original"
        self.take(source, item, draft)
        files.publish_file(draft, target)

    def take(self, source: Path, item: Item, target: Path) -> None:
        """Bring in a whole file of the backup in ``source``."""

        def read() -> bytes:
            with reading():
                return untrusted.read(BLOCK)

        with reading():
            untrusted = files.open_regular(source / item.name)
        with untrusted:
            try:
                with target.open("wb") as copy:
                    sha256 = files.hash_blocks(read, copy.write)
            except OSError as error:
                raise files.store_error(error) from error
        if sha256 != item.sha256:
            raise _damaged("file")

    def is_live(self, live: Database) -> bool:
        """Tell whether the ``live`` catalogue is the one that was staged: the switch was made. What was not
        staged whole has no mark, and was never live. Raises StoreError for the live one."""
        try:
            number = int(files.read_small(self._mark, _MARK_BYTES))
        except (OSError, ValueError):
            return False
        return number != 0 and number == live.mark()

    def vectors(self, encoder: Encoder, check: Callable[[], None]) -> SavedVectors:
        paths = sorted(self.portions.glob("*.rows"))
        return SavedVectors(paths, encoder.name, encoder.dimensions, check)


def is_whole(folder: Path, item: Item, check: Callable[[], None]) -> bool:
    """Compare a whole file of a backup with the manifest. ``check`` may raise to stop."""
    try:
        path = folder / item.name
        if path.lstat().st_size != item.size:
            return False
        with files.open_regular(path) as file:
            return files.hash_blocks(partial(file.read, BLOCK), check=check) == item.sha256
    except OSError:
        return False


@contextmanager
def reading() -> Iterator[None]:
    """Translate errors of the backup's disk into messages about the backup."""
    try:
        yield
    except OSError as error:
        raise StoreError(GONE, CONNECT, detail=f"backup: errno {error.errno}") from error


def _damaged(what: str) -> StoreDamaged:
    return StoreDamaged(DAMAGED, TAKE_ANOTHER, detail=f"backup: {what}")


CHECKING, COPYING = Message("Checking the backup"), Message("Restoring")
NAMED_AT_MOST = 3
ROOM_BYTES = 64 * 1024**2
_ASIDE = re.compile(rf"{re.escape(KEPT_ASIDE)}\d{{8}}T\d{{6}}Z(-\d+)?")


class Restore:
    """A restore of one library. Any thread; one at a time."""

    def __init__(
        self, parts: LibraryParts, health: Health, backup: Backup, adding: ProcessLock, audit: AuditLog
    ) -> None:
        """Take ``adding``, the lock that is held while files are added, for each restore."""
        self._parts, self._health, self._backup, self._adding = parts, health, backup, adding
        self._audit = audit
        self._staging = Staging(parts.paths.restoring)

    def restore(self, source: Path, reporter: Reporter) -> RestoreReport:
        """Make the library what it was when the backup in ``source`` was made.

        Raises StoreBusy while files are added, StoreDamaged and StoreTooNew for the backup, StoreFull,
        StoreReadOnly, StoreError and Cancelled. The library then is as it was, unless the switch was made
        already, which is near the end; in that case the next opening goes on.
        """
        with reading():
            backup_sets.refuse_links(source)
        whole = backup_sets.read(source)
        with self._adding():
            self.finish_interrupted(reporter)
            name = f"{KEPT_ASIDE}{_now()}"
            names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
            aside = next(path for path in map(self._parts.paths.root.joinpath, names) if not path.exists())
            try:
                documents = self._stage(source, whole, reporter)
                kept = self._keep_aside(aside, reporter)
            except BaseException:  # leave nothing behind, also after a keyboard interrupt
                self._undo(aside)
                raise
            try:
                self._switch(reporter)
            except BaseException:
                try:
                    if not self._is_made():
                        self._undo(aside)
                except StoreError as error:  # the next opening or restore can tell, and goes on or clears
                    log.warning("a restore is not undone yet: %s", error.detail)
                raise
            self._finish(reporter)
            library_facts.put(self._parts.catalogue, LAST_BACKUP, whole.made)
        return RestoreReport(documents, aside if kept else None)

    def finish_interrupted(self, reporter: Reporter) -> None:
        """Finish a restore that was interrupted, or undo it; for every opening. Quick when there was none.

        Nothing happens while a restore runs in another program. Where it cannot be finished now, as on a full
        disk, the next opening tries again: the library is whole either way. Raises Cancelled.
        """
        if not self._staging.exists():
            return
        try:
            with self._adding():
                if not self._is_made():
                    for path in self._parts.paths.root.glob(f"{KEPT_ASIDE}*"):
                        if _ASIDE.fullmatch(path.name) and not (path / backup_sets.MANIFEST).exists():
                            files.delete(path)
                            backup_sets.forget(self._parts.paths.root, [path])
                    self._staging.clear()
                    return
                log.warning("a restore was cut short: finishing")
                self._health.rebuild_words(reporter)
                self._finish(reporter)
        except StoreBusy:
            return
        except StoreError as error:
            log.warning("a restore is still not finished: %s", error.detail)

    def _is_made(self) -> bool:
        """Tell whether the switch was made, and will not be made later. Raises StoreError."""
        self._parts.catalogue.settle()
        return self._staging.is_live(self._parts.catalogue)

    def _undo(self, aside: Path) -> None:
        self._staging.clear()
        shutil.rmtree(aside, ignore_errors=True)
        backup_sets.forget(self._parts.paths.root, [aside])

    def _stage(self, source: Path, whole: Manifest, reporter: Reporter) -> int:
        """Check the backup and bring all of it into the library's folder; return the number of documents."""
        root = self._parts.paths.root
        paths = {item: root / item.name for item in whole.originals}
        already_here = {i for i, path in paths.items() if path.is_file() and path.stat().st_size == i.size}
        self._refuse_if_too_large(whole, already_here)
        titles = self._staging.take_catalogue(source, whole.catalogue, reporter.check)
        self._staging.mark(self._parts.catalogue)
        self._check(source, whole, titles, reporter)
        present = {item for item in whole.originals if is_whole(root, item, reporter.check)}
        self._refuse_if_too_large(whole, present)
        staging, take = self._staging, partial(self._staging.take, source)
        lacking = [item for item in whole.originals if item not in present]
        single = (whole.thesaurus, staging.thesaurus), (whole.record, staging.record)
        steps = [
            *(partial(staging.take_original, source, item, root / item.name) for item in lacking),
            *(partial(take, item, staging.reading / f"{item.document}.pdf") for item in whole.reading),
            *(partial(take, item, staging.portions / item.name) for item in whole.vectors),
            *(partial(take, item, target) for item, target in single if item),
        ]
        for done, step in enumerate(steps):
            reporter.check()
            reporter.progress(COPYING, done, len(steps))
            step()
        return len(titles)

    def _check(self, source: Path, whole: Manifest, titles: dict[str, str], reporter: Reporter) -> None:
        wrong: list[Message] = []
        for done, item in enumerate(whole.items()):
            reporter.check()
            reporter.progress(CHECKING, done, len(whole.items()))
            if not is_whole(source, item, reporter.check):
                title = titles.get(item.document or item.sha256, "")
                untitled = Message("its file {name}", name=item.name)
                wrong.append(Message("a file of “{title}”", title=title) if title else untitled)
        if wrong:
            named = joined(wrong[:NAMED_AT_MOST], ", ")
            said = Message("Missing or changed ({count}): {files}.", count=len(wrong), files=named)
            raise StoreDamaged(joined((DAMAGED, said)), TAKE_ANOTHER, detail="backup: files")

    def _refuse_if_too_large(self, whole: Manifest, present: Set[Item]) -> None:
        lacking = sum(item.size for item in whole.items() if item not in present)
        needed = ROOM_BYTES + lacking + 2 * whole.catalogue.size  # the journal of the switch, lexical index
        free = shutil.disk_usage(self._parts.paths.root).free
        if needed > free:
            said = Message(
                "The restore needs {needed:.1f} GB, and the disk has {free:.1f} GB free.",
                needed=needed / 1000000000.0,
                free=free / 1000000000.0,
            )
            raise StoreFull(said, Message("Free some space and restore again."), detail="restore: no room")

    def _keep_aside(self, folder: Path, reporter: Reporter) -> bool:
        """Make a backup of the present library, sharing its files; False when it is empty."""
        if not schema.holds_rows(self._parts.catalogue) and not self._parts.paths.thesaurus.exists():
            return False
        backup_sets.note(self._parts.paths.root, folder)  # first, so that each is known
        self._backup.make_in(folder, reporter, linked=True)
        return True

    def _switch(self, reporter: Reporter) -> None:
        """Replace words and catalogue as nearly at once as two stores can: when all words are made from the
        staged catalogue, it is replaced, then the lexical index switches. If anything fails, both stay."""
        with self._parts.lock(), closing(open_catalogue(self._staging.catalogue)) as new:
            # The audit log of this library goes on, whichever catalogue it had: the new one must know its
            # end.
            library_facts.put(new, HEAD, library_facts.get(self._parts.catalogue, HEAD))

            def rows() -> Iterator[tuple[Document, Sequence[Passage]]]:
                yield from document_rows.iterate_with_passages(new)
                caption_rows.mark_all_indexed(new)
                self._parts.catalogue.replace_by(self._staging.catalogue, reporter.check)

            self._parts.lexical.rebuild(rows(), reporter.check)

    def _finish(self, reporter: Reporter) -> None:
        """Do what follows the new catalogue; may be repeated from the start at any time."""
        for path in sorted(self._staging.reading.glob("*.pdf")):
            files.publish_file(path, self._parts.paths.reading / path.name)
        if self._staging.thesaurus.exists():
            files.publish_file(self._staging.thesaurus, self._parts.paths.thesaurus)
        meaning = self._parts.meaning
        if meaning.trouble():  # without a model the vectors are lost, and all passages wait for embedding
            meaning.discard()
        else:
            meaning.take_over(self._staging.vectors(meaning.encoder(), reporter.check), reporter)
        self._health.delete_unknown_files(reporter)
        self._health.sweep(reporter)  # the backup may have been made in the middle of a removal
        record = b""  # one that BriefBank did not write would keep the restore from ever being finished
        try:
            record = whole_lines(self._staging.record)
        except StoreError as error:
            log.warning("restored without the activity log: %s", error.detail)
        self._audit.restored(len(document_rows.hashes(self._parts.catalogue)), record)
        self._staging.clear()


def set_damaged_aside(paths: LibraryPaths, backup: Path) -> Path:
    """Move a library whose catalogue does not open into a folder of its own inside it; return that folder.

    Then the library can be opened as an empty one and ``backup`` be restored, whose catalogue is tried first.
    Raises StoreError, NotALibrary, and StoreDamaged for the backup; then nothing was moved.
    """
    if not library_folder.is_library(paths):
        raise NotALibrary(detail="to set aside")
    staging = Staging(paths.restoring)
    try:
        staging.take_catalogue(backup, backup_sets.read(backup).catalogue)
    finally:
        staging.clear()
    aside = paths.root / f"damaged-{_now()}"
    try:
        aside.mkdir(mode=0o700)
        ends = "", "-wal", "-shm", "-journal"
        catalogue = [paths.catalogue.with_name(f"{paths.catalogue.name}{end}") for end in ends]
        for path in (*catalogue, paths.files, paths.reading):
            if path.exists():
                path.replace(aside / path.name)
        generations.delete_all(paths.lexical)
        dense.delete_all(paths.dense)
        paths.create()
        return aside
    except OSError as error:
        raise files.store_error(error) from error


def _now() -> str:
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"


COMPARING = Message("Comparing with the backup")
SEARCHES = 20  # The searches that are made, for documents spread over the library
WORDS = 8  # The words of each, in a row
_FOLDER = "briefbank-drill-"
_OWN = frozenset({"state", "embedded", "recaptioned"})
"""Tables that a restore writes itself: small facts, and marks of vectors and words, themselves compared."""


@contextmanager
def drill_folder(parent: Path) -> Iterator[Path]:
    """Make a new folder in ``parent``, and delete it afterwards; those of drills that were killed go first.
    Raises StoreError."""
    try:
        parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise files.store_error(error) from error
    clear_left(parent, _FOLDER)
    with private_folder(parent, _FOLDER) as folder:
        yield folder


class Drill:
    """The comparison of one restored library with the backup. One thread."""

    def __init__(self, backup: Path, library: LibraryApi, parts: LibraryParts, scratch: Path) -> None:
        """``library`` was restored from ``backup`` and has these ``parts``; ``scratch`` is an empty folder
        for a copy of the backup's catalogue."""
        self._backup, self._library, self._parts = backup, library, parts
        self._staging = Staging(scratch)

    def compare(self, reporter: Reporter) -> DrillReport:
        """Return how much was compared and a sentence on each difference. Raises StoreError and Cancelled."""
        started, whole = time.monotonic(), backup_sets.read(self._backup)
        reporter.progress(COMPARING, 0, 0)
        self._staging.take_catalogue(self._backup, whole.catalogue, reporter.check)
        with closing(open_catalogue(self._staging.catalogue, create=False)) as backed_up:
            rows, problems = self._rows(backed_up, reporter)
            vectors, wrong = self._vectors(whole, backed_up, reporter)
        self._staging.clear()
        problems += wrong
        searches, wrong = self._searches(reporter)
        problems += wrong
        # A backup that was made just after a crash has documents that the next start would have finished.
        self._parts.families.catch_up(self._parts.lock, reporter.check)
        self._parts.graph.catch_up(self._parts.lock, reporter.check)
        health = self._library.maintenance.check(False, reporter, thorough=True)
        problems += [*health.problems, *self._library.audit.verify()]
        return DrillReport(
            made=datetime.fromisoformat(whole.made),
            documents=health.documents,
            passages=health.passages,
            files=len(whole.originals) + len(whole.reading),
            rows=rows,
            vectors=vectors,
            searches=searches,
            seconds=time.monotonic() - started,
            problems=tuple(problems),
        )

    def _rows(self, backed_up: Database, reporter: Reporter) -> tuple[int, list[Message]]:
        """Compare each table with the backup's; return the number of rows, and what differs."""
        expected = schema.digests(backed_up, _OWN, reporter.check)
        restored = schema.digests(self._parts.catalogue, _OWN, reporter.check)
        differing = [name for name, rows in expected.items() if restored[name] != rows]
        said = [Message("The rows of “{name}” are not those of the backup.", name=name) for name in differing]
        return sum(rows for rows, _ in expected.values()), said

    def _vectors(self, whole: Manifest, backed_up: Database, reporter: Reporter) -> tuple[int, list[Message]]:
        """Compare each vector with the backup's; return their number, and what differs. No more passages may
        lack theirs than when the backup was made."""
        if not whole.vectors:
            return 0, []
        paths = [self._backup / item.name for item in whole.vectors]
        try:
            model = self._parts.meaning.model()
        except BriefBankError:
            said = Message("Search by meaning has to be prepared again after a restore on this computer.")
            return 0, [said]
        saved = SavedVectors(paths, model.name, model.encoder.dimensions, reporter.check)
        if not saved.size:
            said = Message("Search by meaning was prepared with a model that this computer does not use.")
            return 0, [said]
        lacking, lacked = (
            passage_rows.count_without_vector(catalogue, marked_as(model.name))
            for catalogue in (self._parts.catalogue, backed_up)
        )
        compared, same = 0, lacking <= lacked
        for hashes, matrix in model.dense.contents():
            reporter.check()
            expected = saved.vectors_by_hash(hashes)
            compared += len(hashes)
            same &= all(
                key in expected and np.array_equal(expected[key], vector)
                for key, vector in zip(hashes, matrix, strict=True)
            )
        return compared, [] if same else [Message("The vectors are not those of the backup.")]

    def _searches(self, reporter: Reporter) -> tuple[int, list[Message]]:
        """Search for words of documents, and return how often, and what was not found."""
        missed = made = 0
        for passage in self._searched(reporter):
            words = " ".join(passage.text.split()[:WORDS]).replace('"', " ")
            answer = self._library.search(SearchRequest(f'"{words}"', words_only=True, limit=50))
            made += 1
            missed += not answer.hits
        said = Message("{missed} of {made} searches found nothing.", missed=missed, made=made)
        return made, [said] if missed else []

    def _searched(self, reporter: Reporter) -> Iterator[Passage]:
        ids = sorted(document.id for document in document_rows.iterate(self._parts.catalogue))
        for id_ in ids[:: max(1, len(ids) // SEARCHES)][:SEARCHES]:
            reporter.check()
            passages = passage_rows.of_document(self._parts.catalogue, id_)
            searched = (passage for passage in passages if passage.role not in UNSEARCHED_ROLES)
            yield from islice((passage for passage in searched if len(passage.text.split()) >= WORDS), 1)
