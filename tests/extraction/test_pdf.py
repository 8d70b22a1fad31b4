"""Tests of reading PDFs: characters and lines, good and bad text, damage and passwords."""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from briefbank.domain.pages import HIDDEN_MARK, Box, PageSource, RawLine, RawPage
from briefbank.errors import Damaged, Encrypted, NotReadable, TooLarge
from briefbank.extraction.pdf import assess
from briefbank.extraction.repair import lost_its_end, lost_its_lock, repair, unlock
from tests.extraction.pdfs import PROSE, SERIF, SHARED, change, extract, needs, scan, stamped, unmapped, write


def assert_lines_tile(page: RawPage) -> None:
    at = 0
    for line in page.lines:
        assert at <= line.start < line.end <= len(page.raw)
        assert not page.raw[at : line.start].replace(HIDDEN_MARK, "").strip()
        at = line.end
    assert not page.raw[at:].replace(HIDDEN_MARK, "").strip()


def assert_same_index(path: Path) -> None:
    document = pypdfium2.PdfDocument(path)
    for page in extract(path):
        textpage = document[page.index].get_textpage()
        codes = [pdfium.FPDFText_GetUnicode(textpage, i) for i in range(max(0, textpage.count_chars()))]
        assert len(page.raw) == len(codes)
        for character, code in zip(page.raw, codes, strict=True):
            if code == 2:
                assert character == "-"
            elif code in (0, 0xFFFE) or 0xD800 <= code < 0xE000:
                assert character == "\ufffd"
            else:
                assert ord(character) == code or character == HIDDEN_MARK
        assert_lines_tile(page)
        textpage.close()
    document.close()


def test_every_raw_character_has_its_pdfium_index(tmp_path: Path) -> None:
    lines = ["§ 2C:44-1 – “ü”, ﬁnal eﬃcient", "a hyphen at the end of a fol-", "lowing line", "", "  last "]
    assert_same_index(write(tmp_path / "a.pdf", [lines, ["second page"]], font="Serif"))


def test_every_raw_character_of_a_real_filing_has_its_pdfium_index() -> None:
    assert_same_index(needs(SHARED / "pdf/amicus-nvlsp-v-united-states.pdf"))


def test_characters_beyond_the_basic_plane_do_not_shift_the_index(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.pdf", [["abcdef"]], font="Serif")
    with pikepdf.open(plain) as document:
        for font in document.pages[0].Resources.Font.values():
            if "/ToUnicode" in font:
                table = re.sub(rb"<(00)?63>", b"<D83DDCC4>", font.ToUnicode.read_bytes())
                font.ToUnicode = document.make_stream(table)
        document.save(tmp_path / "b.pdf")
    (page,) = extract(tmp_path / "b.pdf")
    assert "def" in page.raw
    assert_same_index(tmp_path / "b.pdf")


def test_lines_carry_their_place_size_and_weight(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    canvas.setFont("Times-Bold", 16)
    canvas.drawString(100, 700, "POINT ONE")
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72, 650, "plain words")
    canvas.save()
    (page,) = extract(tmp_path / "a.pdf")
    heading, plain = page.lines
    assert (heading.bold, heading.font_size) == (True, 16.0)
    assert (plain.bold, plain.font_size) == (False, 10.0)
    assert heading.box.x0 == pytest.approx(100, abs=2)
    assert heading.box.y0 < 792 - 700 < heading.box.y1
    assert plain.box.y0 < 792 - 650 < plain.box.y1


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_sizes_and_lines_are_those_of_a_turned_and_cropped_page_with_upright_text(
    tmp_path: Path, turn: int
) -> None:
    plain = write(tmp_path / "a.pdf", [["word"]])
    crop = pikepdf.Array([50, 100, 600, 780])
    (page,) = extract(change(plain, tmp_path / "b.pdf", Rotate=turn, CropBox=crop))
    assert (page.width, page.height) == (550, 680)
    box = page.lines[0].box
    assert 0 <= box.x0 < box.x1 <= page.width and 0 <= box.y0 < box.y1 <= page.height


def test_page_labels_of_the_file_are_read(tmp_path: Path) -> None:
    with pikepdf.open(write(tmp_path / "a.pdf", [["i"], ["ii"], ["1"]])) as document:
        labels = [0, pikepdf.Dictionary(S=pikepdf.Name.r), 2, pikepdf.Dictionary(S=pikepdf.Name.D, P="Da")]
        document.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(labels))
        document.save(tmp_path / "b.pdf")
    assert [page.pdf_label for page in extract(tmp_path / "b.pdf")] == ["i", "ii", "Da1"]


