"""Makes what every change starts from: a small library, its backup, and an outside folder that must stay."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support.reference_library import copy_reference_library

LONG_AGO = 1_000_000_000
FOREIGN = tuple(
    str.split(
        "letter.txt|files/holiday.jpg|reading/notes.txt|work/notes.txt|lexical/notes.txt|dense/notes.txt", "|"
    )
)
"""Files that a person put into the folders of a library; nobody may delete them."""
FOREIGN_BACKUP = ("letter.txt", "files/holiday.jpg", "reading/notes.txt")
THESAURUS = "stop, detention\nsearch, frisk\n"
BRIEF = (
    "The police stopped the wagon of the baker without a warrant. State v. Doe, 170 N.J. 632 (2002).\n" * 12
)


@dataclass(frozen=True)
class Workspace:
    """The paths of everything below ``root``, which nobody else uses."""

    root: Path

    @property
    def library(self) -> Path:
        return self.root / "whole" / "library"

    @property
    def backup(self) -> Path:
        return self.root / "whole" / "backup"

    @property
    def brief(self) -> Path:
        """A file to be added."""
        return self.root / "whole" / "baker.txt"

    @property
    def canary(self) -> Path:
        return self.root / "canary"

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def temporary(self) -> Path:
        return self.root / "temporary"

    @property
    def cases(self) -> Path:
        return self.root / "cases"


@dataclass
class Case:
    """A copy of library and backup, changed once. What is chosen is chosen by ``chance``."""

    workspace: Workspace
    number: int
    chance: random.Random
    changes: list[str] = field(default_factory=list)  # The changes that were made

    @property
    def folder(self) -> Path:
        return self.workspace.cases / str(self.number)

    @property
    def library(self) -> Path:
        return self.folder / "library"

    @property
    def backup(self) -> Path:
        return self.folder / "backup"

    @property
    def catalogue(self) -> Path:
        return self.library / "catalogue.sqlite"

    def copy(self) -> None:
        shutil.copytree(self.workspace.library, self.library)
        shutil.copytree(self.workspace.backup, self.backup)

    def clear(self) -> None:
        shutil.rmtree(self.folder)


def make(root: Path) -> Workspace:
    """Make it all in an empty folder; the home of the user is what BRIEFBANK_HOME says."""
    workspace = Workspace(root)
    for folder in (workspace.root / "whole", workspace.cases, workspace.temporary, workspace.canary / "mine"):
        folder.mkdir(parents=True)
    workspace.home.mkdir(mode=0o700, exist_ok=True)
    workspace.brief.write_text(BRIEF)
    make_canary(workspace.canary)
    _make_library(workspace)
    return workspace


def make_canary(folder: Path) -> None:
    """Make the canary folder, or restore it where something changed it."""
    for name in ("victim.pdf", "victim.txt", "victim", "victim.lance", f"{'c' * 64}.pdf", "mine/victim.json"):
        (folder / name).write_text(f"This is mine: {name}\n" * 5)
    (folder / "victim.sqlite").unlink(missing_ok=True)
    with closing(sqlite3.connect(folder / "victim.sqlite")) as catalogue, catalogue:
        catalogue.execute("CREATE TABLE mine (a)")
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (LONG_AGO, LONG_AGO))


def _make_library(workspace: Workspace) -> None:
    """Make the library and its backup; tables without rows get some by the changes themselves."""
    copy_reference_library(workspace.library)
    (workspace.library / "thesaurus.txt").write_text(THESAURUS)
    scans = workspace.root / "whole" / "scans"
    scans.mkdir()
    with Library.open(workspace.library, encoder=Buckets()) as library:
        library.watched.watch(scans)
        library.ingest.enqueue([workspace.brief], QuietReporter())
        library.maintenance.backup(workspace.backup, QuietReporter())
    for folder, names in ((workspace.library, FOREIGN), (workspace.backup, FOREIGN_BACKUP)):
        for name in names:
            (folder / name).write_text("mine")
