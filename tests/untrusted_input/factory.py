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
from tests.reference_library import copy_reference_library
from tests.stand_ins.encoders import Buckets

LONG_AGO = 1_000_000_000
FOREIGN = (
    "letter.txt",
    "files/holiday.jpg",
    "reading/notes.txt",
    "work/notes.txt",
    "lexical/notes.txt",
    "dense/notes.txt",
)
"""Files that a person put into the folders of a library; nobody may delete them."""
FOREIGN_BACKUP = ("letter.txt", "files/holiday.jpg", "reading/notes.txt")
THESAURUS = "stop, detention\nsearch, frisk\n"
BRIEF = (
    "The police stopped the wagon of the baker without a warrant. State v. Doe, 170 N.J. 632 (2002).\n" * 12
)


@dataclass(frozen=True)
class Place:
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

    place: Place
    number: int
    chance: random.Random
    said: list[str] = field(default_factory=list)  # The changes that were made

    @property
    def folder(self) -> Path:
        return self.place.cases / str(self.number)

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
        shutil.copytree(self.place.library, self.library)
        shutil.copytree(self.place.backup, self.backup)

    def clear(self) -> None:
        shutil.rmtree(self.folder)


def make(root: Path) -> Place:
    """Make it all in an empty folder; the home of the user is what BRIEFBANK_HOME says."""
    place = Place(root)
    for folder in (place.root / "whole", place.cases, place.temporary, place.canary / "mine"):
        folder.mkdir(parents=True)
    place.home.mkdir(mode=0o700, exist_ok=True)
    place.brief.write_text(BRIEF)
    make_canary(place.canary)
    _make_library(place)
    return place


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


def _make_library(place: Place) -> None:
    """Make the library and its backup; tables without rows get some by the changes themselves."""
    copy_reference_library(place.library)
    (place.library / "thesaurus.txt").write_text(THESAURUS)
    scans = place.root / "whole" / "scans"
    scans.mkdir()
    with Library.open(place.library, encoder=Buckets()) as library:
        library.watched.watch(scans)
        library.ingest.enqueue([place.brief], QuietReporter())
        library.maintenance.backup(place.backup, QuietReporter())
    for folder, names in ((place.library, FOREIGN), (place.backup, FOREIGN_BACKUP)):
        for name in names:
            (folder / name).write_text("mine")
