"""Tests of watched folders in the catalogue."""

import sqlite3
from contextlib import closing
from pathlib import Path

from briefbank.catalogue.store import Catalogue
from briefbank.catalogue.watched import key
from briefbank.library import Library
from tests.catalogue.samples import path_in
from tests.fixtures.kept import unpack
from tests.stand_ins.encoders import Buckets

A, B = Path("/share/a"), Path("/share/b")


def test_folders_come_back_in_the_order_in_which_they_were_named(catalogue: Catalogue) -> None:
    for folder in (B, A, B):
        catalogue.watched.watch(folder)
    assert catalogue.watched.folders() == [B, A]
    catalogue.watched.unwatch(B)
    catalogue.watched.unwatch(Path("/never"))
    assert catalogue.watched.folders() == [A]


def test_files_are_known_by_folder_in_each_state_in_which_they_were_taken(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.watch(B)
    catalogue.watched.note(A, {"/share/a/1": (1, 2**63 - 1), "/share/a/2": (2, 0)})
    catalogue.watched.note(A, {"/share/a/1": (5, 6)})
    catalogue.watched.note(B, {})
    taken = (("1", (1, 2**63 - 1)), ("2", (2, 0)), ("1", (5, 6)))
    assert catalogue.watched.seen(A) == {key(f"/share/a/{name}", state) for name, state in taken}
    assert key("/share/a/1", (5, 7)) not in catalogue.watched.seen(A)
    assert catalogue.watched.seen(B) == set()


def test_a_folder_that_is_not_watched_any_more_keeps_nothing(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.note(A, {"/share/a/1": (1, 1)})
    catalogue.watched.unwatch(A)
    catalogue.watched.note(A, {"/share/a/2": (1, 1)})
    catalogue.watched.watch(A)
    assert catalogue.watched.seen(A) == set()


def test_names_of_every_kind_come_back(catalogue: Catalogue) -> None:
    folder = Path("/share/\udce9 “x” 📄")
    catalogue.watched.watch(folder)
    catalogue.watched.note(folder, {str(folder / "\udcff.pdf"): (0, 0)})
    assert catalogue.watched.folders() == [folder]
    assert catalogue.watched.seen(folder) == {key(str(folder / "\udcff.pdf"), (0, 0))}


def test_removing_folders_leaves_a_sound_catalogue(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.note(A, {str(number): (number, number) for number in range(40_000)})
    assert len(catalogue.watched.seen(A)) == 40_000
    catalogue.watched.unwatch(A)
    assert catalogue.integrity() == []


def test_an_older_library_knows_its_watched_files_on_and_keeps_no_name_of_them(tmp_path: Path) -> None:
    folder = unpack("0009", tmp_path / "library")
    odd = "/share/a/zebra-\udcff.pdf"
    taken = [("/share/a/zebra.pdf", 5, 2**62), (odd.encode("utf-8", "surrogatepass"), 6, 7)]
    with closing(sqlite3.connect(folder / "catalogue.sqlite")) as raw, raw:
        raw.execute("INSERT INTO watched (path, since) VALUES ('/share/a', '2026-01-01T00:00:00+00:00')")
        raw.executemany("INSERT INTO seen VALUES (?, '/share/a', ?, ?)", taken)
    Library.open(folder, encoder=Buckets()).close()
    with closing(Catalogue.open(path_in(folder))) as catalogue:
        assert catalogue.watched.seen(A) == {key("/share/a/zebra.pdf", (5, 2**62)), key(odd, (6, 7))}
    kept = [path for path in folder.rglob("*") if path.is_file() and b"zebra" in path.read_bytes()]
    assert [path.name for path in kept] == ["before-upgrade-0009.sqlite"], "the copy, for a month"
