"""The whole of reading: real filings where they are at hand, and text that no lawyer wrote."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.models import Box, PageSource, RawLine, RawPage, Reading, Role
from briefbank.reading.document import read
from briefbank.reading.pdf import extract
from tests.reading.made_pages import centred, flowing, page_of

FILINGS = Path(__file__).parents[3] / "shared" / "data" / "pdf"
NEEDED = pytest.mark.skipif(not FILINGS.is_dir(), reason="the shared filings are not on this machine")


def assert_sound(reading: Reading) -> None:
    raws = {page.index: page.raw for page in reading.pages}
    for ordinal, passage in enumerate(reading.passages):
        assert passage.ordinal == ordinal and passage.text.strip()
        assert len(passage.text.split()) <= 400
        at = 0
        for span in passage.spans:
            assert span.at >= at and passage.text[at : span.at] in ("", " ", "\n")
            if span.size == span.end - span.start:
                assert passage.text[span.at : span.at + span.size] == raws[span.page][span.start : span.end]
            at = span.at + span.size
        assert at == len(passage.text)
        passage.text.encode()


@NEEDED
@pytest.mark.parametrize("path", sorted(FILINGS.glob("*.pdf")), ids=lambda path: path.stem)
def test_real_filings_read_soundly(path: Path) -> None:
    pages = extract(path)
    reading = read(pages, file_name=path.name, converted=False)
    assert_sound(reading)
    written = sum(len(page.raw.split()) for page in pages)
    kept = sum(len(passage.text.split()) for passage in reading.passages)
    assert kept >= 0.85 * written - 60 * len(pages), "most words of the pages are in passages"


@NEEDED
def test_pleading_paper_is_read_without_its_line_numbers() -> None:
    reading = read(
        extract(FILINGS / "reply-brief-pleading-paper.pdf"), file_name="reply.pdf", converted=False
    )
    body = [p for p in reading.passages if p.role is Role.BODY]
    assert any(path.startswith("A. Petitioners Met Coastal Act") for p in body for path in p.heading_path)
    assert not any("\n12\n" in p.text or "Petitioners’ Reply Brief" in p.text for p in body)
    assert [page.label for page in reading.pages][:4] == ["", "1", "2", "3"]


@NEEDED
def test_petition_has_its_parts() -> None:
    reading = read(
        extract(FILINGS / "petition-tardy-v-corecivic.pdf"), file_name="petition.pdf", converted=False
    )
    assert reading.caption.title == "Eddie Tardy v. Corrections Corporation of America"
    assert reading.caption.court == "Supreme Court of the United States"
    assert {
        Role.CAPTION,
        Role.QUESTIONS,
        Role.CONTENTS,
        Role.AUTHORITIES,
        Role.FACTS,
        Role.BODY,
        Role.SERVICE,
    } <= {p.role for p in reading.passages}
    question = next(p for p in reading.passages if p.role is Role.QUESTIONS and "underlying case" in p.text)
    assert question.page_label == "i"


def page(raw: str, *, lines: bool = True) -> RawPage:
    made = []
    start = 0
    for number, part in enumerate(raw.split("\n")):
        made.append(
            RawLine(start, start + len(part), Box(72, 12.0 * number, 540, 12.0 * number + 10), 12.0, False)
        )
        start += len(part) + 1
    return RawPage(0, raw, tuple(made) if lines else (), 612, 792)


@pytest.mark.parametrize(
    "raw",
    [
        "x" * 1_000_000,
        "word " * 200_000,
        "a. " * 300_000,
        "1\n2\n3\n" * 20_000,
        "\x02" * 300_000,
        "Point I\n" * 30_000,
        "(((((" * 100_000,
        "- \n" * 100_000,
        ". . . . " * 60_000,
        "v.\n" * 30_000,
        " " * 500_000,
        "\ufffd" * 200_000,
    ],
    ids=lambda raw: repr(raw[:6]),
)
@pytest.mark.parametrize("lines", [True, False])
def test_hostile_text_is_read_in_linear_time(raw: str, lines: bool) -> None:
    before = time.perf_counter()
    assert_sound(read([page(raw, lines=lines)], file_name="x.pdf", converted=False))
    assert time.perf_counter() - before < 30


def test_no_pages_empty_pages_and_gaps() -> None:
    assert read([], file_name="x.pdf", converted=False).passages == ()
    gap = RawPage(1, "", (), 612, 792, PageSource.GAP, gap_reason="Nothing could be read.")
    reading = read([page(""), gap], file_name="x.pdf", converted=False)
    assert reading.passages == () and reading.pages[1].gap_reason == "Nothing could be read."


def test_converted_documents_have_no_page_labels() -> None:
    pages = [page_of([*flowing("Some words " * (30 + n), 80), centred(str(n + 1), 750)], n) for n in range(3)]
    assert [p.label for p in read(pages, file_name="x.txt", converted=True).pages] == ["", "", ""]
    assert [p.label for p in read(pages, file_name="x.pdf", converted=False).pages] == ["1", "2", "3"]


def test_reading_is_deterministic() -> None:
    pages = [
        page_of([*flowing("Some words of the case. " * 30, 80), centred(str(n + 1), 750)], n)
        for n in range(3)
    ]
    assert read(pages, file_name="x.pdf", converted=False) == read(pages, file_name="x.pdf", converted=False)


BITS = st.sampled_from(
    [
        "POINT I",
        "ARGUMENT",
        "I. ",
        "(a) ",
        "State v. Doe, 1 N.J. 2 (1950).",
        "1",
        "27",
        "iv",
        "\x02",
        "\ufb01",
        "\x00",
        "é漢字 ",
        "........ 4",
        "The court erred when it ruled. ",
        "TABLE OF CONTENTS",
        "Respectfully submitted,",
        "DOCKET NO. A-1-20",
        "v.",
        "  ",
        "\ud800",
        "Dated: May 1, 2020",
    ]
)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(BITS, st.floats(0, 600), st.floats(0, 800), st.booleans()), max_size=12),
        max_size=4,
    )
)
def test_any_lines_anywhere_give_sound_passages(pages: list[list[tuple[str, float, float, bool]]]) -> None:
    made = []
    for index, lines in enumerate(pages):
        raw, found = "", []
        for text, x, y, heavy in lines:
            found.append(RawLine(len(raw), len(raw) + len(text), Box(x, y, x + 50, y + 10), 12.0, heavy))
            raw += text + "\r\n"
        made.append(RawPage(index, raw, tuple(found), 612, 792))
    assert_sound(read(made, file_name="x.pdf", converted=False))
