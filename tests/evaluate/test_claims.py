"""Tests of the gold files of claims and of the figures computed from them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from briefbank.domain.summaries import Claim, ClaimFault, ClaimFinding, SourceKind, SummarySource
from briefbank.summary.checks.checking import ClaimChecker
from tests.evaluate import claims
from tests.evaluate.claims import LabelledClaim, Tally
from tests.evaluate.filings import SHARED

ROWS = claims.rows_of_gold()
SHARED_RUN = 6  # Words that a claim may have in a row from its source; more would copy it into the project
FOUND = (("names", ClaimFinding(ClaimFault.UNSUPPORTED, "This does not stand in the source.")),)
needs_texts = pytest.mark.skipif(
    not all((SHARED / name).is_file() for name in (claims.BRIEFS, claims.NOTES)),
    reason="the shared texts are not on this machine",
)


def labelled(
    kind: str = "negation", half: str = "fit", sources: Sequence[str] = ("The motion was denied.",)
) -> LabelledClaim:
    supported = kind in claims.SUPPORTED_KINDS
    return LabelledClaim(f"{kind}-1", half, supported, kind, "The motion was granted.", tuple(sources))


class RecordingChecks(ClaimChecker):
    """Checks that find nothing and record their arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[Claim, SummarySource]] = []

    def findings_by_check(self, claim: Claim, material: SummarySource) -> Iterator[tuple[str, ClaimFinding]]:
        self.calls.append((claim, material))
        yield from FOUND if claim.text.startswith("The motion") else ()


def words(text: str) -> list[str]:
    strips = (word.strip(".'’-") for word in re.findall(r"[\w'’.§-]+", text.casefold()))
    return [word for word in strips if word]


def word_runs(text: str, length: int) -> set[tuple[str, ...]]:
    there = words(text)
    return {tuple(there[at : at + length]) for at in range(len(there) - length + 1)}


def copied_runs(claim: LabelledClaim) -> set[tuple[str, ...]]:
    return word_runs(claim.text, SHARED_RUN + 1) & word_runs(" ".join(claim.sources), SHARED_RUN + 1)


def test_each_row_is_whole_and_its_kind_belongs_to_its_label() -> None:
    for row in ROWS:
        kinds = {"supported": claims.SUPPORTED_KINDS, "unsupported": claims.UNSUPPORTED_KINDS}[row["label"]]
        assert row["kind"] in kinds, row["id"]
        assert row["half"] in claims.HALVES, row["id"]
        assert 8 <= len(row["claim"].split()) <= 35, row["id"]
        assert set(row) <= {"id", "half", "label", "kind", "claim", "source", "note"}, row["id"]
    assert len({row["id"] for row in ROWS}) == len(ROWS) >= 360


def test_a_source_is_a_position_without_text_or_a_list_of_invented_sentences() -> None:
    for row in ROWS:
        source = row["source"]
        if "own" in source:
            assert list(source) == ["own"]
            assert all(source["own"]), row["id"]
        else:
            assert list(source) == ["document", "start", "end", "sha1"], row["id"]
            assert 0 <= source["start"] < source["end"], row["id"]
            assert re.fullmatch(r"[0-9a-f]{12}", source["sha1"]), row["id"]


def test_labels_are_balanced_in_each_half_and_every_kind_occurs_in_both() -> None:
    counted = Counter((row["half"], row["label"]) for row in ROWS)
    for half in claims.HALVES:
        labels = [counted[half, label] for label in ("supported", "unsupported")]
        assert max(labels) <= 1.25 * min(labels), half
    kinds = {(row["half"], row["kind"]) for row in ROWS}
    every = claims.SUPPORTED_KINDS + claims.UNSUPPORTED_KINDS
    assert kinds == {(half, kind) for half in claims.HALVES for kind in every}


def test_no_source_document_stands_in_two_halves() -> None:
    halves: dict[str, set[str]] = {}
    for row in ROWS:
        document = row["source"].get("document") or " ".join(row["source"]["own"])
        halves.setdefault(document, set()).add(row["half"])
    assert all(len(half) == 1 for half in halves.values())
    briefs = [document for document in halves if document.startswith("amicus-")]
    assert len(briefs) >= 24


