"""Tests of the figures on treatments and of their gold files, which hold no text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from briefbank.citations import citations
from briefbank.citations.treatments import TreatmentStatement, statements
from briefbank.domain.authorities import RelationKind
from tests.evaluate import treatments
from tests.evaluate.filings import SHARED
from tests.evaluate.treatments import Tally

TEXT = "State v. A, 1 N.J. 2 (1990), overruled by State v. B, 3 N.J. 4 (1995)."
CITED = citations.of_document([TEXT])[0]
FIRST, SECOND = ([and_.start, and_.end] for and_ in CITED)
FOUND = statements(TEXT, CITED)


def scored(
    labels: list[dict[str, Any]], statements: list[TreatmentStatement] = FOUND, end: int = len(TEXT)
) -> Tally:
    tally = Tally()
    treatments.score(tally, {"start": 0, "end": end, "labels": labels}, CITED, statements, TEXT)
    return tally


def label(kind: str, target: list[int], source: list[int] | None) -> dict[str, Any]:
    return {"kind": kind, "target": target, "source": source}


def test_a_statement_with_the_labels_kind_target_and_source_is_right_in_all() -> None:
    tally = scored([label("overrules", FIRST, SECOND)])
    assert (tally.reported, tally.right, tally.exact, tally.sources) == (1, 1, 1, 1)
    assert (tally.labelled, tally.met, tally.mistakes) == (1, 1, [])


def test_a_kind_of_the_same_family_is_right_but_not_exact_and_another_source_is_counted() -> None:
    tally = scored([label("limits", FIRST, None)])
    assert (tally.right, tally.exact, tally.sources) == (1, 0, 0)


@pytest.mark.parametrize(
    ("kind", "label_kind"),
    [
        (RelationKind.REVERSES_ON_OTHER_GROUNDS, "overrules"),
        (RelationKind.OVERRULES_IN_PART, "limits"),
        (RelationKind.REPEALS, "supersedes"),
        (RelationKind.AMENDS, "amends"),
    ],
)
def test_the_finer_kinds_are_compared_as_the_labels_name_them(kind: RelationKind, label_kind: str) -> None:
    assert treatments.labelled_as(kind) == label_kind


@pytest.mark.parametrize("other", [label("overrules", SECOND, FIRST), label("amends", FIRST, SECOND)])
def test_the_wrong_way_round_and_another_family_are_wrong_and_missed(other: dict[str, Any]) -> None:
    tally = scored([other])
    assert (tally.right, tally.met) == (0, 0)
    assert [mistake.split(":")[0] for mistake in tally.mistakes] == ["wrong", "missed"]


def test_a_label_is_matched_once_and_statements_outside_the_sentence_do_not_count() -> None:
    assert scored([label("overrules", FIRST, SECOND)], [*FOUND, *FOUND]).right == 1
    assert scored([], FOUND, end=5).reported == 0


@pytest.mark.parametrize("half", treatments.HALVES)
def test_the_gold_files_have_a_hundred_positions_and_labels_and_no_text(half: str) -> None:
    gold = json.loads((treatments.GOLD / f"{half}.json").read_text(encoding="utf-8"))
    assert len(gold["sentences"]) == 100
    for sentence in gold["sentences"]:
        assert set(sentence) == {"file", "id", "start", "end", "labels"}
        for one in sentence["labels"]:
            assert set(one) == {"kind", "target", "source"}
            assert one["kind"] in set(RelationKind)
            for span in (one["target"], one["source"] or one["target"]):
                assert sentence["start"] <= span[0] < span[1] <= sentence["end"]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared texts are not on this machine")
@pytest.mark.parametrize("half", treatments.HALVES)
def test_nine_of_ten_statements_are_right(half: str) -> None:
    tally = treatments.measured(half)
    assert tally.right >= 0.9 * tally.reported > 0
    assert tally.met >= 0.8 * tally.labelled
