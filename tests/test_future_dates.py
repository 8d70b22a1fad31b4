"""Tests that a future filing date is left empty with a note."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import FileStatus
from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.errors import CorrectionRefused
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.dates import format_date
from tests.support import mail_factory

QUIET = QuietReporter()
AHEAD = date.today() + timedelta(days=400)
TEXT = """\
SUPERIOR COURT OF NEW JERSEY
APPELLATE DIVISION
DOCKET NO. A-1234-20T4

STATE OF NEW JERSEY,
Plaintiff-Respondent,
v.
JOHN ZEBRA,
Defendant-Appellant.

{head}

The zebra was stopped on a hunch, and the officers had no warrant when they opened the wagon.

Respectfully submitted,

Jane Roe
{end}"""


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library") as opened:
        yield opened


def alert(library: Library) -> LibraryAlert | None:
    return next((alert for alert in library.maintenance.alerts() if alert.kind is AlertKind.FUTURE), None)


@pytest.mark.parametrize(
    ("name", "head", "end"),
    [
        ("a.txt", f"Filed: {format_date(AHEAD)}", ""),
        ("a.txt", f"FILED: {AHEAD:%m/%d/%Y}\n\nOPINION", ""),
        ("a.txt", "BRIEF FOR APPELLANT", f"Dated: {format_date(AHEAD)}"),
        (f"Zebra filed {AHEAD.isoformat()}.txt", "BRIEF FOR APPELLANT", ""),
    ],
    ids=["caption", "stamp", "signature", "name"],
)
def test_a_document_with_a_date_in_the_future_has_none_and_is_listed_until_it_is_corrected(
    library: Library, tmp_path: Path, name: str, head: str, end: str
) -> None:
    file = tmp_path / name
    file.write_text(TEXT.format(head=head, end=end))
    (outcome,) = library.ingest.add([file], QUIET)
    assert outcome.status is FileStatus.ADDED and "lies in the future" in outcome.reason
    assert outcome.document is not None and outcome.document.filed is None
    id_ = outcome.document.id
    assert alert(library) == LibraryAlert(AlertKind.FUTURE, 1, (id_,))
    report = library.maintenance.check(QUIET)
    assert (report.healthy, report.future_dates) == (True, 1)
    library.documents.correct(id_, CaptionField.FILED, "March 5, 2021")
    assert alert(library) is None and library.maintenance.check(QUIET).future_dates == 0
    assert library.documents.correct(id_, CaptionField.FILED, "").filed is None
    assert alert(library) is None, "a person says that there is none"
    library.documents.correct(id_, CaptionField.FILED, None)
    assert alert(library) is not None


def test_a_mail_whose_sender_had_a_wrong_clock_has_no_date(library: Library, tmp_path: Path) -> None:
    message = mail_factory.mail()
    del message["Date"]
    message["Date"] = f"{AHEAD:%a, %d %b %Y} 10:00:00 +0000"
    (tmp_path / "a.eml").write_bytes(bytes(message))
    (outcome,) = library.ingest.add([tmp_path / "a.eml"], QUIET)
    assert outcome.document is not None and outcome.document.filed is None
    assert alert(library) == LibraryAlert(AlertKind.FUTURE, 1, (outcome.document.id,))


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        (CaptionField.FILED, AHEAD.isoformat()),
        (CaptionField.FILED, f"{AHEAD:%m/%d/%Y}"),
        (CaptionField.YEAR, str(AHEAD.year + 1)),
    ],
)
def test_no_correction_sets_a_date_in_the_future(
    library: Library, tmp_path: Path, field: CaptionField, typed: str
) -> None:
    (tmp_path / "a.txt").write_text(TEXT.format(head="BRIEF FOR APPELLANT", end="Dated: March 5, 2021"))
    (outcome,) = library.ingest.add([tmp_path / "a.txt"], QUIET)
    assert outcome.document is not None
    with pytest.raises(CorrectionRefused, match="lies in the future"):
        library.documents.correct(outcome.document.id, field, typed)
    with pytest.raises(CorrectionRefused, match="lies in the future"):
        library.documents.correct_many([outcome.document.id], field, typed, QUIET)
    assert library.documents.get(outcome.document.id).filed == date(2021, 3, 5)


def test_a_typed_two_digit_year_is_the_latest_past_year(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT.format(head="BRIEF FOR APPELLANT", end=""))
    (outcome,) = library.ingest.add([tmp_path / "a.txt"], QUIET)
    assert outcome.document is not None
    later = f"3/5/{(date.today().year + 2) % 100:02}"
    corrected = library.documents.correct(outcome.document.id, CaptionField.FILED, later)
    assert corrected.filed == date(date.today().year - 98, 3, 5)
