"""A library of a few texts, written as files and added as a person would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from briefbank.domain.ingest import FileStatus
from briefbank.embedding.encoders import Encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library

QUIET = QuietReporter()


@contextmanager
def library_of(
    folder: Path, texts: Mapping[str, str], encoder: Encoder | None = None, *, meaning: bool = False
) -> Iterator[Library]:
    """The open library ``folder / "library"``, with files of these names and texts.

    The files are written beside it. With ``meaning`` it is ready for a search by meaning.
    """
    files = [folder / name for name in texts]
    for file in files:
        file.write_text(texts[file.name], encoding="utf-8")
    with Library.open(folder / "library", encoder=encoder) as library:
        outcomes = library.ingest.add(files, QUIET)
        assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * len(files), outcomes
        if meaning:
            library.embedding.embed_pending(QUIET)
            library.warm()
        yield library
