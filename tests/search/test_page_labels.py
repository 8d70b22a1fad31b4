"""Tests of finding a page by its printed label."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.searches import Hit, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.column_factory import down, prose, wrapped
from tests.stand_ins.encoders import Buckets


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("labels")
    canvas = Canvas(str(folder / "appendix.pdf"), pagesize=(612, 792))
    for number in range(1, 7):
        canvas.setFont("Times-Roman", 12)
        for x, y, line in down(wrapped(prose(140, number), 468, size=12), 72, 700, 16):
            canvas.drawString(x, y, line)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(300, 30, f"Da{number}          PINE-DISC{4309 + number:07d}")
        canvas.showPage()
    canvas.save()
    (folder / "brief.txt").write_text(
        "BRIEF ON BEHALF OF DEFENDANT\n\nPOINT I\n\nTHE REPORT WAS WITHHELD\n\n"
        "The report (PINE-DISC0004315) was in the file of the State, and a 6 year sentence followed.\n"
    )
    with Library.open(folder / "library", encoder=Buckets()) as opened:
        opened.ingest.add([folder / "appendix.pdf", folder / "brief.txt"], QuietReporter())
        yield opened


def hits_of(library: Library, text: str) -> list[Hit]:
    return [hit for hit in library.search(SearchRequest(text)).close if hit.pages_asked]


def test_a_page_is_found_by_its_labels_in_any_form_and_by_no_other_words(library: Library) -> None:
    numbers = ("PINE-DISC0004315", "pine-disc0004315", "PINE DISC 0004315", "Pine-Disc 4315", "DISC0004315")
    for typed in (
        *numbers,
        "PINE–DISC–0004315",
        "PINE_DISC_0004315",
        "Da6",
        "da 6",
        "DA-6",
        "what does Da6 say",
    ):
        assert {hit.passage.page_label for hit in hits_of(library, typed)} == {"Da6, PINE-DISC0004315"}, typed
    assert not hits_of(library, "a 6 year sentence") and not hits_of(library, "PINE-DISC0009999")


@pytest.mark.parametrize(
    ("typed", "pages"),
    [
        ("PINE-DISC0004310-4312", {1, 2, 3}),
        ("PINE-DISC0004314 – PINE-DISC0004318", {5, 6}),
        ("PINE-DISC0004312 to 0004313", {3, 4}),
        ("Da2-4", {2, 3, 4}),
        ("Da2–Da3", {2, 3}),
    ],
)
def test_a_range_finds_its_pages(library: Library, typed: str, pages: set[int]) -> None:
    reached = {label.split(", ")[0] for hit in hits_of(library, typed) for label in hit.passage.labels}
    assert reached >= {f"Da{page}" for page in pages}
    assert {f"Da{page}" for page in range(1, 7)} - reached


def test_a_brief_that_cites_the_number_is_found_too_and_the_page_itself_comes_first(library: Library) -> None:
    hits = library.search(SearchRequest("PINE-DISC0004315")).close
    assert [Path(hit.document.file_name).stem for hit in hits] == ["appendix", "brief"]
    assert hits[0].reasons[0] == "Stands on page PINE-DISC0004315"
    assert hits[0].citation.endswith("at Da6") or "at Da6," in hits[0].citation


def test_the_label_is_highlighted_on_its_page_and_is_in_no_passage(library: Library) -> None:
    (hit,) = hits_of(library, "pine disc 4315")
    marked = {page.page: page.words for page in library.reader.highlights(hit)}
    raw = library.documents.pages(hit.document.id)[5].raw
    assert [raw[start:end] for start, end in marked[5]] == ["PINE-DISC0004315"]
    assert "4315" not in hit.passage.text
