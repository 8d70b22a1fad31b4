"""What the catalogue keeps of watched folders."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue.store import Catalogue
from tests.catalogue.samples import path_in

A, B = Path("/share/a"), Path("/share/b")


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with closing(Catalogue.open(path_in(tmp_path))) as opened:
        yield opened


def test_folders_come_back_in_the_order_in_which_they_were_named(catalogue: Catalogue) -> None:
    for folder in (B, A, B):
        catalogue.watched.watch(folder)
    assert catalogue.watched.folders() == [B, A]
    catalogue.watched.unwatch(B)
    catalogue.watched.unwatch(Path("/never"))
    assert catalogue.watched.folders() == [A]


def test_files_are_kept_by_folder_with_their_newest_state(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.watch(B)
    catalogue.watched.note(A, {"/share/a/1": (1, 2**63 - 1), "/share/a/2": (2, 0)})
    catalogue.watched.note(A, {"/share/a/1": (5, 6)})
    catalogue.watched.note(B, {})
    assert catalogue.watched.seen(A) == {"/share/a/1": (5, 6), "/share/a/2": (2, 0)}
    assert catalogue.watched.seen(B) == {}


def test_a_folder_that_is_not_watched_any_more_keeps_nothing(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.note(A, {"/share/a/1": (1, 1)})
    catalogue.watched.unwatch(A)
    catalogue.watched.note(A, {"/share/a/2": (1, 1)})
    catalogue.watched.watch(A)
    assert catalogue.watched.seen(A) == {}


def test_names_of_every_kind_come_back(catalogue: Catalogue) -> None:
    folder = Path("/share/\udce9 “x” 📄")
    catalogue.watched.watch(folder)
    catalogue.watched.note(folder, {str(folder / "\udcff.pdf"): (0, 0)})
    assert catalogue.watched.folders() == [folder]
    assert list(catalogue.watched.seen(folder)) == [str(folder / "\udcff.pdf")]


def test_removing_folders_leaves_a_sound_catalogue(catalogue: Catalogue) -> None:
    catalogue.watched.watch(A)
    catalogue.watched.note(A, {str(number): (number, number) for number in range(40_000)})
    assert len(catalogue.watched.seen(A)) == 40_000
    catalogue.watched.unwatch(A)
    assert catalogue.integrity() == []
