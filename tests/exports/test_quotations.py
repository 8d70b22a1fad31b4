"""Quotations with citations: the Bluebook's marks, nothing else changed, and HTML that cannot be broken out
of.
"""

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.exports.quotations import (
    CitedQuotation,
    doubted,
    in_marks,
    least_certain,
    of_hit,
    quotation,
    running,
    to_html,
    to_text,
)
from tests.search.fakes import document

CITATION = "Brief at 12, State v. Doe, No. A-1"
DOE = document(1, title="State v. Doe")
LONG = "word " * 49 + "end"
MARKS = "\"'“”‘’"
BARE = str.maketrans("", "", MARKS)


class ParsedHtml(HTMLParser):
    """The text that an HTML document shows, and its elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags, self.italic, self._in_italic = "", list[str](), "", False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._in_italic = tag == "i" or self._in_italic

    def handle_endtag(self, tag: str) -> None:
        self._in_italic = self._in_italic and tag != "i"

    def handle_data(self, data: str) -> None:
        self.text += data
        self.italic += data if self._in_italic else ""


def test_fewer_than_fifty_words_stand_in_quotation_marks() -> None:
    quoted = quotation(" ".join(LONG.split()[1:]), CITATION, DOE)
    assert len(quoted.text.split()) == 49
    assert to_text(quoted) == f"“{quoted.text}”\n\n{CITATION}"
    assert "blockquote" not in ParsedHtml(to_html(quoted)).tags


def test_fifty_words_are_a_block_without_marks() -> None:
    quoted = quotation(LONG, CITATION, DOE)
    assert to_text(quoted) == f"{LONG}\n\n{CITATION}"
    assert "blockquote" in ParsedHtml(to_html(quoted)).tags


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("He said “stop.”", "“He said ‘stop.’”"),
        ('He said "stop" and "go".', "“He said ‘stop’ and ‘go’.”"),
        ("“He said ‘stop.’”", "“‘He said “stop.”’”"),
        ("the defendant’s car", "“the defendant’s car”"),
        ("the defendants’ cars", "“the defendants’ cars”"),
        ("the defendant's car", "“the defendant's car”"),
    ],
)
def test_marks_inside_a_short_quotation_are_changed_and_apostrophes_are_not(text: str, quoted: str) -> None:
    assert in_marks(text) == quoted


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=200))
def test_nothing_but_quotation_marks_is_ever_changed(text: str) -> None:
    quoted = quotation(text, CITATION, DOE)
    assert quoted.marked.translate(BARE) == quoted.text.translate(BARE)
    shown = to_text(quoted).removesuffix(f"\n\n{CITATION}")
    assert shown.translate(BARE) == quoted.text.translate(BARE)


@given(st.text(max_size=120), st.text(max_size=60), st.text(max_size=60))
def test_html_shows_just_the_words_and_no_markup_of_theirs(text: str, title: str, note: str) -> None:
    quoted = CitedQuotation(text, f"Brief at 1, {title}", title, (note,))
    read = ParsedHtml(to_html(quoted))
    assert set(read.tags) <= {"p", "i", "small", "br", "blockquote"}
    assert "<script" not in to_html(replace(quoted, text="<script>alert(1)</script>"))
    assert (
        "".join(note.split()) in "".join(read.text.replace("\r", "").split()) or "\r" in note or "\0" in note
    )


def test_the_name_of_the_case_alone_is_in_italics() -> None:
    assert ParsedHtml(to_html(quotation("text", CITATION, DOE))).italic == "State v. Doe"
    assert ParsedHtml(to_html(quotation("text", "Rule 404 at 1", document(1, title="Rule 404")))).italic == ""


def test_alerts_uncertain_recognition_and_the_sample_are_noted_in_both_forms() -> None:
    sample = replace(DOE, sample=True)
    quoted = quotation("text", CITATION, sample, ("Overruled in 2020.",), 0.617)
    notes = ["Note: Overruled in 2020.", f"Note: {doubted(0.617)}"]
    assert to_text(quoted).split("\n")[2:] == [f"{CITATION} [Sample: made up]", *notes]
    shown = ParsedHtml(to_html(quoted)).text
    assert all(note in shown for note in (*notes, "[Sample: made up]"))
    assert "(62 %)" in notes[1]


def test_only_pages_below_the_limit_count_as_doubtful() -> None:
    assert least_certain([None, 0.9, 0.75]) is None
    assert least_certain([0.7, None, 0.5]) == 0.5


def test_characters_that_no_file_may_hold_are_left_out() -> None:
    assert quotation("a\x00b\x0bc\ud800d", CITATION, DOE).text == "abcd"


def test_lines_of_a_page_become_running_text() -> None:
    assert running(["The de-\r\nfendant was self-\nincriminated", "by Mr. Doe-\nRoe."]) == (
        "The defendant was self-incriminated by Mr. Doe- Roe."
    )


def test_a_result_is_quoted_with_what_it_brings() -> None:
    from tests.exports.factory import hit

    quoted = of_hit(hit(1, "Some words.", alerts=("Overruled.",), doubt=0.5))
    assert quoted.text == "Some words."
    assert quoted.notes == ("Overruled.", doubted(0.5))


def test_case_names_inside_the_words_are_in_italics_in_rich_text_and_plain_text_has_none() -> None:
    quoted = quotation(
        "See State v. Carty, 170 N.J. 632 (2002); “Terry v. Ohio” & Carty, 170 N.J. at 640.",
        "Brief at 12, State v. Roe",
        document(1, title="State v. Roe"),
    )
    html = to_html(quoted)
    assert (
        "“See <i>State v. Carty</i>, 170 N.J. 632 (2002); ‘<i>Terry v. Ohio</i>’ &amp; <i>Carty</i>," in html
    )
    assert html.count("<i>") == 4 and "<i>State v. Roe</i>" in html
    assert "<i>" not in to_text(quoted)


def test_case_names_of_a_block_are_in_italics_too() -> None:
    quoted = quotation(f"{'word ' * 60}In re Gault, 387 U.S. 1.", "Brief at 12", document(1, title="A memo"))
    assert quoted.is_block and "word <i>In re Gault</i>, 387" in to_html(quoted)
