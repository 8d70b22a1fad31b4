"""Do the checks of summaries catch wrong claims and let right ones pass? Over 370 claims written by hand.

``gold/claims/claims.json`` holds sentences as a clerk or a model would write them about a brief, half of them
supported by the sentences they name, half not: each wrong in one way, its *kind*. They were written, one by
one, by somebody who had not seen the checks; no rule made them, and nobody labelled them a second time. After
the first run, two sources of "fit" were widened by the sentence that names whom the claims name.
``gold/claims/blind.json``, the half "blind", was written later in the same way, about case notes on criminal
law, a report of 1934 and made-up cases, by somebody else who had seen neither the checks nor their figures.
Each look at its figures uses it up a little, so they are only printed with ``--blind``.

A source in the shared data is a row (or a reference text), offsets and the beginning of its SHA-1, no text;
the sources of ``own`` claims are sentences on criminal law, made up for these files with the people in them.

What counts as supported: all that the claim says is said by the sentences it names, as surely as they say it.
A claim that leaves something out is supported as long as what is left is not said for more cases, or more
certainly, than the source says it. What a brief argues is supported when the claim says that it is argued.

Thresholds may be set on the half "fit" alone; "held_out" and "blind" rest on other texts. ``--misses`` names
mistakes in "fit" only, so that nobody learns from the others.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from briefbank.citations import citations
from briefbank.domain.summaries import Claim, SourceKind, SourceSentence, SummaryPart, SummarySource
from briefbank.embedding.encoders import load_encoder
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.text.language import sentence_ends
from tests.support.measuring import SHARED, print_table, rows, share

GOLD = Path(__file__).parent / "gold" / "claims"
BLIND = "blind"
EXACT, WORDING = ("citation", "quotation", "name", "number", "date"), ("overconfident", "caveat")
"""Wrong kinds that are compared with the source word by word, and those judged by wording; the others are
judged by meaning."""
_PAGE_MARK = re.compile(r"\[\*\d+\]")
"""A publisher's mark of a printed page amid the text; the filings do not have it."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--misses", action="store_true", help="also every mistake in the half 'fit'")
    parser.add_argument("--without-embedding", action="store_true", help="as before the model is loaded")
    parser.add_argument("--blind", action="store_true", help="also the half 'blind', which looks use up")


def main(options: argparse.Namespace) -> None:
    embed = None if options.without_embedding else load_encoder().encode_passages
    # An office whose list says nothing against any authority.
    checker = ClaimChecker(citations.find, lambda _named: {}, embed)
    claims = [claim for claim in read() if options.blind or claim["half"] != BLIND]
    texts = texts_of({claim["source"]["document"] for claim in claims if "document" in claim["source"]})
    for claim in claims:
        claim["checks"] = checks_against(claim["claim"], sentences(claim["source"], texts), checker)
    for half in dict.fromkeys(claim["half"] for claim in claims):
        print_half(half, [claim for claim in claims if claim["half"] == half])
    for claim in claims if options.misses else ():
        if claim["half"] == "fit" and bool(claim["checks"]) == (claim["label"] == "supported"):
            print(f"{claim['id']} ({claim['kind']}): {', '.join(claim['checks']) or 'passed'}")


def read() -> list[dict[str, Any]]:
    """Return the claims of both files as they are."""
    return [
        claim
        for name in ("claims", "blind")
        for claim in json.loads((GOLD / f"{name}.json").read_text("utf-8"))["claims"]
    ]


def texts_of(names: set[str]) -> dict[str, str]:
    """Return documents by their names: rows of the briefs, rows of the notes, and reference texts."""
    known = chain(rows("text/amicus-briefs.jsonl.gz"), rows("eval/annotations-ak-nd/corpus.jsonl"))
    texts = {row["_id"]: row["text"] for row in known if row["_id"] in names}
    for name in names - texts.keys():
        texts[name] = (SHARED / "pdf" / name).read_bytes().decode("utf-8")
    return texts


def sentences(source: Mapping[str, Any], texts: Mapping[str, str]) -> Sequence[str]:
    """Return a source's sentences as a passage has them: one space between words, no marks of a publisher.

    Raises ValueError where the text is not the one that the claims were written about.
    """
    if "own" in source:
        return list(source["own"])
    there = texts[source["document"]][source["start"] : source["end"]]
    if not hashlib.sha1(there.encode("utf-8"), usedforsecurity=False).hexdigest().startswith(source["sha1"]):
        raise ValueError(f"{source['document']} is not the text that the claims were written about.")
    text = " ".join(_PAGE_MARK.sub(" ", there).split())
    return [text[start:end].strip() for start, end in pairwise([0, *sentence_ends(text), len(text)])]


def checks_against(claim: str, texts: Sequence[str], checker: ClaimChecker) -> list[str]:
    """Return the names of the checks that withhold a claim which names all sentences of its source."""
    numbered = [
        SourceSentence(number, text, _kind(text), page=0, passage_id=1, start=0, end=len(text))
        for number, text in enumerate(texts, 1)
    ]
    source = SummarySource(document_id=1, title="", sentences=tuple(numbered))
    checked = Claim(claim, tuple(sentence.number for sentence in numbered), SummaryPart.FACTS)
    return list(dict.fromkeys(name for name, _ in checker.findings_by_check(checked, source)))


def _kind(sentence: str) -> SourceKind:
    """Return the kind that the extraction would give a sentence, as far as the made-up ones need it."""
    if sentence.startswith("Whether ") or sentence.endswith("?"):
        return SourceKind.QUESTION
    return SourceKind.POINT if sentence.isupper() else SourceKind.FACT


def print_half(half: str, claims: Sequence[Mapping[str, Any]]) -> None:
    """Print how many claims of one half are withheld, by what is wrong with them, then by their kinds."""
    wrong = [claim for claim in claims if claim["label"] == "unsupported"]
    right = [claim for claim in claims if claim["label"] == "supported"]
    groups = {
        "wrong": wrong,
        "  compared exactly": [claim for claim in wrong if claim["kind"] in EXACT],
        "  judged by meaning": [claim for claim in wrong if claim["kind"] not in EXACT + WORDING],
        "  judged by wording": [claim for claim in wrong if claim["kind"] in WORDING],
        "right": right,
    }
    for title, group in (("wrong: ", wrong), ("right: ", right)):
        kinds = dict.fromkeys(claim["kind"] for claim in group)
        groups |= {title + kind: [claim for claim in group if claim["kind"] == kind] for kind in kinds}
    withheld = {name: sum(bool(claim["checks"]) for claim in group) for name, group in groups.items()}
    lines = [(name, share(withheld[name], len(group))) for name, group in groups.items()]
    by_check = Counter(name for claim in right for name in claim["checks"])
    lines += [(f"right, by {name}", str(count)) for name, count in by_check.most_common()]
    print_table((half, "withheld"), lines)
