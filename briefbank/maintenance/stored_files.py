"""Checks that the files of a library are those that its catalogue knows: originals, reading copies,
summaries.

An original that is lost or changed cannot be made again: its sentence says what to do. A document whose text
or reading copy is not what was stored is read again from a whole original; what was recognised on its pages
is kept for that. A copy that neither a document nor a waiting file has is deleted, and files that BriefBank
never put there are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from briefbank import files
from briefbank.catalogue.store import Catalogue
from briefbank.domain.documents import Document
from briefbank.errors import StoreBusy, StoreReadOnly
from briefbank.jobs import Reporter
from briefbank.paths import OURS, LibraryPaths
from briefbank.storage import offline_lease
from briefbank.storage.locks import ProcessLock
from briefbank.summary import cache

STAGE = "Checking the stored files"
Keep = Callable[[], set[str]]
ReadAgain = Callable[[Document, Reporter], object]


@dataclass(frozen=True, slots=True)
class Problem:
    """A disagreement, and its repair if there is one; equal repairs are carried out once."""

    text: str
    mend: Callable[[Reporter], object] | None = None


class StoredFiles:
    """The files of one library. Any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        lock: ProcessLock,
        adding: ProcessLock,
        keep: Keep,
        read_again: ReadAgain,
    ) -> None:
        """Use the library's writer lock ``lock``, and ``adding``, which is held while files are added.

        ``keep`` gives the hashes of files that wait. ``read_again`` reads a document from its original,
        reading copy included.
        """
        self._paths = paths
        self._catalogue = catalogue
        self._lock, self._adding = lock, adding
        self._keep = keep
        self._read_again = read_again

    def problems(self, thorough: bool, reporter: Reporter) -> list[Problem]:
        """Return all disagreements; ``thorough`` reads every file and all texts. Raises Cancelled and
        StoreError."""
        total, _ = self._catalogue.totals()
        found: list[Problem] = []
        for done, document in enumerate(self._catalogue.each_document()):
            reporter.check()
            reporter.progress(STAGE, done, max(done, total))  # some may be added meanwhile
            found += self._original_problems(document, thorough)
            found += self._copy_problems(document)
            if thorough and not self._is_intact(document):
                text = (
                    f"What is shown of {_named(document)} was changed or damaged. "
                    "Mend it, or restore the library from a backup."
                )
                found.append(Problem(text, partial(self._mend, document)))
        return [*found, *self._unknown_file_problems()]

    def _original_problems(self, document: Document, thorough: bool) -> Iterator[Problem]:
        path = self._paths.original(document.sha256, document.suffix)
        if not path.is_file() and self._stayed_at_office(document):
            return
        if not path.is_file():
            yield Problem(f"The stored file of {_named(document)} is missing. Add the file again.")
        elif path.stat().st_size != document.size or (thorough and files.hash_file(path) != document.sha256):
            yield Problem(
                f"The stored file of {_named(document)} was changed or damaged. "
                "Add the file again, or restore the library from a backup."
            )

    def _stayed_at_office(self, document: Document) -> bool:
        """Tell whether the original of a document was not taken along, only the PDF that is read."""
        return document.has_reading_copy and offline_lease.kept(self._paths.root) is not None

    def _copy_problems(self, document: Document) -> Iterator[Problem]:
        path = self._paths.reading_copy(document.sha256)
        if document.has_reading_copy and not (path.is_file() and path.stat().st_size):
            text = f"The searchable copy of {_named(document)} is missing. Add the file again."
            yield Problem(text, partial(self._read_again, document))

    def _is_intact(self, document: Document) -> bool:
        """Tell whether text and reading copy of a document are what was stored.

        A document of an older library has no checksum yet. It gets one of its present state, if its passages
        have their own words.
        """
        if self._is_as_stored(document):
            return True
        try:
            with self._lock():  # while it is held, nobody stores the document
                if self._catalogue.checksums.fit(document.id) is None:
                    return self._seal_as_it_is(document)
                return self._is_as_stored(document)
        except StoreReadOnly:  # nobody stores anything in a library that is only read
            sums = self._catalogue.checksums
            return sums.fit(document.id) is None and sums.words_fit(document.id)

    def _is_as_stored(self, document: Document) -> bool:
        """Tell whether text and reading copy match the checksum. A missing reading copy is reported
        separately."""
        fit = self._catalogue.checksums.fit(document.id)
        return fit is not None and fit.intact and self._hash_of_copy(document) in ("", fit.copy)

    def _seal_as_it_is(self, document: Document) -> bool:
        if not self._catalogue.documents_by_id([document.id]):  # removed meanwhile
            return True
        fits = self._catalogue.checksums.words_fit(document.id)
        if fits:
            self._catalogue.checksums.seal(document.id, self._hash_of_copy(document))
        return fits

    def _hash_of_copy(self, document: Document) -> str:
        """Return the hash of the reading copy; empty where there is none."""
        path = self._paths.reading_copy(document.sha256)
        return files.hash_file(path) if document.has_reading_copy and path.is_file() else ""

    def _mend(self, document: Document, reporter: Reporter) -> None:
        """Repair the entry and read the document again, but never from a damaged original or reading copy.

        The reading copy of a protected file would otherwise be read. A spoiled one comes back where the file
        cannot be read.
        """
        with self._lock():
            self._catalogue.checksums.mend_entry(document.id)
        mended = self._catalogue.document(document.id)
        if self._stayed_at_office(mended) or any(self._original_problems(mended, thorough=True)):
            return
        copy, aside = self._paths.reading_copy(mended.sha256), self._paths.work / f"{mended.sha256}.pdf"
        fit = self._catalogue.checksums.fit(mended.id)
        spoiled = fit is not None and self._hash_of_copy(mended) not in ("", fit.copy)
        if spoiled:
            files.publish_file(copy, aside)
        try:
            self._read_again(mended, reporter)
        finally:
            if spoiled and not copy.exists():
                files.publish_file(aside, copy)
            aside.unlink(missing_ok=True)

    def _unknown_file_problems(self) -> Iterator[Problem]:
        ours, foreign = self._unknown_files()
        if ours:
            text = f"{_files(len(ours))} of the library {_belongs(len(ours))} to no document."
            yield Problem(text, self.delete_unknown)
        if foreign:
            yield Problem(
                f"The library holds {_files(len(foreign)).lower()} that BriefBank did not put there. "
                "Move what you need to another folder."
            )

    def _unknown_files(self) -> tuple[list[Path], list[Path]]:
        """Return files without a document: BriefBank's own, and others.

        The questions are asked in this order, because a file that is added meanwhile goes from the folder to
        the waiting files and from these to the documents.
        """
        present = [*_listing(self._paths.files), *_listing(self._paths.reading)]
        written = _listing(self._paths.summaries)
        needed = self._keep() | self._catalogue.checksums.disputed()
        known = set(_expected(self._paths, self._catalogue.each_document()))
        unknown = [path for path in present if path not in known and path.stem not in needed]
        unknown += cache.find_orphans(written, self._catalogue.hashes())
        ours = [path for path in unknown if OURS.fullmatch(path.name)]
        return ours, [path for path in unknown if path not in ours]

    def delete_unknown(self, _: Reporter) -> bool:
        """Delete copies without a document. Raises StoreError. Does nothing, and returns False, while files
        are added: a copy that is there already may be needed again a moment later."""
        try:
            with self._adding():
                for path in self._unknown_files()[0]:
                    path.unlink(missing_ok=True)
        except StoreBusy:
            return False
        except OSError as error:
            raise files.store_error(error) from error
        return True


def _expected(paths: LibraryPaths, documents: Iterable[Document]) -> Iterator[Path]:
    for document in documents:
        yield paths.original(document.sha256, document.suffix)
        if document.has_reading_copy:
            yield paths.reading_copy(document.sha256)


def _listing(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []


def _named(document: Document) -> str:
    return f"“{document.title}” (document {document.id})"


def _files(count: int) -> str:
    return "One file" if count == 1 else f"{count:,} files"


def _belongs(count: int) -> str:
    return "belongs" if count == 1 else "belong"
