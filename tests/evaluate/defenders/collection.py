"""The documents on which the defenders' searches were judged, with their dates of filing and kinds.

Nothing of them is kept here. Star pages are taken out of the amicus briefs, since the judged words run on
over them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from briefbank.domain.caption_fields import Kind
from briefbank.sample import write_sample
from installer.sample_briefs import read_all


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the judged library."""

    id: str
    kind: Kind
    filed: date
    text: str  # The text without layout; empty for a scan without text
    path: Path | None = None  # The file in the shared data; None where ``files`` has to write one


@dataclass(frozen=True, slots=True)
class Memo:
    """A run of neighbouring case notes on one subject: both numbers are included."""

    subject: str
    state: str
    first: int
    last: int


MEMOS = (
    Memo("Confessions and eyewitness identification", "ak", 885, 920),
    Memo("Disclosure, lost evidence and the right to present a defense", "ak", 963, 999),
    Memo("Grand jury", "ak", 1172, 1193),
    Memo("Mistrial and retrial", "ak", 1284, 1312),
    Memo("Privilege against self-incrimination", "ak", 1431, 1468),
    Memo("Silence of the accused and statements to police", "ak", 1490, 1530),
    Memo("Speedy trial", "ak", 1740, 1796),
    Memo("Jury selection and change of venue", "ak", 1838, 1892),
    Memo("Confrontation and hearsay", "ak", 1931, 1986),
    Memo("Cross-examination for bias and presence of the defendant", "ak", 1987, 2025),
    Memo("Right to counsel", "ak", 2068, 2110),
    Memo("Ineffective assistance of counsel", "ak", 2140, 2186),
    Memo("Self-representation, waiver of counsel and critical stages", "ak", 2187, 2240),
    Memo("Exclusionary rule and expectation of privacy", "ak", 2531, 2580),
    Memo("Search warrants and informants", "ak", 2645, 2690),
    Memo("Plain view and items not named in a warrant", "ak", 2760, 2799),
    Memo("Vehicles, abandoned property and inventory searches", "ak", 2826, 2878),
    Memo("Consent searches", "ak", 2879, 2932),
    Memo("Emergency entries and investigatory stops", "ak", 2933, 2985),
    Memo("Search incident to arrest", "ak", 2995, 3050),
    Memo("Rape shield, child witnesses and preservation of evidence", "ak", 7517, 7541),
    Memo("Self-defense and use of force", "nd", 13530, 13575),
    Memo("Entrapment", "nd", 13628, 13656),
    Memo("Gross sexual imposition", "nd", 14258, 14300),
    Memo("Corroboration of accomplices", "nd", 15852, 15885),
    Memo("Probation: conditions and revocation", "nd", 15088, 15135),
    Memo("Post-conviction relief", "nd", 16257, 16310),
    Memo("Driving under the influence", "nd", 16802, 16870),
)
_PETITIONERS = {0, 1, *range(4, 23)}
"""The numbers of the amicus briefs on the petitioners' side, in the order of their source."""
_PETITIONERS_DAY, _RESPONDENTS_DAY = date(2003, 1, 16), date(2003, 2, 18)
"""The days on which the briefs of each side were filed."""
_FILINGS: dict[str, tuple[Kind, date | int]] = {
    "amicus-nvlsp-v-united-states": (Kind.BRIEF, date(2019, 1, 23)),
    "amicus-tardy-v-corecivic": (Kind.BRIEF, date(2023, 9, 1)),
    "ca4-filing": (Kind.OTHER, date(2017, 10, 31)),
    "ca5-order": (Kind.OPINION, date(2022, 3, 16)),
    "ca8-brief": (Kind.OTHER, date(2023, 1, 19)),
    "ca9-filing": (Kind.BRIEF, date(2020, 8, 5)),
    "final-judgment-scan-with-ocr": (Kind.OPINION, date(2021, 4, 14)),
    "judicial-conference-1934-09": (Kind.OTHER, date(1934, 9, 27)),
    "judicial-conference-1972-07": (Kind.OTHER, date(1972, 4, 6)),
    "judicial-conference-1995-09": (Kind.OTHER, date(1995, 9, 19)),
    "judicial-conference-2007-09": (Kind.OTHER, date(2007, 9, 18)),
    "opening-brief-pleading-paper": (Kind.BRIEF, date(2020, 12, 4)),
    "opinion-diaz-v-create-and-construct": (Kind.OPINION, date(2019, 9, 13)),
    "petition-tardy-v-corecivic": (Kind.BRIEF, 2023),
    "reply-brief-pleading-paper": (Kind.BRIEF, date(2021, 2, 19)),
    "respondents-brief-pleading-paper": (Kind.BRIEF, date(2021, 1, 22)),
    "scan-only-order": (Kind.OPINION, date(2013, 6, 13)),
    "scan-only-written-opinions-memo": (Kind.MEMO, date(2004, 11, 10)),
    "stamped-scan-azd": (Kind.OPINION, 2019),
}
"""Kind and date of filing; only the year where no day stands in the filing."""
_STAR_PAGE = re.compile(r"\s*\[\*\d+\]\s*")
_LINE_END_HYPHEN = re.compile("\ufffe\\s*")
_DECIDED = re.compile(r"\((?:Alaska|N\.D\.)[^()]*?(\d{4})\)")  # The year of a decision as the notes cite it


