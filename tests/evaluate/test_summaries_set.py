"""Tests that the adversarial set is large, reproducible, and judged by the checks of the application."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from briefbank.domain.summaries import Claim, ClaimFault, ClaimFinding, SummaryPart, SummarySource
from briefbank.errors import Cancelled
from briefbank.jobs import QuietReporter
from briefbank.summary.checks.checking import ClaimChecker
from tests.evaluate.summaries import adversarial_set
from tests.evaluate.summaries.figures import of_summaries
from tests.evaluate.summaries.judging import CHECK_FAILED, CachingChecks, JudgedStatement, JudgedSummary
from tests.evaluate.summaries.run import SummaryRun
from tests.evaluate.summaries.values import (
    EXACT,
    EXPECTED,
    AdversarialSet,
    Edit,
    HonestRule,
    WrittenStatement,
    WrittenSummary,
)
from tests.evaluate.summary_factory import brief, briefs, find


@pytest.fixture(scope="module")
def adversarial() -> AdversarialSet:
    return adversarial_set.build_set(briefs(20), find)


def test_twenty_briefs_give_four_hundred_edited_summaries_and_as_many_clean(
    adversarial: AdversarialSet,
) -> None:
    assert len(adversarial.edited) == len(adversarial.clean) == adversarial_set.SUMMARIES == 400


def test_every_kind_of_edit_and_fault_is_in_the_set(adversarial: AdversarialSet) -> None:
    counts = Counter(item.edited.edit for item in adversarial.edited if item.edited)
    assert set(counts) == set(Edit)
    assert {EXPECTED[edit] for edit in counts if edit} == set(ClaimFault)
    assert max(counts.values()) < 400 / 8


def test_a_summary_has_one_edit_and_its_twin_is_the_same_without(adversarial: AdversarialSet) -> None:
    for wrong, right in zip(adversarial.edited, adversarial.clean, strict=True):
        assert (
            adversarial_set.FEWEST <= len(wrong.statements) == len(right.statements) <= adversarial_set.MOST
        )
        differing = [
            (one, other)
            for one, other in zip(wrong.statements, right.statements, strict=True)
            if one != other
        ]
        assert [one.edit is not None for one, _ in differing] == [True]
        assert right.edited is None
        assert (
            sum(len(statement.claim.text.split()) for statement in right.statements)
            <= adversarial_set.MOST_WORDS
        )


def test_only_an_overruled_authority_leaves_the_words_as_they_were(adversarial: AdversarialSet) -> None:
    for wrong, right in zip(adversarial.edited, adversarial.clean, strict=True):
        statement = wrong.edited
        assert statement is not None
        unchanged = statement.claim.text in {item.claim.text for item in right.statements}
        assert unchanged == (statement.edit is Edit.OVERRULED) == bool(statement.against)


def test_the_set_is_the_same_for_the_same_briefs() -> None:
    assert adversarial_set.build_set(briefs(4), find, 60) == adversarial_set.build_set(briefs(4), find, 60)


def test_the_set_does_not_hang_on_the_numbers_that_a_library_gave_its_briefs() -> None:
    numbered = [
        replace(material, material=replace(material.material, document_id=900 - n))
        for n, material in enumerate(briefs(4))
    ]
    first, second = (
        adversarial_set.build_set(briefs(4), find, 60),
        adversarial_set.build_set(numbered, find, 60),
    )
    assert [item.statements for item in first.edited] == [item.statements for item in second.edited]


def test_few_briefs_give_fewer_summaries_and_none_give_none() -> None:
    assert 0 < len(adversarial_set.build_set(briefs(1), find, 4000).edited) < 4000
    assert adversarial_set.build_set([], find).edited == ()
    assert adversarial_set.build_set([brief("The officers searched the car at noon.")], find).edited == ()


# --- judged by the real checks -------------------------------------------------------------------


@pytest.fixture(scope="module")
def run(adversarial: AdversarialSet) -> SummaryRun:
    bench, reporter = CachingChecks(find, None), QuietReporter()
    edited, clean = (
        tuple(bench.judge(item, reporter) for item in some[:120])
        for some in (adversarial.edited, adversarial.clean)
    )
    return SummaryRun(20, edited, clean, {"faithfulness": 1.0}, None, "")


def test_nearly_all_changed_names_numbers_citations_and_quotations_are_caught(run: SummaryRun) -> None:
    exact = of_summaries(run)["exact"]
    assert exact["made"] > 30
    assert exact["recall"] >= 0.95


def test_nine_of_ten_right_sentences_are_shown(run: SummaryRun) -> None:
    clean = of_summaries(run)["clean_sentences"]
    assert clean["made"] > 100
    assert clean["withheld"] <= 0.1 * clean["made"]


def test_an_authority_is_outdated_only_in_the_summary_for_which_the_list_says_so(run: SummaryRun) -> None:
    for wrong, right in zip(run.edited, run.clean, strict=True):
        if wrong.written.edited and wrong.written.edited.edit is Edit.OVERRULED:
            faults = [statement.faults for statement in wrong.statements if statement.statement.edit]
            assert [ClaimFault.OUTDATED.value in fault for fault in faults] == [True]
            assert all(ClaimFault.OUTDATED.value not in statement.faults for statement in right.statements)


def test_the_table_adds_up(run: SummaryRun) -> None:
    table = of_summaries(run)
    for rows in (table["faults"], table["edits"]):
        for count in ("made", "caught", "shown"):
            whole = len(run.edited) if count == "made" else sum(row[count] for row in table["edits"].values())
            assert sum(row[count] for row in rows.values()) == whole
    for row in [*table["faults"].values(), *table["edits"].values(), table["exact"], table["claims"]]:
        assert row["named"] <= row["caught"] <= row["made"]
        assert row["shown"] <= row["made"] - row["caught"]
    assert table["exact"]["made"] == sum(table["edits"][edit.value]["made"] for edit in EXACT)
    clean = table["clean_sentences"]
    for count in ("made", "withheld"):
        assert clean[count] == sum(row[count] for row in clean["by_way"].values())
    assert table["summaries"] == table["edited"] + table["clean"] == 240


def test_the_table_holds_no_words_of_a_brief(run: SummaryRun) -> None:
    table = str(of_summaries(run))
    assert not any(
        statement.claim.text[:30] in table for judged in run.edited for statement in judged.written.statements
    )


# --- the rule ------------------------------------------------------------------------------------


def summary(*texts: str) -> WrittenSummary:
    material = brief(*texts)
    return WrittenSummary(
        material,
        tuple(
            WrittenStatement(Claim(text, (number,), SummaryPart.FACTS), HonestRule.VERBATIM)
            for number, text in enumerate(texts, 1)
        ),
    )


TEXTS = tuple(f"The officers searched the {searched}." for searched in ("car", "house", "yard", "garage"))


def judged_with(
    monkeypatch: pytest.MonkeyPatch, wrong: int, error: type[Exception] | None = None
) -> JudgedSummary:
    """Four sentences of which the checks find the first ``wrong`` ones faulty, or fail at them."""
    fault = ClaimFinding(ClaimFault.UNSUPPORTED, "It is wrong.")

    def check(self: ClaimChecker, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        if claim.text not in TEXTS[:wrong]:
            return ()
        if error is not None:
            raise error
        return (fault,)

    monkeypatch.setattr(ClaimChecker, "check", check)
    return CachingChecks(find, None).judge(summary(*TEXTS), QuietReporter())


@pytest.mark.parametrize(("wrong", "whole", "shown"), [(0, False, 4), (1, False, 3), (2, True, 0)])
def test_a_summary_is_withheld_when_more_than_a_third_of_it_fails(
    wrong: int, whole: bool, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = judged_with(monkeypatch, wrong)
    assert (judged.withheld_whole, len(judged.shown)) == (whole, shown)
    assert [statement.caught for statement in judged.statements] == [at < wrong for at in range(4)]


def test_a_check_that_fails_shows_nothing_and_is_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = judged_with(monkeypatch, 1, ZeroDivisionError)
    assert judged.withheld_whole and judged.shown == ()
    assert judged.statements[0].faults == (CHECK_FAILED,)


def test_judging_can_be_cancelled() -> None:
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        CachingChecks(find, None).judge(summary(*TEXTS), reporter)


def test_a_wrong_sentence_counts_as_shown_only_if_a_reader_would_see_it() -> None:
    honest_summary = summary(*TEXTS)
    wrong = WrittenStatement(honest_summary.statements[0].claim, HonestRule.VERBATIM, Edit.HOLDING)
    edited_summary = WrittenSummary(honest_summary.brief, (wrong, *honest_summary.statements[1:]))
    seen, unseen = (
        JudgedSummary(
            edited_summary,
            tuple(JudgedStatement(statement, ()) for statement in edited_summary.statements),
            whole,
        )
        for whole in (False, True)
    )
    table = of_summaries(SummaryRun(1, (seen, unseen), (), {}, None, ""))
    row = table["edits"][Edit.HOLDING.value]
    assert (row["made"], row["caught"], row["shown"]) == (2, 0, 1)
