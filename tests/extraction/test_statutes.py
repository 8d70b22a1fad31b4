"""Tests of statutes, rules and regulations: each provision has its path, and nothing is lost."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.pages import Passage, Role
from briefbank.extraction import document
from briefbank.extraction.clean import clean
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.layout import lay_out
from briefbank.extraction.statutes import provisions
from tests.extraction.brief_factory import PROSE, paths, read_typed, typed
from tests.extraction.pdfs import extract

STATUTES = Path(__file__).parents[3] / "shared" / "data" / "eval" / "wills-tn" / "corpus.jsonl"
WORDY = "and the court shall weigh the nature of the offense and the role of the actor in it " * 4
CRITERIA = "2C:44-1. Criteria for Imposing Sentence"
CHAPTER = f"""NEW JERSEY STATUTES ANNOTATED

TITLE 2C. CODE OF CRIMINAL JUSTICE

CHAPTER 44. AUTHORITY OF COURT IN SENTENCING

{CRITERIA}

a. In determining the sentence the court shall consider the following circumstances:

(1) The nature of the offense {WORDY};

(2) The gravity of the harm {WORDY};

(3) The risk of another offense {WORDY};

(4) The trust that was broken {WORDY}.

b. The court may also consider these circumstances:

(1) The conduct did not cause harm.

2C:44-2. Criteria for Imposing Fines

