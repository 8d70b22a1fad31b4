"""Tests of saved web pages: visible text in order, and bounds for hostile ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import BriefBankError, FileRefused, TooLarge
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.formats.html import MAX_DEPTH, Html
from briefbank.extraction.sniff import file_type
from tests.extraction.pdfs import extract


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


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("<!DOCTYPE html><p>x", ".html"),
        ("\ufeff \n<HTML lang=en><body>x", ".html"),
        ("<!-- saved --> <!-- twice -->\n<body>x", ".html"),
        ("<?xml version='1.0'?><!DOCTYPE html><html>x", ".html"),
        ("a < b, and <p> is a tag", ".txt"),
        ("<pointless> text", ".txt"),
    ],
)
def test_a_page_is_known_by_its_first_tag(tmp_path: Path, content: str, kind: str) -> None:
    assert file_type(page(tmp_path, content)) == kind
