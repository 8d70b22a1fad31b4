"""Tests of captions: what is read is right, and what is doubtful stays empty."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import courts_db
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption
from briefbank.domain.pages import Box, RawPage
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_finders.paper import find
from briefbank.extraction.caption_names import CaseWords, in_title_case, is_known_court
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.document import read
from briefbank.extraction.text import Line
from briefbank.ingest.file_reading import FileMetadata, read_file
from tests.extraction.page_factory import PlacedLine, centred, flowing, page_of

PROSE = (
    "The trial court admitted the statement over objection and the jury heard it twice before it began to"
    " deliberate, although nobody had shown that defendant had waived his rights knowingly and with care."
)


def caption_of(puts: list[PlacedLine], later: list[PlacedLine] | None = None, **keywords: str) -> Caption:
    return reading_caption([page_of(puts), page_of(later or flowing(PROSE, 80), 1)])


def reading_caption(pages: list[RawPage]) -> Caption:
    return read(pages, file_name="x.pdf", converted=False).caption


def appellate_division() -> list[PlacedLine]:
    return [
        PlacedLine("SUPERIOR COURT OF NEW JERSEY", 300, 72),
        PlacedLine("APPELLATE DIVISION", 300, 86),
        PlacedLine("DOCKET NO. A-1234-19T4", 300, 100),
        PlacedLine("STATE OF NEW JERSEY,", 72, 140),
        PlacedLine("Plaintiff-Respondent,", 108, 168),
        PlacedLine("v.", 150, 196),
        PlacedLine("JAMAL R. CARTY,", 72, 224),
        PlacedLine("Defendant-Appellant.", 108, 252),
        PlacedLine("CRIMINAL ACTION", 320, 140),
        PlacedLine("On Appeal from a Judgment of", 320, 168),
        PlacedLine("Conviction of the Superior Court of", 320, 182),
        PlacedLine("New Jersey, Law Division, Essex County.", 320, 196),
        PlacedLine("Indictment No. 17-05-1334-I", 320, 224),
        PlacedLine("Sat Below: Hon. Ann Example, J.S.C.", 320, 252),
        centred("BRIEF AND APPENDIX ON BEHALF OF DEFENDANT-APPELLANT", 320, bold=True),
        PlacedLine("JOSEPH E. KRAKORA", 300, 420),
        PlacedLine("Public Defender", 300, 434),
    ]


def test_new_jersey_appellate_caption_in_two_columns() -> None:
    caption = caption_of(appellate_division())
    assert caption.title == "State v. Jamal R. Carty"
    assert caption.court == "Superior Court of New Jersey, Appellate Division"
    assert caption.docket == "A-1234-19T4"
    assert caption.filed is None and caption.filed_source == ""


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("IN THE SUPREME COURT OF OHIO / IN RE ADOPTION OF B.I.", "In re Adoption of B.I."),
        (
            "SUPERIOR COURT OF NEW JERSEY / STATE IN THE INTEREST OF A.B., a juvenile.",
            "State in the Interest of A.B.",
        ),
        (
            "SUPREME COURT OF THE STATE OF NEW YORK / THE PEOPLE OF THE STATE OF NEW YORK, / Respondent,"
            " / -against- / PETER O'NEIL, / Appellant.",
            "People v. Peter O'Neil",
        ),
        (
            "COURT OF PENNSYLVANIA / COMMONWEALTH OF PENNSYLVANIA, Appellee / v. / MARY McDONALD, Appellant",
            "Commonwealth v. Mary McDonald",
        ),
    ],
)
def test_titles_of_other_forms(lines: str, title: str) -> None:
    assert (
        caption_of([centred(line, 72 + 26 * n) for n, line in enumerate(lines.split(" / "))]).title == title
    )


def test_overprinted_captions_give_no_title_unless_the_text_names_the_parties() -> None:
    hidden = [
        centred("UNITED STATES COURT OF APPEALS", 72),
        centred("ORACLE AMERICA, INC.,", 120),
        centred("v.", 150),
        centred("GOOGLE, INC.,", 180),
        centred("NATIONAL VETERANS PROGRAM,", 121),
        centred("UNITED STATES,", 181),
    ]
    assert caption_of(hidden).title == ""
    named = flowing("Oracle sued Google over the declarations. " + PROSE, 80)
    assert caption_of(hidden, named).title == "Oracle America, Inc. v. Google, Inc."


def test_a_report_without_court_or_parties_has_no_caption_at_all() -> None:
    pages = [
        page_of(
            [
                centred("ANNUAL REPORT", 72),
                PlacedLine("House Document No. 92-326", 72, 120),
                *flowing(PROSE, 160),
            ]
        )
    ]
    assert replace(reading_caption(pages), entries=()) == Caption()


def stamped(text: str) -> list[PlacedLine]:
    return [PlacedLine(text, 100, 14), *appellate_division()]


@pytest.mark.parametrize(
    ("stamp", "day"),
    [
        ("Case: 19-1081 Document: 31 Page: 1 Filed: 01/23/2019", date(2019, 1, 23)),
        ("Case 2:15-md-02641-DGC Document 1 Filed 01/02/20 Page 1 of 10", date(2020, 1, 2)),
        ("FILED, Clerk of the Appellate Division, March 05, 2021, A-001234-19", date(2021, 3, 5)),
        ("Electronically FILED by Superior Court on 02/19/2021 06:34 PM", date(2021, 2, 19)),
    ],
)
def test_filing_stamps(stamp: str, day: date) -> None:
    caption = caption_of(stamped(stamp))
    assert (caption.filed, caption.filed_source) == (day, "stamp")


@pytest.mark.parametrize(
    "line",
    [
        "Action Filed: February 11, 2019",
        "Date: March 11, 2021",
        "RECEIVED APR 16 2021",
        "Argued: May 4, 2020",
    ],
)
def test_dates_of_something_else_are_not_the_filing_date(line: str) -> None:
    assert caption_of([*appellate_division(), PlacedLine(line, 320, 500)]).filed is None


def test_two_different_stamps_leave_the_date_to_better_evidence() -> None:
    stamps = [PlacedLine("Filed: 01/23/2019", 100, 14), PlacedLine("Filed: 02/23/2019", 300, 30)]
    assert caption_of([*stamps, *appellate_division()]).filed is None


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", Kind.BRIEF),
        ("PETITION FOR CERTIFICATION", Kind.BRIEF),
        ("MEMORANDUM TO ALL CHIEF JUDGES, UNITED STATES COURTS", Kind.MEMO),
        ("OPINION", Kind.OPINION),
        ("Attorney General Law Enforcement Directive No. 2021-5", Kind.DIRECTIVE),
        ("RULE 3:22. POST-CONVICTION RELIEF", Kind.RULE),
        ("N.J.S.A. 2C:44-1. Criteria for Withholding Imprisonment", Kind.STATUTE),
        ("NEWSLETTER", Kind.OTHER),
    ],
)
def test_kind_from_the_words_of_the_title(title: str, kind: Kind) -> None:
    pages = [page_of([centred(title, 72, bold=True), *flowing(PROSE, 120)])]
    assert read(pages, file_name="x.pdf", converted=False).kind is kind


def test_title_case_follows_the_documents_own_writing() -> None:
    words = CaseWords(["The plaintiff CoreCivic and the FBI met", "McAllister left"])
    assert in_title_case("CORECIVIC AND FBI V. MCALLISTER", words) == "CoreCivic and FBI V. McAllister"


@pytest.mark.parametrize(
    "rows",
    [
        ["FILED SUPERIOR COURT OF NEW JERSEY", "MAY 18, APPELLATE DIVISION", "DOCKET NO. A-1234-19T4"],
        ["SUPERIOR COURT OF NEW JERSEY MAY 18, 2009", "APPELLATE DIVISION CLERK", "DOCKET NO. A-1234-19T4"],
    ],
)
def test_a_stamp_beside_the_name_of_the_court_does_not_disturb_the_caption(rows: list[str]) -> None:
    puts = appellate_division()
    head = [PlacedLine(text, 160, 72 + 14 * n) for n, text in enumerate(rows)]
    caption = caption_of([*head, *puts[3:5], PlacedLine("Vv.", 150, 196), *puts[6:]])
    assert caption.title == "State v. Jamal R. Carty"
    assert caption.court == "Superior Court of New Jersey, Appellate Division"
    assert caption.docket == "A-1234-19T4"


def memo(*lines: str) -> list[PlacedLine]:
    return [PlacedLine(text, 72, 72 + 14 * n) for n, text in enumerate(lines)]


OFFICE = ("MEMORANDUM", "TO: All attorneys", "FROM: Jane Roe", "DATE: May 4, 2019")
MOTION = "The court below denied the motion to suppress, and the motion for a new trial, on that record. " * 4


def test_an_office_memo_is_called_by_its_re_line_and_dated_by_its_date_line() -> None:
    puts = [*memo(*OFFICE, "RE: Tender years hearings."), *flowing(MOTION, 180, pitch=14)]
    reading = read([page_of(puts)], file_name="x.pdf", converted=False)
    assert reading.kind is Kind.MEMO
    assert reading.caption.title == "Tender years hearings"
    assert (reading.caption.filed, reading.caption.filed_source) == (date(2019, 5, 4), "caption")


def test_a_letter_with_a_re_line_alone_is_no_memo() -> None:
    puts = [*memo("May 4, 2019", "RE: Tender years hearings", "Dear Judges:"), *flowing(PROSE, 180)]
    reading = read([page_of(puts)], file_name="x.pdf", converted=False)
    assert reading.kind is not Kind.MEMO and reading.caption.title == ""


@pytest.mark.parametrize(
    "line",
    [
        'The district court concluded that "a racially and ethnically diverse student body',
        "In re Gault, 387 U.S. 1 (1967), in which a juvenile had the right to counsel when",
        "Regents of the University of California v. Bakke, 438 U.S. 265 (1978).",
    ],
)
@pytest.mark.parametrize("before", ["", PROSE])
def test_running_text_without_a_caption_names_neither_court_nor_case(line: str, before: str) -> None:
    rows = [*flowing(before, 0), PlacedLine(line), *flowing(f"{PROSE} {PROSE}", 0)]
    lines = [row.text for row in rows if row.text]
    wrapped = [PlacedLine(text, 72, 72 + 14 * n, right=540) for n, text in enumerate(lines)]
    assert replace(reading_caption([page_of(wrapped)]), entries=()) == Caption()


@pytest.mark.parametrize("line", ["Roe v. Doe, 438 U.S. 265 (1978).", "In re Doe, 387 U.S. 1 (1967)"])
def test_a_citation_on_a_line_of_its_own_is_no_title(line: str) -> None:
    assert caption_of([PlacedLine(line, 72, 72)]).title == ""


@pytest.mark.parametrize(
    ("lines", "court"),
    [
        (
            ["UNITED STATES DISTRICT COURT OCT", "FOR THE DISTRICT OF COLUMBIA 30 2017"],
            "United States District Court for the District of Columbia",
        ),
        (
            ["United States Court of Appeals July 15, 2025", "for the Fifth Circuit"],
            "United States Court of Appeals for the Fifth Circuit",
        ),
        (["SUPREME COURT OF NEW JERSEY (A-12-20)"], "Supreme Court of New Jersey"),
        (["SUPREME COURT OF THE UNITED STATES, OCTOBER TERM, 2022"], "Supreme Court of the United States"),
        (
            ["IN THE SUPERIOR COURT OF FULTON COUNTY", "STATE OF GEORGIA"],
            "Superior Court of Fulton County, State of Georgia",
        ),
        (["STATE OF MICHIGAN", "IN THE COURT OF APPEALS"], "Court of Appeals, State of Michigan"),
        (["SUPREME COURT OF NEW JERSEY", "STATE OF NEW JERSEY,"], "Supreme Court of New Jersey"),
        (["UNITED STATES DISTRICT COURT XYLO LYCEUM", "FOR THE DISTRICT OF COLUMBIA"], ""),
    ],
)
def test_a_court_is_a_known_one_without_the_words_around_it_or_left_empty(
    lines: list[str], court: str
) -> None:
    sides = ["JOHN DOE,", "Plaintiff-Appellant,", "v.", "RICHARD ROE,", "Defendant-Appellee."]
    caption = caption_of([centred(line, 72 + 16 * n) for n, line in enumerate([*lines, *sides])])
    assert caption.court == court


BELOW = ["On Appeal from the United States District Court", "for the District of Arizona"]
COVER = ["UNITED STATES COURT OF APPEALS", "FOR THE NINTH CIRCUIT", "No. 20-16276"]


@pytest.mark.parametrize(
    ("own", "below", "title"),
    [
        (["IN RE GRAND JURY SUBPOENA"], ["RICHARD ROE", "v.", "MARY MAJOR"], "In re Grand Jury Subpoena"),
        ([], ["Richard Roe v. Mary Major"], ""),
    ],
)
def test_an_amicus_brief_is_never_called_by_the_case_below(
    own: list[str], below: list[str], title: str
) -> None:
    lines = [*COVER, *own, *BELOW, *below, "BRIEF OF AMICI CURIAE"]
    text = flowing("Richard Roe sued Mary Major, who had moved away, and nobody told the court of that.", 80)
    assert caption_of([centred(line, 72 + 20 * n) for n, line in enumerate(lines)], text).title == title


def test_a_case_below_the_line_on_the_appeal_counts_where_no_other_is_named() -> None:
    lines = [*COVER, *BELOW, "RICHARD ROE,", "Appellant,", "v.", "MARY MAJOR,", "Appellee."]
    caption = caption_of([centred(line, 72 + 20 * n) for n, line in enumerate(lines)])
    assert caption.title == "Richard Roe v. Mary Major"


def test_an_older_caption_under_the_page_costs_the_parties_no_roles(shared_data: Path) -> None:
    """The caption of another case, with its own "Appeals from", is printed under that of this page."""
    name = "amicus-nvlsp-v-united-states.pdf"
    file = read_file(
        lambda *_: None, shared_data / "pdf" / name, frozenset(), FileMetadata(name, converted=False), False
    )
    assert file.reading is not None
    assert [(party.name, party.role) for party in file.reading.caption.parties] == [
        ("National Veterans Legal Services Program", "Plaintiffs-Appellants"),
        ("National Consumer Law Center", "Plaintiffs-Appellants"),
        ("Alliance for Justice", "Plaintiffs-Appellants"),
        ("United States", "Defendant-Cross-Appellant"),
    ]


SURNAMES = ("GARCIA", "O'NEIL", "SMITH-JONES", "McDONALD", "VAN DYKE", "ROE", "ST. PIERRE", "LEE")
MISREAD = {"1": "l", "0": "O", "5": "S", "8": "B"}

surnames = st.sampled_from(SURNAMES)
numbers = st.builds(
    "A-{:04d}-{:02d}{}".format, st.integers(1, 9999), st.integers(0, 26), st.sampled_from(["", "T4"])
)
TODAY = date(2026, 12, 31)
days = st.dates(date(1990, 1, 1), TODAY)
forms = st.sampled_from(["%B %-d, %Y", "%m/%d/%Y", "%b. %-d, %Y", "%-d %B %Y"])


def new_jersey(name: str, docket: str, stamp: str, bar: str) -> list[PlacedLine]:
    head = ["SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION", f"DOCKET NO. {docket}"]
    rows = ["STATE OF NEW JERSEY,", "   Plaintiff-Respondent,", "      v.", f"JOHN {name},"]
    rows += ["   Defendant-Appellant."]
    right = f" {bar} Indictment No. 17-05-1334-I" if bar else ""
    return [
        *([PlacedLine(stamp, 100, 14)] if stamp else []),
        *(centred(line, 72 + 16 * n) for n, line in enumerate(head)),
        *(PlacedLine(row.strip() + right, 72, 150 + 16 * n) for n, row in enumerate(rows)),
        centred("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", 300),
    ]


def caption_of_cover(first: list[PlacedLine]) -> Caption:
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    pages = [page_of(first), page_of(body, 1)]
    return read(pages, file_name="x.pdf", converted=False, today=TODAY).caption


@given(surnames, numbers, days, forms, st.sampled_from(["", ")", ":", "|"]))
def test_a_clean_caption_is_read_whole(name: str, docket: str, day: date, form: str, bar: str) -> None:
    caption = caption_of_cover(
        new_jersey(name, docket, f"FILED, Clerk of the Court, {day.strftime(form)}", bar)
    )
    assert (caption.docket, caption.filed, caption.side) == (docket, day, "Appellant")
    assert [party.role for party in caption.parties] == ["Plaintiff-Respondent", "Defendant-Appellant"]
    assert caption.parties[1].name.casefold() == f"john {name}".casefold()


@given(surnames, numbers, days, st.data())
def test_misread_digits_leave_the_docket_and_the_date_empty_or_right(
    name: str, docket: str, day: date, data: st.DataObject
) -> None:
    def misread(text: str) -> str:
        places = data.draw(st.sets(st.integers(0, len(text) - 1), max_size=3))
        return "".join(MISREAD.get(c, c) if n in places else c for n, c in enumerate(text))

    stamp = f"FILED, Clerk of the Court, {misread(day.strftime('%m/%d/%Y'))}"
    caption = caption_of_cover(new_jersey(name, misread(docket), stamp, "|"))
    assert caption.docket in (docket, "")
    assert caption.filed in (day, None)


_COURT = re.compile(
    r"Supreme (?:Judicial )?Court\b|Superior Court\b|Court of (?:Criminal |Civil |Special )?Appeals?\b"
    r"|Appellate Court|Appeals Court|United States District Court"
)
_LEFT_OUT = re.compile(r"[NSEW]\.D\.|United States District Court, Oklahoma|Terms of|of Dakota$|^Tribunal")
"""Abbreviations, a plural, a territory of the past and a name in two languages."""


def test_courts_of_appeals_and_federal_district_courts_of_courts_db_are_known() -> None:
    names = [
        court["name"]
        for court in courts_db.courts
        if court["type"] == "appellate" and any(date["end"] is None for date in court["dates"])
    ]
    courts = [name.strip() for name in names if _COURT.search(name) and not _LEFT_OUT.search(name)]
    assert len(courts) > 120
    assert [name for name in courts if not is_known_court(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "Superior Court of New Jersey, Law Division - Criminal, Essex County",
        "Superior Court of the State of California, County of Los Angeles",
        "Circuit Court of the Seventeenth Judicial Circuit in and for Broward County, Florida",
        "Supreme Court of the State of New York, Appellate Division: Second Judicial Department",
        "United States Court of Appeals for the District of Columbia Circuit",
        "SUPERIOR COURT OF WASHINGTON FOR KING COUNTY",
        "Board of Immigration Appeals",
    ],
)
def test_names_with_division_and_place_are_known(name: str) -> None:
    assert is_known_court(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Court of Appeals",
        "of New Jersey, Appellate Division",
        "Supreme Court), and for the Administrative Offiee",
        "Supreme Court of New Jersey has held",
        "Superior Court of New Jer5ey",
        'district court concluded that "a racially and ethnically diverse student body',
    ],
)
def test_any_other_word_and_a_court_without_a_place_are_unknown(name: str) -> None:
    assert not is_known_court(name)


def name_of(*texts: str) -> str:
    lines = [
        Line(0, 0, len(text), text, Box(0, 20 * at, 1, 20 * at + 10), 12, False, ())
        for at, text in enumerate(texts)
    ]
    correction = find(Front(lines, CaseWords(()), [CleanPage(0, 612, 792, lines)], has_title=True))
    assert correction is None or correction.field is CaptionField.PAPER
    return correction.value if correction else ""


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("SUPREME COURT", "APPELLANT'S REPLY BRIEF"), "Reply Brief"),
        (("On Petition for a Writ of Certiorari", "PETITION FOR A WRIT OF", "CERTIORARI"),
         "Petition for Writ of Certiorari"),
        (("Plaintiff,   ) VERIFIED PETITION FOR RELIEF",), "Verified Petition"),
        (("PETITION FOR POST-CONVICTION RELIEF",), "Petition for Post-Conviction Relief"),
    ],
)  # fmt: skip
def test_a_line_that_begins_with_the_name_gives_it(texts: tuple[str, ...], name: str) -> None:
    assert name_of(*texts) == name


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("BRIEF FOR THE UNITED STATES AS AMICUS CURIAE SUPPORTING PETITIONER",),
         "Brief for the United States as Amicus Curiae"),
        (("BRIEF OF HARVARD UNIVERSITY AND", "BROWN UNIVERSITY AS AMICI CURIAE", "SUPPORTING RESPONDENTS"),
         "Brief of Harvard University and Brown University as Amici Curiae"),
        (("Brief of General Motors Corporation, Amicus Curiae",),
         "Brief of General Motors Corporation as Amicus Curiae"),
        (("BRIEF OF THE CITY OF ATLANTA, THE CITY OF BOSTON, THE CITY OF DETROIT, THE CITY OF DENVER",
          "AND THE CITY OF SEATTLE AS AMICI CURIAE"), "Brief of the City of Atlanta et al. as Amici Curiae"),
        (("BRIEF OF AMICUS CURIAE",), ""),
        (("BRIEF OF PETITIONERS", "ARGUMENT", "The amicus curiae says otherwise."), ""),
    ],
)  # fmt: skip
def test_the_brief_of_an_amicus_is_called_by_who_wrote_it(texts: tuple[str, ...], name: str) -> None:
    assert name_of(*texts) == name


@pytest.mark.parametrize(
    "texts",
    [
        (),
        ("BRIEF FOR APPELLANT",),
        ("BRIEF OF AMICI CURIAE IN SUPPORT OF", "PETITION FOR A WRIT OF CERTIORARI"),
        ("The verified petition was filed in 2015.",),
    ],
)
def test_lines_that_only_mention_a_paper_give_none(texts: tuple[str, ...]) -> None:
    assert name_of(*texts) == ""
