"""Tests of the patterns that leave out files."""

from __future__ import annotations

import pytest

from briefbank.text.file_names import LONGEST, MOST_PATTERNS, LeaveOut


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.wbk", "Appeals/2010/brief.WBK"),
        ("~$*", "Appeals/~$brief.doc"),
        ("Billing", "Appeals/2010/billing/invoice.pdf"),
        ("*/Billing/*", "Appeals/Billing/invoice.pdf"),
        ("*/Billing/*", "Appeals/2010/Smith/Billing/2011/invoice.pdf"),
        ("Billing/", "Appeals/2010/Billing/a/b.pdf"),
        ("2010/Billing/*", "Appeals/2010/Billing/b.pdf"),
        ("Appeals\\2010\\*", "Appeals/2010/b.pdf"),
        ("/Appeals/2010/*.tmp", "Appeals/2010/b.tmp"),
        ("draft ?.doc", "Appeals/draft 1.doc"),
        ("[ab].pdf", "Appeals/a.pdf"),
        ("*\udce9t\udce9*", "Appeals/\udce9t\udce9.pdf"),
    ],
)
def test_a_pattern_leaves_out_what_people_mean_by_it(pattern: str, path: str) -> None:
    assert LeaveOut([pattern]).match(path) == pattern


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.wbk", "Appeals/brief.wbk.pdf"),
        ("Billing", "Appeals/Billing 2010/b.pdf"),
        ("Appeals", "Appeals/2010/b.pdf"),  # a person has chosen the folder itself
        ("*/Billing/*", "Appeals/Billing.pdf"),
        ("Billing/", "Appeals/PreBilling/b.pdf"),
        ("brief", "Appeals/brief.pdf"),
    ],
)
def test_a_pattern_leaves_other_files_alone(pattern: str, path: str) -> None:
    assert LeaveOut([pattern]).match(path) == ""


def test_the_first_matching_pattern_is_returned_and_empty_ones_are_dropped() -> None:
    rules = LeaveOut(["", "  ", "*.tmp", "*.tmp", "Old"])
    assert rules.patterns == ("*.tmp", "Old")
    assert rules.match("A/Old/x.tmp") == "*.tmp"
    assert not LeaveOut(["  "]) and LeaveOut([]).match("A/x.tmp") == ""


def test_no_list_is_too_long_and_no_pattern_takes_long() -> None:
    assert len(LeaveOut(f"*.{n}" for n in range(10_000)).patterns) == MOST_PATTERNS
    assert LeaveOut(["x" * (LONGEST + 1)]).patterns == ()
    nasty = LeaveOut(["*a*a*a*a*a*a*a*a*a*a*a*b", "*/" + "*a" * 60 + "/b"])
    assert nasty.match("A/" + "a" * 4000) == ""  # a star that is tried twice takes years
