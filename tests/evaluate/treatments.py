"""Precision and recall of statements of what became of an authority, over 200 sentences labelled by hand.

``gold/treatments/first.json`` and ``second.json`` hold 100 sentences each of the shared data: file, row,
offsets and labels, no text. All were labelled before the rules were written; then the rules were tried on the
first half alone, and on the second once, at the end. Whoever labelled the second half also wrote the rules.

The sentences were chosen from all that hold a citation, each counted once and put with the first group whose
stems it holds (overrul, overturn, abrogat, disapprov, disavow, good law: 60; revers, rev'd, vacat: 25;
supersed, repeal, replac: 30; amend: 25; limit, modif, question, doubt, critici, follow: 25; constru,
interpret: 15; implement, promulgat, pursuant, adopt: 10; none of them: 10). Of each group every k-th was
taken, in equal parts from the briefs, the annotations and the paragraphs, by turns for either half. So the
figures hold for this mixture, not for every statement of a library.

A label is a kind, the place of the treated authority and, where the sentence cites it, of the treating one.
Only what is said to have happened is labelled: nothing that is asked, argued or denied, no bare "as amended".
"In part" is a limit; a decision that was reversed, vacated or withdrawn counts as overruled; what is repealed
is superseded. A statement is right when its target lies in a label's and their kinds are of one family: those
that a person who confirms a proposal would choose between. Its very kind and its source are compared for
those.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from briefbank.citations import citations
from briefbank.citations.treatments import statements
from briefbank.domain.authorities import TREATED_AS, Citation, Extent, RelationKind
from tests.support.measuring import SHARED, Score, print_scores, print_table, share

GOLD = Path(__file__).parent / "gold" / "treatments"
AGAINST = frozenset(TREATED_AS) - {RelationKind.AMENDS}
_LABELLED_AS = {
    **dict.fromkeys(
        (
            *(RelationKind.REVERSES, RelationKind.VACATES, RelationKind.ABROGATES),
            *(RelationKind.INVALIDATES, RelationKind.DISAPPROVES),
        ),
        RelationKind.OVERRULES,
    ),
    RelationKind.REPEALS: RelationKind.SUPERSEDES,
    RelationKind.MODIFIES: RelationKind.LIMITS,
}
"""The coarser kinds of the labels, which are older than the finer ones."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--half", choices=("first", "second"), help="this half only")
    parser.add_argument("--misses", action="store_true", help="also every mistake")


def main(options: argparse.Namespace) -> None:
    halves = [options.half] if options.half else ["first", "second"]
    scores, very_kinds, sources = {half: Score() for half in halves}, 0, 0
    for half, score in scores.items():
        gold = json.loads((GOLD / f"{half}.json").read_text(encoding="utf-8"))
        texts = {name: texts_of(name, sha256) for name, sha256 in gold["files"].items()}
        for sentence in gold["sentences"]:
            exact, sourced = compare(score, sentence, texts[sentence["file"]][sentence["id"]])
            very_kinds += exact
            sources += sourced
    print_scores(scores, options.misses)
    right = sum(score.right for score in scores.values())
    print_table(
        ("of the right ones", ""),
        (("very kind", share(very_kinds, right)), ("source", share(sources, right))),
    )


def texts_of(name: str, sha256: str) -> Mapping[str, str]:
    """Return the rows of a file by their names; a bare text is one row without. Raises ValueError where the
    file changed."""
    packed = (SHARED / name).read_bytes()
    if hashlib.sha256(packed).hexdigest() != sha256:
        raise ValueError(f"{name} is not the file whose sentences were labelled.")
    text = (gzip.decompress(packed) if name.endswith(".gz") else packed).decode("utf-8")
    if name.endswith(".txt"):
        return {"": text}
    return {row["_id"]: row["text"] for row in map(json.loads, text.splitlines())}


def compare(score: Score, sentence: Mapping[str, Any], text: str) -> tuple[int, int]:
    """Count the statements about citations in a sentence against its labels; return how many right ones have
    the label's very kind, and how many its source."""
    start, end, exact, sources = sentence["start"], sentence["end"], 0, 0
    words, labels = " ".join(text[start:end].split()), list(sentence["labels"])
    cited = citations.of_document([text])[0]
    for statement in statements(text, cited):
        if not start <= cited[statement.target].start < end:
            continue
        fitting = (
            label
            for label in labels
            if _family(RelationKind(label["kind"])) == _family(statement.kind)
            and _lies(statement.target, label["target"], cited)
        )
        label = next(fitting, None)
        score.report(
            label is not None, f"{statement.kind.value} {cited[statement.target].canonical}: {words}"
        )
        if label is not None:
            labels.remove(label)
            score.mark(True)
            exact += label["kind"] == _labelled_as(statement.kind)
            sources += _lies(statement.source, label["source"], cited)
    for label in labels:
        score.mark(False, f"{label['kind']} {text[slice(*label['target'])]}: {words}")
    return exact, sources


def _family(kind: RelationKind) -> str:
    return "against" if kind in AGAINST else kind.value


def _labelled_as(kind: RelationKind) -> RelationKind:
    if kind.extent is Extent.IN_PART:
        return RelationKind.LIMITS
    return _LABELLED_AS.get(kind.whole, kind.whole)


def _lies(at: int | None, span: Sequence[int] | None, cited: Sequence[Citation]) -> bool:
    if at is None or span is None:
        return at is None and span is None
    return span[0] <= cited[at].start < span[1]
