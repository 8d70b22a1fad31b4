"""Tests that bad pages delay a file for a bounded time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.ocr.engines import FIRST_S, PER_READ_SECOND, TimeBudget

PAGES = st.lists(st.tuples(st.floats(0, 50), st.booleans()), max_size=60)


@given(PAGES)
def test_time_in_vain_is_bounded_by_the_time_of_the_pages_that_were_read(
    pages: list[tuple[float, bool]],
) -> None:
    patience, in_vain, well = TimeBudget(), 0.0, 0.0
    for seconds, was_read in pages:
        if patience.is_out:
            break
        patience.record_page(seconds, was_read=was_read)
        in_vain, well = (in_vain, well + seconds) if was_read else (in_vain + seconds, well)
    assert in_vain <= FIRST_S + PER_READ_SECOND * well + 50 + 1e-6


def test_a_thousand_pages_that_fail_at_once_are_all_tried() -> None:
    patience = TimeBudget()
    for _ in range(1000):
        patience.record_page(0.02, was_read=False)
    assert not patience.is_out


def test_three_hopeless_pages_in_a_long_scan_are_all_tried_and_the_pages_after_them() -> None:
    patience = TimeBudget()
    for _ in range(30):
        patience.record_page(3.0, was_read=True)
    for _ in range(3):
        patience.record_page(43.0, was_read=False)
        assert not patience.is_out
