"""Tests of watched folders in the catalogue."""

from pathlib import Path

from briefbank.catalogue import watched_folders
from briefbank.catalogue.database import Database
from briefbank.catalogue.watched_folders import key

A, B = Path("/share/a"), Path("/share/b")


def test_folders_come_back_in_the_order_in_which_they_were_named(catalogue: Database) -> None:
    for folder in (B, A, B):
        watched_folders.watch(catalogue, folder)
    assert watched_folders.folders(catalogue) == [B, A]
    watched_folders.unwatch(catalogue, B)
    watched_folders.unwatch(catalogue, Path("/never"))
    assert watched_folders.folders(catalogue) == [A]


def test_files_are_known_by_folder_in_each_state_in_which_they_were_taken(catalogue: Database) -> None:
    watched_folders.watch(catalogue, A)
    watched_folders.watch(catalogue, B)
    watched_folders.note(catalogue, A, {"/share/a/1": (1, 2**63 - 1), "/share/a/2": (2, 0)})
    watched_folders.note(catalogue, A, {"/share/a/1": (5, 6)})
    watched_folders.note(catalogue, B, {})
    taken = (("1", (1, 2**63 - 1)), ("2", (2, 0)), ("1", (5, 6)))
    assert watched_folders.seen(catalogue, A) == {key(f"/share/a/{name}", state) for name, state in taken}
    assert key("/share/a/1", (5, 7)) not in watched_folders.seen(catalogue, A)
    assert watched_folders.seen(catalogue, B) == set()


def test_a_folder_that_is_not_watched_any_more_keeps_nothing(catalogue: Database) -> None:
    watched_folders.watch(catalogue, A)
    watched_folders.note(catalogue, A, {"/share/a/1": (1, 1)})
    watched_folders.unwatch(catalogue, A)
    watched_folders.note(catalogue, A, {"/share/a/2": (1, 1)})
    watched_folders.watch(catalogue, A)
    assert watched_folders.seen(catalogue, A) == set()


def test_names_of_every_kind_come_back(catalogue: Database) -> None:
    folder = Path("/share/\udce9 “x” 📄")
    watched_folders.watch(catalogue, folder)
    watched_folders.note(catalogue, folder, {str(folder / "\udcff.pdf"): (0, 0)})
    assert watched_folders.folders(catalogue) == [folder]
    assert watched_folders.seen(catalogue, folder) == {key(str(folder / "\udcff.pdf"), (0, 0))}


def test_removing_folders_leaves_a_sound_catalogue(catalogue: Database) -> None:
    watched_folders.watch(catalogue, A)
    watched_folders.note(catalogue, A, {str(number): (number, number) for number in range(40_000)})
    assert len(watched_folders.seen(catalogue, A)) == 40_000
    watched_folders.unwatch(catalogue, A)
    assert catalogue.faults() == []
