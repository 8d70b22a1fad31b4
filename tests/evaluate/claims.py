"""Do the checks of summaries catch wrong claims and let right ones pass? Figures over claims written by hand.

    python -m tests.evaluate.claims [--misses] [--without-embedding] [--blind]

``gold/claims/claims.json`` holds sentences as a clerk or a model would write them about a brief, half of them
supported by the sentences they name, half not: each wrong in one way, its *kind*. They were written, one by
one, by somebody who had not seen the checks; no rule made them, and nobody labelled them a second time. After
the first run, two sources of "fit" were widened by the sentence that names whom the claims name.

``gold/claims/blind.json``, the half "blind", was written later in the same way, about case notes on criminal
law, a report of 1934 and made-up cases, by somebody else who had seen neither the checks nor their figures.
Each look at its figures uses it up a little, so they are only printed with ``--blind``.

A source in ../shared/data is a row (or a reference text), offsets and the beginning of its SHA-1, no text;
the sources of ``own`` claims are sentences on criminal law, made up for these files with the people in them.
No claim repeats more than six words of its source in a row, quotations aside.

What counts as supported: all that the claim says is said by the sentences it names, as surely as they say it.
A claim that leaves something out is supported as long as what is left is not said for more cases, or more
certainly, than the source says it. What a brief argues is supported when the claim says that it is argued.

Thresholds may be set on the half "fit" alone; "held_out" and "blind" rest on other texts. ``--misses`` names
mistakes in "fit" only, so that nobody learns from the others. Intervals: Wilson's score intervals for 95 %.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from briefbank.citations import citations
from briefbank.domain.summaries import (
    Claim,
    ClaimFinding,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.checks.plain_form import Embed
from briefbank.text.language import sentence_ends
from tests.evaluate.confidence_intervals import wilson
from tests.evaluate.filings import SHARED

GOLD = tuple(Path(__file__).parent / "gold" / "claims" / name for name in ("claims.json", "blind.json"))
BRIEFS = "text/amicus-briefs.jsonl.gz"
NOTES = "eval/annotations-ak-nd/corpus.jsonl"
"""Notes of what courts decided, as they stand under the sections of two states' codes."""
BLIND = "blind"
HALVES = ("fit", "held_out", BLIND)
SUPPORTED_KINDS = (
    "compression",
    "paraphrase",
    "passive",
    "role_for_name",
    "reporting_frame",
    "joined",
    "nominalised",
)
EXACT_KINDS = ("citation", "quotation", "name", "number", "date")
"""Kinds that are compared with the source word by word; no unsupported claim of these may ever be shown."""
MEANING_KINDS = (
    "opposite",
    "negation",
    "roles_swapped",
    "added",
    "merged",
    "modality",
    "temporal",
    "cause",
    "generalised",
    "quantity",
)
WORDING_KINDS = ("overconfident", "caveat")
UNSUPPORTED_KINDS = EXACT_KINDS + MEANING_KINDS + WORDING_KINDS
_PAGE_MARK = re.compile(r"\[\*\d+\]")
"""A publisher's mark of a printed page amid the text; the filings do not have it."""


Told = tuple[str, ClaimFinding]  # A finding behind the name of the check that made it


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with what it rests on and whether that supports it."""

    id: str
    half: str
    supported: bool
    kind: str
    text: str
    sources: tuple[str, ...]  # The sentences it names, in order


@dataclass(slots=True)
class Tally:
    """Claims of one half by what became of them; keys are kinds."""

    claims: Counter[str] = field(default_factory=Counter)
    withheld: Counter[str] = field(default_factory=Counter)
    wrongly: Counter[str] = field(default_factory=Counter)
    """The number of supported claims that each check withholds; several checks may withhold one claim."""
    mistakes: list[str] = field(default_factory=list)

    def add(self, claim: LabelledClaim, findings: Sequence[Told]) -> None:
        """Counts a claim; one with any finding is withheld."""
        self.claims[claim.kind] += 1
        self.withheld[claim.kind] += bool(findings)
        if claim.supported:
            self.wrongly.update({check for check, _ in findings})
        if claim.supported == bool(findings):
            reasons = "".join(f"\n      {check}: {finding.words}" for check, finding in findings)
            self.mistakes.append(f"{claim.id} ({claim.kind}){reasons}")

    def of(self, kinds: Iterable[str]) -> tuple[int, int]:
        """Withheld, and all, of these kinds."""
        chosen = tuple(kinds)
        return sum(self.withheld[kind] for kind in chosen), sum(self.claims[kind] for kind in chosen)

    def lines(self) -> Iterator[str]:
        """The half's figures for a person."""
        yield f"  unsupported caught     {_share(*self.of(UNSUPPORTED_KINDS))}"
        yield f"    compared exactly     {_share(*self.of(EXACT_KINDS))}"
        yield f"    judged by meaning    {_share(*self.of(MEANING_KINDS))}"
        yield f"    judged by wording    {_share(*self.of(WORDING_KINDS))}"
        yield f"  supported withheld     {_share(*self.of(SUPPORTED_KINDS))}"
        yield from (f"    by {check:<20} {count}" for check, count in sorted(self.wrongly.items()))
        for title, kinds in (("unsupported", UNSUPPORTED_KINDS), ("supported", SUPPORTED_KINDS)):
            yield f"  {title:<17} withheld passed"
            for kind in kinds:
                withheld, whole = self.of((kind,))
                yield f"    {kind:<15} {withheld:>8} {whole - withheld:>6}"