def test_a_fifth_of_the_claims_is_criminal_law_and_needs_no_texts() -> None:
    own = claims.own()
    assert len(own) >= len(ROWS) / 5
    assert not [claim.id for claim in own if claim.kind != "quotation" and copied_runs(claim)]


@needs_texts
def test_every_place_is_the_text_that_was_labelled_and_no_claim_copies_it() -> None:
    resolved = claims.labelled()
    assert [claim.id for claim in resolved] == [row["id"] for row in ROWS]
    assert all(1 <= len(claim.sources) <= 4 and all(claim.sources) for claim in resolved)
    assert not [claim.id for claim in resolved if claim.kind != "quotation" and copied_runs(claim)]


@needs_texts
def test_page_marks_of_a_publisher_are_not_read_as_words_of_the_brief() -> None:
    assert not [claim.id for claim in claims.labelled() if "[*" in " ".join(claim.sources)]


def test_a_text_that_changed_since_it_was_labelled_is_refused() -> None:
    source = next(row["source"] for row in ROWS if "document" in row["source"])
    with pytest.raises(ValueError, match="is not the text"):
        claims._sentences(source, {source["document"]: "Another text. " * 10_000})


def test_a_claim_is_checked_against_all_sentences_of_its_source_and_no_others() -> None:
    checks = RecordingChecks()
    claims.findings(labelled(sources=("Whether consent was given.", "A POINT", "He agreed.")), checks)
    ((claim, material),) = checks.calls
    assert [item.number for item in material.named(claim.sources)] == [1, 2, 3]
    assert [sentence.kind for sentence in material.sentences] == [
        SourceKind.QUESTION,
        SourceKind.POINT,
        SourceKind.FACT,
    ]


def test_a_finding_is_a_catch_of_a_wrong_claim_and_a_mistake_about_a_right_one() -> None:
    tally = Tally()
    tally.add(labelled("negation"), FOUND)
    tally.add(labelled("passive"), ())
    assert (tally.of(claims.UNSUPPORTED_KINDS), tally.of(claims.SUPPORTED_KINDS)) == ((1, 1), (0, 1))
    assert not tally.mistakes
    tally.add(labelled("negation"), ())
    tally.add(labelled("passive"), FOUND)
    assert (tally.of(claims.UNSUPPORTED_KINDS), tally.of(claims.SUPPORTED_KINDS)) == ((1, 2), (1, 2))
    assert [mistake.split("\n")[0] for mistake in tally.mistakes] == [
        "negation-1 (negation)",
        "passive-1 (passive)",
    ]


def test_each_claim_counts_in_its_own_half() -> None:
    tallies = claims.measured([labelled(half=half) for half in claims.HALVES], RecordingChecks())
    assert [tallies[half].of(["negation"]) for half in claims.HALVES] == [(1, 1)] * 3


def test_a_supported_claim_counts_once_for_each_check_that_withholds_it() -> None:
    tally = Tally()
    tally.add(labelled("passive"), (*FOUND, *FOUND, ("figures", FOUND[0][1])))
    tally.add(labelled("passive"), FOUND)
    tally.add(labelled("negation"), FOUND)
    assert tally.wrongly == {"names": 2, "figures": 1}
    assert [line.split() for line in tally.lines() if line.startswith("    by ")] == [
        ["by", "figures", "1"],
        ["by", "names", "2"],
    ]


def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the measure's output for one right claim in each half, each withheld."""
    chosen = (labelled("passive", "fit"), labelled("nominalised", "held_out"), labelled("joined", "blind"))
    monkeypatch.setattr(claims, "labelled", lambda: chosen)
    monkeypatch.setattr(claims, "checks", lambda with_embedding: RecordingChecks())
    monkeypatch.setattr("sys.argv", ["claims", *arguments])
    claims.main()
    return capsys.readouterr().out


def test_mistakes_outside_the_half_for_fitting_are_never_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = printed(monkeypatch, capsys, "--misses", "--blind")
    assert "passive-1" in output
    assert "nominalised-1" not in output
    assert "joined-1" not in output
    assert "\nblind\n" in output


def test_the_blind_half_is_printed_only_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = printed(monkeypatch, capsys)
    assert "\nheld_out\n" in output
    assert "blind" not in output