a. The court may sentence a defendant to pay a fine."""


def heading_path_of(passages: tuple[Passage, ...], words: str) -> tuple[str, ...]:
    """The heading path of the passage with these words."""
    return next(p.heading_path for p in passages if words in p.text)


def test_a_section_stands_under_its_ancestry() -> None:
    reading = read_typed(CHAPTER)
    above = ("N.J.S.A.", "TITLE 2C. CODE OF CRIMINAL JUSTICE", "CHAPTER 44. AUTHORITY OF COURT IN SENTENCING")
    assert heading_path_of(reading, "The risk of another offense") == (*above, CRITERIA)
    assert heading_path_of(reading, "did not cause harm") == (*above, CRITERIA)
    assert heading_path_of(reading, "to pay a fine") == (*above, "2C:44-2. Criteria for Imposing Fines")
    assert {p.role for p in reading} == {Role.BODY}


@pytest.mark.parametrize(
    ("head", "path"),
    [
        ("N.J.S.A. 2C:35-7. Drugs near Schools", ("N.J.S.A.", "Title 2C")),
        ("18 U.S.C. § 924. Penalties", ("U.S.C.", "Title 18")),
        ("N.J.R.E. 404. Character Evidence", ("N.J.R.E.",)),
        ("3:5-7. Motion to Suppress Evidence", ()),
        ("Rule 404. Character Evidence", ()),
    ],
)
def test_a_title_is_added_only_where_the_code_is_named(head: str, path: tuple[str, ...]) -> None:
    assert paths(read_typed(f"{head}\n\n{PROSE}")) == [(*path, head)]


def test_rules_are_placed_under_the_rule_with_which_their_number_begins() -> None:
    reading = read_typed(f"RULE 3:5. SEARCH WARRANTS\n\n3:5-7. Motion to Suppress\n\n(a) Notice. {PROSE}")
    assert paths(reading) == [("RULE 3:5. SEARCH WARRANTS", "3:5-7. Motion to Suppress")]


@pytest.mark.parametrize(
    "text",
    [
        f"No. 23-129\n\nSUPREME COURT\n\nEDDIE TARDY,\n\nv.\n\nCORECIVIC\n\n{PROSE}",
        f"STATE v. DOE\n\nN.J.S.A. 2C:44-1. Criteria\n\n{PROSE}",
        f"{PROSE}\n\n2C:44-1. Criteria for Sentence\n\n{PROSE}",
        "TABLE OF AUTHORITIES\n\nN.J.S.A. 2C:44-1 ............ 5\n\nN.J.S.A. 2C:43-6 ............ 7",
        f"1. The first thing.\n\n{PROSE}",
    ],
    ids=["caption", "case", "cited later", "authorities", "list"],
)
def test_a_text_that_only_names_a_provision_is_no_code(text: str) -> None:
    assert provisions(lay_out(clean(typed(text)))) == []


PIECE = st.sampled_from(
    [
        "TITLE 2C. CODE OF CRIMINAL JUSTICE",
        "CHAPTER 44. SENTENCES",
        "2C:44-1. Criteria for Sentence",
        "2C:44-1.1. More of Them",
        "a. The court shall weigh the following:",
        f"(1) The nature of the offense {WORDY}",
        "(i) The harm.",
        "(A) The role.",
        "(aa) The rest.",
        "v. The end.",
        f"The court {WORDY}.",
    ]
)


@given(st.lists(PIECE, max_size=25))
def test_every_line_of_a_code_is_in_one_provision_in_order(pieces: list[str]) -> None:
    layouts = lay_out(clean(typed("\n\n".join(["2C:1-1. Name", PROSE, *pieces]))))
    lines = [id(line) for layout in layouts for block in layout.blocks for line in block.lines]
    results = provisions(layouts)
    placed = [
        id(line) for blocks in results for block in [*blocks.heads, *blocks.blocks] for line in block.lines
    ]
    waiting = len(lines) - len(placed)
    assert placed == lines[: len(placed)] and waiting == 0


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("18 U.S.C. § 924. Penalties", Kind.STATUTE),
        ("§ 40-35-113. Mitigating factors", Kind.STATUTE),
        ("Rule 404. Character Evidence", Kind.RULE),
        ("N.J.R.E. 404. Character Evidence", Kind.RULE),
    ],
)
def test_a_provision_alone_is_known_as_a_statute_or_a_rule(head: str, kind: Kind) -> None:
    text = f"{head}\n\n(a) No one may enter upon the administration of an estate.\n\n(b) This is a rule."
    assert document.read(typed(text), file_name="x.pdf", converted=False).kind is kind


def test_a_section_at_the_top_of_a_page_is_no_running_head_because_others_are_called_so_too() -> None:
    filler = "\n\n".join([PROSE] * 13)
    text = "\n\n".join(f"30-{n}-101. Short title.\n\n{filler}" for n in range(1, 30))
    named = {path[-1].split(" ")[0] for path in paths(read_typed(f"TENNESSEE CODE ANNOTATED\n\n{text}"))}
    assert named == {f"30-{n}-101." for n in range(1, 30)}


def test_sections_repealed_together_are_placed_under_their_numbers() -> None:
    reading = read_typed(f"30-1-101. Letters.\n\n{PROSE}\n\n31-6-117, 31-6-118. [Repealed.]\n\n{PROSE}")
    assert paths(reading)[-1][-1].startswith("31-6-117, 31-6-118.")


@pytest.mark.skipif(not STATUTES.is_file(), reason="the shared statutes are not on this machine")
@pytest.mark.parametrize("suffix", ["txt", "html"])
def test_a_real_code_gives_all_its_sections_as_text_and_as_a_web_page(tmp_path: Path, suffix: str) -> None:
    rows = [json.loads(line) for line in STATUTES.read_text().splitlines()[:150]]
    source = tmp_path / f"code.{suffix}"
    if suffix == "txt":
        body = "\n\n".join(f"{row['title']}\n\n{row['text']}" for row in rows)
        source.write_text(f"TENNESSEE CODE ANNOTATED\n\n{body}")
    else:
        body = "".join(f"<h3>{escape(row['title'])}</h3><p>{escape(row['text'])}</p>" for row in rows)
        source.write_text(f"<!DOCTYPE html><html><body><h1>TENNESSEE CODE ANNOTATED</h1>{body}</body></html>")
    to_pdf(source, tmp_path / "copy.pdf")
    reading = document.read(extract(tmp_path / "copy.pdf"), file_name=source.name, converted=True)
    named = {path[-1].split(" ")[0].rstrip(".,") for path in paths(reading.passages) if path[1:]}
    assert reading.kind is Kind.STATUTE and {row["_id"] for row in rows} <= named
