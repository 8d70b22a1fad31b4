"""Precision and recall of reading over 73 pages of real filings that were marked by hand.

The files in ``gold/`` hold places (page, offsets into ``RawPage.raw``) and labels, not the filings' text.

*Headings*: a block that the reading took for a heading is right when it overlaps a marked one. *Citations*:
right when they overlap a marked one of the same sort; their canonical forms are compared without spaces and
full stops. *Labels*: the printed page label, exactly. *Borders*: a passage that begins (beyond a page's
continued paragraph) should begin where a unit of the text does; strict borders (headings, footnotes, tables,
signatures) must each begin a passage. *Captions*: each field equal, empty or wrong.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank.domain.authorities import Citation
from briefbank.domain.documents import Reading
from briefbank.extraction.caption_names import AMICUS, side_of
from briefbank.extraction.clean import clean
from briefbank.extraction.pdf import read_page
from briefbank.extraction.pdfium import opened
from briefbank.extraction.sections import structure_of
from briefbank.ingest.file_reading import FileMetadata, read_file
from tests.support.measuring import SHARED, Score, print_scores

GOLD = Path(__file__).parent / "gold"
SLACK = 3  # Characters by which a border may be off: a quotation mark or a bullet before the first word
UNSCORED = "other"  # Sorts of citations that neither count nor disturb
UNITS, STRICT = "passages begin a unit", "strict borders kept"

Place = tuple[int, int, int]  # Page, start, end


@dataclass(frozen=True, slots=True)
class Filing:
    """A marked filing with what BriefBank reads of it."""

    gold: dict[str, Any]
    reading: Reading
    heads: tuple[Place, ...]  # The blocks that open a section as its headings

    @property
    def pages(self) -> dict[int, dict[str, Any]]:
        return {page["page"]: page for page in self.gold["pages"]}

    def words(self, page: int, start: int, end: int = 0) -> str:
        """Return the words at a place, for a mistake that is printed."""
        raw = self.reading.pages[page].raw[start : max(end, start + 40)]
        return f"{self.gold['file']} p. {page}: {' '.join(raw.split())[:90]}"


class Scores(dict[str, Score]):
    def __missing__(self, name: str) -> Score:
        return self.setdefault(name, Score())


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--misses", action="store_true", help="also every mistake, with the words that stand there"
    )
    parser.add_argument("--limit", type=int, help="the first so many filings only")


def main(options: argparse.Namespace) -> None:
    scores, pages = Scores(), 0
    for path in sorted(GOLD.glob("*.json"))[: options.limit]:
        filing = read(path)
        pages += len(filing.pages)
        score(filing, scores)
    print(f"{pages} pages marked by hand")
    print_scores(scores, options.misses)


def read(path: Path) -> Filing:
    """Read a marked filing as an intake reads it."""
    gold = json.loads(path.read_text(encoding="utf-8"))
    source = SHARED / "pdf" / gold["file"]
    metadata = FileMetadata(source.name, False)
    reading = read_file(lambda _done, _total: None, source, frozenset(), metadata, False).reading
    assert reading is not None
    return Filing(gold, reading, tuple(_heads(source)))


def _heads(source: Path) -> Iterator[Place]:
    with opened(source) as document:
        pages = [read_page(document, index, layered=True) for index in range(len(document))]
    for section in structure_of(clean(pages)).sections:
        for block in section.heads:
            yield block.lines[0].page, block.lines[0].start, block.lines[-1].end


def score(filing: Filing, scores: Scores) -> None:
    """Count everything that is marked in a filing."""
    score_headings(filing, scores["headings"])
    score_citations(filing, scores["citations"], scores["their canonical forms"])
    for number, page in filing.pages.items():
        label, marked = filing.reading.pages[number].label, page["label"]
        mistake = f"{filing.gold['file']} p. {number}: {label!r} for {marked!r}"
        _compare(scores["page labels"], {label} - {""}, {marked} - {""}, mistake)
    score_borders(filing, scores[UNITS], scores[STRICT])
    marks, extracted = _gold_caption(filing.gold), _extracted_caption(filing)
    for name, values in extracted.items():
        wrong, missing = sorted(values - marks[name]), sorted(marks[name] - values)
        mistake = f"{filing.gold['file']}: wrong {wrong}, missing {missing}"
        _compare(scores[f"caption: {name}"], values, marks[name], mistake)


def _compare(score: Score, values: set[str], marked: set[str], mistake: str) -> None:
    for value in values:
        score.report(value in marked, mistake)
    for value in marked:
        score.mark(value in values, mistake)


def overlap(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def score_headings(filing: Filing, score: Score) -> None:
    marked = [
        (n, mark["start"], mark["end"]) for n, page in filing.pages.items() for mark in page["headings"]
    ]
    heads = [span for span in filing.heads if span[0] in filing.pages]
    for span in heads:
        score.report(any(overlap(span, item) for item in marked), filing.words(*span))
    for span in marked:
        score.mark(any(overlap(span, item) for item in heads), filing.words(*span))


def score_citations(filing: Filing, score: Score, canonical: Score) -> None:
    marked = [
        ((number, item["start"], item["end"]), item)
        for number, page in filing.pages.items()
        for item in page["citations"]
    ]
    cited = [item for item in _cited(filing) if item[0][0] in filing.pages]
    for span, citation in cited:
        near = [label for place, label in marked if overlap(span, place)]
        if not near or any(label["sort"] != UNSCORED for label in near):
            is_right = any(_same_sort(citation, label) for label in near)
            score.report(is_right, f"{filing.words(*span)} [{citation.kind} {citation.canonical}]")
    for span, label in marked:
        if label["sort"] == UNSCORED:
            continue
        there = [
            citation for place, citation in cited if overlap(span, place) and _same_sort(citation, label)
        ]
        score.mark(bool(there), f"{filing.words(*span)} [{label['sort']}]")
        if there and "canonical" in label and label["sort"] != "record":
            is_right = any(_plain(item.canonical) == _plain(label["canonical"]) for item in there)
            mistake = f"{filing.words(*span)} [{there[0].canonical!r} for {label['canonical']!r}]"
            canonical.report(is_right, mistake)
            canonical.mark(is_right, mistake)


def _cited(filing: Filing) -> Iterator[tuple[Place, Citation]]:
    """Yield the citations of a filing with the places where they begin on its pages."""
    for passage in filing.reading.passages:
        for citation in passage.citations:
            for span in passage.spans:
                first, last = max(citation.start, span.at), min(citation.end, span.at + span.size)
                if first < last:
                    exact = span.size == span.end - span.start
                    start = span.start + (first - span.at if exact else 0)
                    yield (span.page, start, span.start + last - span.at if exact else span.end), citation
                    break


def _same_sort(citation: Citation, label: dict[str, Any]) -> bool:
    """'short', 'id' and 'supra' are forms; of a record cite they are the record's."""
    is_form = label["sort"] in ("short", "id", "supra")
    return bool(str(citation.form if is_form else citation.kind) == label["sort"])


