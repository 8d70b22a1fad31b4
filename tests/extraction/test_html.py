"""Tests of saved web pages and of the encodings of texts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import BriefBankError, FileRefused, TooLarge
from briefbank.extraction import sniff
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.decoding import decode
from briefbank.extraction.formats.html import MAX_DEPTH, Html
from briefbank.extraction.formats.plain import WebArchive
from briefbank.extraction.sniff import file_type
from tests.extraction.pdfs import extract
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "encodings.txt")
DOS = ("cp437", "cp850")


def page(folder: Path, content: str | bytes) -> Path:
    path = folder / "a.html"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(folder: Path, content: str | bytes) -> list[str]:
    return [block.text for block in Html().read_blocks(page(folder, content))[0] if block.text]


def test_headings_paragraphs_lists_and_rows_come_in_order(tmp_path: Path) -> None:
    content = (
        "<!DOCTYPE html><html><body><h1 align=center>CODE</h1><p>One <i>word</i>\n more<br>next line</p>"
        "<p><b>30-1-101. Letters.</b></p><ol type=a><li>first<li>second<ol><li>inner</ol><li>third</ol>"
        "<table><tr><td><p>left</p></td><td><p>right</p></td></tr><tr><td>1</td><td>2</td></tr></table>"
        "<ul><li>loose</ul>&sect;&nbsp;5 &amp; on<sup>3</sup> the 1<sup>st</sup></body></html>"
    )
    blocks = [block for block in Html().read_blocks(page(tmp_path, content))[0] if block.text]
    assert [block.text for block in blocks] == [
        *("CODE", "One word more", "next line", "30-1-101. Letters."),
        *("a. first", "b. second", "1. inner", "c. third"),
        *("left    right", "1    2", "• loose", "§\xa05 & on[3] the 1st"),
    ]
    assert [block.text for block in blocks if block.heading] == ["CODE", "30-1-101. Letters."]
    assert [block.text for block in blocks if block.centred] == ["CODE"]


def test_text_that_a_browser_would_not_show_is_left_out(tmp_path: Path) -> None:
    content = (
        "<html><head><title>T</title><style>p{}</style></head><body><script>var a = 1</script><nav>Home</nav>"
        "<p hidden>no</p><div style='display: none'>no<p>no</p></div><!-- no --><p>shown</p></body></html>"
    )
    assert lines(tmp_path, content) == ["shown"]


@pytest.mark.parametrize(
    "content",
    [
        "<html><body>café “q”".encode(),
        "<html><body>café “q”".encode("utf-16"),
        b"\xef\xbb\xbf" + "<html><meta charset=iso-8859-1><body>café “q”".encode(),
        "<html><meta charset='ISO-8859-1'><body>café “q”".encode("cp1252"),
        "<html><body>café “q”".encode("cp1252"),
    ],
)
def test_the_encoding_is_what_the_page_or_its_mark_says(tmp_path: Path, content: bytes) -> None:
    assert lines(tmp_path, content) == ["café “q”"]


@pytest.mark.parametrize(
    "content", ["<html><body></body></html>", "<html><script>x</script></html>", "<p> &nbsp; "]
)
def test_a_page_without_text_is_refused_with_a_reason(tmp_path: Path, content: str) -> None:
    with pytest.raises(FileRefused, match="shows no text"):
        Html().read_blocks(page(tmp_path, content))


def test_a_page_nested_too_deep_is_refused_and_one_below_is_read(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        Html().read_blocks(page(tmp_path, "<div>" * 1_000_000 + "x"))
    assert lines(tmp_path, "<div>" * (MAX_DEPTH - 10) + "x") == ["x"]


def test_entities_that_a_page_defines_are_not_expanded(tmp_path: Path) -> None:
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    content = (
        f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "ha">{bomb}]><html><body>&e11; end</body></html>'
    )
    assert len("".join(lines(tmp_path, content))) < 1000


def test_no_file_or_address_of_a_page_is_opened(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret words")
    content = (
        f"<!DOCTYPE html [<!ENTITY s SYSTEM 'file://{tmp_path}/secret.txt'>]><html><body>&s; shown"
        f"<iframe src='file://{tmp_path}/secret.txt'></iframe><img src='http://192.0.2.1/x.png'></body></html>"
    )
    assert "secret words" not in " ".join(lines(tmp_path, content))


@given(st.text(max_size=300), st.sampled_from(["<html>", "<p>", "<table><tr><td>", "<ol type=i start=3>"]))
def test_no_page_fails_but_with_a_sentence(tmp_path: Path, text: str, before: str) -> None:
    for content in (f"{before}{text}", f"{before}<b {text}>{text}</td></b><li>{text}"):
        try:
            Html().read_blocks(page(tmp_path, content.encode("utf-8", "surrogatepass")))
        except BriefBankError as error:
            assert error.title and error.remedy


PARAGRAPHS = st.text("abcXYZ .,§“”", min_size=2, max_size=40).filter(lambda text: len(text.strip()) > 1)
"""PDFium takes letters that stand alone under each other for one word set downwards."""


@given(st.lists(PARAGRAPHS, min_size=1, max_size=8))
def test_every_word_of_a_page_is_in_its_reading_copy(tmp_path: Path, paragraphs: list[str]) -> None:
    source = page(tmp_path, "<html><body>" + "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs))
    to_pdf(source, tmp_path / "copy.pdf")
    words = " ".join(" ".join(item.raw.split()[:-1]) for item in extract(tmp_path / "copy.pdf")).split()
    assert words == " ".join(paragraphs).split()


@pytest.mark.parametrize(("content", "kind"), EXAMPLES.pairs("First tags, and the kinds of the files"))
def test_a_page_is_known_by_its_first_tag(tmp_path: Path, content: str, kind: str) -> None:
    assert file_type(page(tmp_path, content)) == kind


STYLE = (
    "--m\r\nContent-Type: text/css\r\nContent-Location: cid:css@mhtml.blink\r\n\r\nbody { color: red }\r\n"
)


def frame(
    body: str, location: str = "https://law.example.org/a/statute.html", content_id: str = "frame-0"
) -> str:
    return (
        f"--m\r\nContent-Type: text/html\r\nContent-ID: <{content_id}@mhtml.blink>\r\n"
        f"Content-Transfer-Encoding: quoted-printable\r\nContent-Location: {location}\r\n\r\n"
        f"<html><body>{body.replace('=', '=3D')}</body></html>\r\n"
    )


def saved(folder: Path, head: str, *pages: str, name: str = "saved.eml") -> Path:
    path = folder / name
    text = f"{head}MIME-Version: 1.0\r\nContent-Type: multipart/related; type=text/html; boundary=m\r\n\r\n"
    path.write_text(text + "".join((*pages, STYLE)) + "--m--\r\n", newline="")
    return path


def lines_of_archive(path: Path) -> list[str]:
    return [block.text for block in WebArchive().read_blocks(path)[0] if block.text]


@pytest.mark.parametrize(
    "head",
    [
        "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://law.example.org/\r\nSubject: Law\r\n",
        "From: <Saved by Windows Internet Explorer 8>\r\nDate: Wed, 6 May 2020 09:12:00 -0400\r\n",
        "Subject: Law\r\nContent-Location: https://law.example.org/\r\n",
        "",
    ],
)
def test_a_page_that_a_browser_saved_is_a_page_whatever_its_name(tmp_path: Path, head: str) -> None:
    path = saved(tmp_path, head, frame("<p>The narwhal shall be considered.</p>"))
    assert sniff.file_type(path) == ".mhtml"
    assert lines_of_archive(path) == ["The narwhal shall be considered."]


@pytest.mark.parametrize("head", ["To: Ann <b@example.org>\r\nSubject: Law", "Subject: Draft"])
def test_a_mail_with_pictures_in_its_text_stays_a_mail(tmp_path: Path, head: str) -> None:
    path = saved(tmp_path, f"From: Ada <a@example.org>\r\n{head}\r\n", frame("<p>The narwhal.</p>"))
    assert sniff.file_type(path) == ".eml"


def test_pages_in_frames_and_shown_templates_are_read_where_they_are_seen(tmp_path: Path) -> None:
    outer = frame(
        '<p>Outer.</p><div><template shadowmode="open"><p>Shown.</p></template></div>'
        '<template>No.</template><iframe src="frame.html"></iframe>'
    )
    framed = frame("<p>Framed.</p>", "https://law.example.org/a/frame.html", "frame-1")
    path = saved(tmp_path, "From: <Saved by Blink>\r\n", outer, framed)
    assert lines_of_archive(path) == ["Outer.", "Shown.", "Framed."]


def test_a_saved_page_that_shows_nothing_is_refused(tmp_path: Path) -> None:
    for pages in ((), (frame("<script>no()</script>"),)):
        with pytest.raises(FileRefused, match="shows no text"):
            lines_of_archive(saved(tmp_path, "From: <Saved by Blink>\r\n", *pages))


def test_a_text_of_windows_is_read() -> None:
    for text in EXAMPLES.texts("Texts of Windows"):
        for times in (1, 500):
            assert decode((text * times).encode("cp1252")) == text * times


def test_a_text_in_another_script_is_read_in_unicode_alone() -> None:
    for text, encoding in EXAMPLES.pairs("Texts in other scripts, and their encodings"):
        for times in (1, 500):
            assert decode((text * times).encode()) == text * times
            assert decode((text * times).encode(encoding)) is None, encoding


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "cp850", "mac_roman"])
def test_one_word_decides_the_encoding_of_an_english_text(encoding: str) -> None:
    (names,), (words,) = (
        EXAMPLES.texts(heading) for heading in ("Words in several encodings", f"Words in {encoding}")
    )
    for word in f"{names}|{words}".split("|"):
        if word.encode(encoding, "ignore").decode(encoding) == word:
            text = f"The jury found the defendant guilty. {word} appeared in the Superior Court.\n"
            assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", DOS)
def test_a_drawing_of_dos_is_read(encoding: str) -> None:
    drawings = EXAMPLES.texts("Drawings of DOS")
    assert [decode(drawn.encode(encoding)) for drawn in drawings] == drawings


@pytest.mark.parametrize(
    "encoding", ["cp1252", "cp437", "cp850", "mac_roman", "utf-8", "utf-8-sig", "utf-16", "utf-32"]
)
def test_a_western_text_is_read_in_its_own_encoding(encoding: str) -> None:
    for text in EXAMPLES.texts("Western texts"):
        for whole in (text, text * 100):
            shown = whole.replace("§", "\x15").replace("¶", "\x14") if encoding in DOS else whole
            try:
                data = shown.encode(encoding)
            except UnicodeEncodeError:
                continue  # the encoding lacks a character of the text
            assert decode(data) == whole, text


def test_a_statute_full_of_section_signs_of_dos_is_a_text() -> None:
    text = "".join(
        f"\x15 2C:{n}-1. Offenses. See \x15\x15 {n}-2 and {n}-3, \x14 {n}.\n" for n in range(1, 200)
    )
    shown = text.replace("\x15", "§").replace("\x14", "¶")
    assert decode(text.encode("ascii")) == shown
    assert decode(text.replace("Offenses", "Muñoz").encode("cp437")) == shown.replace("Offenses", "Muñoz")


def test_control_characters_of_windows_in_a_text_in_utf8_are_what_windows_shows() -> None:
    assert decode("The court\x92s \x93plain error\x94 rule".encode()) == "The court’s “plain error” rule"


def test_a_few_bytes_of_windows_in_a_text_in_utf8_spoil_no_other_character() -> None:
    text = "El señor Muñoz declaró ante el juez García que no había visto el café.\n".encode() * 20
    assert decode(text + "Peña’s".encode("cp1252")) == text.decode() + "Peña’s"


def test_bytes_that_are_no_text_stay_none() -> None:
    rng = random.Random(3)
    pairs = [rng.randrange(-9000, 9000).to_bytes(2, "little", signed=True) for _ in range(10_000)]
    for data in (
        bytes(rng.randrange(1, 256) for _ in range(20_000)),
        rng.randbytes(20_000),
        bytes(20_000),
        b"".join(rng.randrange(256).to_bytes(2, "little") for _ in range(10_000)),
        b"".join(pairs),
        b"MZ\x90\0\x03\0\0\0 some words of a program " * 100,
    ):
        assert decode(data) is None
