"""Tests that quadratic work is distinguished from linear work."""

from __future__ import annotations

from tests.support.complexity import grows_linearly, repeated


def test_work_on_each_item_is_linear() -> None:
    assert grows_linearly(lambda some: sum(item * item for item in some), range, 200_000)


def test_work_on_each_pair_is_not() -> None:
    assert not grows_linearly(lambda some: sum(one * other for one in some for other in some), range, 4_000)


def test_a_text_has_the_requested_length() -> None:
    assert repeated("ab ")(10) == "ab ab ab "