def documents(shared: Path) -> dict[str, Document]:
    """Return all documents by their ids. ``shared``: the folder ../shared/data."""
    parts = (_memos(shared), _amicus_briefs(shared), _filings(shared), _sample())
    return {document.id: document for part in parts for document in part}


def files(library: Mapping[str, Document], folder: Path) -> dict[str, Path]:
    """Return the file of each document; write to ``folder`` those that are not in the shared data."""
    paths = {path.stem: path for path in write_sample(folder)}
    for document in library.values():
        if document.id not in paths:
            paths[document.id] = document.path or folder / f"{document.id}.txt"
            if document.path is None:
                paths[document.id].write_text(document.text, encoding="utf-8")
    return paths


def _memos(shared: Path) -> Iterator[Document]:
    with (shared / "eval" / "annotations-ak-nd" / "corpus.jsonl").open(encoding="utf-8") as file:
        notes = {str(row["_id"]): str(row["text"]) for row in map(json.loads, file)}
    for number, memo in enumerate(MEMOS, 1):
        name = f"memo-{number:02}"
        body = "\n\n".join(notes[f"{memo.state}-{note}"] for note in range(memo.first, memo.last + 1))
        filed = _day(name, max(int(year) for year in _DECIDED.findall(body)) + 1, days=1000)
        head = ("MEMORANDUM", "TO: All trial attorneys", f"DATE: {filed:%B} {filed.day}, {filed.year}")
        text = "\n\n".join((*head, f"RE: {memo.subject}", body, ""))
        yield Document(name, Kind.MEMO, filed, text)


def _amicus_briefs(shared: Path) -> Iterator[Document]:
    with gzip.open(shared / "text" / "amicus-briefs.jsonl.gz", "rt", encoding="utf-8") as file:
        for number, row in enumerate(map(json.loads, file)):
            filed = _PETITIONERS_DAY if number in _PETITIONERS else _RESPONDENTS_DAY
            yield Document(str(row["_id"]), Kind.BRIEF, filed, _STAR_PAGE.sub(" ", str(row["text"])))


def _filings(shared: Path) -> Iterator[Document]:
    import pypdfium2

    for name, (kind, known) in _FILINGS.items():
        path = shared / "pdf" / f"{name}.pdf"
        with pypdfium2.PdfDocument(path) as pdf:
            text = "\n".join(page.get_textpage().get_text_range() for page in pdf)
        filed = known if isinstance(known, date) else _day(name, known, days=365)
        yield Document(name, kind, filed, _LINE_END_HYPHEN.sub("", text), path)


def _sample() -> Iterator[Document]:
    for brief in read_all():
        text = "\n\n".join(block.text for block in brief.body).replace("_", "")
        yield Document(brief.name, Kind.BRIEF, brief.filed, text)


def _day(name: str, year: int, days: int) -> date:
    """Return one of the first so many days from the beginning of ``year`` on, as the name alone decides."""
    drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    return date(year, 1, 1) + timedelta(days=drawn % days)
