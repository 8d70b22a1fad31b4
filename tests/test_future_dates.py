"""A filing date in the future is left empty with a note, and nobody can set one."""

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


@pytest.mark.nightly
def test_documents_with_a_date_in_the_future_have_none_and_are_listed_until_they_are_corrected(
    library: Library, tmp_path: Path
) -> None:
    texts = {
        "caption.txt": TEXT.format(head=f"Filed: {format_date(AHEAD)}", end=""),
        "stamp.txt": TEXT.format(head=f"FILED: {AHEAD:%m/%d/%Y}\n\nOPINION", end=""),
        "signature.txt": TEXT.format(head="BRIEF FOR APPELLANT", end=f"Dated: {format_date(AHEAD)}"),
        f"Zebra filed {AHEAD.isoformat()}.txt": TEXT.format(head="BRIEF FOR APPELLANT", end=""),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    outcomes = library.ingest.add([tmp_path / name for name in texts], QUIET)
    for outcome in outcomes:
        assert outcome.status is FileStatus.ADDED and "lies in the future" in outcome.reason, outcome.path
        assert outcome.document is not None and outcome.document.filed is None, outcome.path
    ids = [outcome.document.id for outcome in outcomes if outcome.document]
    listed = alert(library)
    assert listed is not None and (listed.number, set(listed.documents)) == (4, set(ids))
    report = library.maintenance.check(QUIET)
    assert (report.healthy, report.future_dates) == (True, 4)
    library.documents.correct_many(ids, CaptionField.FILED, "March 5, 2021", QUIET)
    assert alert(library) is None and library.maintenance.check(QUIET).future_dates == 0
    assert library.documents.correct(ids[0], CaptionField.FILED, "").filed is None
    assert alert(library) is None, "a person says that there is none"
    library.documents.correct(ids[0], CaptionField.FILED, None)
    assert alert(library) == LibraryAlert(AlertKind.FUTURE, 1, (ids[0],))


def test_no_correction_sets_a_date_in_the_future(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT.format(head="BRIEF FOR APPELLANT", end="Dated: March 5, 2021"))
    (outcome,) = library.ingest.add([tmp_path / "a.txt"], QUIET)
    assert outcome.document is not None
    id_ = outcome.document.id
    for field, typed in (
        (CaptionField.FILED, AHEAD.isoformat()),
        (CaptionField.FILED, f"{AHEAD:%m/%d/%Y}"),
        (CaptionField.YEAR, str(AHEAD.year + 1)),
    ):
        with pytest.raises(CorrectionRefused, match="lies in the future"):
            library.documents.correct(id_, field, typed)
        with pytest.raises(CorrectionRefused, match="lies in the future"):
            library.documents.correct_many([id_], field, typed, QUIET)
    assert library.documents.get(id_).filed == date(2021, 3, 5)
    later = f"3/5/{(date.today().year + 2) % 100:02}"
    corrected = library.documents.correct(id_, CaptionField.FILED, later)
    assert corrected.filed == date(date.today().year - 98, 3, 5), "two digits name the latest past year"
