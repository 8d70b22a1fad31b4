"""Tests of the ingest ledger: what waits, in which order, and how files leave it."""

from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, ingest_ledger, intake_notes
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.ingest_ledger import Closing, Need, NewFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.ingest import FileOutcome, FileStatus, Refusal, Stage
from briefbank.domain.pages import OcrSetting, PageOrder
from briefbank.errors import NotInLibrary
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


def test_a_recognised_page_is_kept_and_waits_no_more(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    ingest_ledger.order_pages(catalogue, row, hash_of("a"), [PageOrder(0), PageOrder(1)])
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words")
    assert [order.index for order in intake_notes.page_orders(catalogue, hash_of("a"))] == [1]
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, None)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {0: b"words"}


def test_a_file_that_ends_without_a_document_leaves_no_page_behind(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    ingest_ledger.order_pages(catalogue, row, hash_of("a"), [PageOrder(0), PageOrder(1)])
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words")
    ingest_ledger.finish(catalogue, row, FileOutcome(ONE, FileStatus.REFUSED, None, "Damaged."))
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=False, stored=False)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {}
    assert intake_notes.page_orders(catalogue, hash_of("a")) == []


def test_cached_pages_of_a_document_stay_when_a_second_copy_ends(catalogue: Database) -> None:
    add(catalogue, "a")
    (row,) = start(catalogue, ONE)
    ingest_ledger.copied_in(catalogue, row, hash_of("a"), ".pdf", 5)
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words")
    ingest_ledger.finish(catalogue, row, FileOutcome(ONE, FileStatus.REFUSED, None, "Stopped."))
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=False, stored=True)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {0: b"words"}


def test_orders_stay_while_another_row_waits_for_the_same_contents(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(0)])
    assert ingest_ledger.tidy(catalogue, hash_of("a")) == Need(waiting=True, stored=True)
    assert [order.index for order in intake_notes.page_orders(catalogue, hash_of("a"))] == [0]


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


def test_reading_an_unknown_document_again_is_an_error(catalogue: Database) -> None:
    with pytest.raises(NotInLibrary):
        ingest_ledger.start_again(catalogue, 7, [PageOrder(0)])


def test_attempts_count_until_something_is_finished(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    for _ in range(3):
        ingest_ledger.begin(catalogue, row)
    assert ingest_ledger.waiting(catalogue)[0].attempts == 3
    ingest_ledger.keep_page(catalogue, row, hash_of("a"), 0, b"words")
    assert ingest_ledger.waiting(catalogue)[0].attempts == 0


def test_a_stop_in_good_order_is_not_counted_against_the_file(catalogue: Database) -> None:
    (row,) = start(catalogue, ONE)
    ingest_ledger.begin(catalogue, row)
    ingest_ledger.reset_attempts(catalogue, row)
    assert ingest_ledger.waiting(catalogue)[0].attempts == 0


def test_a_document_removed_before_its_intake_ends_leaves_no_row(catalogue: Database) -> None:
    document, _ = add(catalogue)
    (row,) = start(catalogue, ONE)
    ingest_ledger.remove_documents(catalogue, document.id)
    ingest_ledger.finish(catalogue, row, FileOutcome(ONE, FileStatus.ADDED, document))
    assert (ingest_ledger.history(catalogue), ingest_ledger.waiting(catalogue)) == ([], [])


def cache_page(catalogue: Database, name: str) -> None:
    ingest_ledger.start(catalogue, [NewFile(Path(f"/{name}.pdf"))])
    row = ingest_ledger.waiting(catalogue)[-1].row
    ingest_ledger.copied_in(catalogue, row, hash_of(name), ".pdf", 5)
    ingest_ledger.keep_page(catalogue, row, hash_of(name), 0, b"words")
    ingest_ledger.cancel(catalogue)


def test_unneeded_cached_pages_are_deleted_and_needed_ones_are_kept(catalogue: Database) -> None:
    add(catalogue, "a")
    for name in "ab":
        cache_page(catalogue, name)
    intake_notes.forget_unused_pages(catalogue)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) and not intake_notes.packed_pages(
        catalogue, hash_of("b")
    )


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


def test_removing_a_document_forgets_its_recognised_pages(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    cache_page(catalogue, "a")
    ingest_ledger.remove_documents(catalogue, document.id)
    assert intake_notes.packed_pages(catalogue, hash_of("a")) == {}


def test_a_reading_again_that_was_refused_goes_with_its_document(catalogue: Database) -> None:
    document, _ = add(catalogue, "a")
    ingest_ledger.start_again(catalogue, document.id, [PageOrder(0)])
    row = ingest_ledger.waiting(catalogue)[0].row
    ingest_ledger.finish(catalogue, row, FileOutcome(Path("a.pdf"), FileStatus.REFUSED, None, "Damaged."))
    ingest_ledger.remove_documents(catalogue, document.id)
    assert ingest_ledger.history(catalogue) == []