def test_a_page_that_cannot_be_loaded_is_a_gap_and_the_others_are_read(tmp_path: Path) -> None:
    whole = write(tmp_path / "a.pdf", [["one"], ["two"], ["three"]]).read_bytes()
    kids = re.search(rb"/Kids \[ \d+ 0 R (\d) 0 R", whole)
    assert kids is not None
    (tmp_path / "b.pdf").write_bytes(whole[: kids.start(1)] + b"2" + whole[kids.end(1) :])
    pages = extract(tmp_path / "b.pdf")
    assert [page.source for page in pages] == [PageSource.TEXT, PageSource.GAP, PageSource.TEXT]
    assert "damaged" in pages[1].gap_reason and pages[2].raw == "three"


def test_a_password_is_reported_and_a_protection_against_changes_only_is_none(tmp_path: Path) -> None:
    with pikepdf.open(write(tmp_path / "a.pdf", [["secret"]])) as document:
        document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(user="abc", owner="def"))
        document.save(tmp_path / "c.pdf", encryption=pikepdf.Encryption(user="", owner="def"))
    with pytest.raises(Encrypted):
        extract(tmp_path / "b.pdf")
    assert extract(tmp_path / "c.pdf")[0].raw == "secret"


def test_a_file_that_is_no_pdf_is_damaged_and_a_missing_one_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    with pytest.raises(Damaged):
        extract(tmp_path / "a.pdf")
    with pytest.raises(NotReadable):
        extract(tmp_path / "b.pdf")


def test_too_many_pages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("briefbank.extraction.pdfium.MAX_PAGES", 2)
    with pytest.raises(TooLarge):
        extract(write(tmp_path / "a.pdf", [["1"], ["2"], ["3"]]))


def page(text: str, cover: float = 0.0) -> RawPage:
    lines, at = [], 0
    for i, line in enumerate(text.split("\n")):
        lines.append(RawLine(at, at + len(line), Box(72, 200 + 15 * i, 500, 212 + 15 * i), 12.0, False))
        at += len(line) + 1
    return RawPage(0, text, tuple(lines), 612.0, 792.0, image_cover=cover)


def test_a_scan_a_blank_page_and_a_font_without_a_mapping_are_told_from_good_text(tmp_path: Path) -> None:
    header = "Case 2:15-md-02641-DGC Document 18079 Filed 05/31/19 Page 1 of 32 PageID 1234"
    plain = scan(tmp_path / "scan.pdf", [[PROSE[:60]]])
    files = (
        unmapped(tmp_path / "a.pdf", [PROSE[i : i + 60] for i in range(0, 180, 60)]),
        plain,
        stamped(plain, tmp_path / "stamped.pdf", header),
        write(tmp_path / "short.pdf", [["CONCLUSION"], []]),
    )
    verdicts = [assess(page).verdict for file in files for page in extract(file)]
    assert verdicts == ["bad", "missing", "missing", "good", "blank"]


