"""Query sets from other states than those of the shared sets, to see whether a choice made there generalises.

    python -m tests.evaluate.other_states FOLDER

It writes three data sets in BEIR's layout, for ``briefbank evaluate`` and ``tests.evaluate.trial``:

- ``catchlines``: the catchlines of case notes in six states, each with its own notes among 28,638, whose
  titles are the names of their sections;
- ``holdings``: the holding of a case note as a statement of facts, with the other notes under its catchline;
- ``statutes``: the holding of a case note, with the statute that it is printed under among 4,500. The
  paragraphs of a code stand in its order: a statute ends with its history, and its case notes follow.

Citations are cut off the holdings that are asked. Labels are incomplete: compare systems by them.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from tests.evaluate import sets

SHARED = Path(__file__).parents[3] / "shared" / "data" / "eval"
QUERIES = {"catchlines": 4000, "holdings": 1500, "statutes": 1500}
OTHER_STATUTES = 3500
MOST_NOTES = 5  # The most notes of a catchline that is asked: one with more is a heading

_CASE = re.compile(r"(?<=[a-z)”]\.) (?=(In re|Ex parte|[A-Z][\w.’' &,]{2,60}? v\. ))")
_NO_HOLDINGS = re.compile(r"ALR|Lawyers|Am\.? ?Jur|Law Review|.*Research|CJS|.*Journal|Editor|Annot", re.I)
_HISTORY = re.compile(
    r"History|SOURCES?|S\.L\.|R\.C\.|Civ\. C\.|Codes?[, ]|Ga\. L\.|Enact\. Acts"
    r"|\(?\d{4}(-\d+)?, (s|c|ch|Ex)\b",
    re.I,
)
_NOTE = re.compile(
    r" vs?\. |Op\. Att|amendment|A\.L\.R|§ ?\d+[-.]\d+[-.\d]* ?\.$|Am\. Jur|C\.J\.S|L\. Rev|^Editor|^Former"
    r"|^Cited|^Acts |Emergency|effective",
    re.I,
)

Judged = tuple[str, list[str]]  # The text of a query and the ids of what answers it


def main(folder: Path) -> None:
    notes = {f"{row['state']}-{number}": row for number, row in enumerate(_rows("pairs-train.jsonl.gz"))}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, row in notes.items():
        groups.setdefault((row["state"], row["section"], row["catchline"]), []).append(name)
    with_holdings = [(key[2], names) for key, names in groups.items() if not _NO_HOLDINGS.match(key[2])]
    random.Random(7).shuffle(with_holdings)
    titled = [{"_id": name, "title": row["section"], "text": row["holding"]} for name, row in notes.items()]
    few = [item for item in with_holdings if len(item[1]) <= MOST_NOTES]
    _write(folder / "catchlines", titled, few)
    holdings = [(notes[first]["holding"], rest) for _, (first, *rest) in few if rest]
    statements = [(text, rest) for whole, rest in holdings if (text := _statement(whole))]
    chosen = statements[: QUERIES["holdings"]]
    spoken = {whole for whole, _ in holdings if _statement(whole) in {text for text, _ in chosen}}
    unspoken = [{**row, "title": ""} for row in titled if row["text"] not in spoken]
    _write(folder / "holdings", unspoken, chosen)
    _write(folder / "statutes", *_statutes(_rows("paragraphs-200k.jsonl.gz")))


def _statutes(paragraphs: Iterable[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], list[Judged]]:
    """Return the statutes, those without case notes thinned out, and the notes with the statute of each."""
    texts: dict[str, str] = {}
    judged: list[Judged] = []
    block: list[str] = []
    statute = ""
    for row in paragraphs:
        text = row["text"]
        if _HISTORY.match(text):
            body = "\n".join(_body(block))
            block, statute = [], row["_id"] if len(body.split()) >= 25 else ""
            if statute:
                texts[statute] = body
            continue
        block.append(text)
        if statute[:2] == row["_id"][:2] and " v. " in text and (statement := _statement(text)):
            judged.append((statement, [statute]))
    random.Random(3).shuffle(judged)
    judged = list({statute[0]: (statement, statute) for statement, statute in judged}.values())[
        : QUERIES["statutes"]
    ]
    needed = {statute for _, (statute,) in judged}
    others = random.Random(5).sample(sorted(texts.keys() - needed), OTHER_STATUTES)
    return [{"_id": name, "text": texts[name]} for name in sorted({*needed, *others})], judged


def _body(block: Sequence[str]) -> list[str]:
    """Return the paragraphs before a history that are the statute, not the notes of the one before."""
    start = next((at for at in reversed(range(len(block))) if _NOTE.search(block[at])), -1)
    return list(block[max(start + 1, len(block) - 25) :])


def _statement(holding: str) -> str:
    """Return a holding without the case that it cites; empty where that is not plain."""
    match = _CASE.search(holding)
    return holding[: match.start()] if match and match.start() > 100 else ""


def _write(folder: Path, rows: Sequence[Mapping[str, Any]], statements: Sequence[Judged]) -> None:
    chosen = statements[: QUERIES[folder.name]]
    there = {row["_id"] for row in rows}
    judged = [(f"q{number}", text, names) for number, (text, names) in zip(count(), chosen, strict=False)]
    lines = [f"{query}\t{name}\t1" for query, _, names in judged for name in names if name in there]
    queries = [{"_id": query, "text": text} for query, text, _ in judged]
    sets.write(folder, rows, queries, ["query-id\tcorpus-id\tscore", *lines])


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(SHARED / name, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
