"""Tests of choosing per page between the text layer, recognition and nothing."""

from __future__ import annotations

import random
import textwrap
from pathlib import Path

import pytest

from briefbank.domain.pages import HIDDEN_MARK, Box, RawLine, RawPage
from briefbank.extraction.pdf import assess
from tests.extraction.pdfs import PROSE, SHARED, extract, needs, scan, stamped, unmapped, write


def page(text: str, cover: float = 0.0) -> RawPage:
    lines, at = [], 0
    for i, line in enumerate(text.split("\n")):
        lines.append(RawLine(at, at + len(line), Box(72, 200 + 15 * i, 500, 212 + 15 * i), 12.0, False))
        at += len(line) + 1
    return RawPage(0, text, tuple(lines), 612.0, 792.0, image_cover=cover)


NAMES = ("McKnight", "Gonzalez", "O'Brien", "Ramseur", "Hernandez", "DeLuca", "Smith", "Czachor")
CITES = "\n".join(
    f"State v. {NAMES[n % 8]}, {n} N.J. {n * 3} ({1980 + n}) .................... {n}, {n + 2}"
    for n in range(1, 30)
)


@pytest.mark.parametrize("cover", [0.0, 1.0])
def test_prose_and_tables_of_authorities_are_good(cover: float) -> None:
    assert assess(page(PROSE, cover)).verdict == "good"
    assert assess(page(CITES, cover)).verdict == "good"


def test_unmapped_characters_are_bad() -> None:
    assert assess(page("\ufffd\ufffd \ue001\ue002 " * 20 + PROSE)).verdict == "bad"


def test_a_font_without_a_mapping_is_bad(tmp_path: Path) -> None:
    lines = [PROSE[i : i + 60] for i in range(0, 180, 60)]
    assert assess(extract(unmapped(tmp_path / "a.pdf", lines))[0]).verdict == "bad"


def test_a_scan_is_missing_its_text_with_and_without_a_filing_stamp(tmp_path: Path) -> None:
    plain = scan(tmp_path / "a.pdf", [[PROSE[:60]]])
    header = "Case 2:15-md-02641-DGC Document 18079 Filed 05/31/19 Page 1 of 32 PageID 1234"
    assert assess(extract(plain)[0]).verdict == "missing"
    assert assess(extract(stamped(plain, tmp_path / "b.pdf", header))[0]).verdict == "missing"


def test_a_short_written_page_is_good_and_an_empty_one_blank(tmp_path: Path) -> None:
    short, empty = extract(write(tmp_path / "a.pdf", [["CONCLUSION"], []]))
    assert (assess(short).verdict, assess(empty).verdict) == ("good", "blank")


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


@pytest.mark.parametrize("text", ['"7+%-', "<+= #%\n&7 ~"])
def test_a_few_marks_with_hardly_a_letter_are_bad(text: str) -> None:
    assert assess(page(text)).verdict == "bad"


@pytest.mark.parametrize("text", ["EXHIBIT A", "- 12 -", "* * *", "$1,200.00 (50%)"])
def test_a_short_written_page_of_any_sort_is_good(text: str) -> None:
    assert assess(page(text)).verdict == "good"


@pytest.mark.parametrize("text", ["䋴䋮䋶糫 Ǎ蒭鍍伴俘緌鍍伴俘u勢渡袱糫", "糫蒭鍍伴俘緌勢渡袱" * 8])
def test_chinese_characters_that_no_text_has_are_bad(text: str) -> None:
    assert assess(page(text)).verdict == "bad"


@pytest.mark.parametrize(
    "text",
    [
        "附件一",
        "本院认为,被告人在未经同意的情况下搜查车辆,其行为违反了法律的规定。" * 4,
        "Суд признал обыск незаконным, поскольку согласия на него не было. " * 4,
    ],
)
def test_text_in_another_script_is_good(text: str) -> None:
    assert assess(page(text)).verdict == "good"


# --- pages of other kinds than the project's own -------------------------------------------------

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


@pytest.mark.parametrize("cover", [0.0, 1.0])
@pytest.mark.parametrize(
    "text",
    [
        "El acusado declaró que no había entendido sus derechos porque nadie se los explicó en su idioma. "
        * 4,
        "\n".join(
            f"Ex. {chr(65 + i)}  Dkt. {20 + i}-{i}, 2:19-cv-0{4321 + i}-KSH-CLW, PageID: {100 * i}  NJ{i:06d}"
            for i in range(16)
        ),
        "\n".join(
            f"{name} v. State, {30 + i} F.3d {101 + 7 * i} (9th Cir. {1990 + i}) {'.' * 30} {i + 1}, {i + 9}"
            for i, name in enumerate(["Okafor", "Brandt", "Ng", "McCall", "Szczepanski", "Krzyk", "VanDyke"])
        ),
        "SUPERIOR COURT\nSTATE,\nPLAINTIFF-RESPONDENT,\nV.\nJ. R. WYNN-PRYCE,\nDEFENDANT-APPELLANT.\n"
        "ON APPEAL FROM A JUDGMENT OF CONVICTION\nSAT BELOW: HON. T. KNZ, J.S.C.\nBCP CTR., 31 CLNTN ST., NJ",
        "\n".join(" ".join(str(7919 * i * j % 9973) for j in range(1, 9)) for i in range(1, 30)),
        textwrap.fill("“Intro.” – The “Agency” (the ‘Board’) — see §§ 12–14; ¶ 7 — isn’t bound… " + STOP, 80),
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
