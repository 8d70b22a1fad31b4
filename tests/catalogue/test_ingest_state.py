"""The ledger's counts and pages of files by group, in each database."""

from __future__ import annotations

from pathlib import Path

from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import NewFile
from briefbank.domain.ingest import NAMES_IN_PROPERTIES, FileGroup, FileOutcome, FileStatus, Refusal
from briefbank.text.messages import NO_MESSAGE, Message

DAMAGED = Message("It is damaged.")
ENDS = (
    (FileStatus.ADDED, NO_MESSAGE, None, FileGroup.ADDED),
    (FileStatus.ADDED, NAMES_IN_PROPERTIES, None, FileGroup.ADDED),
    (FileStatus.ADDED, Message("Page {n} is hidden.", n=3), None, FileGroup.CHECK),
    (FileStatus.ADDED_WITH_GAPS, NO_MESSAGE, None, FileGroup.CHECK),
    (FileStatus.ALREADY_HERE, DAMAGED, None, FileGroup.ADDED),
    (FileStatus.REFUSED, Message("It is empty."), Refusal.DAMAGED, FileGroup.REFUSED),
    (FileStatus.REFUSED, DAMAGED, Refusal.DAMAGED, FileGroup.REFUSED),
    (FileStatus.REFUSED, DAMAGED, None, FileGroup.REFUSED),
    (FileStatus.REFUSED, Message("Locked."), Refusal.PROTECTED, FileGroup.PROTECTED),
)


def test_every_outcome_is_in_its_group_and_a_round_begins_where_requested(catalogue: Database) -> None:
    paths = [Path(f"/x/{number}.pdf") for number in range(len(ENDS) + 1)]
    ingest_ledger.start(catalogue, [NewFile(path) for path in paths])
    rows = {file.path: file.row for file in ingest_ledger.waiting(catalogue)}
    for path, (status, reason, refusal, _group) in zip(paths, ENDS, strict=False):
        ingest_ledger.finish(catalogue, rows[path], FileOutcome(path, status, None, reason, refusal))
    state = ingest_ledger.state(catalogue, 0, ())
    groups = [group for *_, group in ENDS]
    assert state.groups == {group: groups.count(group) for group in groups} | {FileGroup.OPEN: 1}
    assert (state.open, state.known) == (1, len(paths))
    assert ingest_ledger.state(catalogue, None, ()).since == rows[paths[-1]] - 1
    assert ingest_ledger.state(catalogue, state.newest, ()).known == 0
    last = rows[paths[-1]]
    waits = ingest_ledger.files(catalogue, FileGroup.OPEN, 0, 9, None, {last: DAMAGED})
    assert waits == [FileOutcome(paths[-1], FileStatus.WAITING, None, DAMAGED)]
    assert ingest_ledger.state(catalogue, 0, [last]).open == 0
    refused = ingest_ledger.files(catalogue, FileGroup.REFUSED, 0, 9, None, {})
    assert [outcome.path.name for outcome in refused] == ["7.pdf", "6.pdf", "5.pdf"]
    assert len(ingest_ledger.files(catalogue, FileGroup.REFUSED, 0, 9, DAMAGED, {})) == 2
    assert ingest_ledger.files(catalogue, FileGroup.REFUSED, 1, 1, None, {}) == refused[1:2]
