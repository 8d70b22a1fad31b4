"""The paths of BriefBank's data on this computer and inside one library folder."""

from __future__ import annotations

import os
import re
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
    """Return the folder of encoder models prepared for all libraries; BRIEFBANK_MODELS overrides it."""
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


class LibraryPaths:
    """The files of one library (ARCHITECTURE.md, 'One library on the disk')."""

    def __init__(self, root: Path, aside: Path | None = None) -> None:
        """``aside`` is the folder with a read-only library's copies (``storage.write_access``)."""
        self.root = root.absolute()  # Child processes have another working directory
        changing = aside or self.root
        self.stored_catalogue = self.root / "catalogue.sqlite"
        """The library's own catalogue, even where a copy of it is used."""
        self.catalogue = changing / "catalogue.sqlite"
        self.files, self.reading = self.root / "files", self.root / "reading"
        self.lexical, self.dense = changing / "lexical", changing / "dense"
        self.work = changing / "work"
        """The folder of files in progress; everything else in it is deleted when the library is opened."""
        self.restoring = self.root / "restoring"  # The folder of a restore in progress
        self.summaries = changing / "summaries"
        """The folder of summaries by a local model, which may be deleted at any time."""
        self.thesaurus = self.root / "thesaurus.txt"
        """The office's own thesaurus, created when a person first opens it."""
        self.audit = changing / "audit.log"  # The audit log, an append-only file
        self.audit_lock = changing / "audit.lock"  # Held while a line of the audit log is written
        self.lock = changing / "writer.lock"
        """Held for each short change of catalogue and indexes, never while a file is read."""
        self.intake_lock = changing / "intake.lock"
        """Held while files are being added, from the first to the last."""
        self.backup_lock = changing / "backup.lock"  # Held while a backup is made
        self.serving_lock = changing / "serving.lock"
        """Held by an office's server while it runs, and by what replaces the library as a whole."""

    def original(self, sha256: str, suffix: str) -> Path:
        return self.files / f"{sha256}{suffix}"

    def reading_copy(self, sha256: str) -> Path:
        return self.reading / f"{sha256}.pdf"

    def kept_summary(self, sha256: str, model: str, prompt_version: int) -> Path:
        """Return the file of a summary. ``model`` identifies the model's file."""
        return self.summaries / f"{sha256}-{model}-{prompt_version}.z"

    def create(self) -> None:
        """Create the folders, readable by this user only."""
        for folder in (self.root, self.files, self.reading, self.work):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
