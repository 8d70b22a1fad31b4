"""The ledger: what waits, in which order, how files leave it, and what is known of watched folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, ingest_ledger, intake_notes
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.ingest_ledger import Closing, Need, NewFile
from briefbank.catalogue.intake_notes import file_key
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.ingest import NAMES_IN_PROPERTIES, FileGroup, FileOutcome, FileStatus, Refusal, Stage
from briefbank.domain.pages import OcrSetting, PageOrder
from briefbank.text.messages import NO_MESSAGE, Message
from tests.catalogue.samples import add, hash_of, path_in, reading

ONE, TWO = Path("/briefs/one.pdf"), Path("/briefs/undecodable \udcff.pdf")


def start(catalogue: Database, *paths: Path) -> list[int]:
    ingest_ledger.start(catalogue, [NewFile(path) for path in paths])
    return [file.row for file in ingest_ledger.waiting(catalogue)]


def test_files_wait_in_the_order_of_the_drop_until_they_end(catalogue: Database) -> None:
    first, second = start(catalogue, ONE, TWO)
    assert [file.path for file in ingest_ledger.waiting(catalogue)] == [ONE, TWO]
    outcome = FileOutcome(ONE, FileStatus.REFUSED, None, "It is damaged.", refusal=Refusal.PROTECTED)
    ingest_ledger.finish(catalogue, first, outcome)
    assert [file.row for file in ingest_ledger.waiting(catalogue)] == [second]
    assert ingest_ledger.history(catalogue) == [outcome]


def test_refusals_are_forgotten_and_what_waits_or_was_added_stays(catalogue: Database) -> None:
    refused, _waiting = start(catalogue, ONE, TWO)
    ingest_ledger.finish(catalogue, refused, FileOutcome(ONE, FileStatus.REFUSED, None, "It is damaged."))
    document, _ = add(catalogue)
    *_, added = start(catalogue, Path("/third.pdf"))
    ingest_ledger.finish(catalogue, added, FileOutcome(Path("/third.pdf"), FileStatus.ADDED, document))
    ingest_ledger.forget_refused(catalogue)
    assert [outcome.path for outcome in ingest_ledger.history(catalogue)] == [Path("/third.pdf")]
    assert [file.path for file in ingest_ledger.waiting(catalogue)] == [TWO]


def test_a_file_that_waits_is_not_listed_twice(catalogue: Database) -> None:
    assert ingest_ledger.start(catalogue, [NewFile(ONE), NewFile(TWO)]) == 2
    assert ingest_ledger.start(catalogue, [NewFile(TWO), NewFile(Path("/third.pdf"))]) == 1
    assert [file.path.name for file in ingest_ledger.waiting(catalogue)] == ["one.pdf", TWO.name, "third.pdf"]


def test_a_file_that_changed_since_it_was_copied_gets_a_row_of_its_own(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    assert ingest_ledger.start(catalogue, [NewFile(ONE, size=5), NewFile(ONE)]) == 0
    assert ingest_ledger.start(catalogue, [NewFile(ONE, size=6)]) == 1


def test_the_first_of_several_equal_files_in_the_ledger_is_processed(catalogue: Database) -> None:
    first, second = start(catalogue, ONE, TWO)
    for row in (first, second):
        ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    of_first, of_second = ingest_ledger.waiting(catalogue)
    assert ingest_ledger.has_earlier(catalogue, of_second, hash_of("a"))
    assert not ingest_ledger.has_earlier(catalogue, of_first, hash_of("a"))
    ingest_ledger.finish(catalogue, first, FileOutcome(ONE, FileStatus.REFUSED, None, "Damaged."))
    assert not ingest_ledger.has_earlier(catalogue, of_second, hash_of("a"))


def test_waiting_files_are_still_there_after_reopening(tmp_path: Path) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    row, _ = start(catalogue, ONE, TWO)
    ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    ingest_ledger.order_pages(
        catalogue, row, hash_of("a"), [PageOrder(3, True, OcrSetting.CAREFUL, "olmOCR")]
    )
    catalogue.close()
    again = open_catalogue(path_in(tmp_path))
    file = ingest_ledger.waiting(again)[0]
    assert (file.path, file.stage, file.sha256, file.size) == (ONE, Stage.OCR, hash_of("a"), 5)
    assert intake_notes.page_orders(again, hash_of("a")) == [PageOrder(3, True, OcrSetting.CAREFUL, "olmOCR")]
    again.close()


def test_files_are_read_before_pages_are_recognised_and_none_is_processed_twice(catalogue: Database) -> None:
    scan, text = start(catalogue, ONE, TWO)
    ingest_ledger.copied_in(catalogue, scan, hash_of("a"), ".pdf", 5)
    ingest_ledger.order_pages(catalogue, scan, hash_of("a"), [PageOrder(0)])
    reading_next = ingest_ledger.next_file(catalogue, set(), None, is_read=False)
    recognising_next = ingest_ledger.next_file(catalogue, set(), None, is_read=True)
    assert reading_next is not None and reading_next.row == text
    assert recognising_next is not None and recognising_next.row == scan
    assert ingest_ledger.next_file(catalogue, {text}, None, is_read=False) is None
    assert ingest_ledger.next_file(catalogue, {scan}, None, is_read=True) is None


def test_nothing_is_kept_of_a_row_that_was_closed(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    ingest_ledger.cancel(catalogue)
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    for late in (
        lambda: ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5),
        lambda: ingest_ledger.order_pages(catalogue, row, hash_of("a"), [PageOrder(0)]),
        lambda: ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words"),
        lambda: ingest_ledger.add_document(catalogue, reading(), file, Closing(row)),
    ):
        with pytest.raises(Withdrawn):
            late()
    assert (
        list(document_rows.iterate(catalogue)) == []
        and intake_notes.packed_pages(catalogue, hash_of("a")) == {}
    )
    assert ingest_ledger.history(catalogue)[0].status is FileStatus.REFUSED


def test_a_document_and_the_end_of_its_file_are_one_step(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    document, _ = ingest_ledger.add_document(catalogue, reading(), file, Closing(row, "Page 3 has no text."))
    assert ingest_ledger.waiting(catalogue) == []
    (outcome,) = ingest_ledger.history(catalogue)
    assert (outcome.status, outcome.document) == (FileStatus.ADDED_WITH_GAPS, document)
    assert outcome.reason == "Page 3 has no text."


def test_cancelled_files_leave_the_list_with_the_reason(catalogue: Database) -> None:
    start(catalogue, ONE, TWO)
    assert [file.path for file, _outcome in ingest_ledger.cancel(catalogue, [TWO])] == [TWO]
    assert [file.path for file in ingest_ledger.waiting(catalogue)] == [ONE]
    ingest_ledger.cancel(catalogue)
    assert ingest_ledger.waiting(catalogue) == []
    assert [outcome.path for outcome in ingest_ledger.history(catalogue)] == [TWO, ONE]


def test_reading_again_waits_in_the_ledger_and_its_end_keeps_the_document(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(0)])
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(2)])
    (file,) = ingest_ledger.waiting(catalogue)
    assert (file.document_id, file.sha256, file.path.name) == (document.id, hash_of("a"), "a.pdf")
    assert [order.index for order in intake_notes.page_orders(catalogue, hash_of("a"))] == [0, 2]
    ingest_ledger.cancel(catalogue)
    assert (ingest_ledger.waiting(catalogue), ingest_ledger.history(catalogue)) == ([], [])
    assert document_rows.get(catalogue, document.id) == document


def test_removing_a_document_forgets_that_its_file_was_refused_before(catalogue: Database) -> None:
    """Otherwise the name, often a client's, would stay in the list of added files. Other files keep their
    rows.
    """
    refused, other = start(catalogue, ONE, TWO)
    for row, path in ((refused, ONE), (other, TWO)):
        ingest_ledger.finish(catalogue, row, FileOutcome(path, FileStatus.REFUSED, None, "The disk is full."))
    (row,) = start(catalogue, ONE)
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    document, _ = ingest_ledger.add_document(catalogue, reading(), file, closing=Closing(row))
    ingest_ledger.start(catalogue, [NewFile(ONE)])
    ingest_ledger.remove_documents(catalogue, document.id)
    assert [outcome.path for outcome in ingest_ledger.history(catalogue)] == [TWO]
    assert [file.path for file in ingest_ledger.waiting(catalogue)] == [ONE]  # added once more meanwhile


def test_a_reading_again_that_was_refused_goes_with_its_document(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(0)])
    row = ingest_ledger.waiting(catalogue)[0].row
    ingest_ledger.finish(catalogue, row, FileOutcome(Path("a.pdf"), FileStatus.REFUSED, None, "Damaged."))
    ingest_ledger.remove_documents(catalogue, document.id)
    assert ingest_ledger.history(catalogue) == []


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


A, B = Path("/share/a"), Path("/share/b")


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


def test_removing_folders_leaves_a_sound_catalogue(catalogue: Database) -> None:
    intake_notes.watch(catalogue, A)
    intake_notes.note_seen(catalogue, A, {str(number): (number, number) for number in range(40_000)})
    assert len(intake_notes.seen(catalogue, A)) == 40_000
    intake_notes.unwatch(catalogue, A)
    assert catalogue.faults() == []


def recognise_first_page(catalogue: Database, path: Path = ONE, name: str = "a") -> int:
    """Let a file wait for the recognition of two pages, and keep the first."""
    row = start(catalogue, path)[-1]
    ingest_ledger.copied_in(catalogue, row, hash_of(name), ".pdf", 5)
    ingest_ledger.order_pages(catalogue, row, hash_of(name), [PageOrder(0), PageOrder(1)])
    ingest_ledger.keep_page(catalogue, row, hash_of(name), 0, b"words")
    return row


def test_a_recognised_page_waits_no_more_and_goes_with_a_file_that_ends_without_a_document(
    catalogue: Database,
) -> None:
    row = recognise_first_page(catalogue)
    assert [order.index for order in intake_notes.page_orders(catalogue, hash_of("a"))] == [1]
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, None)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {0: b"words"}
    ingest_ledger.finish(catalogue, row, FileOutcome(ONE, FileStatus.REFUSED, None, "Damaged."))
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=False, stored=False)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {}
    assert intake_notes.page_orders(catalogue, hash_of("a")) == []


def test_recognised_pages_stay_while_a_document_needs_them_and_go_with_it(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    row = recognise_first_page(catalogue)
    ingest_ledger.finish(catalogue, row, FileOutcome(ONE, FileStatus.REFUSED, None, "Stopped."))
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=False, stored=True)
    recognise_first_page(catalogue, TWO, "b")
    ingest_ledger.cancel(catalogue)
    intake_notes.forget_unused_pages(catalogue)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {0: b"words"}
    assert intake_notes.packed_pages(catalogue, hash_of("b")) == {}
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(0)])
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=True, stored=True)
    assert [order.index for order in intake_notes.page_orders(catalogue, hash_of("a"))] == [0]
    ingest_ledger.remove_documents(catalogue, document.id)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {}


def test_attempts_count_until_something_is_finished_or_a_stop_in_good_order(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    for end in (
        lambda: ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words"),
        lambda: ingest_ledger.reset_attempts(catalogue, row),
    ):
        for _ in range(3):
            ingest_ledger.begin(catalogue, row)
        assert ingest_ledger.waiting(catalogue)[0].attempts == 3
        end()
        assert ingest_ledger.waiting(catalogue)[0].attempts == 0