def _plain(canonical: str) -> str:
    return re.sub(r"[\s.,]+", "", canonical).casefold()


def score_borders(filing: Filing, units: Score, strict: Score) -> None:
    borders = {
        (n, mark["at"]): mark["strict"] for n, page in filing.pages.items() for mark in page["borders"]
    }
    spans = [span for passage in filing.reading.passages for span in passage.spans]
    # A paragraph may be cut where the text of a page begins, after running heads.
    first = {page: min((s.start for s in spans if s.page == page), default=0) for page in filing.pages}
    starts = {
        (passage.spans[0].page, passage.spans[0].start)
        for passage in filing.reading.passages
        if passage.spans and passage.spans[0].page in filing.pages
    }
    for start in sorted(starts):
        units.report(_near(start, borders) or start[1] <= first[start[0]], filing.words(*start))
    for border, is_strict in borders.items():
        if is_strict:
            strict.mark(_near(border, starts), filing.words(*border))


def _near(border: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(border[0] == page and abs(border[1] - at) <= SLACK for page, at in others)


def _extracted_caption(filing: Filing) -> dict[str, set[str]]:
    caption = filing.reading.caption
    return _caption(
        docket=[part.strip() for part in caption.docket.split(";")],
        filed=caption.filed.isoformat() if caption.filed else "",
        kind=filing.reading.kind.value,
        court=caption.court,
        title=caption.title,
        parties=[party.name for party in caption.parties],
        side=caption.side,
        office=caption.office,
    )


def _gold_caption(gold: dict[str, Any]) -> dict[str, set[str]]:
    marks = gold.get("caption", {})
    single = {name: str(marks.get(name, {}).get("value", "")) for name in _SINGLE}
    return _caption(
        docket=[item["value"] for item in marks.get("dockets", []) if not item.get("lower")],
        parties=[item["value"] for item in marks.get("parties", [])],
        **single,
    )


_SINGLE = ("filed", "kind", "court", "title", "side", "office")


def _caption(
    docket: list[str],
    parties: list[str],
    filed: str,
    kind: str,
    court: str,
    title: str,
    side: str,
    office: str,
) -> dict[str, set[str]]:
    """Return the values of each field in a form in which they are compared."""
    fields = {
        "docket": docket,
        "filed": [filed],
        "kind": [kind],
        "court": [_letters(court)],
        "title, by surnames": [_surnames(title)],
        "parties": map(_letters, parties),
        "side": [side if side == AMICUS else side_of(side)],
        "office": [_letters(office)],
    }
    return {name: set(values) - {""} for name, values in fields.items()}


def _surnames(title: str) -> str:
    """Return a title with each short side reduced to its last word: 'State v. John Doe' and 'State v. Doe'
    name one case."""
    sides = [side.split() for side in _letters(title).split(" v ")]
    return " v ".join(words[-1] if 0 < len(words) < 4 else " ".join(words) for words in sides)


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", text).casefold().strip()
