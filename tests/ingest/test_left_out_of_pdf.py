"""Tests that what a PDF holds and its pages do not show is reported when it is added."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pikepdf import Array, Name, String

from briefbank.domain.searches import SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.extraction.test_shown_text import LABEL, Sheet, marked, words
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.ocr import NamedEngine


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("left out") / "library"
    with Library.open(folder, encoder=Buckets(), ocr=NamedEngine("none")) as opened:
        yield opened


def sticky_note(sheet: Sheet) -> None:
    sheet.annotate("Text", (300, 300, 320, 320), Contents=String("A comment"))


def highlight(sheet: Sheet) -> None:
    corners = Array([72, 715, 180, 715, 72, 695, 180, 695])
    sheet.annotate("Highlight", (72, 695, 180, 715), Contents=String("A comment"), QuadPoints=corners)


def adobe_form(sheet: Sheet) -> None:
    sheet.field((200, 600, 300, 620), "")
    sheet.pdf.Root.AcroForm.XFA = sheet.pdf.make_stream(b"<xdp/>")
    sheet.pdf.Root.NeedsRendering = True


def layer(sheet: Sheet) -> None:
    sheet.page.Contents = sheet.pdf.make_stream(LABEL + marked("OFF", "A comment", 600).encode())
    sheet.with_layers()


def hidden_note(sheet: Sheet) -> None:
    sheet.annotate("FreeText", (300, 300, 500, 320), "A comment", Contents=String("A comment"))
    sheet.page.Annots[0].F = 2


def hidden_field(sheet: Sheet) -> None:
    sheet.field((300, 300, 500, 320), "A comment")
    sheet.page.Annots[0].F = 32


def invisible(sheet: Sheet) -> None:
    sheet.page.Contents = sheet.pdf.make_stream(LABEL + words("A comment", 600, "3 Tr").encode())


def nothing(sheet: Sheet) -> None:
    """A highlight and a link without contents, and a note that is drawn."""
    sheet.annotate("Highlight", (72, 695, 180, 715), QuadPoints=Array([72, 715, 180, 715, 72, 695, 180, 695]))
    sheet.annotate("Link", (72, 695, 180, 715), Contents=String("Opens a page"))
    sheet.annotate("FreeText", (300, 300, 500, 320), "Drawn", Contents=String("Drawn"), DA=String("/F1 9 Tf"))
    sheet.annotate("Widget", (300, 200, 500, 220), "Value", FT=Name.Tx, T=String("a"), V=String("Value"))


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (sticky_note, "comments"),
        (highlight, "comments"),
        (adobe_form, "print it to PDF"),
        (hidden_note, "hidden text"),
        (hidden_field, "hidden text"),
        (layer, "a layer that is off"),
        (invisible, "invisible"),
        (nothing, ""),
    ],
)
def test_hidden_text_of_a_pdf_is_reported_and_not_found(
    library: Library, tmp_path: Path, change: Callable[[Sheet], None], reported: str
) -> None:
    sheet = Sheet()
    change(sheet)
    sheet.pdf.save(tmp_path / f"{change.__name__}.pdf")
    (outcome,) = library.ingest.add([tmp_path / f"{change.__name__}.pdf"], QuietReporter())
    assert (reported in outcome.reason) if reported else outcome.reason == ""
    assert not library.search(SearchRequest('"A comment"')).total
    hits = library.search(SearchRequest('"Name of applicant"')).hits
    assert outcome.document and outcome.document.id in {hit.document.id for hit in hits}
