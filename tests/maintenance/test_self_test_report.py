"""Tests of the report for the ethics file: the outcome of each attempt, without names."""

from __future__ import annotations

import getpass
import socket
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from briefbank.maintenance import self_test
from briefbank.sandbox import guard

MADE = datetime(2026, 3, 3, 9, 5, 0, tzinfo=UTC)
WAYS = ("", "native code, ", "child process, ", "other programs, ")
KINDS = ("IPv4", "IPv6", "UDP", "names")
REFUSED = [CheckResult(f"Network: {way}{kind}", True, "Refused.") for way in WAYS for kind in KINDS]
PARTS = [CheckResult("Text recognition", True, "A scanned page was read.")]


def words(results: Sequence[CheckResult], notes: Sequence[str] = ()) -> str:
    return " ".join(self_test.report(results, MADE, notes).split())


def test_the_report_says_when_by_what_and_how_all_ended() -> None:
    report = words([*REFUSED, *PARTS])
    for line in ("March 3, 2026, 09:05:00 (UTC+0000)", f"BriefBank {__version__}", "Every check passed."):
        assert line in report
    assert "Text recognition: Passed. A scanned page was read." in report
    assert report.count(": Refused") == len(REFUSED) and "other programs, UDP: Refused" in report


def test_a_connection_that_was_not_refused_stands_out() -> None:
    failed = CheckResult("Network: native code, IPv4", False, "Was not stopped (a socket could be made).")
    report = words([failed, *PARTS])
    assert "1 of 2 checks failed." in report
    assert f"native code, IPv4: NOT REFUSED. {failed.detail}" in report


def test_the_report_claims_no_more_than_the_guard_enforces(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = {}
    for level in ("kernel", "interpreter", "off"):
        monkeypatch.setattr(guard, "level", lambda level=level: level)
        reports[level] = words(PARTS)
    assert "the Linux kernel" in reports["kernel"]
    assurances = reports["interpreter"].partition("Held")[2]
    assert "firewall only" in assurances and "kernel" not in assurances
    assert "The network was not refused" in reports["off"]


def test_a_remark_is_distinguished_from_a_passed_check_and_is_no_failure() -> None:
    noted = CheckResult("Reading of documents", True, "This system cannot confine.", remark=True)
    report = words([*REFUSED, *PARTS, noted])
    assert "Every check passed. What is only noted is said below." in report
    assert "Reading of documents: Noted. This system cannot confine." in report


def test_neither_the_computer_nor_its_user_is_named() -> None:
    report = words([*REFUSED, *PARTS])
    assert str(Path.home()) not in report or str(Path.home()) == "/"
    assert socket.gethostname() not in report.split()
    assert getpass.getuser() not in report.split()