def test_text_drawn_as_outlines_is_missing(tmp_path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), pagesize=(612, 792))
    for pages in range(2):
        for i in range(400):
            canvas.circle(30 + (i % 20) * 28, 740 - (i // 20) * 35, 3)
        if pages:
            canvas.drawString(60, 778, "Case 1:20-cv-1 Document 5")
        canvas.showPage()
    canvas.save()
    assert [assess(p).verdict for p in extract(tmp_path / "a.pdf")] == ["missing", "missing"]


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [
        ("petition-tardy-v-corecivic", {"good"}),
        ("judicial-conference-2007-09", {"good"}),
        ("judicial-conference-1995-09", {"missing"}),
        ("ca4-filing", {"missing"}),
    ],
)
def test_real_filings_are_routed_right(name: str, verdicts: set[str]) -> None:
    assert {assess(p).verdict for p in extract(needs(SHARED / "pdf" / f"{name}.pdf"))} == verdicts


STOP = (
    "On the evening of March 3, 2017, two officers of the Newark Police Department stopped a gray Honda "
    "that had changed lanes without a signal. Officer Delgado asked the driver for his license, and while "
    "he looked for it she saw the end of a small plastic bag beneath the seat. She told him to step out. "
    "He was handcuffed, placed in the patrol car, and only then read his rights. The trial judge found "
    "the officers credible and held that the bag was in plain view. Defendant contends that the judge "
    "misread the photographs, which show that the seat had been moved before they were taken. The State "
    "answers that the point was not raised below and must be reviewed for plain error. We disagree. A "
    "motion to suppress was filed before trial, the photographs were marked in evidence, and counsel "
    "argued that no one standing outside of the car could have seen under the seat at night. The judge "
    "also relied on a statement made at the station after the defendant had asked for a lawyer. Nothing "
    "in the record shows that questioning stopped, and the State bears the burden of proof."
)
SHAPES = {
    "h": "b li n", "e": "c o", "n": "u ii r", "m": "rn in", "l": "1 I !", "o": "0 c", "i": "l ! t j",
    "t": "l f i", "s": "8 5 a", "a": "u o", "r": "t i", "c": "e o", "d": "cl", "w": "vv", "u": "n ii",
    "v": "y", "g": "q p", "f": "t", "b": "h li", "T": "I 1", "S": "8 5", "D": "I) 0", "O": "0",
}  # fmt: skip


def misread(text: str, share: float, seed: int) -> str:
    """The text as an old recognition program gives it, with this share of its words wrong."""
    chance, words = random.Random(seed), text.split()
    for number in chance.sample(range(len(words)), round(share * len(words))):
        word = words[number]
        places = [at for at, letter in enumerate(word) if letter in SHAPES]
        if places:
            at = chance.choice(places)
            words[number] = word[:at] + chance.choice(SHAPES[word[at]].split()) + word[at + 1 :]
    return textwrap.fill(" ".join(words), 80)


@pytest.mark.parametrize("share", [0.15, 0.25])
def test_most_scans_with_a_sixth_of_their_words_wrong_are_recognised_again(share: float) -> None:
    verdicts = [assess(page(misread(STOP * 2, share, seed), cover=1.0)).verdict for seed in range(10)]
    assert verdicts.count("bad") >= 9


@pytest.mark.parametrize("by", [1, 13, 25])
@pytest.mark.parametrize("cover", [0.0, 1.0])
def test_letters_shifted_along_the_alphabet_are_bad(by: int, cover: float) -> None:
    def moved(c: str) -> str:
        first = ord("a") if c.islower() else ord("A")
        return chr((ord(c) - first + by) % 26 + first) if c.isascii() and c.isalpha() else c

    assert assess(page("".join(map(moved, STOP)), cover)).verdict == "bad"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        *((text, "bad") for text in ('"7+%-', "䋴䋮䋶糫 Ǎ蒭鍍伴俘緌鍍伴俘u勢渡袱糫")),
        ("\ufffd\ufffd \ue001\ue002 " * 20 + PROSE, "bad"),
        *((text, "good") for text in ("EXHIBIT A", "- 12 -", "* * *", "$1,200.00 (50%)", "附件一")),
        ("本院认为,其行为违反了法律的规定。" * 4, "good"),
    ],
)
def test_garbage_is_bad_and_a_short_written_page_of_any_sort_and_script_is_good(
    text: str, verdict: str
) -> None:
    assert assess(page(text)).verdict == verdict


@pytest.mark.parametrize("cover", [0.0, 1.0])
@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "El acusado declaró que no había entendido sus derechos porque nadie se los explicó. " * 4,
        "\n".join(
            f"Ex. {chr(65 + i)}  Dkt. {20 + i}-{i}, 2:19-cv-0{4321 + i}-KSH-CLW, PageID: {100 * i}  NJ{i:06d}"
            for i in range(16)
        ),
        "\n".join(
            f"{name} v. State, {30 + i} F.3d {101 + 7 * i} (9th Cir. {1990 + i}) {'.' * 30} {i + 1}, {i + 9}"
            for i, name in enumerate(["Okafor", "Brandt", "Ng", "McCall", "Szczepanski", "Krzyk", "VanDyke"])
        ),
        "SUPERIOR COURT\nSTATE,\nPLAINTIFF-RESPONDENT,\nV.\nJ. R. WYNN-PRYCE,\nDEFENDANT-APPELLANT.\n"
        "ON APPEAL FROM A JUDGMENT OF CONVICTION\nSAT BELOW: HON. T. KNZ, J.S.C.",
        "\n".join(" ".join(str(7919 * i * j % 9973) for j in range(1, 9)) for i in range(1, 30)),
    ],
)
def test_good_pages_of_many_kinds_are_kept(text: str, cover: float) -> None:
    assert assess(page(text, cover)).verdict == "good"


def test_hidden_text_makes_no_page_bad_and_is_no_text_itself() -> None:
    words = [HIDDEN_MARK * (len(word)) if n % 3 == 0 else word for n, word in enumerate(STOP.split())]
    assert assess(page(" ".join(words), cover=1.0)).verdict == "good"
    assert assess(page(f"{HIDDEN_MARK * 4} {HIDDEN_MARK * 9} " * 30)).verdict == "blank"


