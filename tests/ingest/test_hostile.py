"""Tests that hostile files are added, added with gaps, or refused with a reason.

The table says how each must end. Files that are not in it, of another set of the same kind, must end too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

FOLDERS = [Path(name) for name in os.environ.get("BRIEFBANK_HOSTILE", "").split(os.pathsep) if name]
"""Further folders of hostile files, for people who have them."""

NO_TEXT = "No text was found on any page."
LOCKED = "protected by a password"
DAMAGED = "damaged and no page of it could be read"

TABLE = {
    "doctor-broken-mime.pdf": "added",
    "empty.pdf": "The file is empty.",
    "js-GHOSTSCRIPT-698804-1-fuzzed.pdf": NO_TEXT,
    "js-PDFBOX-3148-2-fuzzed.pdf": NO_TEXT,
    "js-bad-PageLabels.pdf": "added",
    "js-bitmap-symbol-empty.pdf": NO_TEXT,
    "js-bomb_giant.pdf": "added",
    "js-bug1020226.pdf": DAMAGED,
    "js-bug1250079.pdf": "added",
    "js-bug1539074.pdf": "added",
    "js-bug1606566.pdf": "added",
    "js-encrypted-attachment.pdf": "added",
    "js-issue10084_reduced.pdf": "added",
    "js-issue11768_reduced.pdf": "added",
    "js-issue15893_reduced.pdf": LOCKED,
    "js-issue2884_reduced.pdf": "added",
    "js-issue3371.pdf": LOCKED,
    "js-issue6010_1.pdf": LOCKED,
    "js-issue6010_2.pdf": LOCKED,
    "js-issue8960_reduced.pdf": "added",
    "name with spaces, ümlaut, 'quote' & émoji 📄.pdf": NO_TEXT,
    "not-a-pdf.pdf": "added",
    "ocr-2400dpi.pdf": "added",
    "ocr-blank.pdf": NO_TEXT,
    "ocr-cardinal.pdf": "added",
    "ocr-ccitt.pdf": "added",
    "ocr-docinfo_latin1_key.pdf": NO_TEXT,
    "ocr-enormous.pdf": "added",
    "ocr-hugemono.pdf": "added",
    "ocr-invalid.pdf": DAMAGED,
    "ocr-jbig2.pdf": "added",
    "ocr-jbig2_baddevicen.pdf": "added",
    "ocr-livecycle.pdf": NO_TEXT,
    "ocr-masks.pdf": "added",
    "ocr-missing_docinfo.pdf": "added",
    "ocr-multipage.pdf": "added",
    "ocr-negzero.pdf": "added",
    "ocr-no_contents.pdf": NO_TEXT,
    "ocr-poster.pdf": "added",
    "ocr-rotated_skew.pdf": "added",
    "ocr-skew.pdf": "added",
    "ocr-trivial.pdf": NO_TEXT,
    "ocr-truetype_font_nomapping.pdf": "added",
    "ocr-type3_font_nomapping.pdf": "added",
    "qpdf-append-xref-loop.pdf": "added",
    "qpdf-bad-content.pdf": NO_TEXT,
    "qpdf-bad-data.pdf": NO_TEXT,
    "qpdf-bad-direct-root.pdf": DAMAGED,
    "qpdf-bad-encryption-length.pdf": LOCKED,
    "qpdf-bad-jpeg.pdf": "added",
    "qpdf-bad-xref.pdf": "added",
    "qpdf-bad1.pdf": "added",
    "qpdf-bad16.pdf": "added",
    "qpdf-bad24.pdf": "added",
    "qpdf-bad35.pdf": "added",
    "qpdf-bad5.pdf": "added",
    "qpdf-enc-R2_V1_U_view_O_master.pdf": LOCKED,
    "qpdf-shared-unnamed-field.pdf": NO_TEXT,
    "redaction-rectangles_no.pdf": "added",
    "redaction-rectangles_yes.pdf": "text lies under black boxes",
    "redaction-whitespace_redactions.pdf": "added",
    "truncated-petition.pdf": "added",
}

PASSWORDS = {
    "js-issue15893_reduced.pdf": "test",
    "js-issue3371.pdf": "ELXRTQWS",
    "js-issue6010_1.pdf": "abc",
    "js-issue6010_2.pdf": "æøå",
}
LONGEST_S = 120.0
"""The longest work on one file: the issue's own limit, without the time spent waiting for others."""


class WorkTimer(QuietReporter):
    """Measures each file from its first step to its end, without the time that it waits for a scan's turn."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: dict[Path, float] = {}
        self._since: dict[Path, float] = {}

    def file(self, event: FileProgress) -> None:
        if event.stage in (Stage.COPYING, Stage.OCR) and not event.done:
            self._since[event.path] = time.monotonic()
        if event.outcome is not None:
            self.spent[event.path] = time.monotonic() - self._since.get(event.path, time.monotonic())


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("hostile") / "library", encoder=Buckets()) as opened:
        yield opened


@pytest.fixture(scope="module")
def clock() -> WorkTimer:
    return WorkTimer()


@pytest.fixture(scope="module")
def outcomes(shared_data: Path, library: Library, clock: WorkTimer) -> dict[str, FileOutcome]:
    """One drop of them all."""
    ended = library.ingest.add([shared_data / "hostile", *FOLDERS], clock)
    return {outcome.path.name: outcome for outcome in ended}


def added(outcome: FileOutcome) -> bool:
    return outcome.status in (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_every_hostile_file_ends_as_the_table_says(outcomes: dict[str, FileOutcome]) -> None:
    wrong = {
        name: outcomes[name]
        for name, expected in TABLE.items()
        if not (added(outcomes[name]) if expected == "added" else expected in outcomes[name].reason)
    }
    assert not wrong


@pytest.mark.nightly
def test_no_hostile_file_is_left_waiting_or_ends_without_a_word(
    library: Library, outcomes: dict[str, FileOutcome]
) -> None:
    assert library.ingest.waiting() == []
    for outcome in outcomes.values():
        if added(outcome):
            assert outcome.document is not None and outcome.document.passages > 0
        else:
            assert len(outcome.reason.split(". ")) >= 2, "what happened, and what to do"
    assert library.maintenance.check().problems == () or library.maintenance.check().waiting_for_meaning


def test_no_hostile_file_takes_longer_than_two_minutes(
    outcomes: dict[str, FileOutcome], clock: WorkTimer
) -> None:
    assert {path.name: spent for path, spent in clock.spent.items() if spent > LONGEST_S} == {}


def test_protected_files_are_added_with_their_passwords(
    library: Library, outcomes: dict[str, FileOutcome]
) -> None:
    paths = {outcomes[name].path: password for name, password in PASSWORDS.items()}
    ended = library.ingest.add(list(paths), QuietReporter(), passwords=paths)
    assert all(not outcome.needs_password for outcome in ended), ended
    assert all(added(outcome) or NO_TEXT in outcome.reason for outcome in ended), ended


def test_text_under_black_boxes_is_not_found(library: Library, outcomes: dict[str, FileOutcome]) -> None:
    document = outcomes["redaction-rectangles_yes.pdf"].document
    assert document is not None and document.hidden_pages == 1
    pages = library.documents.pages(document.id)
    assert any("█" in page.raw for page in pages)
