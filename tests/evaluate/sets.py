"""Writes small data sets in BEIR's layout."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

ROWS = (
    {"_id": "s1", "title": "Consent searches", "text": "Consent to search a car must be voluntary."},
    {"_id": "s2", "title": "Juries", "text": "A jury must be charged on accomplice liability."},
    {"_id": "s3", "title": "", "text": "Sentences run concurrently unless the judge says otherwise."},
    {"_id": "s4", "title": "Wiretaps", "text": "A wiretap needs an order and minimisation."},
)
QUERIES = (
    {"_id": "q1", "text": "voluntary consent to search"},
    {"_id": "q2", "text": "accomplice charge to the jury"},
    {"_id": "q3", "text": "the of and"},
    {"_id": "q4", "text": "no judgement for this one"},
)
JUDGEMENTS = ("query-id\tcorpus-id\tscore", "q1\ts1\t1", "q2\ts2\t1", "q2\tmissing\t1", "q3\ts3\t1")


def write(
    folder: Path,
    rows: Sequence[Mapping[str, object]] = ROWS,
    queries: Sequence[Mapping[str, object]] = QUERIES,
    judgements: Sequence[str] = JUDGEMENTS,
) -> Path:
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "queries.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in queries), encoding="utf-8"
    )
    (folder / "qrels" / "test.tsv").write_text("\n".join(judgements) + "\n", encoding="utf-8")
    return folder
