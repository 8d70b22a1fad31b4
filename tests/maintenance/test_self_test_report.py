"""The page for the ethics file is one page, says how each attempt ended, and names nobody."""

from __future__ import annotations

import getpass
import io
import socket
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2
import pytest

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from briefbank.maintenance import self_test_report
from briefbank.sandbox import guard

MADE = datetime(2026, 3, 3, 9, 5, 0, tzinfo=UTC)
WAYS = ("", "native code, ", "child process, ", "other programs, ")
REFUSED = [
    CheckResult(f"Network: {way}{kind}", True, "Refused.") for way in WAYS for kind in ("IPv4", "names")
]
PARTS = [CheckResult("Text recognition", True, "A scanned page was read.")]


def words(results: Sequence[CheckResult], about: self_test_report.Circumstances | None = None) -> str:
    document = pypdfium2.PdfDocument(
        io.BytesIO(self_test_report.page(results, about or self_test_report.Circumstances(MADE)))
    )
    assert len(document) == 1
    return " ".join(document[0].get_textpage().get_text_range().split())


def test_the_page_says_when_by_what_and_how_all_ended() -> None:
    page = words([*REFUSED, *PARTS])
    for said in ("March 3, 2026, 09:05:00 (UTC+0000)", f"BriefBank {__version__}", "Every check passed."):
        assert said in page
    assert page.count("refused") >= 8 and "What this test does not show" in page and "signature" in page


def test_a_connection_that_was_not_refused_stands_out(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = CheckResult("Network: native code, IPv4", False, "Was not stopped (a socket could be made).")
    page = words([failed, *PARTS])
    assert "1 of 2 checks failed." in page and "NOT REFUSED" in page and failed.detail in page


def test_it_claims_no_more_than_the_guard_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {}
    for level in ("kernel", "interpreter", "off"):
        monkeypatch.setattr(guard, "level", lambda level=level: level)
        pages[level] = words(PARTS)
    assert "the Linux kernel" in pages["kernel"]
    assert (
        "firewall only" in pages["interpreter"] and "kernel" not in pages["interpreter"].partition("Held")[2]
    )
    assert "The network was not refused" in pages["off"]


def test_what_is_only_noted_is_told_from_what_passed_and_is_no_failure() -> None:
    noted = CheckResult("Reading of documents", True, "This system cannot confine.", remark=True)
    page = words([*REFUSED, *PARTS, noted])
    assert "Every check passed. What is only noted is said below." in page
    assert "Reading of documents Noted This system cannot confine." in page


def test_datagrams_are_shown_for_everybody_who_tried_them() -> None:
    tried = [CheckResult(f"Network: {way}UDP", True, "Refused.") for way in WAYS]
    assert words([*tried, *PARTS]).count("refused") == words(PARTS).count("refused") + len(WAYS)


def test_statements_and_the_records_last_entry_stand_on_it() -> None:
    about = self_test_report.Circumstances(MADE, ("The disk is encrypted.",), "number 7, abc")
    page = words(PARTS, about)
    assert "The disk is encrypted." in page and "number 7, abc" in page


def test_long_sentences_and_what_looks_like_markup_stay_on_one_page() -> None:
    long = [CheckResult(f"Part <b>{n}</b> & more", False, "word " * 150 + "x" * 200) for n in range(20)]
    assert "<b>3</b> & more" in words([*REFUSED, *long])


def test_neither_the_computer_nor_its_user_is_named(tmp_path: Path) -> None:
    page = words([*REFUSED, *PARTS])
    assert str(Path.home()) not in page or str(Path.home()) == "/"
    assert socket.gethostname() not in page.split()
    assert getpass.getuser() not in page.split()
