"""Tests of intervals and p values against closed forms and exhaustive counts."""

from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.evaluate.metrics import FLIPS, intervals, paired, randomised
from tests.evaluate.confidence_intervals import wilson

STEPS = st.integers(-4, 4).map(lambda step: step / 4)


def test_an_interval_is_as_wide_as_the_central_limit_theorem_says() -> None:
    values = np.random.default_rng(1).random((900, 3))
    result = intervals(values)
    error = 1.96 * values.std(axis=0) / 30
    np.testing.assert_allclose(result[:, 0], values.mean(axis=0) - error, atol=0.004)
    np.testing.assert_allclose(result[:, 1], values.mean(axis=0) + error, atol=0.004)


def test_a_figure_that_all_queries_share_has_no_width_and_no_queries_give_zeros() -> None:
    np.testing.assert_allclose(intervals(np.full((40, 2), 0.25)), 0.25)
    assert intervals(np.zeros((0, 9))).tolist() == [[0.0, 0.0]] * 9


@pytest.mark.nightly
def test_nineteen_of_twenty_intervals_hold_the_true_mean() -> None:
    chance = np.random.default_rng(5)
    samples = (chance.random((200, 1)) < 0.3 for _ in range(400))
    covering = sum(bool(low <= 0.3 <= high) for ((low, high),) in (intervals(s * 1.0) for s in samples))
    assert 0.91 <= covering / 400 <= 0.98


@given(st.lists(STEPS, max_size=9))
def test_p_of_few_queries_is_the_share_of_all_signings_as_far_apart(differences: list[float]) -> None:
    signings = list(product((-1, 1), repeat=len(differences)))
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in signings]
    expected = sum(sum_ >= abs(sum(differences)) - 1e-9 for sum_ in sums) / len(signings)
    assert randomised(np.array(differences, np.float64)) == pytest.approx(expected, abs=0.03)


def test_p_of_many_equal_differences_is_that_of_the_sign_test() -> None:
    """60 queries, 38 of them better by the same amount: the sum of signs is binomial."""
    exact = 2 * sum(comb(60, k) for k in range(38, 61)) / 2**60
    differences = np.where(np.arange(60) < 38, 0.5, -0.5)
    assert randomised(differences) == pytest.approx(exact, abs=4 * (exact / FLIPS) ** 0.5)


def test_queries_without_a_difference_do_not_change_p() -> None:
    differences = np.array([0.5, 0.25, -0.125, 1.0, 0.5])
    assert randomised(np.concatenate([differences, np.zeros(500)])) == randomised(differences)


def test_runs_that_agree_have_no_difference_and_p_of_one() -> None:
    values = np.random.default_rng(2).random((50, 2))
    for difference in paired(values, values.copy()):
        assert (difference.mean, difference.low, difference.high, difference.p) == (0.0, 0.0, 0.0, 1.0)


def test_a_plain_difference_is_found_and_changing_the_order_turns_its_sign_only() -> None:
    chance = np.random.default_rng(3)
    first = chance.random((300, 1))
    second = np.clip(first + chance.normal(0.05, 0.1, (300, 1)), 0, 1)
    (there,), (back,) = paired(first, second), paired(second, first)
    assert there.low > 0 and there.p == pytest.approx(1 / (FLIPS + 1))
    assert (back.mean, back.low, back.high) == pytest.approx((-there.mean, -there.high, -there.low), abs=2e-3)
    assert back.p == there.p


def test_p_is_rarely_small_when_there_is_nothing_to_find() -> None:
    chance = np.random.default_rng(4)
    results = [randomised(chance.normal(0, 1, 30)) for _ in range(200)]
    assert 0.01 <= np.mean([p <= 0.05 for p in results]) <= 0.1


def test_queries_without_a_measure_take_no_part_in_its_figures_and_in_those_of_no_other_measure() -> None:
    values = np.random.default_rng(7).random((60, 2))
    holed = values.copy()
    holed[::3, 1] = np.nan
    assert intervals(holed)[0].tolist() == intervals(values)[0].tolist()
    known = values[np.arange(60) % 3 > 0, 1:]
    np.testing.assert_allclose(intervals(holed)[1:], intervals(known), atol=0.02)
    other = np.zeros((60, 2))
    assert paired(other, holed)[1].mean == pytest.approx(known.mean())
    assert paired(other, holed)[1].p == paired(np.zeros_like(known), known)[0].p
    nothing = paired(other, np.full((60, 2), np.nan))[0]
    assert (nothing.mean, nothing.low, nothing.high, nothing.p) == (0.0, 0.0, 0.0, 1.0)


def test_the_same_values_give_the_same_answer_again() -> None:
    values = np.random.default_rng(6).random((40, 2))
    assert paired(values, values[::-1]) == paired(values, values[::-1])


def test_runs_of_unlike_length_or_without_queries_are_refused() -> None:
    for first, second in ((np.zeros((3, 2)), np.zeros((4, 2))), (np.zeros((0, 2)), np.zeros((0, 2)))):
        with pytest.raises(ValueError, match="same queries"):
            paired(first, second)


def test_wilsons_interval_agrees_with_a_published_example() -> None:
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)  # R. G. Newcombe 1998, table I, method 3
    assert wilson(0, 0) == (0.0, 1.0)
