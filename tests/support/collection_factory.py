"""A small collection of made-up briefs for tests of the whole, added to a library as a person would.

The words are few, so that most searches hold somewhere. There are headings, sections longer than a passage
with paragraphs that run over its border, authorities cited in full and short, boilerplate that several briefs
share, a refiled brief, captions that a person put right, a brief without a date, and one in Spanish.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileStatus
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.search.language_cases import STOP, SUMMATION
from tests.search.oracle import Subject, subject
from tests.stand_ins.encoders import Buckets
from tests.support.prepared_library import prepared
from tests.support.spanish_briefs import CONFESSION, SEARCH

BRIEFS = 9
KNOWN = 11  # Words of WORDS that one brief has
COMMON = ("the", "of", "a", "not", "and", "or", "was", "to")
WORDS = (
    *("stop", "stopped", "frisk", "consent", "search", "searched", "car", "vehicle", "officer", "jury"),
    *("summation", "plain", "error", "judge’s", "counsel", "suppress", "suppression", "woman", "women"),
    *("State", "Émile", "bail", "self-defense", "404(b)", "803(c)(27)", "hearsay", "§ 1983"),
)
AUTHORITIES = (
    "State v. Carty, 170 N.J. 632 (2002)",
    "Terry v. Ohio, 392 U.S. 1 (1968)",
    "N.J.S.A. 2C:44-1(a)",
    "R. 3:5-7",
    "N.J.R.E. 803(c)(27)",
)
HEADINGS = (
    "THE STOP OF THE CAR WAS UNLAWFUL.",
    "CONSENT TO SEARCH THE VEHICLE WAS COERCED.",
    "THE SUMMATION WAS PLAIN ERROR.",
    "THE HEARSAY SHOULD NOT HAVE BEEN ADMITTED UNDER 404(B).",
    "THE SENTENCE IS EXCESSIVE.",
)
BOILERPLATE = (
    "This Court defers to the findings of the motion judge so long as they are supported by sufficient "
    "credible evidence in the record. It owes no deference to legal conclusions about the stop, the search "
    "or the consent of the driver, which it reviews de novo. A finding is disturbed only where the interests "
    "of justice demand intervention and correction. Whether a passenger of a vehicle may refuse is a "
    "question of law. The remedy for a search without a warrant is suppression of what was found."
)
CAPTIONS = (
    ("State v. Abel", "Supreme Court of New Jersey", "A-12-20", "Jane A. Doe", "2021-03-04", "brief"),
    ("State v. Baker", "Superior Court, Appellate Division", "A-1234-19T4", "Ann Roe", "2015-03-05", "brief"),
    ("State v. Cole", "Superior Court, Law Division", "16-05-0123; 16-05-0124", "", "2015-03-04", "opinion"),
    ("State v. Dunn", "Cour d’Émile", "", "Émile O’Brien", "2009-12-31", "memo"),
    ("State v. Eads", "", "A-12-21", "Ann Roe; Jane A. Doe", "", "brief"),
)
"""Title, court, docket, judge, filing date and kind; the files take them in turn."""


class GeneratedCollection:
    """An open library, and what is known of it without its indexes. No dataclass: hypothesis would print it
    whole with every example that fails."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.documents: dict[int, Document] = {item.id: item for item in library.documents.each()}
        self.passages: dict[int, Passage] = {}
        """Passages that a search may return, by id."""
        self.subjects: dict[int, Subject] = {}
        """The same as the brute-force oracle takes them."""
        for document in self.documents.values():
            self._take(document, library.documents.passages(document.id))

    def _take(self, document: Document, passages: Sequence[Passage]) -> None:
        for passage in passages:
            if passage.role not in UNSEARCHED_ROLES:
                self.passages[passage.id] = passage
                self.subjects[passage.id] = subject(
                    passage.text,
                    headings=passage.heading_path,
                    citations=passage.citations,
                    document=document,
                )


@contextmanager
def opened(folder: Path) -> Iterator[GeneratedCollection]:
    """A library of the collection with captions put right and meaning ready."""
    shutil.copytree(prepared("collection", _make), folder)
    with Library.open(folder, encoder=Buckets()) as library:
        library.warm()
        yield GeneratedCollection(library)


def _make(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as beside, Library.open(folder, encoder=Buckets()) as library:
        files = write(Path(beside) / "files")
        outcomes = library.ingest.add(files, QuietReporter())
        assert [item.status for item in outcomes] == [FileStatus.ADDED] * len(files), outcomes
        ids = [outcome.document.id for outcome in outcomes if outcome.document is not None]
        for at, caption in enumerate(CAPTIONS):
            _correct(library, ids[at :: len(CAPTIONS)], caption)
        library.embedding.embed_pending(QuietReporter())


def write(folder: Path) -> list[Path]:
    """The files: briefs, one of them refiled with a paragraph more, and two short ones written by hand."""
    folder.mkdir(parents=True)
    texts = {f"brief-{number}": _brief(random.Random(number)) for number in range(BRIEFS)}
    texts["brief-0-refiled"] = texts["brief-0"] + f"\n\n{_paragraph(random.Random(99), WORDS, 3)}\n"
    texts["written-1"] = f"POINT I\n\n{SUMMATION.replace(chr(10), chr(10) * 2)}\n"
    texts["written-2"] = f"POINT I\n\n{STOP.replace(chr(10), chr(10) * 2)}\n"
    texts["written-3"] = f"POINT I\n\n{SEARCH}\nPOINT II\n\n{CONFESSION}"
    paths = [folder / f"{name}.txt" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def _correct(library: Library, document_ids: Sequence[int], caption: tuple[str, ...]) -> None:
    fields = ("title", "court", "docket", "judge", "filed", "kind")
    for name, value in zip(fields, caption, strict=True):
        library.documents.correct_many(document_ids, CaptionField(name), value, QuietReporter())


def _brief(rng: random.Random) -> str:
    known = rng.sample(WORDS, KNOWN)
    points = [f"POINT {number}\n\n{_point(rng, known)}" for number in ("I", "II", "III")]
    points[rng.randrange(3)] += f"\n\n{_paragraph(rng, known, 45)}"  # longer than a passage
    return "\n\n".join([f"STANDARD OF REVIEW\n\n{BOILERPLATE}", *points]) + "\n"


def _point(rng: random.Random, known: Sequence[str]) -> str:
    paragraphs = (_paragraph(rng, known, rng.randint(2, 9)) for _ in range(4))
    return "\n\n".join([rng.choice(HEADINGS), *paragraphs])


def _paragraph(rng: random.Random, known: Sequence[str], sentences: int) -> str:
    return " ".join(_sentence(rng, known) for _ in range(sentences))


def _sentence(rng: random.Random, known: Sequence[str]) -> str:
    words = [rng.choice(COMMON if rng.random() < 0.4 else known) for _ in range(rng.randint(4, 14))]
    if rng.random() < 0.15:
        words.append(f"under {rng.choice(AUTHORITIES)}")
    text = rng.choice([" ", " ", " ", ", "]).join(words)
    return f"{text[0].upper()}{text[1:]}."
