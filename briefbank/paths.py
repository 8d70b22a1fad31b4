"""Where things are on this computer and inside one library folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP = "BriefBank"


def data_folder() -> Path:
    """The user's data folder for BriefBank; BRIEFBANK_HOME overrides it (tests, portable use)."""
    home = os.environ.get("BRIEFBANK_HOME")
    return Path(home).absolute() if home else Path(platformdirs.user_data_dir(APP, appauthor=False))


def default_library() -> Path:
    return data_folder() / "library"


def sample_library() -> Path:
    """The library of the made-up briefs, apart from the user's own."""
    return data_folder() / "sample-library"


def copies_folder() -> Path:
    """What is copied of libraries that are only read, while they are open."""
    return data_folder() / "copies"


def models_folder() -> Path:
    """Where prepared encoder models are kept, shared by all libraries; BRIEFBANK_MODELS overrides it."""
    models = os.environ.get("BRIEFBANK_MODELS")
    return Path(models).absolute() if models else data_folder() / "models"


def shipped_models_folder() -> Path:
    """Where a package keeps the encoder that was made ready when it was built; a checkout has none."""
    return resources_folder().parent / "models"


def log_folder() -> Path:
    return data_folder() / "logs"


def settings_file() -> Path:
    return data_folder() / "settings.json"


def resources_folder() -> Path:
    """The folder ``resources`` beside the packages, in a checkout as in an installed program."""
    return Path(__file__).resolve().parent.parent / "resources"


STORED = ("pdf", "docx", "html", "txt")
"""The kinds of files that a library keeps, by the ends of their names. No other is stored, or handed to the
system to be opened."""
UNFINISHED = r"briefbank_unfinished_[a-z0-9_]{8}\.tmp"
"""The name of a file that is being written. Its finder understands it, and nobody else gives it."""
LEFT = rf"{UNFINISHED}|new-\w+"
"""What a stop leaves of it in a library; the second is what earlier programs left."""
OURS = re.compile(rf"[0-9a-f]{{64}}\.({'|'.join(STORED)})|[0-9a-f]{{64}}-[0-9a-f]{{64}}-\d+\.z|{LEFT}")
"""The names of what BriefBank stores, and of what it was writing when it was stopped, and no others."""


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library (ARCHITECTURE.md, 'On disk')."""

    root: Path
    aside: Path | None = None
    """Where a library that is only read has a copy of what is written to by reading (``storage.access``)."""

    def __post_init__(self) -> None:
        """Children do not stand where their parent does, so whole paths are handed to them."""
        object.__setattr__(self, "root", self.root.absolute())

    @property
    def _changing(self) -> Path:
        return self.aside or self.root

    @property
    def stored_catalogue(self) -> Path:
        """The library's own, also where a copy of it is used."""
        return self.root / "catalogue.sqlite"

    @property
    def catalogue(self) -> Path:
        return self._changing / "catalogue.sqlite"

    @property
    def files(self) -> Path:
        return self.root / "files"

    @property
    def reading(self) -> Path:
        return self.root / "reading"

    @property
    def lexical(self) -> Path:
        return self._changing / "lexical"

    @property
    def dense(self) -> Path:
        return self._changing / "dense"

    @property
    def work(self) -> Path:
        """What files that have not ended need; the rest goes when the library is opened."""
        return self._changing / "work"

    @property
    def summaries(self) -> Path:
        """What a local model wrote and was kept; may be thrown away at any time."""
        return self._changing / "summaries"

    @property
    def thesaurus(self) -> Path:
        """The office's own words to search beside others; made when a person first asks for it."""
        return self.root / "thesaurus.txt"

    @property
    def audit(self) -> Path:
        """The record of what was done: only ever written to at its end."""
        return self._changing / "audit.log"

    @property
    def audit_lock(self) -> Path:
        """Held while a line of the record is written."""
        return self._changing / "audit.lock"

    @property
    def lock(self) -> Path:
        """Held for each short change of catalogue and indexes, never while a file is being read."""
        return self._changing / "writer.lock"

    @property
    def intake_lock(self) -> Path:
        """Held while files are being added, from the first to the last."""
        return self._changing / "intake.lock"

    def original(self, sha256: str, suffix: str) -> Path:
        return self.files / f"{sha256}{suffix}"

    def reading_copy(self, sha256: str) -> Path:
        return self.reading / f"{sha256}.pdf"

    def kept_summary(self, sha256: str, model: str, prompt_version: int) -> Path:
        """Of a document's hash, the hash of a model's file, and a version of the prompt."""
        return self.summaries / f"{sha256}-{model}-{prompt_version}.z"

    def create(self) -> None:
        """Make the folders, readable by this user alone."""
        for folder in (self.root, self.files, self.reading, self.work):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
