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
from tests.support.profile import is_nightly

FOLDERS = [Path(name) for name in os.environ.get("BRIEFBANK_HOSTILE", "").split(os.pathsep) if name]
"""Further folders of hostile files, for people who have them."""

NO_TEXT = "No text was found on any page."
LOCKED = "protected by a password"
DAMAGED = "damaged and no page of it could be read"

ENDS = {
    "added": (
        "doctor-broken-mime js-bad-PageLabels js-bomb_giant js-bug1250079 js-bug1539074 js-bug1606566 "
        "js-encrypted-attachment js-issue10084_reduced js-issue11768_reduced js-issue2884_reduced "
        "js-issue8960_reduced not-a-pdf ocr-2400dpi ocr-cardinal ocr-ccitt ocr-enormous ocr-hugemono "
        "ocr-jbig2 ocr-jbig2_baddevicen ocr-masks ocr-missing_docinfo ocr-multipage ocr-negzero ocr-poster "
        "ocr-rotated_skew ocr-skew ocr-truetype_font_nomapping ocr-type3_font_nomapping "
        "qpdf-append-xref-loop qpdf-bad-jpeg qpdf-bad-xref qpdf-bad1 qpdf-bad16 qpdf-bad24 qpdf-bad35 "
        "qpdf-bad5 redaction-rectangles_no redaction-whitespace_redactions truncated-petition"
    ),
    "The file is empty.": "empty",
    NO_TEXT: (
        "js-GHOSTSCRIPT-698804-1-fuzzed js-PDFBOX-3148-2-fuzzed js-bitmap-symbol-empty ocr-blank "
        "ocr-docinfo_latin1_key ocr-livecycle ocr-no_contents ocr-trivial qpdf-bad-content qpdf-bad-data "
        "qpdf-shared-unnamed-field"
    ),
    DAMAGED: "js-bug1020226 ocr-invalid qpdf-bad-direct-root",
    LOCKED: (
        "js-issue15893_reduced js-issue3371 js-issue6010_1 js-issue6010_2 qpdf-bad-encryption-length "
        "qpdf-enc-R2_V1_U_view_O_master"
    ),
    "text lies under black boxes": "redaction-rectangles_yes",
}
"""How files end, with their names without the suffix: what they are added as, or words of the reason."""
TABLE = {f"{name}.pdf": end for end, names in ENDS.items() for name in names.split()} | {
    "name with spaces, ümlaut, 'quote' & émoji 📄.pdf": NO_TEXT
}

PLAIN = sorted(name for name in TABLE if not name.startswith("ocr-"))  # whose end hangs on no recognition
PASSWORDS = {
    "js-issue15893_reduced.pdf": "test",
    "js-issue3371.pdf": "ELXRTQWS",
    "js-issue6010_1.pdf": "abc",
    "js-issue6010_2.pdf": "æøå",
}
REDACTED = "redaction-rectangles_yes.pdf"
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
    """One drop of them all, or of a sample."""
    folder = shared_data / "hostile"
    if is_nightly():
        dropped = [folder, *FOLDERS]
    else:
        dropped = [folder / name for name in sorted({*PLAIN[::6], *list(PASSWORDS)[:1], REDACTED})]
    return {outcome.path.name: outcome for outcome in library.ingest.add(dropped, clock)}


def added(outcome: FileOutcome) -> bool:
    return outcome.status in (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)


@pytest.mark.timeout(900)
def test_every_hostile_file_ends_in_time_as_the_table_says_and_none_without_a_word(
    library: Library, outcomes: dict[str, FileOutcome], clock: WorkTimer
) -> None:
    wrong = {
        name: outcome
        for name, outcome in outcomes.items()
        if (expected := TABLE.get(name))
        and not (added(outcome) if expected == "added" else expected in outcome.reason)
    }
    assert not wrong
    for outcome in outcomes.values():
        if added(outcome):
            assert outcome.document is not None and outcome.document.passages > 0
        else:
            assert len(outcome.reason.split(". ")) >= 2, "what happened, and what to do"
    assert library.ingest.waiting() == []
    assert library.maintenance.check().problems == () or library.maintenance.check().waiting_for_meaning
    assert {path.name: spent for path, spent in clock.spent.items() if spent > LONGEST_S} == {}


def test_protected_files_are_added_with_their_passwords(
    library: Library, outcomes: dict[str, FileOutcome]
) -> None:
    paths = {outcomes[name].path: password for name, password in PASSWORDS.items() if name in outcomes}
    ended = library.ingest.add(list(paths), QuietReporter(), passwords=paths)
    assert paths and all(not outcome.needs_password for outcome in ended), ended
    assert all(added(outcome) or NO_TEXT in outcome.reason for outcome in ended), ended


def test_text_under_black_boxes_is_not_found(library: Library, outcomes: dict[str, FileOutcome]) -> None:
    document = outcomes[REDACTED].document
    assert document is not None and document.hidden_pages == 1
    assert any("█" in page.raw for page in library.documents.pages(document.id))
