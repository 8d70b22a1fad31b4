"""Keeps the PDFs that were opened on this desk, so that they open at once, and while the server is away."""

from __future__ import annotations

import os
import re
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.errors import FileAway, NotInLibrary
from briefbank.remote.link import Link
from briefbank.wire.errors import ServerAway

LARGEST = 2 * 2**30
"""The bytes that are kept; of more those that were opened longest ago are deleted."""


class PdfCache:
    """The PDFs of one office in a folder for this user alone. Any thread.

    A PDF is named after its document and the server's stamp of its bytes, so that a changed one is fetched
    anew. A fetch that was interrupted goes on where it stopped.
    """

    def __init__(self, folder: Path, link: Link) -> None:
        self._folder, self._link = folder, link
        self._fetching: dict[int, Lock] = {}
        self._deleting = Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def path(self, document_id: int) -> Path:
        """Return the path of a document's PDF, fetched where it is not here. Raises NotInLibrary, and
        ServerAway where it is not here and cannot be fetched."""
        with self._fetching.setdefault(document_id, Lock()):
            try:
                return self._fetched(document_id)
            except NotInLibrary:
                self.forget(document_id)
                raise
            except ServerAway:
                kept = max(self._folder.glob(f"{document_id}-*.pdf"), default=None)
                if kept is None:
                    raise
                return kept

    def readable(self, document_id: int) -> Path:
        return self.path(document_id)

    def holds(self, path: Path) -> bool:
        return path.suffix == ".pdf" and path.parent == self._folder

    def clear(self) -> None:
        """Delete all of it."""
        with self._deleting:
            for path in self._folder.iterdir():
                path.unlink(missing_ok=True)

    def documents(self) -> set[int]:
        """Return the documents of which something is here."""
        names = (path.name.partition("-")[0] for path in self._folder.iterdir())
        return {int(each) for each in names if each.isdecimal()}

    def forget(self, document_id: int) -> None:
        """Delete what is here of a document."""
        with self._deleting:
            for path in self._folder.glob(f"{document_id}-*"):
                path.unlink(missing_ok=True)

    def _fetched(self, document_id: int) -> Path:
        stored = self._link.stored_pdf(document_id)
        stamp = re.sub(r"[^0-9a-f-]", "", stored.stamp)[:64]
        target = self._folder / f"{document_id}-{stamp}.pdf"
        try:
            if target.exists():
                target.touch()
                return target
            part = target.with_suffix(".part")
            part.touch(mode=0o600)
            with part.open("r+b") as file:  # another program that fetches it writes the same at each place
                file.seek(0, os.SEEK_END)
                while file.tell() < stored.size:
                    piece = self._link.piece_of_pdf(document_id, file.tell())
                    if not piece:
                        raise FileAway(detail="the PDF ended early")
                    file.write(piece)
                if file.tell() != stored.size:
                    part.unlink(missing_ok=True)
                    raise FileAway(detail="the PDF has another length")
            if not target.exists():
                self._make_room(document_id)
                files.publish_file(part, target)
        except OSError as error:
            raise files.store_error(error) from error
        return target

    def _make_room(self, document_id: int) -> None:
        """Delete what is too much, and older bytes of the same document."""
        with self._deleting:
            kept = sorted(self._folder.glob("*.pdf"), key=lambda path: path.stat().st_mtime, reverse=True)
            total = 0
            for path in kept:
                total += path.stat().st_size
                if total > LARGEST or path.name.startswith(f"{document_id}-"):
                    path.unlink(missing_ok=True)
