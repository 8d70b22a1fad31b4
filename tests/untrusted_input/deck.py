"""Deals the changes of a run: by its seed and number the same each time, every one of a kind before any
comes again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tests.untrusted_input import backups, documents, indexes, paths, rows, tables
from tests.untrusted_input.factory import Case, Workspace

VALUES, FILES = 6, 2  # Shares of a run: so many that 500 changes see every column and every file
Change = Callable[[Case], None]


@dataclass(frozen=True)
class Kind:
    """Changes of one kind, all there are, and what of them is used in the walkthrough."""

    name: str
    changes: Sequence[Change]
    of_backup: bool = False


class Deck:
    """The kinds of changes to the contents of a workspace."""

    def __init__(self, workspace: Workspace, seed: int) -> None:
        self._workspace, self._seed = workspace, seed
        self.kinds = [
            Kind(
                kind.name,
                random.Random(f"{seed} {kind.name}").sample(kind.changes, len(kind.changes)),
                kind.of_backup,
            )
            for kind in _kinds(workspace)
        ]

    def deal(self, number: int) -> tuple[Kind, Case]:
        """The copy with that number, changed."""
        case = Case(self._workspace, number, random.Random(f"{self._seed} {number}"))
        turn, which = divmod(number, len(self.kinds))
        kind = self.kinds[which]
        case.copy()
        kind.changes[turn % len(kind.changes)](case)
        return kind, case


def _kinds(workspace: Workspace) -> list[Kind]:
    library, backup = workspace.library, workspace.backup
    columns = rows.columns(library / "catalogue.sqlite")
    values = [partial(_value, table, column) for table, column in columns]
    files = [partial(_file, name) for name in paths.slots(library)]
    return [
        *(Kind(f"values {part}", values[part::VALUES]) for part in range(VALUES)),
        *(Kind(f"files {part}", files[part::FILES]) for part in range(FILES)),
        Kind("tables", [*map(_table, tables.EVERY), *map(_table, tables.BESIDE)]),
        Kind("JSON", [partial(_json, name, key) for name, key in documents.keys(library)]),
        Kind("indexes", indexes.LIBRARY),
        Kind("planted", [*(partial(_planted, name) for name in paths.PLANTED), paths.plant_restore]),
        Kind("manifest", [partial(_manifest, name, key) for name, key in documents.keys(backup)], True),
        Kind("backup's values", [partial(_backup_value, table, column) for table, column in columns], True),
        Kind("backup's tables", [*map(_backup_table, tables.EVERY)], True),
        Kind("backup's files", [partial(_backup_file, name) for name in paths.slots(backup)], True),
        Kind("backup's parts", [partial(_part, part) for part in _PARTS], True),
    ]


_PARTS = ("vectors", "vectors", "vectors", "thesaurus", "record", "reading")


def _value(table: str, column: str, case: Case) -> None:
    rows.change(case, case.catalogue, table, column)


def _table(change: tables.Change) -> Change:
    return lambda case: change(case, case.catalogue)


def _file(name: str, case: Case) -> None:
    paths.change(case, case.library / name)


def _planted(name: str, case: Case) -> None:
    paths.plant(case, name)


def _json(name: str, key: documents.Key, case: Case) -> None:
    documents.change(case, case.library / name, key)


def _manifest(name: str, key: documents.Key, case: Case) -> None:
    documents.change(case, case.backup / name, key)


def _backup_value(table: str, column: str, case: Case) -> None:
    rows.change(case, backups.path_of_part(case, "catalogue"), table, column)
    backups.update_manifest(case, "catalogue")


def _backup_table(change: tables.Change) -> Change:
    def changed(case: Case) -> None:
        change(case, backups.path_of_part(case, "catalogue"))
        backups.update_manifest(case, "catalogue")

    return changed


def _backup_file(name: str, case: Case) -> None:
    paths.change(case, case.backup / name)


def _part(part: str, case: Case) -> None:
    """Replace a part of the backup, with a manifest that agrees."""
    path = backups.path_of_part(case, part)
    if part == "vectors":
        indexes.packed_vectors(case, path)
    else:
        path.write_bytes(case.chance.choice([b"", case.chance.randbytes(5000), b"\n" * 10**6, b"x" * 10**7]))
        case.changes.append(f"{part} of the backup is noise")
    backups.update_manifest(case, part)
