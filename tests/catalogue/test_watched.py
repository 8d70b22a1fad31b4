"""Tests of watched folders in the catalogue."""

from pathlib import Path

from briefbank.catalogue import intake_notes
from briefbank.catalogue.database import Database
from briefbank.catalogue.intake_notes import file_key

A, B = Path("/share/a"), Path("/share/b")


def test_folders_come_back_in_the_order_in_which_they_were_named(catalogue: Database) -> None:
    for folder in (B, A, B):
        intake_notes.watch(catalogue, folder)
    assert list(intake_notes.confirmed_folders(catalogue)) == [B, A]
    intake_notes.unwatch(catalogue, B)
    intake_notes.unwatch(catalogue, Path("/never"))
    assert list(intake_notes.confirmed_folders(catalogue)) == [A]


def test_files_are_known_by_folder_in_each_state_in_which_they_were_added(catalogue: Database) -> None:
    intake_notes.watch(catalogue, A)
    intake_notes.watch(catalogue, B)
    intake_notes.note_seen(catalogue, A, {"/share/a/1": (1, 2**63 - 1), "/share/a/2": (2, 0)})
    intake_notes.note_seen(catalogue, A, {"/share/a/1": (5, 6)})
    intake_notes.note_seen(catalogue, B, {})
    taken = (("1", (1, 2**63 - 1)), ("2", (2, 0)), ("1", (5, 6)))
    assert intake_notes.seen(catalogue, A) == {file_key(f"/share/a/{name}", state) for name, state in taken}
    assert file_key("/share/a/1", (5, 7)) not in intake_notes.seen(catalogue, A)
    assert intake_notes.seen(catalogue, B) == set()


def test_a_folder_that_is_not_watched_any_more_keeps_nothing(catalogue: Database) -> None:
    intake_notes.watch(catalogue, A)
    intake_notes.note_seen(catalogue, A, {"/share/a/1": (1, 1)})
    intake_notes.unwatch(catalogue, A)
    intake_notes.note_seen(catalogue, A, {"/share/a/2": (1, 1)})
    intake_notes.watch(catalogue, A)
    assert intake_notes.seen(catalogue, A) == set()


def test_names_of_every_kind_come_back(catalogue: Database) -> None:
    folder = Path("/share/\udce9 “x” 📄")
    intake_notes.watch(catalogue, folder)
    intake_notes.note_seen(catalogue, folder, {str(folder / "\udcff.pdf"): (0, 0)})
    assert list(intake_notes.confirmed_folders(catalogue)) == [folder]
    assert intake_notes.seen(catalogue, folder) == {file_key(str(folder / "\udcff.pdf"), (0, 0))}


def test_removing_folders_leaves_a_sound_catalogue(catalogue: Database) -> None:
    intake_notes.watch(catalogue, A)
    intake_notes.note_seen(catalogue, A, {str(number): (number, number) for number in range(40_000)})
    assert len(intake_notes.seen(catalogue, A)) == 40_000
    intake_notes.unwatch(catalogue, A)
    assert catalogue.faults() == []
