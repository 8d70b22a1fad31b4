"""Tests of finding the judge below, or the bench, and nobody else."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders.judge import names_in
from briefbank.extraction.caption_names import CaseWords
from briefbank.extraction.document import read
from tests.extraction.page_factory import PlacedLine, block, centred, flowing, page_of

PROSE = (
    "The trial court admitted the statement of Doe, Roe and Smith over objection and the jury heard it twice."
    " Judge Harold Wrong denied the motion, and the Honorable Ida Mistaken, J.S.C., had denied another one."
)
NJ = ("SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION", "DOCKET NO. A-1234-20")
PARTIES = [
    *("STATE OF NEW JERSEY,", "", "     Plaintiff-Respondent,", "", "        v.", ""),
    *("JOHN DOE,", "", "     Defendant-Appellant."),
]
NO_WORDS = CaseWords([])


def judge_of(*puts: list[PlacedLine], later: list[PlacedLine] | None = None) -> CaptionEntry | None:
    first = [put for part in puts for put in part]
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    pages = [page_of(first), *([page_of(later, 1)] if later else [])]
    pages.append(page_of(body, len(pages)))
    caption = read(pages, file_name="x.pdf", converted=False).caption
    entries = [entry for entry in caption.entries if entry.field is CaptionField.JUDGE]
    assert [entry.value for entry in entries] == ([caption.judge] if caption.judge else [])
    return entries[0] if entries else None


def named(*puts: list[PlacedLine], later: list[PlacedLine] | None = None) -> str:
    entry = judge_of(*puts, later=later)
    return entry.value if entry else ""


def middle(*lines: str, y: float = 72, pitch: float = 16) -> list[PlacedLine]:
    return [centred(line, y + pitch * n) for n, line in enumerate(lines) if line]


def new_jersey(*right: str) -> list[list[PlacedLine]]:
    return [
        middle(*NJ),
        block(*PARTIES),
        block("CRIMINAL ACTION", "", *right, x=330),
        middle("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", y=330),
        block("JOSEPH E. KRAKORA", "Public Defender", "Attorney for Defendant-Appellant", x=300, y=370),
    ]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["Sat Below:", "Hon. Jane A. Doe, J.S.C."], "Jane A. Doe"),
        (["Sat Below: The Honorable", "Michael J. McDonald, Jr., J.S.C."], "Michael J. McDonald, Jr."),
        (
            ["Sat Below:", "Hon. Jane Doe, J.S.C. (motion)", "Hon. Ann Roe, J.S.C. (trial)"],
            "Jane Doe; Ann Roe",
        ),
        (["Sat Below: Sabatino, P.J.A.D.,", "Sumners and Geiger, JJ.A.D."], "Sabatino; Sumners; Geiger"),
        (
            ["Sat Below: Hon. A. Doe, P.J.A.D.,", "Hon. B. Roe, J.A.D., and", "Hon. C. O'Neil, J.A.D."],
            "A. Doe; B. Roe; C. O'Neil",
        ),
        (["Sat Be1ow: Hon, Jane Doe, J. S. C."], "Jane Doe"),
        (["On Appeal from a Judgment of", "Conviction", "Honorable Jane Doe, JSC"], "Jane Doe"),
        (["Trial Judge: Jane Doe, Newark"], "Jane Doe"),
    ],
)
def test_the_judge_below_stands_on_a_new_jersey_cover(lines: list[str], names: str) -> None:
    entry = judge_of(*new_jersey(*lines))
    assert entry is not None and entry.value == names
    assert (entry.source, entry.page) == ("caption", 0) and entry.confidence >= 0.8


@pytest.mark.parametrize("bar", [":", ")", "|"])
def test_a_label_beside_a_column_of_bars_is_followed_by_the_lines_right_of_them(bar: str) -> None:
    rows = [
        *(f"STATE OF NEW JERSEY, {bar} CRIMINAL ACTION", f"   Plaintiff-Respondent, {bar} On Appeal from a"),
        *(f"      v. {bar} Judgment of Conviction", f"JOHN DOE, {bar} Sat Below:"),
        *(f"   Defendant-Appellant. {bar} Hon. Ann Example, J.S.C.", f"                {bar} and a jury."),
    ]
    assert named(middle(*NJ), block(*rows)) == "Ann Example"


FEDERAL = ("UNITED STATES COURT OF APPEALS", "FOR THE NINTH CIRCUIT", "No. 20-16276")
SIDES = ("ANGEL ROE,", "Plaintiff-Appellee,", "v.", "DAVID POE,", "Defendant-Appellant.")
FROM = ("On Appeal from the United States District Court", "for the Northern District of California")


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["No. 3:20-cv-02731", "Hon. Vince Example"], "Vince Example"),
        (["No. 10-CV-3561, Judge William H. Example"], "William H. Example"),
        (["Honorable", "Jane Doe,", "Judge Presiding."], "Jane Doe"),
        (["The Honorable Peter de la Cruz, Judge"], "Peter de la Cruz"),
        (["District Judge: Jane Doe", "Magistrate Judge: Richard Roe"], "Jane Doe; Richard Roe"),
    ],
)
def test_the_judge_below_stands_under_the_court_below(lines: list[str], names: str) -> None:
    cover = [*FEDERAL, "", *SIDES, "", *FROM, *lines, "", "BRIEF FOR APPELLANT"]
    assert named(middle(*cover)) == names


def test_the_bench_of_an_opinion_is_named_by_its_list() -> None:
    head = [*FEDERAL, "", *SIDES, "", *FROM, "", "Before GRUENDER, BENTON, and VAN DYKE, Circuit Judges."]
    assert named(middle(*head)) == "Gruender; Benton; Van Dyke"
    panel = "PRESENT: SMITH, P.J., CARNI, LINDLEY, AND WINSLOW, JJ."
    assert named(middle("SUPREME COURT OF NEW YORK", *SIDES, panel)) == "Smith; Carni; Lindley; Winslow"


def test_pleading_paper_names_its_judge_beside_the_hearing() -> None:
    court = middle("SUPERIOR COURT OF THE STATE OF CALIFORNIA", "COUNTY OF LOS ANGELES")
    right = ["Case No. 19STCP00001", "OPENING BRIEF", "Trial Date: March 11, 2021", "Dept: 82"]
    right += ["Judge: The Honorable Mary H. Example", "Action Filed: February 11, 2019"]
    assert named(court, block(*SIDES), block(*right, x=344)) == "Mary H. Example"


@pytest.mark.parametrize(
    "lines",
    [
        ["BRIEF OF AMICI CURIAE HON. JANE DOE (RET.)", "AND HON. RICHARD ROE (RET.)"],
        ["Hon. Jane Doe, Esq., Of Counsel"],
        ["Hon. Phil Example", "Governor of New Jersey"],
        ["HON. JANE DOE,", "Defendant-Appellant."],
        ["Dear Judge Example:"],
        ["Department of Justice: John Smith"],
        ["Judge: Dept. 82"],
        ["Sat Below: Hon. JANE D0E, J.S.C."],
        ["Present: John Doe, for the People"],
        ["Before the Court is a motion"],
        ["On Appeal from the Superior Court", "Richard J. Hughes Justice Complex"],
        ["Hon. Jane Doe, J.S.C., had denied an earlier motion"],
    ],
)
def test_others_with_a_title_and_misread_names_are_no_judges(lines: list[str]) -> None:
    assert named(middle(*FEDERAL, "", *SIDES, "", "BRIEF FOR APPELLANT", "", *lines)) == ""


def test_judges_of_the_argument_and_of_later_pages_do_not_count() -> None:
    assert named(middle(*FEDERAL, *SIDES)) == ""
    later = middle("TABLE OF CONTENTS", "THE HON. JANE DOE, J.S.C., ERRED IN DENYING THE MOTION .... 12")
    assert named(middle(*FEDERAL, *SIDES, "BRIEF FOR APPELLANT"), later=later) == ""


def test_overprinted_captions_give_no_judge() -> None:
    lines = [*FEDERAL, "", *SIDES, "", *FROM, "No. 3:20-cv-02731, Judge Jane Doe"]
    hidden = [
        centred("SOMEONE ELSE,", 72 + 16 * 4 + 1),
        centred("No. 1:19-ESH, Judge Ann Roe", 72 + 16 * 13 + 1),
    ]
    assert named(middle(*lines)) == "Jane Doe"
    assert named(middle(*lines), hidden) == ""


surnames = st.sampled_from(["GARCIA", "O'NEIL", "Smith-Jones", "McDONALD", "VAN DYKE", "Lee", "ST. PIERRE"])
given_names = st.sampled_from(["JANE", "Jane A.", "R. JOHN", "Mary Ann", "J. B."])
letters = st.sampled_from(
    ["J.S.C.", "P.J.A.D.", "J.A.D.", "A.J.S.C.", "P.J.Cr.", "U.S.D.J.", "J.M.C.", "J.T.C."]
)
people = st.tuples(given_names, surnames).map(" ".join)


@given(st.lists(st.tuples(people, letters), min_size=1, max_size=5), st.booleans())
def test_any_list_of_judges_is_read_whole_and_in_order(sat: list[tuple[str, str]], titled: bool) -> None:
    text = ", ".join(f"{'Hon. ' if titled else ''}{name}, {after}" for name, after in sat)
    casefolds = [name.casefold() for name in names_in(text, NO_WORDS, labelled=True)]
    assert casefolds == list(dict.fromkeys(name.casefold() for name, _ in sat))


@example("JANE ST. PIERRE", "J.S.C.", 7, "|")
@given(people, letters, st.integers(0, 40), st.sampled_from("0158|"))
def test_a_misread_letter_gives_no_name_or_a_right_one(name: str, after: str, at: int, wrong: str) -> None:
    misread = name[: at % len(name)] + wrong + name[at % len(name) + 1 :]
    names = names_in(f"Hon. {misread}, {after}", NO_WORDS, labelled=True)
    assert all(not any(c.isdigit() or c == "|" for c in item) for item in names)
