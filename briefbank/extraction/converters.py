"""The children that make a PDF of a file of another format: those that read files, or LibreOffice's."""

from __future__ import annotations

from dataclasses import dataclass

from briefbank.errors import NeedsLibreOffice
from briefbank.extraction import libreoffice
from briefbank.extraction.formats import registry
from briefbank.extraction.worker_pool import WorkerPool


@dataclass(frozen=True, slots=True)
class Converters:
    """The two pools of such children. Any thread."""

    readers: WorkerPool
    """The children that read files; they set texts on pages and make PDFs of pictures."""
    office: WorkerPool
    """The children in which LibreOffice runs."""

    def pool(self, suffix: str) -> WorkerPool:
        """Return the pool that converts files which are stored under this suffix. Raises NeedsLibreOffice
        where LibreOffice would and is not installed."""
        if not registry.needs_libreoffice(suffix):
            return self.readers
        if libreoffice.installed() is None:
            raise NeedsLibreOffice(detail="no LibreOffice")
        return self.office