def _share(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{part / whole if whole else 0.0:.3f} [{low:.3f}, {high:.3f}] ({part}/{whole})"


def labelled() -> tuple[LabelledClaim, ...]:
    """Return all claims with the sentences they name."""
    rows = rows_of_gold()
    texts = _texts({row["source"]["document"] for row in rows if "document" in row["source"]})
    return tuple(_claim(row, texts) for row in rows)


def own() -> tuple[LabelledClaim, ...]:
    """Return the claims on invented sources, which need no texts beside the project."""
    return tuple(_claim(row, {}) for row in rows_of_gold() if "own" in row["source"])


def rows_of_gold() -> list[dict[str, Any]]:
    """The rows of both files as they are."""
    return [row for file in GOLD for row in json.loads(file.read_text(encoding="utf-8"))["claims"]]


def _claim(row: Mapping[str, Any], texts: Mapping[str, str]) -> LabelledClaim:
    supported = row["label"] == "supported"
    return LabelledClaim(
        row["id"], row["half"], supported, row["kind"], row["claim"], _sentences(row["source"], texts)
    )


def _sentences(source: Mapping[str, Any], texts: Mapping[str, str]) -> tuple[str, ...]:
    """A source's sentences as a passage has them: one space between words, no marks of a publisher."""
    if "own" in source:
        return tuple(source["own"])
    there = texts[source["document"]][source["start"] : source["end"]]
    if not hashlib.sha1(there.encode("utf-8"), usedforsecurity=False).hexdigest().startswith(source["sha1"]):
        raise ValueError(f"{source['document']} is not the text that the claims were written about.")
    text = " ".join(_PAGE_MARK.sub(" ", there).split())
    ends = [0, *sentence_ends(text), len(text)]
    return tuple(text[start:end].strip() for start, end in pairwise(ends))


def _texts(expected: set[str]) -> dict[str, str]:
    """The wanted documents by their names: rows of the briefs, rows of the notes, and reference texts."""
    with (
        gzip.open(SHARED / BRIEFS, "rt", encoding="utf-8") as briefs,
        (SHARED / NOTES).open(encoding="utf-8") as notes,
    ):
        rows = map(json.loads, chain(briefs, notes))
        texts = {row["_id"]: row["text"] for row in rows if row["_id"] in expected}
    for name in sorted(expected - texts.keys()):
        texts[name] = (SHARED / "pdf" / name).read_bytes().decode("utf-8")
    return texts


def material(sources: Sequence[str]) -> SummarySource:
    """The sentences as a model would have been given them, numbered from 1."""
    numbered = (
        SourceSentence(number, text, _kind(text), page=0, passage_id=1, start=0, end=len(text))
        for number, text in enumerate(sources, 1)
    )
    return SummarySource(document_id=1, title="", sentences=tuple(numbered))


def _kind(sentence: str) -> SourceKind:
    """Return the kind that the extraction would give a sentence, as far as the made-up ones need it."""
    if sentence.startswith("Whether ") or sentence.endswith("?"):
        return SourceKind.QUESTION
    return SourceKind.POINT if sentence.isupper() else SourceKind.FACT


def findings(claim: LabelledClaim, checks: ClaimChecker) -> tuple[Told, ...]:
    """Return the checks' findings against a claim that names all sentences of its source."""
    given = material(claim.sources)
    checked = Claim(claim.text, tuple(sentence.number for sentence in given.sentences), SummaryPart.FACTS)
    return tuple(checks.findings_by_check(checked, given))


def measured(
    claims: Iterable[LabelledClaim], checks: ClaimChecker, halves: Sequence[str] = HALVES
) -> dict[str, Tally]:
    """Return the figures of these halves. An exception of a check is passed on: a broken check has no
    figures."""
    tallies = {half: Tally() for half in halves}
    for claim in (item for item in claims if item.half in tallies):
        tallies[claim.half].add(claim, findings(claim, checks))
    return tallies


def _nothing_listed(cited: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """An office whose list says nothing against any authority."""
    return {}


def checks(with_embedding: bool) -> ClaimChecker:
    """The checks as the program has them, with an empty list of good law."""
    embed: Embed | None = None
    if with_embedding:
        from briefbank.embedding.encoders import load_encoder

        embed = load_encoder().encode_passages
    return ClaimChecker(citations.find, _nothing_listed, embed)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("--misses", action="store_true", help="also every mistake in the half 'fit'")
    arguments.add_argument("--without-embedding", action="store_true", help="as before the model is loaded")
    arguments.add_argument("--blind", action="store_true", help="also the half 'blind', which looks use up")
    chosen = arguments.parse_args()
    halves = [half for half in HALVES if chosen.blind or half != BLIND]
    for half, tally in measured(labelled(), checks(not chosen.without_embedding), halves).items():
        print(half, *tally.lines(), sep="\n")
        if chosen.misses and half == "fit":
            print("".join(f"    {mistake}\n" for mistake in tally.mistakes), end="")


if __name__ == "__main__":
    main()
