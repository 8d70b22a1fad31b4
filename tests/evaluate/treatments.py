"""Measures precision and recall of treatment statements, over sentences labelled by hand.

    python -m tests.evaluate.treatments [--misses]

``gold/treatments/first.json`` and ``second.json`` hold 100 sentences each of ../shared/data: file, row,
offsets and labels, no text. All were labelled before the rules were written; then the rules were tried on the
first half alone, and on the second once, at the end. Whoever labelled the second half also wrote the rules.

The sentences were chosen from all that hold a citation, each counted once and put with the first group whose
stems it holds (overrul, overturn, abrogat, disapprov, disavow, good law: 60; revers, rev'd, vacat: 25;
supersed, repeal, replac: 30; amend: 25; limit, modif, question, doubt, critici, follow: 25; constru,
interpret: 15; implement, promulgat, pursuant, adopt: 10; none of them: 10). Of each group every k-th was
taken, in equal parts from the briefs, the annotations and the paragraphs (with the reference texts), by turns
for either half. Sentences over 1,500 characters were left out. The figures therefore hold for this mixture,
not for every statement of a library.

A label is a kind, the place of the treated authority (with its parallel citations) and, where the sentence
cites it, of the treating one. Only what is said to have happened is labelled: nothing that is asked, argued
or denied, no bare "as amended", nothing done to what the sentence names without citing it. "In part" is a
limit; a decision that was reversed, vacated or withdrawn counts as overruled; what is repealed is superseded.

A statement is right when its target lies in a label's and their kinds are of one family (FAMILIES); the
sources are compared for those. Intervals are Wilson's score intervals for 95 %.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from briefbank.citations import citations
from briefbank.citations.treatments import TreatmentStatement, statements
from briefbank.domain.authorities import TREATED_AS, Citation, Extent, RelationKind
from tests.evaluate.confidence_intervals import wilson
from tests.evaluate.filings import SHARED

GOLD = Path(__file__).parent / "gold" / "treatments"
HALVES = ("first", "second")
AGAINST = frozenset(TREATED_AS) - {RelationKind.AMENDS}
FAMILIES = {kind: "against" if kind in AGAINST else kind.value for kind in RelationKind}
"""Kinds that a person who confirms a proposal would choose between count as one."""
_LABELLED_AS = {
    RelationKind.REVERSES: RelationKind.OVERRULES,
    RelationKind.VACATES: RelationKind.OVERRULES,
    RelationKind.ABROGATES: RelationKind.OVERRULES,
    RelationKind.INVALIDATES: RelationKind.OVERRULES,
    RelationKind.DISAPPROVES: RelationKind.OVERRULES,
    RelationKind.REPEALS: RelationKind.SUPERSEDES,
    RelationKind.MODIFIES: RelationKind.LIMITS,
}


@dataclass(slots=True)
class Tally:
    """Counts of one half, and what went wrong."""

    reported: int = 0
    right: int = 0  # Statements with a label's target and family
    exact: int = 0  # The number of right statements with the label's very kind
    sources: int = 0  # The number of right statements with the label's source, or rightly without one
    labelled: int = 0
    met: int = 0
    mistakes: list[str] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.reported + other.reported,
            self.right + other.right,
            self.exact + other.exact,
            self.sources + other.sources,
            self.labelled + other.labelled,
            self.met + other.met,
            [*self.mistakes, *other.mistakes],
        )

    def line(self, name: str) -> str:
        """The half's figures for a person."""
        return (
            f"{name:<12} precision {_share(self.right, self.reported)}"
            f"  recall {_share(self.met, self.labelled)}"
            f"  very kind {self.exact}/{self.right}  source {self.sources}/{self.right}"
        )


