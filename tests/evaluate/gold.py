"""Precision and recall of reading over pages of real filings that were marked by hand.

``python -m tests.evaluate.gold [--misses]`` prints them; with ``--misses`` also every mistake, with the words
that stand there. The files in ``gold/`` hold places (page, offsets into ``RawPage.raw``) and labels, not the
filings' text; the filings lie beside the repository.

*Headings*: a block that the reading took for a heading is right when it overlaps a marked one.
*Citations*: right when they overlap a marked one of the same sort; their canonical forms are compared without
spaces and full stops. *Labels*: the printed page label, exactly. *Borders*: a passage that begins (beyond a
page's continued paragraph) should begin where a unit of the text does; strict borders (headings, footnotes,
tables, signatures) must each begin a passage. *Captions*: each field equal, empty or wrong.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from briefbank.domain.documents import Reading
from briefbank.domain.pages import Passage
from briefbank.extraction.caption_names import AMICUS, side_of
from briefbank.extraction.clean import clean
from briefbank.extraction.sections import structure_of
from briefbank.ingest.file_reading import FileMetadata, read_file
from tests.extraction.pdfs import extract

GOLD = Path(__file__).parent / "gold"
FILINGS = Path(__file__).parents[3] / "shared" / "data" / "pdf"
SLACK = 3  # Characters by which a border may be off: a quotation mark or a bullet before the first word
UNSCORED = ("other",)

Place = tuple[int, int, int]  # Page, start, end


@dataclass(slots=True)
class Score:
    """Counts of one measure, and what went wrong."""

    right: int = 0
    retrieved: int = 0
    marked: int = 0
    met: int = 0  # The number of marked ones that were found
    mistakes: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        precision = self.right / self.retrieved if self.retrieved else 1.0
        recall = self.met / self.marked if self.marked else 1.0
        both = precision + recall
        f1 = 2 * precision * recall / both if both else 0.0
        counts = f"{self.right}/{self.retrieved} right, {self.met}/{self.marked} met"
        return f"{name:<24} precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  ({counts})"


@dataclass(frozen=True, slots=True)
class Filing:
    """A marked filing with what BriefBank reads of it."""

    gold: dict[str, Any]
    reading: Reading
    heads: tuple[Place, ...]

    @property
    def name(self) -> str:
        return str(self.gold["file"])

    @property
    def pages(self) -> dict[int, dict[str, Any]]:
        return {page["page"]: page for page in self.gold["pages"]}

    def words(self, span: Place) -> str:
        page, start, end = span
        return " ".join(self.reading.pages[page].raw[start : max(end, start + 40)].split())[:90]


def filings() -> Iterator[Filing]:
    """Each marked filing, read as an intake reads it. Raises FileNotFoundError without the filings."""
    for path in sorted(GOLD.glob("*.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        source = FILINGS / gold["file"]
        reading = read_file(
            _ignore_progress, source, frozenset(), FileMetadata(source.name, False), False
        ).reading
        assert reading is not None
        yield Filing(gold, reading, tuple(_heads(source)))


def _ignore_progress(done: int, total: int) -> None:
    """Nobody waits for this reading."""


def _heads(source: Path) -> Iterator[Place]:
    """The places of the blocks that open a section as its headings."""
    for section in structure_of(clean(extract(source))).sections:
        for block in section.heads:
            yield block.lines[0].page, block.lines[0].start, block.lines[-1].end


def places(passage: Passage, start: int, end: int) -> list[Place]:
    """Return the spans on the pages of a range of a passage's text."""
    result: list[Place] = []
    for span in passage.spans:
        first, last = max(start, span.at), min(end, span.at + span.size)
        if first < last:
            exact = span.size == span.end - span.start
            a = span.start + (first - span.at if exact else 0)
            b = span.start + last - span.at if exact else span.end
            result.append((span.page, a, b))
    return result


