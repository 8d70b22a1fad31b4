"""Tests that filing dates are the same in every zone and that times use the local clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PROGRAM = """
import os, sys, time
from datetime import UTC, date, datetime
from pathlib import Path
from briefbank.cli.json_values import entry_json
from briefbank.cli.json_values import offline_json
from briefbank.domain.authorities import GoodLawEntry, Standing
from briefbank.domain.office import OfflineChoice, OfflineLease, OfflineState
from briefbank.domain.maintenance import KnownBackup
from briefbank.catalogue import document_rows
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.samples import add, path_in, reading
from ui.features.library import changes
from ui.shared import wording

for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "UTC"):
    os.environ["TZ"] = zone
    time.tzset()
    catalogue = open_catalogue(path_in(Path(sys.argv[1])))
    try:
        add(catalogue, zone, reading(filed=date(2024, 2, 29)))
        days = {document.filed for document in document_rows.iterate(catalogue)}
        moment = datetime(2024, 3, 10, 6, 59, tzinfo=UTC)
        lease = OfflineLease("", "", moment, OfflineChoice())
        days_said = wording.day(lease.last_day), offline_json(OfflineState(lease, 0, 0))["until"]
        sentence = changes.meaning([KnownBackup(Path("b"), moment, moment)])
        until = sentence.partition("until ")[2].splitlines()[0]
        line = GoodLawEntry(1, "1 U.S. 1", "", Standing.GOOD, "", None, "", "", moment)
        days_said += until, entry_json(line)["entered_at"]
        print(zone, *(wording.day(day) for day in days), wording.moment(moment), *days_said, sep="|")
    finally:
        catalogue.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no time.tzset; its zone is that of the system")
def test_a_date_of_filing_is_the_same_day_in_every_zone_and_a_moment_is_shown_in_the_zone_of_the_computer(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    filed = "February 29, 2024"
    assert done.stdout.splitlines() == [
        f"Pacific/Kiritimati|{filed}|March 10, 2024, 20:59|March 10, 2024|2024-03-10T20:59:00+14:00"
        "|March 10, 2024|2024-03-10T20:59:00+14:00",
        f"Pacific/Pago_Pago|{filed}|March 9, 2024, 19:59|March 9, 2024|2024-03-09T19:59:00-11:00"
        "|March 9, 2024|2024-03-09T19:59:00-11:00",
        f"America/New_York|{filed}|March 10, 2024, 01:59|March 10, 2024|2024-03-10T01:59:00-05:00"
        "|March 10, 2024|2024-03-10T01:59:00-05:00",
        f"UTC|{filed}|March 10, 2024, 06:59|March 10, 2024|2024-03-10T06:59:00+00:00"
        "|March 10, 2024|2024-03-10T06:59:00+00:00",
    ]
