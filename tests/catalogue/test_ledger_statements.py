"""The ledger: what waits, in which order it is taken, what a stop leaves, and how files leave it."""

from pathlib import Path

import pytest

from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.ingest_ledger import Need
from briefbank.catalogue.ledger_statements import Closing, NewFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.catalogue.store import Catalogue
from briefbank.domain.ingest import FileOutcome, FileStatus, Refusal, Stage
from briefbank.domain.pages import OcrSetting, PageOrder
from briefbank.errors import NotInLibrary
from tests.catalogue.samples import add, hash_of, path_in, reading

ONE, TWO = Path("/briefs/one.pdf"), Path("/briefs/undecodable \udcff.pdf")


def start(catalogue: Catalogue, *paths: Path) -> list[int]:
    catalogue.intake.start([NewFile(path) for path in paths])
    return [file.row for file in catalogue.intake.waiting()]


def test_files_wait_in_the_order_of_the_drop_until_they_end(catalogue: Catalogue) -> None:
    first, second = start(catalogue, ONE, TWO)
    assert [file.path for file in catalogue.intake.waiting()] == [ONE, TWO]
    outcome = FileOutcome(ONE, FileStatus.REFUSED, None, "It is damaged.", refusal=Refusal.PROTECTED)
    catalogue.intake.finish(first, outcome)
    assert [file.row for file in catalogue.intake.waiting()] == [second]
    assert catalogue.intake.history() == [outcome]


def test_refusals_are_forgotten_and_what_waits_or_was_added_stays(catalogue: Catalogue) -> None:
    refused, _waiting = start(catalogue, ONE, TWO)
    catalogue.intake.finish(refused, FileOutcome(ONE, FileStatus.REFUSED, None, "It is damaged."))
    document, _ = add(catalogue)
    *_, added = start(catalogue, Path("/third.pdf"))
    catalogue.intake.finish(added, FileOutcome(Path("/third.pdf"), FileStatus.ADDED, document))
    catalogue.intake.forget_refused()
    assert [outcome.path for outcome in catalogue.intake.history()] == [Path("/third.pdf")]
    assert [file.path for file in catalogue.intake.waiting()] == [TWO]


def test_a_file_that_waits_is_not_listed_twice(catalogue: Catalogue) -> None:
    assert catalogue.intake.start([NewFile(ONE), NewFile(TWO)]) == 2
    assert catalogue.intake.start([NewFile(TWO), NewFile(Path("/third.pdf"))]) == 1
    assert [file.path.name for file in catalogue.intake.waiting()] == ["one.pdf", TWO.name, "third.pdf"]


