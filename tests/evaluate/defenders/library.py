"""The library of the judged documents, made once in a folder and kept there.

Every file is added as a person would add it, and its kind and day of filing are put right where reading says
otherwise. After a change of reading the folder is to be removed, so that all is read anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document as LibraryDocument
from briefbank.jobs import Reporter
from briefbank.library import Library
from tests.evaluate.defenders.collection import Document, files


@contextmanager
def judged_library(
    documents: Mapping[str, Document], folder: Path, reporter: Reporter
) -> Iterator[tuple[Library, dict[str, int]]]:
    """Open the library of these documents in ``folder``, ready for every search, with the id that each has in
    it. Adds what it lacks: minutes at first."""
    folder.mkdir(parents=True, exist_ok=True)
    with Library.open(folder / "library", reporter=reporter) as library:
        known = _by_name(library)
        if missing := documents.keys() - known.keys():
            texts = folder / "files"
            texts.mkdir(exist_ok=True)
            paths = files(documents, texts)
            library.ingest.add([paths[name] for name in sorted(missing)], reporter)
            known = _by_name(library)
        for name, document in documents.items():
            _put_right(library, known[name], document)
        library.embedding.embed_pending(reporter)
        library.warm()
        yield library, {name: document.id for name, document in known.items()}


def _by_name(library: Library) -> dict[str, LibraryDocument]:
    return {Path(document.file_name).stem: document for document in library.documents.each()}


def _put_right(library: Library, read: LibraryDocument, known: Document) -> None:
    if read.kind is not known.kind:
        library.documents.correct(read.id, CaptionField.KIND, known.kind.value)
    if read.filed != known.filed:
        library.documents.correct(read.id, CaptionField.FILED, known.filed.isoformat())
