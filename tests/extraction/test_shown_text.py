"""Tests that the text of a page is what the page shows: fields, notes and stamps, but no layers that are off
and nothing invisible."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from briefbank.domain.pages import HIDDEN_MARK, RawPage
from briefbank.extraction.clean import clean
from briefbank.extraction.page_server import PageServer
from briefbank.extraction.pdf import assess
from tests.extraction.pdfs import extract, scan

LABEL = b"BT /F1 12 Tf 72 700 Td (Name of applicant:) Tj ET\n"


class Sheet:
    """A PDF of one page of raw content, with annotations and layers."""

    def __init__(self, content: bytes = LABEL) -> None:
        self.pdf = pikepdf.new()
        self.pdf.add_blank_page(page_size=(612, 792))
        self.page = self.pdf.pages[0].obj
        self.font = self.pdf.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
            )
        )
        self.page.Resources = Dictionary(Font=Dictionary(F1=self.font), Properties=Dictionary())
        self.page.Contents = self.pdf.make_stream(content)
        self.page.Annots = Array([])
        self.layers = {state: self._layer(state) for state in ("ON", "OFF")}

    def _layer(self, state: str) -> pikepdf.Object:
        layer = self.pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Layer")))
        self.page.Resources.Properties[f"/{state}"] = layer
        return layer

    def form(self, content: str, box: tuple[float, float, float, float], **entries: object) -> pikepdf.Stream:
        return self.pdf.make_stream(
            content.encode(),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array(box),
            Resources=Dictionary(Font=Dictionary(F1=self.font)),
            **entries,
        )

    def annotate(
        self, kind: str, rect: tuple[float, float, float, float], drawn: str = "", **entries: object
    ) -> None:
        """Add an annotation; ``drawn`` is the text of its appearance."""
        note = Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=Array(rect), F=4, **entries)
        if drawn:
            words = f"BT /F1 11 Tf 2 5 Td ({drawn}) Tj ET"
            note.AP = Dictionary(N=self.form(words, (0, 0, rect[2] - rect[0], rect[3] - rect[1])))
        self.page.Annots.append(self.pdf.make_indirect(note))
        if kind == "Widget":
            if "/AcroForm" not in self.pdf.Root:
                fonts = Dictionary(Font=Dictionary(Helv=self.font))
                self.pdf.Root.AcroForm = Dictionary(Fields=Array([]), DR=fonts, DA=String("/Helv 11 Tf 0 g"))
            self.pdf.Root.AcroForm.Fields.append(self.page.Annots[-1])

    def field(self, rect: tuple[float, float, float, float], value: str, **entries: object) -> None:
        """Add a text field without an appearance."""
        entries = {"FT": Name.Tx, "T": String(value), "V": String(value)} | entries
        self.annotate("Widget", rect, DA=String("/Helv 11 Tf 0 g"), **entries)

    def with_layers(self, **config: object) -> None:
        self.pdf.Root.OCProperties = Dictionary(
            OCGs=Array(self.layers.values()), D=Dictionary(**(config or {"OFF": Array([self.layers["OFF"]])}))
        )

    def read(self, path: Path) -> RawPage:
        self.pdf.save(path)
        (page,) = extract(path)
        return page


def lines(page: RawPage) -> list[str]:
    """The lines in reading order, as they are cleaned."""
    return [page.raw[line.start : line.end].replace("\u2060", "") for line in page.lines]


def test_a_field_is_read_after_its_label(tmp_path: Path) -> None:
    sheet = Sheet(LABEL + b"BT /F1 12 Tf 72 660 Td (Employer:) Tj ET")
    sheet.annotate("Widget", (200, 655, 400, 675), "Calliope Organ Works", FT=Name.Tx, T=String("b"))
    sheet.annotate("Widget", (200, 695, 400, 715), "Marguerite Oxblood", FT=Name.Tx, T=String("a"))
    assert lines(sheet.read(tmp_path / "a.pdf")) == [
        "Name of applicant:",
        "Marguerite Oxblood",
        "Employer:",
        "Calliope Organ Works",
    ]


@pytest.mark.parametrize("need", [True, False])
def test_fields_without_an_appearance_are_read_as_they_are_drawn(tmp_path: Path, need: bool) -> None:
    sheet = Sheet()
    sheet.field((200, 695, 400, 715), "Marguerite Oxblood")
    sheet.field((200, 600, 300, 680), "A value that takes several lines of the field", Ff=1 << 12)
    sheet.field((200, 560, 480, 580), "A441718", Ff=1 << 24, MaxLen=10)
    sheet.field((200, 500, 400, 520), "A chosen clavichord", FT=Name.Ch, Ff=1 << 17, Opt=Array([]))
    sheet.pdf.Root.AcroForm.NeedAppearances = need
    read = " ".join(" ".join(lines(sheet.read(tmp_path / "a.pdf"))).split())
    assert read == (
        "Name of applicant: Marguerite Oxblood A value that takes several lines of the field A441718 "
        "A chosen clavichord"
    )


def test_the_tick_of_a_check_box_is_no_text(tmp_path: Path) -> None:
    sheet = Sheet()
    yes = Dictionary(N=Dictionary(Yes=sheet.form("BT /F1 11 Tf 2 5 Td (4) Tj ET", (0, 0, 20, 20))))
    sheet.annotate(
        "Widget", (200, 695, 220, 715), FT=Name.Btn, T=String("x"), V=Name.Yes, AS=Name.Yes, AP=yes
    )
    sheet.annotate("Widget", (300, 695, 400, 715), "Send", FT=Name.Btn, T=String("p"), Ff=1 << 16)
    assert lines(sheet.read(tmp_path / "a.pdf")) == ["Name of applicant:", "Send"]


@pytest.mark.parametrize("kind", ["FreeText", "Stamp", "Widget", "Redact", "Line"])
def test_text_drawn_by_an_annotation_is_read(tmp_path: Path, kind: str) -> None:
    sheet = Sheet()
    sheet.annotate(
        kind, (300, 300, 500, 320), "Shown marmoset", **({"FT": Name.Sig} if kind == "Widget" else {})
    )
    assert "Shown marmoset" in lines(sheet.read(tmp_path / "a.pdf"))


@pytest.mark.parametrize(("flags", "shown"), [(0, True), (4, True), (2, False), (32, False)])
def test_only_annotations_that_are_displayed_are_read(tmp_path: Path, flags: int, shown: bool) -> None:
    sheet = Sheet()
    sheet.annotate("FreeText", (300, 300, 500, 320), "Marmoset")
    sheet.annotate("FreeText", (300, 200, 500, 220), "Always shown")
    sheet.page.Annots[0].F = flags
    read = lines(sheet.read(tmp_path / "a.pdf"))
    assert ("Marmoset" in read) == shown
    assert "Always shown" in read


def test_notes_are_read_at_their_place_on_a_turned_page(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.page.Rotate = 90
    sheet.page.CropBox = Array([50, 50, 600, 780])
    sheet.annotate("FreeText", (300, 300, 500, 320), "Marmoset")
    page = sheet.read(tmp_path / "a.pdf")
    start = page.raw.index("Marmoset")
    with PageServer(tmp_path / "a.pdf") as server:
        (box,) = server.boxes(0, [(start, start + len("Marmoset"))])
    # Turned clockwise, the height above the foot of the crop box becomes the distance from the left.
    assert 250 < box.x0 < box.x1 < 270
    assert 250 < box.y0 < box.y1 < 450


PROSE = b"".join(
    b"BT /F1 12 Tf 72 %d Td (Line %d of a text that lies on its side) Tj ET\n" % (y, 52 - y // 14)
    for y in range(714, 340, -14)
)


@pytest.mark.parametrize("rotation", [90, 270])
def test_sideways_text_is_read_in_its_own_direction(tmp_path: Path, rotation: int) -> None:
    sheet = Sheet(PROSE)
    sheet.page.Rotate = rotation
    sheet.annotate("Widget", (200, 300, 400, 320), "Marguerite Oxblood", FT=Name.Tx, T=String("a"))
    page = sheet.read(tmp_path / "a.pdf")
    (cleaned,) = clean([page])
    assert [line.text for line in cleaned.lines] == [*lines(page)[:-1], "Marguerite Oxblood"]
    assert all(one.box.y1 < other.box.y1 for one, other in pairwise(page.lines))
    # The reader highlights the words where they are displayed.
    start = page.raw.index("Marguerite")
    with PageServer(tmp_path / "a.pdf") as server:
        (box,) = server.boxes(0, [(start, start + len("Marguerite"))])
    left, top = (300, 202) if rotation == 90 else (792 - 320, 612 - 262)
    assert left <= box.x0 < box.x1 <= left + 20
    assert top - 3 <= box.y0 < box.y1 <= top + 63


@pytest.mark.parametrize("kind", ["FreeText", "Widget"])
@pytest.mark.parametrize("x", [440, 580], ids=["beside", "in the margin"])
def test_a_note_that_lies_on_its_side_beside_the_text_is_read(tmp_path: Path, kind: str, x: int) -> None:
    sheet = Sheet(PROSE)
    note = words("Shown marmoset of the clerk", 0).replace("72 0 Td", "0 1 -1 0 15 5 Tm")
    sheet.annotate(kind, (x, 400, x + 20, 600), AP=Dictionary(N=sheet.form(note, (0, 0, 20, 200))))
    (cleaned,) = clean([sheet.read(tmp_path / "a.pdf")])
    assert "Shown marmoset of the clerk" in [line.text for line in cleaned.lines]


def test_the_reader_highlights_the_words_of_fields_and_notes(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.field((200, 695, 400, 715), "Marguerite Oxblood")
    sheet.annotate("FreeText", (300, 300, 500, 320), "Marmoset")
    page = sheet.read(tmp_path / "a.pdf")
    with PageServer(tmp_path / "a.pdf") as server:
        for words, left, top in (("Marguerite", 200, 77), ("Marmoset", 300, 472), ("applicant", 120, 80)):
            start = page.raw.index(words)
            (box,) = server.boxes(0, [(start, start + len(words))])
            assert left <= box.x0 < left + 5
            assert top - 3 <= box.y0 < box.y1 <= top + 22
        assert len(server.characters(0)) == len(page.raw)
        assert min(server.render(0, 1.0).pixels[4 * (612 * 85 + 203) : 4 * (612 * 85 + 220)]) < 128


def test_a_form_that_was_filled_in_over_a_scan_is_still_a_scan(tmp_path: Path) -> None:
    scan(tmp_path / "a.pdf", [["Name of applicant:", "Employer:"]])
    sheet = Sheet()
    sheet.annotate("FreeText", (100, 100, 500, 120), "a long value of many words " * 4)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        pdf.Root.AcroForm = Dictionary(Fields=Array([]), DR=Dictionary(), DA=String("/Helv 11 Tf 0 g"))
        pdf.pages[0].obj.Annots = Array([pdf.copy_foreign(note) for note in sheet.page.Annots])
        pdf.save(tmp_path / "b.pdf")
    (read,) = extract(tmp_path / "b.pdf")
    assert "a long value" in read.raw
    assert assess(read).verdict == "missing"


def test_a_stamp_without_text_is_looked_at(tmp_path: Path) -> None:
    prose = b"".join(
        b"BT /F1 12 Tf 72 %d Td (The text of the page is good.) Tj ET\n" % y for y in range(300, 700, 14)
    )
    verdicts = []
    for kind, drawn in (("Stamp", ""), ("Stamp", "FILED"), ("FreeText", "")):
        sheet = Sheet(prose)
        sheet.annotate(kind, (400, 650, 500, 700), drawn)
        verdicts.append(assess(sheet.read(tmp_path / "a.pdf")).verdict)
    assert verdicts == ["stamped", "good", "good"]


def words(text: str, y: float, before: str = "") -> str:
    return f"{before} BT /F1 12 Tf 72 {y} Td ({text}) Tj ET\n"


def marked(name: str, text: str, y: float) -> str:
    return f"/OC /{name} BDC {words(text, y)} EMC\n"


def assert_hidden(page: RawPage, shown: str = "Visible", hidden: str = "Secret") -> None:
    assert shown in page.raw
    assert hidden not in page.raw
    assert HIDDEN_MARK in page.raw
    assert page.hidden
    assert not any(HIDDEN_MARK in line for line in lines(page))


@pytest.mark.parametrize("base_state", [False, True])
def test_a_layer_that_is_off_is_hidden_and_one_that_is_on_is_read(tmp_path: Path, base_state: bool) -> None:
    """Also where both have one name and their texts lie over one another."""
    sheet = Sheet((marked("OFF", "Secret words", 700) + marked("ON", "VISIBLE LETTERS", 702)).encode())
    state = {"BaseState": Name.OFF, "ON": Array([sheet.layers["ON"]])} if base_state else {}
    sheet.with_layers(**state)
    assert_hidden(sheet.read(tmp_path / "a.pdf"), "VISIBLE LETTERS", "Secret")


@pytest.mark.parametrize(
    ("policy", "shown"),
    [({"P": "/AnyOn"}, True), ({"P": "/AllOn"}, False), ({"P": "/AllOff"}, False), ({"VE": True}, False)],
)
def test_membership_of_layers_decides(tmp_path: Path, policy: dict[str, object], shown: bool) -> None:
    sheet = Sheet((marked("Both", "Doubtful words", 700) + words("Visible", 650)).encode())
    entries: dict[str, object] = (
        {"VE": Array([Name.Not, sheet.layers["ON"]])} if "VE" in policy else {"P": Name(str(policy["P"]))}
    )
    sheet.page.Resources.Properties.Both = Dictionary(
        Type=Name.OCMD, OCGs=Array(sheet.layers.values()), **entries
    )
    sheet.with_layers()
    page = sheet.read(tmp_path / "a.pdf")
    assert ("Doubtful words" in page.raw) == shown
    assert bool(page.hidden) != shown
    assert "Visible" in page.raw


def test_layers_of_forms_and_of_forms_inside_them_decide(tmp_path: Path) -> None:
    sheet = Sheet((words("Visible", 700) + "/Outer Do /OC /OFF BDC /Plain Do EMC /Shown Do").encode())
    box = (0, 0, 612, 792)
    inner = sheet.form(words("Secret one", 600), box, OC=sheet.layers["OFF"])
    outer = sheet.form("/Inner Do", box)
    outer.Resources = Dictionary(XObject=Dictionary(Inner=inner), Font=Dictionary(F1=sheet.font))
    sheet.page.Resources.XObject = Dictionary(
        Outer=outer,
        Plain=sheet.form(words("Secret two", 550), box),
        Shown=sheet.form(words("Visible three", 500), box, OC=sheet.layers["ON"]),
    )
    sheet.with_layers()
    page = sheet.read(tmp_path / "a.pdf")
    assert_hidden(page)
    assert "Visible three" in page.raw


SLICES = ((72, 22), (94, 200))
CLIP = "q 72 690 200 30 re W n {} {} Q"


@pytest.mark.parametrize(
    "content",
    [
        words("Visible", 700) + words("Secret words", 600, "3 Tr"),
        words("Visible", 700) + words("Secret words", 600, "1 1 1 rg"),
        words("Visible", 700) + words("Secret words", 600) + "1 g 60 590 300 30 re f",
        words("Secret words", 600) + ".8 g 60 590 300 30 re f " + words("Visible", 602, "0 g"),
        words("Visible", 700) + "q " + words("Secret words", 600, "7 Tr") + "Q",
        words("Visible", 700) + "q /G gs " + words("Secret words", 600) + "Q",
        words("Visible", 700) + words("Secret words", 30),
        CLIP.format(words("Visible", 700), words("Secret words", 600)),
        "q .5 0 0 .5 100 100 cm /Form Do Q",
    ],
    ids=["mode", "white", "white-out", "written over", "clip path", "transparent", "crop", "clip", "form"],
)
def test_text_that_nobody_can_see_is_hidden(tmp_path: Path, content: str) -> None:
    sheet = Sheet(content.encode())
    sheet.page.CropBox = Array([50, 50, 600, 780])
    sheet.page.Resources.ExtGState = Dictionary(G=Dictionary(ca=0))
    form = words("Visible", 700) + words("Secret words", 600)
    sheet.page.Resources.XObject = Dictionary(Form=sheet.form(form, (0, 650, 612, 792)))
    assert_hidden(sheet.read(tmp_path / "a.pdf"))


@pytest.mark.parametrize(("mode", "hidden"), [("Normal", True), ("Multiply", False)])
def test_a_white_note_over_text_hides_it_and_a_marker_does_not(
    tmp_path: Path, mode: str, hidden: bool
) -> None:
    sheet = Sheet((words("Visible", 700) + words("Secret words", 600)).encode())
    drawn = sheet.form("/H gs 1 1 .9 rg 0 0 300 30 re f", (0, 0, 300, 30))
    drawn.Resources.ExtGState = Dictionary(H=Dictionary(BM=Name(f"/{mode}")))
    sheet.annotate("Square", (60, 590, 360, 620), AP=Dictionary(N=drawn))
    page = sheet.read(tmp_path / "a.pdf")
    assert ("Secret" not in page.raw) == bool(page.hidden) == hidden
    assert "Visible" in page.raw


@pytest.mark.parametrize(
    "content",
    [
        "0 g 60 690 300 30 re f " + words("Shown words", 700, "1 g"),
        "".join(f"q {x} 690 {width} 30 re W n {words('Shown words', 700)}Q " for x, width in SLICES),
        words("Shown words", 700, "1 g 0 G 2 Tr"),
        "q " + words("Shown words", 700, "7 Tr") + "0 g 60 690 300 30 re f Q",
        "1 g 60 690 300 30 re f " + words("Shown words", 700, "0 g"),
        words("Shown words", 700) + "/H gs 1 1 0 rg 60 690 300 30 re f",
        "0 g 60 690 300 30 re f /OC /ON BDC " + words("Shown words", 700, "1 g") + "EMC",
    ],
    ids=str.split(
        "white on black|slices|outlined white|filled clip path|background|marker|white in a layer", "|"
    ),
)
def test_text_that_is_seen_in_an_odd_way_stays(tmp_path: Path, content: str) -> None:
    sheet = Sheet(content.encode())
    sheet.with_layers()
    sheet.page.Resources.ExtGState = Dictionary(H=Dictionary(BM=Name.Multiply))
    page = sheet.read(tmp_path / "a.pdf")
    assert "Shown words" in page.raw
    assert not page.hidden
