"""Tests of cleaning: running heads go, divided words are joined, and offsets lead back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Box, RawLine, RawPage
from briefbank.extraction.clean import clean
from briefbank.extraction.text import Text, Vocabulary, join_lines, lines_of
from tests.extraction.page_factory import HEIGHT, PlacedLine, centred, flowing, page_of

PROSE = (
    "The trial court admitted the statement over objection and the jury heard it twice before it deliberated."
)


def joined_text(pages: list[RawPage]) -> str:
    cleaned = clean(pages)
    words = Vocabulary(line for page in cleaned for line in page.lines)
    return "\n".join(join_lines(page.lines, words).text for page in cleaned)


def one_page(*lines: str) -> RawPage:
    return page_of([PlacedLine(line, y=100 + 24 * n) for n, line in enumerate(lines)])


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("the under-", "lying case"), "the underlying case"),
        (("a well-", "known rule, well-known to all"), "a well-known rule, well-known to all"),
        (("N.J.S.A. 2C:44-", "1(a)"), "N.J.S.A. 2C:44-1(a)"),
        (("the under\xad", "lying case"), "the underlying case"),
        (("public access—", "not secrecy"), "public access—not secrecy"),
        (("evidence was", "admitted"), "evidence was admitted"),
        (
            ("coastal- ", "dependent coastal dependent coastal dependent"),
            "coastal-dependent coastal dependent coastal dependent",
        ),
        (("how-", "ever it may be"), "however it may be"),
    ],
)
def test_words_broken_at_line_ends(lines: tuple[str, ...], text: str) -> None:
    assert joined_text([one_page(*lines)]) == text


@pytest.mark.parametrize("mark", ["\x02", "\ufffe"])
def test_pdfiums_hyphen_marks_join_or_become_a_hyphen(mark: str) -> None:
    page = one_page(f"inter{mark}venor of the coastal{mark}dependent sort", "coastal-dependent uses")
    assert joined_text([page]) == "intervenor of the coastal-dependent sort coastal-dependent uses"


def test_ligatures_are_written_out_and_control_characters_dropped() -> None:
    assert (
        joined_text([one_page("the \ufb01rst a\ufb03davit\x00 \t of\x1f  the\u200b o\ufb03cer")])
        == "the first affidavit of the officer"
    )


def test_missing_glyphs_are_mended_only_where_one_ligature_fits() -> None:
    page = one_page("the O\ufffdce of the plainti\ufffds and a zz\ufffdx", "difficult")
    assert joined_text([page]) == "the Office of the plaintiffs and a zz\ufffdx difficult"


PAGES = ("one page", "the second", "what follows", "the very last")


def numbered(index: int, *, glued: bool = False) -> RawPage:
    puts = []
    for n in range(1, 29):
        y = 60 + 24 * n
        words = f"line {n} of {PAGES[index]} says something about the evidence"
        if glued:
            puts.append(PlacedLine(f"{n} {words}", 80, y))
        else:
            puts += [PlacedLine(str(n), 84, y, right=94), PlacedLine(words, 108, y)]
    return page_of([*puts, centred(str(index + 1), 760)], index)


@pytest.mark.parametrize("glued", [False, True])
def test_pleading_line_numbers_go_and_page_labels_stay(glued: bool) -> None:
    cleaned = clean([numbered(n, glued=glued) for n in range(4)])
    assert [page.label for page in cleaned] == ["1", "2", "3", "4"]
    assert [line.text for line in cleaned[2].lines] == [
        f"line {n} of {PAGES[2]} says something about the evidence" for n in range(1, 29)
    ]


def test_misread_line_numbers_of_a_scan_go_with_their_column() -> None:
    page = numbered(0)
    raw = page.raw.replace("12\r\n", "l2\r\n").replace("16\r\n", "t6\r\n").replace("\r\n3\r\n", "\r\nJ\r\n")
    cleaned = clean([RawPage(0, raw, page.lines, page.width, page.height)])
    assert not [line.text for line in cleaned[0].lines if len(line.text) < 5 and line.text != "1"]


LIST = (3, 1, 7, 2, 9, 4, 4, 6, 8)


def test_a_numbered_list_is_not_taken_for_line_numbers() -> None:
    puts = [
        PlacedLine(f"{n} exhibits were admitted on day {n} of the trial", 72, 100 + 24 * row)
        for row, n in enumerate(LIST)
    ]
    assert len([line for line in clean([page_of(puts)])[0].lines if line.text[0].isdigit()]) == 9


def test_running_heads_and_feet_go_even_with_changing_numbers() -> None:
    pages = [
        page_of(
            [
                PlacedLine("Petitioners’ Reply Brief", 200, 20),
                *flowing(f"{'So ' * (n + 1)}{PROSE} This is what page {n} adds to it.", 80),
                PlacedLine(f"State v. Doe, A-1234-19 Page {n + 1}", 200, 760),
            ],
            n,
        )
        for n in range(5)
    ]
    cleaned = clean(pages)
    for n, page in enumerate(cleaned):
        text = " ".join(line.text for line in page.lines)
        assert "Reply Brief" not in text and "State v. Doe" not in text
        assert f"page {n} adds" in text
        assert page.label == str(n + 1)


@pytest.mark.parametrize("word", ["Exhibit"])
def test_pages_that_say_one_numbered_line_each_keep_it(word: str) -> None:
    pages = [page_of([PlacedLine(f"{word} {n}", y=60)], n) for n in range(12)]
    assert [line.text for page in clean(pages) for line in page.lines] == [f"{word} {n}" for n in range(12)]


def test_a_line_that_comes_back_in_the_middle_of_pages_stays() -> None:
    pages = [
        page_of(
            [
                *flowing("So " * (n + 1) + PROSE, 80),
                PlacedLine("He was not warned.", y=400),
                *flowing("No " * n + PROSE, 500),
            ],
            n,
        )
        for n in range(5)
    ]
    assert all(any(line.text == "He was not warned." for line in page.lines) for page in clean(pages))


@pytest.mark.parametrize(
    "stamp",
    [
        "Case 2:15-md-02641-DGC Document 1 Filed 01/02/20 Page 3 of 10",
        "FILED, Clerk of the Appellate Division, March 05, 2021, A-001234-19",
    ],
)
def test_filing_stamps_are_set_apart(stamp: str) -> None:
    page = clean([page_of([PlacedLine(stamp, 100, 14), *flowing(PROSE, 80)])])[0]
    assert [line.text for line in page.stamps] == [stamp]
    assert all("Filed" not in line.text for line in page.lines)


def test_a_sentence_about_a_filing_is_no_stamp() -> None:
    page = clean([page_of(flowing("Case law filed in the record on May 1, 2020 shows this. " + PROSE, 300))])[
        0
    ]
    assert not page.stamps


def assert_exact(text: Text, raws: dict[int, str]) -> None:
    at = 0
    for span in text.spans:
        assert span.at >= at and span.size > 0
        assert text.text[at : span.at] in ("", " ", "\n")
        if span.size == span.end - span.start:
            assert text.text[span.at : span.at + span.size] == raws[span.page][span.start : span.end]
        at = span.at + span.size
    assert at == len(text.text)


NASTY = st.text(
    alphabet=st.sampled_from("ab-\x02\ufffe\xad \t\x00\ufb01\ufb03\ufffd.—Z9\u200b\ud800\r\n"), max_size=60
)


@given(st.lists(NASTY, max_size=8))
def test_every_character_of_joined_lines_can_be_found_on_its_page(parts: list[str]) -> None:
    raw, lines = "", []
    for number, part in enumerate(parts):
        lines.append(
            RawLine(len(raw), len(raw) + len(part), Box(72, 20 * number, 500, 20 * number + 10), 12.0, False)
        )
        raw += part + "\n"
    page = RawPage(0, raw, tuple(lines), 612, HEIGHT)
    result = lines_of(page, frozenset({"aff"}))
    text = join_lines(result, Vocabulary(result))
    assert_exact(text, {0: raw})
    assert not set(text.text) & set("\x02\ufffe\xad\x00\ud800\u200b\t\n\ufb01")
