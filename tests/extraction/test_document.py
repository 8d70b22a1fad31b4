"""Tests of the whole extraction on real filings, on random text, and with mistakes in it."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Annotation, Reading
from briefbank.domain.pages import Box, PageSource, RawLine, RawPage, Role
from briefbank.extraction import document, sections
from briefbank.extraction.clean import clean
from briefbank.extraction.document import read
from briefbank.extraction.sections import structure_of
from briefbank.extraction.text import LIGATURES, MISSING
from tests.extraction.brief_factory import NEW_JERSEY, PROSE, middle, stacked, stamp
from tests.extraction.page_factory import block, centred, flowing, page_of
from tests.extraction.pdfs import SHARED, extracted
from tests.support.annotation_mistakes import always_fails
from tests.support.complexity import grows_linearly
from tests.support.profile import sampled

FILINGS = SHARED / "pdf"
NEEDED = pytest.mark.skipif(not FILINGS.is_dir(), reason="the shared filings are not on this machine")


def as_documented(written: str, raw: str) -> bool:
    """Tell whether :mod:`briefbank.extraction.text` documents this replacement of a character.

    It documents a ligature's letters, a hyphen that the page draws and its text does not have, and letters
    for a missing glyph.
    """
    if not raw:
        return written == "-"
    return written == LIGATURES.get(raw) or (MISSING in raw and written.isalpha())


def assert_sound(reading: Reading) -> None:
    raws = {page.index: page.raw for page in reading.pages}
    for ordinal, passage in enumerate(reading.passages):
        assert passage.ordinal == ordinal and passage.text.strip()
        assert len(passage.text.split()) <= 400
        at = 0
        for span in passage.spans:
            assert span.at >= at and passage.text[at : span.at] in ("", " ", "\n")
            written, raw = passage.text[span.at : span.at + span.size], raws[span.page][span.start : span.end]
            assert written == raw or as_documented(written, raw), "a page's words are never changed"
            at = span.at + span.size
        assert at == len(passage.text)
        passage.text.encode()


@NEEDED
@pytest.mark.parametrize("path", sampled(sorted(FILINGS.glob("*.pdf")), 5), ids=lambda path: path.stem)
def test_real_filings_read_soundly(path: Path) -> None:
    pages = extracted(path)
    reading = read(pages, file_name=path.name, converted=False)
    assert_sound(reading)
    written = sum(len(page.raw.split()) for page in pages)
    kept = sum(len(passage.text.split()) for passage in reading.passages)
    assert kept >= 0.85 * written - 60 * len(pages), "most words of the pages are in passages"


@NEEDED
def test_pleading_paper_is_read_without_its_line_numbers() -> None:
    pages = extracted(FILINGS / "reply-brief-pleading-paper.pdf")
    reading = read(pages, file_name="reply.pdf", converted=False)
    body = [p for p in reading.passages if p.role is Role.BODY]
    assert any(path.startswith("A. Petitioners Met Coastal Act") for p in body for path in p.heading_path)
    assert not any("\n12\n" in p.text or "Petitioners’ Reply Brief" in p.text for p in body)
    assert [page.label for page in reading.pages][:4] == ["", "1", "2", "3"]


@NEEDED
def test_petition_has_its_parts() -> None:
    pages = extracted(FILINGS / "petition-tardy-v-corecivic.pdf")
    reading = read(pages, file_name="petition.pdf", converted=False)
    assert reading.caption.title == "Eddie Tardy v. Corrections Corporation of America"
    assert reading.caption.court == "Supreme Court of the United States"
    roles = {passage.role for passage in reading.passages}
    assert roles >= {Role.CAPTION, Role.QUESTIONS, Role.CONTENTS, Role.AUTHORITIES, Role.FACTS, Role.BODY}
    assert roles >= {Role.SIGNATURE, Role.APPENDIX}
    question = next(p for p in reading.passages if p.role is Role.QUESTIONS and "underlying case" in p.text)
    assert question.page_label == "i"


def page(raw: str) -> RawPage:
    text_lines = []
    start = 0
    for number, part in enumerate(raw.split("\n")):
        text_lines.append(
            RawLine(start, start + len(part), Box(72, 12.0 * number, 540, 12.0 * number + 10), 12.0, False)
        )
        start += len(part) + 1
    return RawPage(0, raw, tuple(text_lines), 612, 792)


@pytest.mark.parametrize(
    "raw",
    [
        "x" * 1_000_000,
        "a. " * 300_000,
        "\x02" * 300_000,
        "Point I\n" * 20_000,
        ". . . . " * 40_000,
        "v.\n" * 20_000,
        "\ufffd" * 200_000,
    ],
    ids=lambda raw: repr(raw[:6]),
)
@pytest.mark.timeout(60)  # seconds in linear time, minutes where it grows with the square
def test_hostile_text_is_read_in_linear_time(raw: str) -> None:
    assert_sound(read([page(raw)], file_name="x.pdf", converted=False))


def test_no_pages_empty_pages_and_gaps() -> None:
    assert read([], file_name="x.pdf", converted=False).passages == ()
    gap = RawPage(1, "", (), 612, 792, PageSource.GAP, gap_reason="Nothing could be read.")
    reading = read([page(""), gap], file_name="x.pdf", converted=False)
    assert reading.passages == () and reading.pages[1].gap_reason == "Nothing could be read."


STOPPED = (
    "The officer stopped the car because one of its lights was out, and he asked the driver to step out."
)
FRENCH = (
    "Le tribunal a jugé que la perquisition était illégale, car l’agent n’avait aucune raison de croire qu’un"
    " crime avait été commis par quiconque se trouvait dans la voiture cette nuit-là."
)
RUSSIAN = (
    "Суд признал обыск незаконным, поскольку у сотрудника полиции не было оснований для остановки машины."
)


def words_of(reading: Reading) -> str:
    return " ".join(" ".join(passage.text.split()) for passage in reading.passages)


@pytest.mark.nightly
def test_an_appendix_of_nine_hundred_pages_is_read_in_linear_time_and_stays_apart() -> None:
    def build(count: int) -> list[RawPage]:
        labels = [*(str(n + 1) for n in range(5)), *(f"Da{n + 1}" for n in range(count))]
        return [
            page_of([*flowing(f"{STOPPED} {n}. " * 5, 80), centred(label, 750)], n)
            for n, label in enumerate(labels)
        ]

    def read_pages(pages: list[RawPage]) -> Reading:
        return read(pages, file_name="x.pdf", converted=False)

    assert grows_linearly(read_pages, build, 400)
    reading = read_pages(build(900))
    assert_sound(reading)
    assert {p.role for p in reading.passages if p.first_page >= 5} == {Role.APPENDIX}
    assert {p.role for p in reading.passages if p.last_page < 5} == {Role.BODY}


@pytest.mark.parametrize("text", [FRENCH, RUSSIAN], ids=["French", "Russian"])
def test_another_language_gives_passages(text: str) -> None:
    reading = read([page_of(flowing(f"{text} " * 8, 80))], file_name="x.pdf", converted=False)
    assert_sound(reading)
    assert words_of(reading).split() == text.split() * 8
    assert {p.role for p in reading.passages} == {Role.BODY}


BITS = st.sampled_from(
    [
        *str.split(
            "POINT I|ARGUMENT|I. |(a) |State v. Doe, 1 N.J. 2 (1950).|1|27|iv|........ 4|"
            "The court erred when it ruled. |TABLE OF CONTENTS|Respectfully submitted,|"
            "DOCKET NO. A-1-20|v.|  |Dated: May 1, 2020|2C:44-1. Criteria for Sentence|APPENDIX A|"
            "APPENDIX TABLE OF CONTENTS|n2 See the statute.|night.1|1 This is a note that|"
            "[*15] B. The Search|won-",
            "|",
        ),
        *("\x02", "\ufb01", "\x00", "\xe9\u6f22\u5b57 ", "\ud800", "der of\xad"),
    ]
)


@given(
    st.lists(
        st.lists(st.tuples(BITS, st.floats(0, 600), st.floats(0, 800), st.booleans()), max_size=12),
        max_size=4,
    )
)
def test_any_lines_anywhere_give_sound_passages(pages: list[list[tuple[str, float, float, bool]]]) -> None:
    raw_pages = []
    for index, lines in enumerate(pages):
        raw, result = "", []
        for text, x, y, heavy in lines:
            result.append(RawLine(len(raw), len(raw) + len(text), Box(x, y, x + 50, y + 10), 12.0, heavy))
            raw += text + "\r\n"
        raw_pages.append(RawPage(index, raw, tuple(result), 612, 792))
    assert_sound(read(raw_pages, file_name="x.pdf", converted=False))
    cleaned = clean(raw_pages)
    own = sorted(id(line) for page in cleaned for line in page.lines)
    found_in = [
        id(line)
        for section in structure_of(cleaned).sections
        for block in [*section.heads, *section.blocks, *section.notes]
        for line in block.lines
    ]
    assert sorted(found_in) == own, "every line is in one section and in no other"


COVER = [
    *stamp("FILED, Clerk of the Appellate Division, March 05, 2021, A-001234-19"),
    *middle(*NEW_JERSEY, "DOCKET NO. A-1234-19", "STATE OF NEW JERSEY,", "Plaintiff-Respondent,", "v."),
    *middle("JOHN ZEBRA,", "Defendant-Appellant.", "BRIEF ON BEHALF OF DEFENDANT-APPELLANT", y=168),
    *middle("Sat Below: Hon. Jane A. Doe, J.S.C.", y=216),
    *block("JOSEPH E. KRAKORA", "Public Defender", "Office of the Public Defender", x=320, y=500),
    *block("31 Clinton Street", "Newark, New Jersey 07101", x=320, y=542),
]
BODY = stacked(
    centred("STATEMENT OF FACTS", 0),
    PROSE,
    centred("LEGAL ARGUMENT", 0),
    centred("POINT I", 0),
    centred("THE ZEBRA WAS STOPPED WITHOUT SUSPICION.", 0),
    PROSE,
    centred("POINT II", 0),
    centred("THE SENTENCE IS EXCESSIVE.", 0),
    PROSE,
)


def read_brief() -> Reading:
    pages = [page_of(COVER, 0), page_of(BODY, 1)]
    return document.read(pages, file_name="x.pdf", converted=False)


def words(reading: Reading) -> list[str]:
    return sorted(word for passage in reading.passages for word in passage.text.split())


def fields(reading: Reading) -> dict[CaptionField, str]:
    return {entry.field: entry.value for entry in reading.caption.entries}


def gaps(reading: Reading) -> dict[Annotation, int]:
    return {gap.annotation: gap.count for gap in reading.gaps}


WHOLE = read_brief()


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["court", "case_names", "parties", "read_caption", "kind_of", "memo_head"])
def test_a_document_without_a_readable_caption_keeps_all_its_words_and_headings(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, part, always_fails)
    reading = read_brief()
    assert gaps(reading) == {Annotation.CAPTION: 1} and reading.passages == WHOLE.passages
    assert reading.caption.entries, "its kind at least"


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["provisions", "style_of", "contents_of"])
def test_a_document_that_cannot_be_divided_keeps_every_word_and_its_caption(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sections, part, always_fails)
    result = read_brief()
    assert words(result) == words(WHOLE) and gaps(result) == {Annotation.HEADINGS: 1}
    assert fields(result).items() >= {(CaptionField.DOCKET, fields(WHOLE)[CaptionField.DOCKET])}


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("calls", [0, 1, 3])
def test_a_division_that_fails_on_the_way_leaves_every_word_once(
    calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, numbers = sections.signs, count()

    def fails_later(block: Any, following: Any) -> bool:
        if next(numbers) == calls:
            raise KeyError("zebra")
        return real(block, following)

    monkeypatch.setattr(sections, "signs", fails_later)
    result = read_brief()
    assert words(result) == words(WHOLE) and gaps(result) == {Annotation.HEADINGS: 1}
