"""The paths of BriefBank's data on this computer and inside one library folder."""

from __future__ import annotations

import hashlib
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
    """Return the folder of the documents of an office that were taken along."""
    return data_folder() / "office" / "offline"


def copies_folder() -> Path:
    """Return the folder of the copies of read-only libraries, which exist while these are open."""
    return data_folder() / "copies"


def models_folder() -> Path:
    """Return the folder of prepared encoder models, shared by all libraries; BRIEFBANK_MODELS overrides
    it."""
    models = os.environ.get("BRIEFBANK_MODELS")
    return Path(models).absolute() if models else data_folder() / "models"


def shipped_models_folder() -> Path:
    """Return the folder of the encoder that a package contains, prepared when it was built; a checkout has
    none."""
    return resources_folder().parent / "models"


def log_folder() -> Path:
    return data_folder() / "logs"


def sockets_folder() -> Path:
    """Return the folder of the sockets at which open windows answer commands; for this user alone.

    A session's own folder is short enough for the path of a socket, and emptied when the session ends. Where
    a system has none the data folder takes its place; platformdirs would print a warning.
    """
    session = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    return session / APP if session.is_absolute() else data_folder() / "run"


def socket_prefix() -> str:
    """Return how the names of these sockets begin; a window's process number follows.

    Programs with other data or models have other settings and find each other's sockets by no means.
    """
    used = f"{data_folder()}\n{models_folder()}".encode()
    return f"{hashlib.blake2b(used, digest_size=8).hexdigest()}-"


def settings_file() -> Path:
    return data_folder() / "settings.json"


def resources_folder() -> Path:
    """Return the folder ``resources`` beside the packages, in a checkout as in an installed program."""
    return Path(__file__).resolve().parent.parent / "resources"


STORED = (
    *("pdf", "docx", "xml", "html", "mhtml", "txt", "eml", "msg"),
    *("tif", "jpg", "png", "gif", "bmp", "webp", "avif", "heic"),
    *("doc", "rtf", "odt", "wpd", "docm", "dotx", "dotm"),
    *("fodt", "abw", "wri", "lwp", "cwk", "wps", "sdw", "wp"),
)
"""The suffixes of the files that a library keeps. No other kind is stored, or opened with the system. Each
format is stored under one of them (``extraction.formats``)."""
UNFINISHED = r"briefbank_unfinished_[a-z0-9_]{8}\.tmp"
"""The pattern of a temporary file's name. Abandoned files are found by it, and nobody else uses it."""
LEFT = rf"{UNFINISHED}|new-\w+"
"""The pattern of the temporary files that an interruption leaves in a library; the second alternative is from
earlier releases."""
OURS = re.compile(rf"[0-9a-f]{{64}}\.({'|'.join(STORED)})|[0-9a-f]{{64}}-[0-9a-f]{{64}}-\d+\.z|{LEFT}")
"""The pattern of all names that BriefBank stores or was writing when it was interrupted."""


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The files of one library (ARCHITECTURE.md, 'One library on the disk')."""

    root: Path
    aside: Path | None = None
    """The folder with a read-only library's copy of the files that reading changes
    (``storage.write_access``)."""

    def __post_init__(self) -> None:
        """Make the root absolute, because child processes have another working directory."""
        object.__setattr__(self, "root", self.root.absolute())

    @property
    def _changing_root(self) -> Path:
        return self.aside or self.root

    @property
    def stored_catalogue(self) -> Path:
        """Return the library's own catalogue, even where a copy of it is used."""
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
        """Return the folder of files in progress; everything else in it is deleted when the library is
        opened."""
        return self._changing_root / "work"

    @property
    def restoring(self) -> Path:
        """Return the folder of a restore that is under way; it exists only meanwhile."""
        return self.root / "restoring"

    @property
    def summaries(self) -> Path:
        """Return the folder of stored summaries by a local model, which may be deleted at any time."""
        return self._changing_root / "summaries"

    @property
    def thesaurus(self) -> Path:
        """Return the office's own thesaurus file, which is created when a person first asks for it."""
        return self.root / "thesaurus.txt"

    @property
    def audit(self) -> Path:
        """Return the audit record, an append-only file."""
        return self._changing_root / "audit.log"

    @property
    def audit_lock(self) -> Path:
        """Return the lock held while a line of the audit record is written."""
        return self._changing_root / "audit.lock"

    @property
    def lock(self) -> Path:
        """Return the lock held for each short change of catalogue and indexes, never while a file is being
        read."""
        return self._changing_root / "writer.lock"

    @property
    def intake_lock(self) -> Path:
        """Return the lock held while files are being added, from the first to the last."""
        return self._changing_root / "intake.lock"

    @property
    def backup_lock(self) -> Path:
        """Return the lock held while a backup is made, from the first file to the last."""
        return self._changing_root / "backup.lock"

    def original(self, sha256: str, suffix: str) -> Path:
        return self.files / f"{sha256}{suffix}"

    def reading_copy(self, sha256: str) -> Path:
        return self.reading / f"{sha256}.pdf"

    def kept_summary(self, sha256: str, model: str, prompt_version: int) -> Path:
        """Return the file of a summary, from the hashes of the document and of the model's file, and the
        prompt's version."""
        return self.summaries / f"{sha256}-{model}-{prompt_version}.z"

    def create(self) -> None:
        """Create the folders, readable by this user only."""
        for folder in (self.root, self.files, self.reading, self.work):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