def _share(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{part / whole if whole else 1.0:.3f} [{low:.3f}, {high:.3f}] ({part}/{whole})"


def measured(half: str) -> Tally:
    """The figures of one half. Raises FileNotFoundError without the texts, ValueError where they changed."""
    gold = json.loads((GOLD / f"{half}.json").read_text(encoding="utf-8"))
    expected: dict[str, set[str]] = {}
    for sentence in gold["sentences"]:
        expected.setdefault(sentence["file"], set()).add(sentence["id"])
    texts = {name: _texts(name, sha256, expected[name]) for name, sha256 in gold["files"].items()}
    tally = Tally()
    for sentence in gold["sentences"]:
        text = texts[sentence["file"]][sentence["id"]]
        cited = citations.of_document([text])[0]
        score(tally, sentence, cited, statements(text, cited), text)
    return tally


def _texts(name: str, sha256: str, texts: set[str]) -> Mapping[str, str]:
    """The wanted rows of a file, by their names; a bare text is one row without."""
    packed = (SHARED / name).read_bytes()
    if hashlib.sha256(packed).hexdigest() != sha256:
        raise ValueError(f"{name} is not the file whose sentences were labelled.")
    text = (gzip.decompress(packed) if name.endswith(".gz") else packed).decode("utf-8")
    if name.endswith(".txt"):
        return {"": text}
    rows = (json.loads(line) for line in text.splitlines())
    return {row["_id"]: row["text"] for row in rows if row["_id"] in texts}


def score(
    tally: Tally,
    item: Mapping[str, Any],
    cited: tuple[Citation, ...],
    statements: list[TreatmentStatement],
    text: str,
) -> None:
    """Adds one sentence: the statements about citations in it, against its labels."""
    start, end = item["start"], item["end"]
    labels = list(item["labels"])
    tally.labelled += len(labels)
    words = " ".join(text[start:end].split())
    for statement in statements:
        if not start <= cited[statement.target].start < end:
            continue
        tally.reported += 1
        label = _label_of(labels, statement, cited)
        if label is None:
            tally.mistakes.append(
                f"wrong: {statement.kind.value} {cited[statement.target].canonical}"
                f" [{statement.words}]: {words}"
            )
            continue
        labels.remove(label)
        tally.right += 1
        tally.met += 1
        tally.exact += label["kind"] == labelled_as(statement.kind)
        tally.sources += _lies(statement.source, label["source"], cited)
    tally.mistakes.extend(
        f"missed: {label['kind']} {text[slice(*label['target'])]}: {words}" for label in labels
    )


def _label_of(
    labels: list[dict[str, Any]], statement: TreatmentStatement, cited: tuple[Citation, ...]
) -> dict[str, Any] | None:
    for label in labels:
        if FAMILIES[RelationKind(label["kind"])] == FAMILIES[statement.kind] and _lies(
            statement.target, label["target"], cited
        ):
            return label
    return None


def labelled_as(kind: RelationKind) -> RelationKind:
    """The coarser kind with which the labels, which are older than the finer ones, name a treatment."""
    if kind.extent is Extent.IN_PART:
        return RelationKind.LIMITS
    return _LABELLED_AS.get(kind.whole, kind.whole)


def _lies(at: int | None, span: list[int] | None, cited: tuple[Citation, ...]) -> bool:
    if at is None or span is None:
        return at is None and span is None
    return span[0] <= cited[at].start < span[1]


def tallies() -> Iterator[tuple[str, Tally]]:
    """Return the tallies of both halves, then of both together."""
    both = Tally()
    for half in HALVES:
        tally = measured(half)
        both = both + tally
        yield half, tally
    yield "both", both


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    arguments.add_argument("--misses", action="store_true", help="also every mistake")
    arguments.add_argument("--half", choices=HALVES, help="this half only")
    chosen = arguments.parse_args()
    results = [(chosen.half, measured(chosen.half))] if chosen.half else list(tallies())
    for name, tally in results:
        print(tally.line(name))
        if chosen.misses and name != "both":
            print("".join(f"    {mistake}\n" for mistake in tally.mistakes), end="")


if __name__ == "__main__":
    main()