def overlap(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def score_headings(filing: Filing, score: Score) -> None:
    marked = [
        (number, heading["start"], heading["end"])
        for number, page in filing.pages.items()
        for heading in page["headings"]
    ]
    results = [span for span in filing.heads if span[0] in filing.pages]
    _compare(filing, score, marked, results, overlap)


def _compare(
    filing: Filing,
    score: Score,
    marked: list[Place],
    detected: list[Place],
    same: Callable[[Place, Place], bool],
) -> None:
    score.marked += len(marked)
    score.retrieved += len(detected)
    for span in detected:
        if any(same(span, item) for item in marked):
            score.right += 1
        else:
            score.mistakes.append(f"not one: {filing.name} p. {span[0]}: {filing.words(span)}")
    for span in marked:
        if any(same(item, span) for item in detected):
            score.met += 1
        else:
            score.mistakes.append(f"missed: {filing.name} p. {span[0]}: {filing.words(span)}")


def score_citations(filing: Filing, score: Score, canonical: Score) -> None:
    """Marked pages only; sorts that are not scored neither count nor disturb."""
    marked = [
        ((number, item["start"], item["end"]), item)
        for number, page in filing.pages.items()
        for item in page["citations"]
    ]
    results = [
        (span, citation)
        for passage in filing.reading.passages
        for citation in passage.citations
        for span in places(passage, citation.start, citation.end)[:1]
        if span[0] in filing.pages
    ]
    scored = [(span, label) for span, label in marked if label["sort"] not in UNSCORED]
    score.marked += len(scored)
    for span, citation in results:
        near = [label for other, label in marked if overlap(span, other)]
        if near and all(item["sort"] in UNSCORED for item in near):
            continue
        score.retrieved += 1
        if any(_same_sort(citation, item) for item in near):
            score.right += 1
        else:
            description = f"{citation.kind}/{citation.form} {citation.canonical}"
            true = ", ".join(item["sort"] for item in near) or "nothing"
            score.mistakes.append(
                f"not one: {filing.name} p. {span[0]}: {filing.words(span)} [{description}; is {true}]"
            )
    for span, label in scored:
        there = [c for other, c in results if overlap(span, other) and _same_sort(c, label)]
        if not there:
            score.mistakes.append(
                f"missed: {filing.name} p. {span[0]}: {filing.words(span)} [{label['sort']}]"
            )
            continue
        score.met += 1
        if "canonical" in label and label["sort"] != "record":
            canonical.marked += 1
            canonical.retrieved += 1
            if any(_plain(c.canonical) == _plain(label["canonical"]) for c in there):
                canonical.right += 1
                canonical.met += 1
            else:
                description = ", ".join(c.canonical for c in there)
                canonical.mistakes.append(
                    f"{filing.name} p. {span[0]}: {description!r} for {label['canonical']!r}"
                )


def _same_sort(citation: Any, item: dict[str, Any]) -> bool:
    """'short', 'id' and 'supra' are forms; of a record cite they are the record's."""
    if item["sort"] in ("short", "id", "supra"):
        return str(citation.form) == item["sort"]
    return str(citation.kind) == item["sort"]


def _plain(canonical: str) -> str:
    return re.sub(r"[\s.,]+", "", canonical).casefold()


def score_labels(filing: Filing, score: Score) -> None:
    for number, page in filing.pages.items():
        label = filing.reading.pages[number].label
        score.retrieved += bool(label)
        score.marked += bool(page["label"])
        if label == page["label"]:
            score.right += bool(label)
            score.met += bool(label)
        else:
            score.mistakes.append(f"{filing.name} p. {number}: {label!r} for {page['label']!r}")


def score_borders(filing: Filing, units: Score, strict: Score) -> None:
    all_borders = {
        (n, border["at"]): border["strict"] for n, page in filing.pages.items() for border in page["borders"]
    }
    starts = {
        (passage.spans[0].page, passage.spans[0].start)
        for passage in filing.reading.passages
        if passage.spans and passage.spans[0].page in filing.pages
    }
    for start in sorted(starts):
        units.retrieved += 1
        if _near(start, all_borders) or start[1] <= _first_text(filing, start[0]):
            units.right += 1
        else:
            units.mistakes.append(f"{filing.name} p. {start[0]}: {filing.words((*start, start[1]))}")
    for marked_border, is_strict in all_borders.items():
        if is_strict:
            strict.marked += 1
            strict.retrieved += 1
            if _near(marked_border, starts):
                strict.met += 1
                strict.right += 1
            else:
                strict.mistakes.append(
                    f"{filing.name} p. {marked_border[0]}: {filing.words((*marked_border, marked_border[1]))}"
                )
    units.marked, units.met = units.retrieved, units.right


def _near(border: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(border[0] == page and abs(border[1] - at) <= SLACK for page, at in others)


def _first_text(filing: Filing, page: int) -> int:
    """Return where the text of the page begins after running heads; a paragraph may be cut there."""
    return min(
        (span.start for passage in filing.reading.passages for span in passage.spans if span.page == page),
        default=0,
    )


def score_captions(filing: Filing, fields: dict[str, Score]) -> None:
    extracted, true = _extracted_caption(filing), _gold_caption(filing.gold)
    for name, values in extracted.items():
        score = fields.setdefault(name, Score())
        score.retrieved += len(values)
        score.right += len(values & true[name])
        score.marked += len(true[name])
        score.met += len(values & true[name])
        if values != true[name]:
            wrong, missing = sorted(values - true[name]), sorted(true[name] - values)
            score.mistakes.append(f"{filing.name}: wrong {wrong}, missing {missing}")


def _extracted_caption(filing: Filing) -> dict[str, set[str]]:
    caption = filing.reading.caption
    fields = {
        "docket": [part.strip() for part in caption.docket.split(";")],
        "filed": [caption.filed.isoformat() if caption.filed else ""],
        "kind": [filing.reading.kind.value],
        "court": [_letters(caption.court)],
        "title, by surnames": [_surnames(caption.title)],
        "parties": [_letters(party.name) for party in caption.parties],
        "side": [_side(caption.side)],
        "office": [_letters(caption.office)],
    }
    return {name: set(values) - {""} for name, values in fields.items()}


def _gold_caption(gold: dict[str, Any]) -> dict[str, set[str]]:
    marks = gold.get("caption", {})

    def one(name: str) -> str:
        return str(marks.get(name, {}).get("value", ""))

    fields = {
        "docket": [item["value"] for item in marks.get("dockets", []) if not item.get("lower")],
        "filed": [one("filed")],
        "kind": [one("kind")],
        "court": [_letters(one("court"))],
        "title, by surnames": [_surnames(one("title"))],
        "parties": [_letters(item["value"]) for item in marks.get("parties", [])],
        "side": [_side(one("side"))],
        "office": [_letters(one("office"))],
    }
    return {name: set(values) - {""} for name, values in fields.items()}


def _surnames(title: str) -> str:
    """Return a title with each short side reduced to its last word.

    'State v. John Doe' and 'State v. Doe' name one case.
    """
    sides = [side.split() for side in _letters(title).split(" v ")]
    return " v ".join(words[-1] if 0 < len(words) < 4 else " ".join(words) for words in sides)


def _side(name: str) -> str:
    return name if name == AMICUS else side_of(name)


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", text).casefold().strip()


def main() -> None:
    scores = {name: Score() for name in ("headings", "citations", "their canonical forms", "page labels")}
    borders = {name: Score() for name in ("passages begin a unit", "strict borders kept")}
    captions: dict[str, Score] = {}
    pages = 0
    for filing in filings():
        pages += len(filing.pages)
        score_headings(filing, scores["headings"])
        score_citations(filing, scores["citations"], scores["their canonical forms"])
        score_labels(filing, scores["page labels"])
        score_borders(filing, *borders.values())
        score_captions(filing, captions)
    print(f"{pages} pages marked by hand")
    for name, score in (scores | borders | {f"caption: {n}": s for n, s in captions.items()}).items():
        print(score.line(name))
        if "--misses" in sys.argv:
            print("".join(f"    {mistake}\n" for mistake in score.mistakes), end="")


if __name__ == "__main__":
    main()