def test_a_file_that_changed_since_it_was_copied_gets_a_row_of_its_own(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    assert catalogue.intake.start([NewFile(ONE, size=5), NewFile(ONE)]) == 0
    assert catalogue.intake.start([NewFile(ONE, size=6)]) == 1


def test_of_the_same_contents_the_first_in_the_ledger_is_worked_on(catalogue: Catalogue) -> None:
    first, second = start(catalogue, ONE, TWO)
    for row in (first, second):
        catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    of_first, of_second = catalogue.intake.waiting()
    assert catalogue.intake.has_earlier(of_second, hash_of("a"))
    assert not catalogue.intake.has_earlier(of_first, hash_of("a"))
    catalogue.intake.finish(first, FileOutcome(ONE, FileStatus.REFUSED, None, "Damaged."))
    assert not catalogue.intake.has_earlier(of_second, hash_of("a"))


def test_what_waits_is_still_there_when_the_catalogue_is_opened_again(tmp_path: Path) -> None:
    catalogue = Catalogue.open(path_in(tmp_path))
    row, _ = start(catalogue, ONE, TWO)
    catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    catalogue.intake.order_pages(row, hash_of("a"), [PageOrder(3, True, OcrSetting.CAREFUL, "olmOCR")])
    catalogue.close()
    again = Catalogue.open(path_in(tmp_path))
    file = again.intake.waiting()[0]
    assert (file.path, file.stage, file.sha256, file.size) == (ONE, Stage.OCR, hash_of("a"), 5)
    assert again.intake.page_orders(hash_of("a")) == [PageOrder(3, True, OcrSetting.CAREFUL, "olmOCR")]
    again.close()


def test_files_are_read_before_pages_are_recognised_and_none_is_taken_twice(catalogue: Catalogue) -> None:
    scan, text = start(catalogue, ONE, TWO)
    catalogue.intake.copied_in(scan, hash_of("a"), ".pdf", 5)
    catalogue.intake.order_pages(scan, hash_of("a"), [PageOrder(0)])
    reading_next, recognising_next = (
        catalogue.intake.next_to_read(set()),
        catalogue.intake.next_to_recognise(set()),
    )
    assert reading_next is not None and reading_next.row == text
    assert recognising_next is not None and recognising_next.row == scan
    assert catalogue.intake.next_to_read({text}) is None
    assert catalogue.intake.next_to_recognise({scan}) is None


def test_a_recognised_page_is_kept_and_waits_no_more(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    catalogue.intake.order_pages(row, hash_of("a"), [PageOrder(0), PageOrder(1)])
    catalogue.intake.keep_page(row, hash_of("a"), 0, b"words")
    assert [order.index for order in catalogue.intake.page_orders(hash_of("a"))] == [1]
    catalogue.intake.keep_page(row, hash_of("a"), 0, None)
    assert catalogue.intake.recognised_pages(hash_of("a")) == {0: b"words"}


def test_a_file_that_ends_without_a_document_leaves_no_page_behind(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    catalogue.intake.order_pages(row, hash_of("a"), [PageOrder(0), PageOrder(1)])
    catalogue.intake.keep_page(row, hash_of("a"), 0, b"words")
    catalogue.intake.finish(row, FileOutcome(ONE, FileStatus.REFUSED, None, "Damaged."))
    assert catalogue.intake.tidy(hash_of("a")) == Need(waiting=False, stored=False)
    assert catalogue.intake.recognised_pages(hash_of("a")) == {}
    assert catalogue.intake.page_orders(hash_of("a")) == []


def test_what_a_document_needs_stays_when_a_second_copy_of_it_ends(catalogue: Catalogue) -> None:
    add(catalogue, "a")
    (row,) = start(catalogue, ONE)
    catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5)
    catalogue.intake.keep_page(row, hash_of("a"), 0, b"words")
    catalogue.intake.finish(row, FileOutcome(ONE, FileStatus.REFUSED, None, "Stopped."))
    assert catalogue.intake.tidy(hash_of("a")) == Need(waiting=False, stored=True)
    assert catalogue.intake.recognised_pages(hash_of("a")) == {0: b"words"}


def test_orders_stay_while_another_row_waits_for_the_same_contents(catalogue: Catalogue) -> None:
    document, _ = add(catalogue, "a")
    catalogue.intake.start_again(document.id, [PageOrder(0)])
    assert catalogue.intake.tidy(hash_of("a")) == Need(waiting=True, stored=True)
    assert [order.index for order in catalogue.intake.page_orders(hash_of("a"))] == [0]


def test_nothing_is_kept_of_a_row_that_was_closed(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    catalogue.intake.cancel()
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    for late in (
        lambda: catalogue.intake.copied_in(row, hash_of("a"), ".pdf", 5),
        lambda: catalogue.intake.order_pages(row, hash_of("a"), [PageOrder(0)]),
        lambda: catalogue.intake.keep_page(row, hash_of("a"), 0, b"words"),
        lambda: catalogue.add_document(reading(), file, Closing(row)),
    ):
        with pytest.raises(Withdrawn):
            late()
    assert list(catalogue.each_document()) == [] and catalogue.intake.recognised_pages(hash_of("a")) == {}
    assert catalogue.intake.history()[0].status is FileStatus.REFUSED


def test_a_document_and_the_end_of_its_file_are_one_step(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    document, _ = catalogue.add_document(reading(), file, Closing(row, "Page 3 has no text."))
    assert catalogue.intake.waiting() == []
    (outcome,) = catalogue.intake.history()
    assert (outcome.status, outcome.document) == (FileStatus.ADDED_WITH_GAPS, document)
    assert outcome.reason == "Page 3 has no text."


def test_cancelled_files_leave_the_list_with_the_reason(catalogue: Catalogue) -> None:
    start(catalogue, ONE, TWO)
    assert [file.path for file, _outcome in catalogue.intake.cancel([TWO])] == [TWO]
    assert [file.path for file in catalogue.intake.waiting()] == [ONE]
    catalogue.intake.cancel()
    assert catalogue.intake.waiting() == []
    assert [outcome.path for outcome in catalogue.intake.history()] == [TWO, ONE]


def test_reading_again_waits_in_the_ledger_and_its_end_keeps_the_document(catalogue: Catalogue) -> None:
    document, _ = add(catalogue, "a")
    catalogue.intake.start_again(document.id, [PageOrder(0)])
    catalogue.intake.start_again(document.id, [PageOrder(2)])
    (file,) = catalogue.intake.waiting()
    assert (file.document_id, file.sha256, file.path.name) == (document.id, hash_of("a"), "a.pdf")
    assert [order.index for order in catalogue.intake.page_orders(hash_of("a"))] == [0, 2]
    catalogue.intake.cancel()
    assert (catalogue.intake.waiting(), catalogue.intake.history()) == ([], [])
    assert catalogue.document(document.id) == document


def test_reading_an_unknown_document_again_is_an_error(catalogue: Catalogue) -> None:
    with pytest.raises(NotInLibrary):
        catalogue.intake.start_again(7, [PageOrder(0)])


def test_attempts_count_until_something_is_finished(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    for _ in range(3):
        catalogue.intake.begin(row)
    assert catalogue.intake.waiting()[0].attempts == 3
    catalogue.intake.keep_page(row, hash_of("a"), 0, b"words")
    assert catalogue.intake.waiting()[0].attempts == 0


def test_a_stop_in_good_order_is_not_counted_against_the_file(catalogue: Catalogue) -> None:
    (row,) = start(catalogue, ONE)
    catalogue.intake.begin(row)
    catalogue.intake.reset_attempts(row)
    assert catalogue.intake.waiting()[0].attempts == 0


def test_a_document_removed_before_its_intake_ends_leaves_no_row(catalogue: Catalogue) -> None:
    document, _ = add(catalogue)
    (row,) = start(catalogue, ONE)
    catalogue.remove_documents(document.id)
    catalogue.intake.finish(row, FileOutcome(ONE, FileStatus.ADDED, document))
    assert (catalogue.intake.history(), catalogue.intake.waiting()) == ([], [])


def kept_page(catalogue: Catalogue, name: str) -> None:
    catalogue.intake.start([NewFile(Path(f"/{name}.pdf"))])
    row = catalogue.intake.waiting()[-1].row
    catalogue.intake.copied_in(row, hash_of(name), ".pdf", 5)
    catalogue.intake.keep_page(row, hash_of(name), 0, b"words")
    catalogue.intake.cancel()


def test_what_nobody_needs_is_forgotten_and_what_a_document_needs_is_not(catalogue: Catalogue) -> None:
    add(catalogue, "a")
    for name in "ab":
        kept_page(catalogue, name)
    catalogue.intake.forget_unused()
    assert catalogue.intake.recognised_pages(hash_of("a")) and not catalogue.intake.recognised_pages(
        hash_of("b")
    )


def test_removing_a_document_forgets_that_its_file_was_refused_before(catalogue: Catalogue) -> None:
    """Otherwise the name, often a client's, would stay in the list of added files. Other files keep their
    rows.
    """
    refused, other = start(catalogue, ONE, TWO)
    for row, path in ((refused, ONE), (other, TWO)):
        catalogue.intake.finish(row, FileOutcome(path, FileStatus.REFUSED, None, "The disk is full."))
    (row,) = start(catalogue, ONE)
    file = StoredFile(hash_of("a"), ".pdf", "one.pdf", 5, copy_sha256="", sample=False)
    document, _ = catalogue.add_document(reading(), file, closing=Closing(row))
    catalogue.intake.start([NewFile(ONE)])
    catalogue.remove_documents(document.id)
    assert [outcome.path for outcome in catalogue.intake.history()] == [TWO]
    assert [file.path for file in catalogue.intake.waiting()] == [ONE]  # added once more meanwhile


def test_removing_a_document_forgets_its_recognised_pages(catalogue: Catalogue) -> None:
    document, _ = add(catalogue, "a")
    kept_page(catalogue, "a")
    catalogue.remove_documents(document.id)
    assert catalogue.intake.recognised_pages(hash_of("a")) == {}


def test_a_reading_again_that_was_refused_goes_with_its_document(catalogue: Catalogue) -> None:
    document, _ = add(catalogue, "a")
    catalogue.intake.start_again(document.id, [PageOrder(0)])
    row = catalogue.intake.waiting()[0].row
    catalogue.intake.finish(row, FileOutcome(Path("a.pdf"), FileStatus.REFUSED, None, "Damaged."))
    catalogue.remove_documents(document.id)
    assert catalogue.intake.history() == []
