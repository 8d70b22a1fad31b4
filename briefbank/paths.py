"""The paths of BriefBank's data on this computer and inside one library folder."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP = "BriefBank"


def data_folder() -> Path:
    """Return the user's data folder for BriefBank; BRIEFBANK_HOME overrides it (tests, portable use)."""
    home = os.environ.get("BRIEFBANK_HOME")
    return Path(home).absolute() if home else Path(platformdirs.user_data_dir(APP, appauthor=False))


def default_library() -> Path:
    return data_folder() / "library"


def sample_library() -> Path:
    """Return the folder of the library of made-up briefs, which is separate from the user's own."""
    return data_folder() / "sample-library"


def offline_folder() -> Path:
    """Return the folder of the offline copy of an office's documents."""
    return data_folder() / "office" / "offline"


def copies_folder() -> Path:
    """Return the folder of the copies of read-only libraries, which exist while those are open."""
    return data_folder() / "copies"


def models_folder() -> Path:
    """Return the folder of prepared encoder models, shared by all libraries; BRIEFBANK_MODELS overrides
    it."""
    models = os.environ.get("BRIEFBANK_MODELS")
    return Path(models).absolute() if models else data_folder() / "models"


def shipped_models_folder() -> Path:
    """Return the folder of the prepared encoder in a package; a checkout has none."""
    return resources_folder().parent / "models"


def log_folder() -> Path:
    return data_folder() / "logs"


def settings_file() -> Path:
    return data_folder() / "settings.json"


def resources_folder() -> Path:
    """Return the folder ``resources`` beside the packages, in a checkout as in an installed program."""
    return Path(__file__).resolve().parent.parent / "resources"


STORED = tuple(
    str.split("pdf docx docm dotx dotm doc rtf odt wpd html mhtml txt eml msg tif jpg png gif bmp webp avif")
)
"""The suffixes of the files that a library keeps. No other kind is stored, or opened with the system. Each
format is stored under one of them (``extraction.formats``)."""
UNFINISHED = r"briefbank_unfinished_[a-z0-9_]{8}\.tmp"
"""The pattern of a temporary file's name. Abandoned files are found by it, and nobody else uses it."""
OURS = re.compile(rf"[0-9a-f]{{64}}\.({'|'.join(STORED)})|[0-9a-f]{{64}}-[0-9a-f]{{64}}-\d+\.z|{UNFINISHED}")
"""The pattern of all names that BriefBank stores or was writing when it was interrupted."""


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library (ARCHITECTURE.md, 'One library on the disk')."""

    root: Path
    aside: Path | None = None  # The folder with a read-only library's copies (``storage.write_access``)

    def __post_init__(self) -> None:
        """Make the root absolute, because child processes have another working directory."""
        object.__setattr__(self, "root", self.root.absolute())

    @property
    def _changing_root(self) -> Path:
        return self.aside or self.root

    @property
    def stored_catalogue(self) -> Path:
        """The library's own catalogue, even where a copy of it is used."""
        return self.root / "catalogue.sqlite"

    @property
    def catalogue(self) -> Path:
        return self._changing_root / "catalogue.sqlite"

    @property
    def files(self) -> Path:
        return self.root / "files"

    @property
    def reading(self) -> Path:
        return self.root / "reading"

    @property
    def lexical(self) -> Path:
        return self._changing_root / "lexical"

    @property
    def dense(self) -> Path:
        return self._changing_root / "dense"

    @property
    def work(self) -> Path:
        """The folder of files in progress; everything else in it is deleted when the library is opened."""
        return self._changing_root / "work"

    @property
    def restoring(self) -> Path:
        """The folder of a restore in progress."""
        return self.root / "restoring"

    @property
    def summaries(self) -> Path:
        """The folder of summaries by a local model, which may be deleted at any time."""
        return self._changing_root / "summaries"

    @property
    def thesaurus(self) -> Path:
        """The office's own thesaurus, created when a person first opens it."""
        return self.root / "thesaurus.txt"

    @property
    def audit(self) -> Path:
        """The audit log, an append-only file."""
        return self._changing_root / "audit.log"

    @property
    def audit_lock(self) -> Path:
        """The lock held while a line of the audit log is written."""
        return self._changing_root / "audit.lock"

    @property
    def lock(self) -> Path:
        """The lock held for each short change of catalogue and indexes, never while a file is read."""
        return self._changing_root / "writer.lock"

    @property
    def intake_lock(self) -> Path:
        """The lock held while files are being added, from the first to the last."""
        return self._changing_root / "intake.lock"

    @property
    def backup_lock(self) -> Path:
        """The lock held while a backup is made."""
        return self._changing_root / "backup.lock"

    def original(self, sha256: str, suffix: str) -> Path:
        return self.files / f"{sha256}{suffix}"

    def reading_copy(self, sha256: str) -> Path:
        return self.reading / f"{sha256}.pdf"

    def kept_summary(self, sha256: str, model: str, prompt_version: int) -> Path:
        """Return the file of a summary. ``model`` is the SHA-256 of the model's file."""
        return self.summaries / f"{sha256}-{model}-{prompt_version}.z"

    def create(self) -> None:
        """Create the folders, readable by this user only."""
        for folder in (self.root, self.files, self.reading, self.work):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
