"""Tests of watched folders in the catalogue."""

from pathlib import Path

from briefbank.catalogue.ingest_ledger import key
from briefbank.catalogue.store import Catalogue

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