@pytest.mark.parametrize("text", ["NJDOC 004417", "/s/ T. Okonkwo\nDated: May 4, 2019"])
def test_a_scan_with_next_to_no_text_of_its_own_is_missing_it(text: str) -> None:
    assert assess(page(text, cover=1.0)).verdict == "missing"


PAGES = [[f"page number {n}", PROSE[:60], PROSE[60:120]] for n in range(12)]


def texts(path: Path) -> list[str]:
    return [page.raw.split("\r\n")[0] for page in extract(path)]


def saved_pdf(path: Path, **how: object) -> Path:
    with pikepdf.open(write(path.with_suffix(".plain.pdf"), PAGES)) as pdf:
        pdf.save(path, **how)  # type: ignore[arg-type]
    return path


def shortened(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def test_pages_whose_tree_is_gone_come_in_order(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf", linearize=True)
    repair(shortened(source, 0.6), tmp_path / "b.pdf")
    *whole, last = texts(tmp_path / "b.pdf")
    assert len(whole) >= 4
    assert whole == [f"page number {n}" for n in range(len(whole))]
    assert last in ("", f"page number {len(whole)}")


def test_pages_in_packed_objects_are_found(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    data = source.read_bytes()
    source.write_bytes(re.sub(rb"/Type ?/XRef", b"/Type/Lost", data[: data.rindex(b"startxref")]))
    repair(source, tmp_path / "b.pdf")
    assert sorted(texts(tmp_path / "b.pdf")) == sorted(f"page number {n}" for n in range(12))


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_cut_anywhere_is_mended_or_refused(tmp_path: Path, share: float) -> None:
    source = shortened(saved_pdf(tmp_path / "a.pdf"), share)
    try:
        repair(source, tmp_path / "b.pdf")
    except Damaged:
        assert not (tmp_path / "b.pdf").exists()
    else:
        assert set(texts(tmp_path / "b.pdf")) <= {"", *(f"page number {n}" for n in range(12))}


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"no PDF at all", b"1 0 obj 1 0 obj 99999999999 0 obj" * 50]
)
def test_a_file_without_pages_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(Damaged):
        repair(tmp_path / "a.pdf", tmp_path / "b.pdf")
    assert not (tmp_path / "b.pdf").exists()


def test_a_file_that_lacks_only_its_tables_is_repaired_completely(tmp_path: Path) -> None:
    source = saved_pdf(tmp_path / "a.pdf")
    data = source.read_bytes()
    source.write_bytes(data[: data.rindex(b"xref\n")])
    assert repair(source, tmp_path / "b.pdf")
    source.write_bytes(data[: data.rindex(b"endobj")])
    assert not repair(source, tmp_path / "c.pdf")


@pytest.mark.parametrize("mark", [b"%%EOF", b"startxref"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_lacks_its_end_mark_alone_has_not_lost_its_end(
    tmp_path: Path, mark: bytes, packed: bool
) -> None:
    mode = pikepdf.ObjectStreamMode.generate if packed else pikepdf.ObjectStreamMode.disable
    source = saved_pdf(tmp_path / "a.pdf", object_stream_mode=mode)
    data = source.read_bytes()
    assert not lost_its_end(source, 12)
    source.write_bytes(data[: data.rindex(mark)])
    assert not lost_its_end(source, 12)


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_file_that_is_cut_has_lost_its_end_unless_it_has_the_pages_that_it_states(
    tmp_path: Path, share: float
) -> None:
    assert lost_its_end(shortened(saved_pdf(tmp_path / "a.pdf"), share), 12)
    web = shortened(saved_pdf(tmp_path / "b.pdf", linearize=True), share)
    assert not lost_its_end(web, 12) and lost_its_end(web, 11)


def test_a_protected_file_keeps_its_lock_as_long_as_a_password_can_be_checked(tmp_path: Path) -> None:
    lock = pikepdf.Encryption(owner="o", user="u", R=4)
    source = saved_pdf(tmp_path / "a.pdf", encryption=lock)
    assert not lost_its_lock(source)
    source.write_bytes(re.sub(rb"/Filter ?/Standard", b"", source.read_bytes()))
    assert lost_its_lock(source)


def locked(path: Path, *, user: str = "user", owner: str = "owner", revision: int = 6) -> Path:
    plain = write(path.with_suffix(".plain.pdf"), [["a sealed affidavit"], ["its second page"]])
    with pikepdf.open(plain) as pdf:
        pdf.docinfo["/Title"] = "Sealed"
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Second", 1))
        aes = revision > 3
        lock = pikepdf.Encryption(user=user, owner=owner, R=revision, aes=aes, metadata=aes)  # type: ignore[arg-type]
        pdf.save(path, encryption=lock)
    return path


@pytest.mark.parametrize("revision", [2, 3, 4, 6])
@pytest.mark.parametrize("password", ["user", "owner"])
def test_either_password_gives_a_copy_that_needs_none_and_has_all_else(
    tmp_path: Path, password: str, revision: int
) -> None:
    source = locked(tmp_path / "a.pdf", revision=revision)
    unlock(source, tmp_path / "b.pdf", password)
    assert [page.raw for page in extract(tmp_path / "b.pdf")] == ["a sealed affidavit", "its second page"]
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        assert not pdf.is_encrypted
        assert str(pdf.docinfo["/Title"]) == "Sealed"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Second"]


@pytest.mark.parametrize(("password", "revision"), [("æøå", 4), ("José", 6), ("пароль", 6)])
def test_letters_beyond_ascii_open_it(tmp_path: Path, password: str, revision: int) -> None:
    unlock(locked(tmp_path / "a.pdf", user=password, revision=revision), tmp_path / "b.pdf", password)
    assert len(extract(tmp_path / "b.pdf")) == 2


@pytest.mark.parametrize("password", ["", "User", "user ", "userп", "hunter2"])
def test_a_wrong_password_is_reported_but_not_named_and_leaves_no_file(tmp_path: Path, password: str) -> None:
    with pytest.raises(Encrypted, match="password does not open") as caught:
        unlock(locked(tmp_path / "a.pdf"), tmp_path / "b.pdf", password)
    assert "hunter2" not in str(caught.value) + caught.value.detail
    assert not (tmp_path / "b.pdf").exists()


def pdf_with_signs(path: Path, font: str, pieces: list[tuple[bool, bytes]], *, private: bool) -> Path:
    """Write a page of pieces, in the symbol font or in Times. ``private`` maps the symbol font's codes to
    private-use characters, as Word does; otherwise they are not mapped."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(612, 792))
    named = f"/ABCDEF+{font.replace(' ', '')}"
    described = pikepdf.Object.parse(
        b"<</Type/FontDescriptor /FontName %s /Flags %d /FontBBox [0 -200 1000 900] /ItalicAngle 0"
        b" /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80>>" % (named.encode(), 4 if private else 32)
    )
    described.FontFile2 = pdf.make_stream(SERIF.read_bytes())
    symbol = pikepdf.Object.parse(
        b"<</Type/Font /Subtype/TrueType /BaseFont %s /FirstChar 0 /LastChar 255>>" % named.encode()
    )
    symbol.Widths, symbol.FontDescriptor = pikepdf.Array([600] * 256), pdf.make_indirect(described)
    if private:
        codes = b"".join(b"<%02X> <F0%02X>\n" % (code, code) for code in range(0x21, 0x80))
        symbol.ToUnicode = pdf.make_stream(
            b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF>"
            b" endcodespacerange 95 beginbfchar\n" + codes + b"endbfchar endcmap end"
        )
    times = pikepdf.Object.parse(
        b"<</Type/Font /Subtype/Type1 /BaseFont/Times-Roman /Encoding/WinAnsiEncoding>>"
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(S=symbol, T=times))
    shown = b"".join(b"/%s 12 Tf (%s) Tj " % (b"S" if signs else b"T", text) for signs, text in pieces)
    page.Contents = pdf.make_stream(b"BT 72 700 Td " + shown + b"ET")
    pdf.save(path)
    return path


@pytest.mark.parametrize("private", [True, False])
def test_signs_of_wordperfect_are_apostrophes_and_dashes(tmp_path: Path, private: bool) -> None:
    texts = (b"defendant", b"=", b"s brief, pages 12", b"B", b"14")
    pieces = [(text in (b"=", b"B"), text) for text in texts]
    path = pdf_with_signs(tmp_path / "a.pdf", "WP TypographicSymbols", pieces, private=private)
    assert extract(path)[0].raw.split("\r")[0] == "defendant’s brief, pages 12–14"


def test_a_private_sign_of_a_font_that_is_not_known_is_not_guessed(tmp_path: Path) -> None:
    path = pdf_with_signs(tmp_path / "a.pdf", "Odd Font", [(True, b"a"), (False, b" particle")], private=True)
    assert extract(path)[0].raw == "\uf061 particle"
