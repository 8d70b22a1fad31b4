"""Tests of captions: whose case it is, who speaks, and what is doubtful stays empty."""

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
from briefbank.domain.documents import Caption, Party
from briefbank.extraction.caption_finders.docket import dockets_in
from briefbank.extraction.caption_names import CaseWords, in_title_case, is_known_court, parties
from briefbank.extraction.document import read
from tests.extraction.brief_factory import (
    ARGUMENT,
    NEW_JERSEY,
    PROSE,
    SIDES,
    TODAY,
    middle,
    read_cover,
    stamp,
    two_columns,
)
from tests.extraction.page_factory import PlacedLine, block, centred, flowing
from tests.extraction.pdfs import SHARED, extracted, needs
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "captions.txt")
NO_WORDS = CaseWords([])
BELOW = ("CRIMINAL ACTION", "", "On Appeal from a Judgment of", "Conviction of the Superior Court")
DOE_AND_STATE = (
    Party("State of New Jersey", "Plaintiff-Respondent"),
    Party("John Doe", "Defendant-Appellant"),
)
APPEAL = middle("UNITED STATES COURT OF APPEALS", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,", "Appellee.")
FIRM = ("DEWEY & HOWE LLP", "1 Main Street", "(212) 555-0100")
EMPTY = Caption()


def caption_of(*parts: list[PlacedLine]) -> Caption:
    return read_cover(*parts).caption


def test_a_public_defenders_brief_names_parties_side_and_office() -> None:
    defender = ("JOSEPH E. KRAKORA", "Public Defender", "Office of the Public Defender", "Appellate Section")
    reading = read_cover(
        middle(*NEW_JERSEY, "DOCKET NO. A-1234-20T4", "INDICTMENT NO. 17-05-1334-I"),
        two_columns(SIDES, BELOW),
        middle("BRIEF AND APPENDIX ON BEHALF OF DEFENDANT-APPELLANT", y=300),
        block(*defender, "31 Clinton Street, 9th Floor", "Newark, New Jersey 07101", x=300, y=340),
        block("JANE ROE", "Assistant Deputy Public Defender", "Of Counsel and", "On the Brief", y=480),
    )
    caption = reading.caption
    assert reading.kind is Kind.BRIEF
    assert caption.court == "Superior Court of New Jersey, Appellate Division"
    assert (caption.docket, caption.title) == ("A-1234-20T4", "State v. John Doe")
    assert caption.parties == DOE_AND_STATE
    assert (caption.side, caption.office) == ("Appellant", "Office of the Public Defender")
    assert (caption.filed, caption.filed_source) == (None, "")


@pytest.mark.parametrize("bar", [":", ")", "|"])
def test_a_caption_beside_a_column_of_bars_is_read_by_its_left_side(bar: str) -> None:
    rows = [
        *(f"STATE OF NEW JERSEY, {bar} CRIMINAL ACTION", f"   Plaintiff-Respondent, {bar} On Appeal from a"),
        *(f"      v. {bar} Judgment of Conviction", f"JOHN DOE, {bar} of the Superior Court,"),
        *(f"   Defendant-Appellant. {bar} Law Division, Essex County.", f"                {bar} Sat Below:"),
    ]
    caption = caption_of(middle(*NEW_JERSEY, "DOCKET NO. A-1234-20"), block(*rows))
    assert caption.parties == DOE_AND_STATE


@pytest.mark.parametrize(
    "rows",
    [
        ["FILED SUPERIOR COURT OF NEW JERSEY", "MAY 18, APPELLATE DIVISION", "DOCKET NO. A-1234-19T4"],
        ["SUPERIOR COURT OF NEW JERSEY MAY 18, 2009", "APPELLATE DIVISION CLERK", "DOCKET NO. A-1234-19T4"],
    ],
)
def test_a_stamp_beside_the_name_of_the_court_does_not_disturb_the_caption(rows: list[str]) -> None:
    sides = [line.replace("v.", "Vv.") for line in SIDES]
    caption = caption_of(block(*rows, x=160, y=72), two_columns(sides, BELOW))
    assert caption.title == "State v. John Doe"
    assert caption.court == "Superior Court of New Jersey, Appellate Division"
    assert caption.docket == "A-1234-19T4"


def test_a_prosecutors_brief_speaks_for_the_party_that_it_names() -> None:
    caption = caption_of(
        middle(*NEW_JERSEY, "DOCKET NO. A-2345-19"),
        two_columns(SIDES, BELOW),
        middle("BRIEF ON BEHALF OF THE STATE OF NEW JERSEY", y=300),
        block("GRACE ROE", "CAMDEN COUNTY PROSECUTOR", "OFFICE OF THE PROSECUTOR", x=300, y=340),
        block("CAMDEN, NEW JERSEY 08103", "(856) 225-8400", x=300, y=382),
    )
    assert (caption.side, caption.office) == ("Respondent", "Camden County Prosecutor")


def test_a_letter_brief_is_read_by_its_re_lines_and_dated_by_its_own_date() -> None:
    reading = read_cover(
        block("JOSEPH E. KRAKORA", "Public Defender", "31 Clinton Street", "Newark, NJ 07102", y=60),
        block("March 5, 2021", y=130),
        block("Superior Court of New Jersey", "Appellate Division", "Trenton, New Jersey 08625", y=160),
        block("Re: State of New Jersey v. John Doe", "    Docket No. A-1234-20", y=220),
        block("    Letter Brief on Behalf of Defendant-Appellant", "", "Your Honors:", y=248),
        flowing("Please accept this letter in lieu of a more formal brief. " + PROSE, 320),
    )
    caption = reading.caption
    assert reading.kind is Kind.BRIEF
    assert (caption.title, caption.docket, caption.side) == ("State v. John Doe", "A-1234-20", "Appellant")
    assert (str(caption.filed), caption.filed_source) == ("2021-03-05", "caption")


@pytest.mark.parametrize(("number", "docket"), [("DOCKET NO. 085,123", "085123"), ("DOCKET NO. ______", "")])
def test_a_petition_for_certification_never_takes_the_appellate_divisions_docket(
    number: str, docket: str
) -> None:
    sides = [line.replace("Appellant", "Petitioner") for line in SIDES]
    reading = read_cover(
        middle("SUPREME COURT OF NEW JERSEY", number, "APP. DIV. DOCKET NO. A-1234-19T4"),
        two_columns(sides, ["On Petition for Certification", "from a Final Judgment"]),
        middle("PETITION FOR CERTIFICATION", y=300),
    )
    assert (reading.kind, reading.caption.docket, reading.caption.side) == (Kind.BRIEF, docket, "Petitioner")


def test_a_juveniles_case_is_named_by_initials_over_two_lines() -> None:
    caption = caption_of(
        middle(*NEW_JERSEY, "DOCKET NO. A-3456-21"),
        block("STATE OF NEW JERSEY IN THE", "INTEREST OF A.B.,", "", "    Juvenile-Appellant."),
        middle("BRIEF ON BEHALF OF JUVENILE-APPELLANT", y=300),
    )
    assert caption.title == "State in the Interest of A.B."
    assert (caption.parties, caption.side) == ((Party("A.B.", "Juvenile-Appellant"),), "Appellant")


def test_a_division_of_the_state_is_a_party_and_no_division_of_a_court() -> None:
    caption = caption_of(
        middle(*NEW_JERSEY, "DOCKET NO. A-3456-21"),
        block(
            *("NEW JERSEY DIVISION OF CHILD", "PROTECTION AND PERMANENCY,", "   Plaintiff-Respondent,"),
            *("     v.", "S.M.,", "   Defendant-Appellant.", "____________________"),
            *("IN THE MATTER OF THE GUARDIANSHIP", "OF T.M.,"),
        ),
    )
    assert caption.title == "New Jersey Division of Child Protection and Permanency v. S.M."
    assert caption.parties[1].name == "S.M."


def test_a_consolidated_caption_has_the_parties_and_dockets_of_all_its_cases() -> None:
    again = [line.replace("JOHN DOE", "RICHARD ROE") for line in SIDES]
    caption = caption_of(
        middle(*NEW_JERSEY, "DOCKET NO. A-1234-20", "A-2345-20"),
        block(*filter(None, [*SIDES, *again]), pitch=18),
        middle("BRIEF ON BEHALF OF DEFENDANTS-APPELLANTS", y=440),
    )
    assert caption.docket == "A-1234-20; A-2345-20"
    assert caption.parties == (*DOE_AND_STATE, Party("Richard Roe", "Defendant-Appellant"))


def test_every_entry_says_on_which_page_it_is_and_how_sure_it_is() -> None:
    caption = caption_of(middle(*NEW_JERSEY, "DOCKET NO. A-1234-20"), two_columns(SIDES, BELOW))
    entries = {entry.field: entry for entry in caption.entries}
    assert list(entries) == [field for field in CaptionField if field in entries]
    assert entries[CaptionField.PARTIES].value == "; ".join(map(str, caption.parties))
    assert entries[CaptionField.DOCKET].value == caption.docket
    assert all(0 < entry.confidence <= 1 for entry in caption.entries if entry.source)
    assert {entry.page for entry in caption.entries if entry.field is not CaptionField.KIND} == {0}


def test_the_signature_gives_side_and_office_where_the_cover_does_not() -> None:
    signature = ("JOSEPH E. KRAKORA", "Public Defender", "Attorney for Defendant-Appellant", "Jane Roe")
    last = [
        centred("CONCLUSION", 72, bold=True),
        *block("Respectfully submitted,", *signature, y=160),
    ]
    cover = middle(*NEW_JERSEY, "DOCKET NO. A-1234-20"), two_columns(SIDES, BELOW)
    caption = read_cover(*cover, behind=[ARGUMENT, last]).caption
    assert (caption.side, caption.office) == ("Appellant", "Public Defender")
    entries = {entry.field: entry for entry in caption.entries}
    assert {entries[field].source for field in (CaptionField.SIDE, CaptionField.OFFICE)} == {"signature"}
    assert entries[CaptionField.OFFICE].page == 2


@pytest.mark.parametrize(("lines", "title"), EXAMPLES.pairs("Titles"))
def test_titles_of_other_forms(lines: str, title: str) -> None:
    assert caption_of(middle(*lines.split(" / "), pitch=26)).title == title


@pytest.mark.parametrize(("lines", "title"), EXAMPLES.pairs("Titles of amicus briefs"))
def test_an_amicus_brief_is_never_called_by_the_case_below(lines: str, title: str) -> None:
    court = ("UNITED STATES COURT OF APPEALS", "FOR THE NINTH CIRCUIT", "No. 20-16276")
    text = flowing("Richard Roe sued Mary Major, who had moved away, and nobody told the court of that.", 80)
    assert read_cover(middle(*court, *lines.split(" / "), pitch=20), behind=[text]).caption.title == title


@pytest.mark.parametrize(("lines", "sides"), EXAMPLES.pairs("Parties and sides"))
def test_parties_and_sides_in_other_courts(lines: str, sides: str) -> None:
    caption = caption_of(middle(*lines.split(" / "), pitch=22))
    assert f"{'; '.join(map(str, caption.parties))} | {caption.side}".rstrip() == sides


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
    assert read_cover(hidden, behind=[named]).caption.title == "Oracle America, Inc. v. Google, Inc."


def test_an_older_caption_under_the_page_costs_the_parties_no_roles() -> None:
    """The caption of another case, with its own "Appeals from", is printed under that of this page."""
    pages = extracted(needs(SHARED / "pdf" / "amicus-nvlsp-v-united-states.pdf"))
    caption = read(pages, file_name="amicus.pdf", converted=False).caption
    assert [(party.name, party.role) for party in caption.parties] == [
        ("National Veterans Legal Services Program", "Plaintiffs-Appellants"),
        ("National Consumer Law Center", "Plaintiffs-Appellants"),
        ("Alliance for Justice", "Plaintiffs-Appellants"),
        ("United States", "Defendant-Cross-Appellant"),
    ]


def test_counsel_who_stand_for_a_named_party_give_its_side_and_an_opinion_speaks_for_no_one() -> None:
    caption = caption_of(APPEAL, block(*FIRM, "Counsel for Jane Roe", y=300))
    assert (caption.side, caption.office) == ("Appellee", "Dewey & Howe LLP")
    caption = caption_of(APPEAL, middle("OPINION", y=300), block(*FIRM, "Counsel for Appellant", y=340))
    assert (caption.side, caption.office) == ("", "")


def test_a_party_that_is_a_company_is_not_taken_for_the_lawyers_office() -> None:
    caption = caption_of(
        middle("SUPERIOR COURT OF NEW JERSEY", "ROE HOLDINGS, LLC,", "Plaintiff,", "v.", "JOHN DOE,"),
        block("Defendant.", "Attorneys for", "ROE HOLDINGS, LLC", "(212) 555-0100", y=300),
    )
    assert caption.office == ""


@pytest.mark.parametrize(
    ("text", "names"), EXAMPLES.pairs("Lists of parties are taken apart only where names end")
)
def test_lists_of_parties_are_taken_apart_only_where_names_end(text: str, names: str) -> None:
    assert " | ".join(party.name for party in parties([text], NO_WORDS)) == names


@pytest.mark.parametrize(("written", "name"), EXAMPLES.pairs("Names in capitals"))
def test_a_name_in_capitals_is_written_as_people_write_it(written: str, name: str) -> None:
    assert in_title_case(written, NO_WORDS) == name


def test_title_case_follows_the_documents_own_writing() -> None:
    words = CaseWords(["The plaintiff CoreCivic and the FBI met", "McAllister left"])
    assert in_title_case("CORECIVIC AND FBI V. MCALLISTER", words) == "CoreCivic and FBI V. McAllister"


@pytest.mark.parametrize(
    "border", ["-" * 40 + "X", "-" * 40 + "x", "X", "." * 40 + "X", "_" * 40 + "/", "x" + "-" * 30 + "x"]
)
def test_a_line_drawn_around_the_parties_is_no_part_of_a_name(border: str) -> None:
    sides = ("VIRGINIA L. ROE,", "", "     Plaintiff,", "", "v.", "", "JOHN DOE,", "", "     Defendant.")
    caption = caption_of(
        block("UNITED STATES DISTRICT COURT", "SOUTHERN DISTRICT OF NEW YORK", border),
        block(*sides, y=140),
        block(border, "Case No. 15-cv-07433", y=280),
    )
    assert (caption.title, caption.docket) == ("Virginia L. Roe v. John Doe", "15-cv-07433")
    assert caption.parties == (Party("Virginia L. Roe", "Plaintiff"), Party("John Doe", "Defendant"))


@pytest.mark.parametrize(
    ("beside", "docket"),
    [("15 Civ. 7433 (RWS)", "15 Civ. 7433"), ("Case No.: 15-cv-07433-RWS", "15-cv-07433-RWS")],
)
def test_a_number_beside_a_party_is_the_docket_and_no_part_of_the_party(beside: str, docket: str) -> None:
    caption = caption_of(
        block("UNITED STATES DISTRICT COURT", "SOUTHERN DISTRICT OF NEW YORK"),
        block("VIRGINIA L. ROE,", f"     Plaintiff, {beside}", "v.", "JOHN DOE,", "     Defendant.", y=140),
    )
    assert (caption.title, caption.docket) == ("Virginia L. Roe v. John Doe", docket)
    assert caption.parties == (Party("Virginia L. Roe", "Plaintiff"), Party("John Doe", "Defendant"))


@pytest.mark.parametrize(("label", "number"), EXAMPLES.pairs("Spanish captions"))
def test_a_brief_in_spanish_has_its_case_its_number_and_its_date(label: str, number: str) -> None:
    reading = read_cover(
        middle("ESTADO LIBRE ASOCIADO DE PUERTO RICO", "TRIBUNAL DE APELACIONES"),
        block("EL PUEBLO DE PUERTO RICO", "Apelado", "", "v.", "", "JUAN MUÑOZ RIVERA", "Apelante", y=140),
        block(label, "Fecha: 3 de mayo de 2019", y=260),
        middle("ALEGATO DEL APELANTE", y=320),
    )
    caption = reading.caption
    assert (reading.kind, caption.docket, str(caption.filed)) == (Kind.BRIEF, number, "2019-05-03")
    assert caption.parties == (
        Party("El Pueblo de Puerto Rico", "Apelado"),
        Party("Juan Muñoz Rivera", "Apelante"),
    )


@pytest.mark.parametrize(("lines", "court"), EXAMPLES.pairs("Courts"))
def test_a_court_is_a_known_one_without_the_words_around_it_or_left_empty(lines: str, court: str) -> None:
    sides = ["JOHN DOE,", "Plaintiff-Appellant,", "v.", "RICHARD ROE,", "Defendant-Appellee."]
    assert caption_of(middle(*lines.split(" / "), *sides)).court == court


_COURT = re.compile(
    r"Supreme (?:Judicial )?Court\b|Superior Court\b|Court of (?:Criminal |Civil |Special )?Appeals?\b"
    r"|Appellate Court|Appeals Court|United States District Court"
)
_LEFT_OUT = re.compile(r"[NSEW]\.D\.|United States District Court, Oklahoma|Terms of|of Dakota$|^Tribunal")
"""Abbreviations, a plural, a territory of the past and a name in two languages."""


def test_courts_of_appeals_and_federal_district_courts_of_courts_db_are_known() -> None:
    names = [
        court["name"].strip()
        for court in courts_db.courts
        if court["type"] == "appellate" and any(date["end"] is None for date in court["dates"])
    ]
    courts = [name for name in names if _COURT.search(name) and not _LEFT_OUT.search(name)]
    assert len(courts) > 120
    assert [name for name in courts if not is_known_court(name)] == []


def test_a_court_is_known_by_its_place_and_no_other_word_is_in_its_name() -> None:
    assert [name for name in EXAMPLES.texts("Known courts") if not is_known_court(name)] == []
    unknown = EXAMPLES.texts("Unknown courts: any other word, or no place")
    assert [name for name in ["", *unknown] if is_known_court(name)] == []


def test_the_courts_number_is_kept_apart_from_all_others() -> None:
    for text, numbers in EXAMPLES.pairs("Docket numbers"):
        label, _, court = text.partition(" @ ")
        assert " | ".join(dockets_in(label, court)) == numbers
    for text in EXAMPLES.texts("Numbers of other courts and misread ones"):
        assert dockets_in(text, "United States Court of Appeals") == [], text


def test_a_document_without_court_or_parties_has_no_caption_at_all() -> None:
    report = [*middle("ANNUAL REPORT", "", "", "House Document No. 92-326"), *flowing(PROSE, 160)]
    for reading in (read([], file_name="", converted=False), read_cover(report, behind=[])):
        assert [entry.source for entry in reading.caption.entries] == [""]
        assert replace(reading.caption, entries=()) == EMPTY


@pytest.mark.parametrize("line", EXAMPLES.texts("Running text that is no caption"))
@pytest.mark.parametrize("before", ["", PROSE])
def test_running_text_without_a_caption_names_neither_court_nor_case(line: str, before: str) -> None:
    rows = [*flowing(before, 0), PlacedLine(line), *flowing(f"{PROSE} {PROSE}", 0)]
    lines = [row.text for row in rows if row.text]
    wrapped = [PlacedLine(text, 72, 72 + 14 * n, right=540) for n, text in enumerate(lines)]
    assert replace(read_cover(wrapped, behind=[]).caption, entries=()) == EMPTY


@pytest.mark.parametrize(("title", "kind"), EXAMPLES.pairs("Kinds by the title"))
def test_kind_from_the_words_of_the_title(title: str, kind: str) -> None:
    page = [centred(title, 72, bold=True), *flowing(PROSE, 120)]
    assert read_cover(page, behind=[]).kind is Kind(kind)


OFFICE = ("MEMORANDUM", "TO: All attorneys", "FROM: Jane Roe", "DATE: May 4, 2019")
MOTION = "The court below denied the motion to suppress, and the motion for a new trial, on that record. " * 4


def test_an_office_memo_is_called_by_its_re_line_and_dated_by_its_date_line() -> None:
    head = block(*OFFICE, "RE: Tender years hearings.", y=72)
    reading = read_cover(head, flowing(MOTION, 180, pitch=14), behind=[])
    assert reading.kind is Kind.MEMO
    assert reading.caption.title == "Tender years hearings"
    assert (reading.caption.filed, reading.caption.filed_source) == (date(2019, 5, 4), "caption")


def test_a_letter_and_a_motion_are_neither_memo_nor_brief() -> None:
    letter = read_cover(
        block("May 4, 2019", "RE: Tender years hearings", "Dear Judges:", y=72), flowing(PROSE, 180)
    )
    assert (letter.kind, letter.caption.title) == (Kind.OTHER, "")
    to_the_clerk = block("Clerk of Court", "Re: Doe v. Roe, No. 22-1801", "Dear Clerk:", y=80)
    text = flowing("This letter supplements the opening brief. " + PROSE, 160)
    motion = middle("MOTION FOR AN EXTENSION OF TIME TO FILE", "ANSWERING BRIEF", y=300)
    assert read_cover(to_the_clerk, text).kind is Kind.OTHER
    assert read_cover(APPEAL, motion).kind is Kind.OTHER


FIRST_CIRCUIT = (
    *("United States Court of Appeals", "For the First Circuit", "No. 18-1234", "UNITED STATES OF AMERICA,"),
    *("Appellee,", "v.", "LUIS A. MENDEZ-COLON,", "Defendant, Appellant."),
    *("APPEAL FROM THE UNITED STATES DISTRICT COURT", "FOR THE DISTRICT OF MASSACHUSETTS", "Before"),
    *("Howard, Chief Judge,", "Torruella and Kayatta, Circuit Judges."),
    *("Jane Roe, with whom Roe LLP was on brief, for appellant.", "Ann Poe was on brief for appellee."),
    "John Poe on brief for law professors, amici curiae in support of appellant.",
)
CASE = FIRST_CIRCUIT[:8]
ORDER = ("ORDER", "Before Howard, Chief Judge, and Torruella, Circuit Judge")
MASSACHUSETTS = (
    *("COMMONWEALTH vs. JOHN DOE.", "Suffolk. January 7, 2019. - April 5, 2019."),
    "Jane Roe for the defendant.",
)


@pytest.mark.parametrize(
    ("lines", "opening", "kind"),
    [
        (FIRST_CIRCUIT, f"KAYATTA, Circuit Judge. {PROSE}", Kind.OPINION),
        ((*CASE, "BRIEF FOR APPELLEE", *FIRST_CIRCUIT[8:10]), PROSE, Kind.BRIEF),
        ((*CASE, "AMICI CURIAE LAW PROFESSORS", "IN SUPPORT OF APPELLANT"), PROSE, Kind.BRIEF),
        ((*CASE, *ORDER), "The motion for leave to file an overlength brief is granted.", Kind.OPINION),
        (MASSACHUSETTS, f"GANTS, C.J. {PROSE}", Kind.OPINION),
        (
            CASE[3:],
            f"Presiding Judge Jane Roe, III, delivered the opinion of the Board. {PROSE}",
            Kind.OPINION,
        ),
        *(((), f"{text} {PROSE}", Kind(kind)) for text, kind in EXAMPLES.pairs("Kinds by who speaks")),
    ],
)
def test_the_kind_is_that_of_the_title_or_of_who_speaks(
    lines: tuple[str, ...], opening: str, kind: Kind
) -> None:
    page = [*middle(*lines, pitch=20), *flowing(opening, 100 + 20 * len(lines))]
    assert read_cover(page, behind=[]).kind is kind


@pytest.mark.parametrize(
    ("lines", "name"),
    EXAMPLES.pairs(
        "A line that begins with the name of a paper",
        "The brief of an amicus is called by who wrote it",
        "Lines that only mention a paper",
    ),
)
def test_a_paper_is_called_by_a_line_that_begins_with_its_name(lines: str, name: str) -> None:
    entries = caption_of(APPEAL, middle(*lines.split(" / "), y=200, pitch=20)).entries
    assert [entry.value for entry in entries if entry.field is CaptionField.PAPER] == ([name] if name else [])


SURNAMES = ("GARCIA", "O'NEIL", "SMITH-JONES", "McDONALD", "VAN DYKE", "ROE", "ST. PIERRE", "LEE")
MISREAD = {"1": "l", "0": "O", "5": "S", "8": "B"}

surnames = st.sampled_from(SURNAMES)
numbers = st.builds(
    "A-{:04d}-{:02d}{}".format, st.integers(1, 9999), st.integers(0, 26), st.sampled_from(["", "T4"])
)
days = st.dates(date(1990, 1, 1), TODAY)
forms = st.sampled_from(["%B %-d, %Y", "%m/%d/%Y", "%b. %-d, %Y", "%-d %B %Y"])


def caption_in_new_jersey(name: str, docket: str, filed: str, bar: str) -> Caption:
    rows = ("STATE OF NEW JERSEY,", "Plaintiff-Respondent,", "v.", f"JOHN {name},", "Defendant-Appellant.")
    right = f" {bar} Indictment No. 17-05-1334-I" if bar else ""
    return caption_of(
        stamp(f"FILED, Clerk of the Court, {filed}"),
        middle(*NEW_JERSEY, f"DOCKET NO. {docket}"),
        block(*(row + right for row in rows), y=150, pitch=16),
        middle("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", y=300),
    )


@given(surnames, numbers, days, forms, st.sampled_from(["", ")", ":", "|"]))
def test_a_clean_caption_is_read_whole(name: str, docket: str, day: date, form: str, bar: str) -> None:
    caption = caption_in_new_jersey(name, docket, day.strftime(form), bar)
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

    caption = caption_in_new_jersey(name, misread(docket), misread(day.strftime("%m/%d/%Y")), "|")
    assert caption.docket in (docket, "")
    assert caption.filed in (day, None)
