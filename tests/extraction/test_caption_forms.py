"""Tests of the forms of captions: whose case it is, the side, and the author."""

from __future__ import annotations

from dataclasses import replace

import pytest

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, Party
from briefbank.domain.pages import RawPage
from briefbank.extraction.caption_finders.docket import dockets_in
from briefbank.extraction.caption_names import CaseWords, in_title_case, parties
from briefbank.extraction.document import read
from tests.extraction.page_factory import PlacedLine, block, centred, flowing, page_of

PROSE = (
    "The trial court admitted the statement of Doe, Roe, Smith, Jones and Garcia over objection and the jury"
    " heard it twice, although nobody had shown that any of them had waived a right knowingly and with care."
)
OFFICE_OF_THE_DEFENDER = (
    *("JOSEPH E. KRAKORA", "Public Defender", "Office of the Public Defender", "Appellate Section"),
    *("31 Clinton Street, 9th Floor", "Newark, New Jersey 07101", "(973) 877-1200"),
)


def reading_of(*puts: list[PlacedLine]) -> tuple[Kind, Caption]:
    first = [put for part in puts for put in part]
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    read_pages: list[RawPage] = [page_of(first), page_of(body, 1)]
    reading = read(read_pages, file_name="x.pdf", converted=False)
    return reading.kind, reading.caption


def middle(*lines: str, y: float = 72, pitch: float = 16) -> list[PlacedLine]:
    return [centred(line, y + pitch * n) for n, line in enumerate(lines) if line]


def two_columns(left: list[str], right: list[str]) -> list[PlacedLine]:
    return [*block(*left), *block(*right, x=330)]


NO_WORDS = CaseWords([])
NJ = ("SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION")
SIDES = [
    *("STATE OF NEW JERSEY,", "", "     Plaintiff-Respondent,", "", "        v.", ""),
    *("JOHN DOE,", "", "     Defendant-Appellant."),
]
BELOW = ["CRIMINAL ACTION", "", "On Appeal from a Judgment of", "Conviction of the Superior Court"]
DOE_AND_STATE = (
    Party("State of New Jersey", "Plaintiff-Respondent"),
    Party("John Doe", "Defendant-Appellant"),
)


def test_a_public_defenders_brief_names_parties_side_and_office() -> None:
    kind, result = reading_of(
        middle(*NJ, "DOCKET NO. A-1234-20T4", "INDICTMENT NO. 17-05-1334-I"),
        two_columns(SIDES, BELOW),
        middle("BRIEF AND APPENDIX ON BEHALF OF DEFENDANT-APPELLANT", y=300),
        block(*OFFICE_OF_THE_DEFENDER, x=300, y=340),
        block("JANE ROE", "Assistant Deputy Public Defender", "Of Counsel and", "On the Brief", y=480),
    )
    assert kind is Kind.BRIEF
    assert result.parties == DOE_AND_STATE
    assert (result.side, result.office) == ("Appellant", "Office of the Public Defender")
    assert (result.docket, result.title) == ("A-1234-20T4", "State v. John Doe")


@pytest.mark.parametrize("bar", [":", ")", "|"])
def test_a_caption_beside_a_column_of_bars_is_read_by_its_left_side(bar: str) -> None:
    rows = [
        *(f"STATE OF NEW JERSEY, {bar} CRIMINAL ACTION", f"   Plaintiff-Respondent, {bar} On Appeal from a"),
        *(f"      v. {bar} Judgment of Conviction", f"JOHN DOE, {bar} of the Superior Court,"),
        *(f"   Defendant-Appellant. {bar} Law Division, Essex County.", f"                {bar} Sat Below:"),
    ]
    _, result = reading_of(middle(*NJ, "DOCKET NO. A-1234-20"), block(*rows))
    assert result.parties == DOE_AND_STATE


def test_a_prosecutors_brief_speaks_for_the_party_that_it_names() -> None:
    _, result = reading_of(
        middle(*NJ, "DOCKET NO. A-2345-19"),
        two_columns(SIDES, BELOW),
        middle("BRIEF ON BEHALF OF THE STATE OF NEW JERSEY", y=300),
        block("GRACE ROE", "CAMDEN COUNTY PROSECUTOR", "OFFICE OF THE PROSECUTOR", x=300, y=340),
        block("CAMDEN, NEW JERSEY 08103", "(856) 225-8400", x=300, y=382),
    )
    assert (result.side, result.office) == ("Respondent", "Camden County Prosecutor")


def test_a_letter_brief_is_read_by_its_re_lines_and_dated_by_its_own_date() -> None:
    kind, result = reading_of(
        block("JOSEPH E. KRAKORA", "Public Defender", "31 Clinton Street", "Newark, NJ 07102", y=60),
        block("March 5, 2021", y=130),
        block("Superior Court of New Jersey", "Appellate Division", "Trenton, New Jersey 08625", y=160),
        block("Re: State of New Jersey v. John Doe", "    Docket No. A-1234-20", y=220),
        block("    Letter Brief on Behalf of Defendant-Appellant", "", "Your Honors:", y=248),
        flowing("Please accept this letter in lieu of a more formal brief. " + PROSE, 320),
    )
    assert kind is Kind.BRIEF
    assert (result.title, result.docket, result.side) == ("State v. John Doe", "A-1234-20", "Appellant")
    assert (str(result.filed), result.filed_source) == ("2021-03-05", "caption")


@pytest.mark.parametrize(("number", "docket"), [("DOCKET NO. 085,123", "085123"), ("DOCKET NO. ______", "")])
def test_a_petition_for_certification_never_takes_the_appellate_divisions_docket(
    number: str, docket: str
) -> None:
    left = [line.replace("Appellant", "Petitioner") for line in SIDES]
    kind, result = reading_of(
        middle("SUPREME COURT OF NEW JERSEY", number, "APP. DIV. DOCKET NO. A-1234-19T4"),
        two_columns(left, ["On Petition for Certification", "from a Final Judgment"]),
        middle("PETITION FOR CERTIFICATION", y=300),
    )
    assert (kind, result.docket, result.side) == (Kind.BRIEF, docket, "Petitioner")


def test_a_juveniles_case_is_named_by_initials_over_two_lines() -> None:
    _, result = reading_of(
        middle(*NJ, "DOCKET NO. A-3456-21"),
        block("STATE OF NEW JERSEY IN THE", "INTEREST OF A.B.,", "", "    Juvenile-Appellant."),
        middle("BRIEF ON BEHALF OF JUVENILE-APPELLANT", y=300),
    )
    assert result.title == "State in the Interest of A.B."
    assert result.parties == (Party("A.B.", "Juvenile-Appellant"),)
    assert result.side == "Appellant"


def test_a_division_of_the_state_is_a_party_and_no_division_of_a_court() -> None:
    _, result = reading_of(
        middle(*NJ, "DOCKET NO. A-3456-21"),
        block(
            *("NEW JERSEY DIVISION OF CHILD", "PROTECTION AND PERMANENCY,", "   Plaintiff-Respondent,"),
            *("     v.", "S.M.,", "   Defendant-Appellant.", "____________________"),
            *("IN THE MATTER OF THE GUARDIANSHIP", "OF T.M.,"),
        ),
    )
    assert result.title == "New Jersey Division of Child Protection and Permanency v. S.M."
    assert [party.name for party in result.parties][1] == "S.M."


def test_a_consolidated_caption_has_the_parties_and_dockets_of_all_its_cases() -> None:
    again = [line.replace("JOHN DOE", "RICHARD ROE") for line in SIDES]
    _, result = reading_of(
        middle(*NJ, "DOCKET NO. A-1234-20", "A-2345-20"),
        block(*[line for line in [*SIDES, "", *again] if line], pitch=18),
        middle("BRIEF ON BEHALF OF DEFENDANTS-APPELLANTS", y=440),
    )
    assert result.docket == "A-1234-20; A-2345-20"
    assert result.parties == (*DOE_AND_STATE, Party("Richard Roe", "Defendant-Appellant"))


@pytest.mark.parametrize(
    ("lines", "names", "side"),
    [
        (
            "UNITED STATES COURT OF APPEALS / UNITED STATES OF AMERICA, / Plaintiff-Appellee, / v. /"
            " RICHARD ROE, JR., a/k/a RICKY, / Defendant-Appellant. / BRIEF FOR THE UNITED STATES",
            "United States of America (Plaintiff-Appellee); Richard Roe, Jr. (Defendant-Appellant)",
            "Appellee",
        ),
        (
            "IN THE COURT OF APPEAL OF THE STATE OF CALIFORNIA / THE PEOPLE, / Plaintiff and Respondent, / v."
            " / JOHN JONES, / Defendant and Appellant. / APPELLANT'S OPENING BRIEF",
            "The People (Plaintiff and Respondent); John Jones (Defendant and Appellant)",
            "Appellant",
        ),
        (
            "SUPREME COURT OF PENNSYLVANIA / COMMONWEALTH OF PENNSYLVANIA, Appellee / v. /"
            " MARY SMITH, Appellant / BRIEF IN RESPONSE TO APPELLANT'S BRIEF",
            "Commonwealth of Pennsylvania (Appellee); Mary Smith (Appellant)",
            "",
        ),
        (
            "SUPREME COURT OF NEW JERSEY / STATE OF NEW JERSEY, / Plaintiff-Appellant, / v. / JOHN DOE, "
            "/ Defendant-Respondent. / BRIEF OF AMICUS CURIAE LATINO ACTION NETWORK",
            "State of New Jersey (Plaintiff-Appellant); John Doe (Defendant-Respondent)",
            "amicus curiae",
        ),
    ],
)
def test_parties_and_sides_in_other_courts(lines: str, names: str, side: str) -> None:
    _, result = reading_of(middle(*lines.split(" / "), pitch=22))
    assert ("; ".join(map(str, result.parties)), result.side) == (names, side)


def test_counsel_who_stand_for_a_named_party_give_its_side() -> None:
    _, result = reading_of(
        middle("UNITED STATES COURT OF APPEALS", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,", "Appellee."),
        block("DEWEY & HOWE LLP", "1 Main Street", "(212) 555-0100", "Counsel for Jane Roe", y=300),
    )
    assert (result.side, result.office) == ("Appellee", "Dewey & Howe LLP")


def test_a_party_that_is_a_company_is_not_taken_for_the_lawyers_office() -> None:
    _, result = reading_of(
        middle("SUPERIOR COURT OF NEW JERSEY", "ROE HOLDINGS, LLC,", "Plaintiff,", "v.", "JOHN DOE,"),
        block("Defendant.", "Attorneys for", "ROE HOLDINGS, LLC", "(212) 555-0100", y=300),
    )
    assert result.office == ""


def test_a_motion_and_a_letter_are_no_briefs() -> None:
    head = middle("UNITED STATES COURT OF APPEALS", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,", "Appellee.")
    motion, _ = reading_of(head, middle("MOTION FOR AN EXTENSION OF TIME TO FILE", "ANSWERING BRIEF", y=300))
    letter, _ = reading_of(
        block("Clerk of Court", "Re: Doe v. Roe, No. 22-1801", "Dear Clerk:", y=80),
        flowing("This letter supplements the opening brief. " + PROSE, 160),
    )
    assert (motion, letter) == (Kind.OTHER, Kind.OTHER)


def test_an_opinion_speaks_for_no_one() -> None:
    _, result = reading_of(
        middle("UNITED STATES COURT OF APPEALS", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,", "Appellee."),
        middle("OPINION", y=300),
        block("DEWEY & HOWE LLP", "(212) 555-0100", "Counsel for Appellant", y=340),
    )
    assert (result.side, result.office) == ("", "")


def test_every_entry_says_where_it_stands_and_what_was_found() -> None:
    _, result = reading_of(middle(*NJ, "DOCKET NO. A-1234-20"), two_columns(SIDES, BELOW))
    entries = {entry.field: entry for entry in result.entries}
    assert list(entries) == [field for field in CaptionField if field in entries]
    assert entries[CaptionField.PARTIES].value == "; ".join(map(str, result.parties))
    assert entries[CaptionField.DOCKET].value == result.docket
    assert all(0 < entry.confidence <= 1 for entry in result.entries if entry.source)
    assert {entry.page for entry in result.entries if entry.field is not CaptionField.KIND} == {0}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("GIFT CO., LLC, and SANDHILL, INC., Plaintiffs", ["Gift Co., LLC", "Sandhill, Inc."]),
        ("JOHNSON AND JOHNSON, Appellee", ["Johnson and Johnson"]),
        ("SMITH, a California agency; and DOES 1 through 20, inclusive, Respondents", ["Smith"]),
        ("STATE OF OHIO, ex rel. ROE, in his official capacity, and X, Appellees", ["State of Ohio"]),
    ],
)
def test_lists_of_parties_are_taken_apart_only_where_names_end(text: str, names: list[str]) -> None:
    assert [party.name for party in parties([text], NO_WORDS)] == names


def test_a_file_without_pages_has_an_empty_caption() -> None:
    caption = read([], file_name="", converted=False).caption
    assert [entry.source for entry in caption.entries] == [""]
    assert replace(caption, entries=()) == Caption()


def signed(*lines: str) -> list[PlacedLine]:
    return [centred("CONCLUSION", 72, bold=True), *block("Respectfully submitted,", *lines, y=160)]


def test_the_signature_gives_side_and_office_where_the_cover_does_not() -> None:
    cover = middle(*NJ, "DOCKET NO. A-1234-20"), two_columns(SIDES, BELOW)
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    end = signed("JOSEPH E. KRAKORA", "Public Defender", "Attorney for Defendant-Appellant", "Jane Roe")
    pages = [page_of([put for part in cover for put in part]), page_of(body, 1), page_of(end, 2)]
    caption = read(pages, file_name="x.pdf", converted=False).caption
    assert (caption.side, caption.office) == ("Appellant", "Public Defender")
    entries = {entry.field: entry for entry in caption.entries}
    assert {entries[field].source for field in (CaptionField.SIDE, CaptionField.OFFICE)} == {"signature"}
    assert entries[CaptionField.OFFICE].page == 2


def test_the_courts_number_is_kept_apart_from_all_others() -> None:
    of_nj = "Superior Court of New Jersey, Appellate Division"
    assert dockets_in("DOCKET NO. A-1234-20T4", of_nj) == ["A-1234-20T4"]
    assert dockets_in("Docket Nos. A-1234-20, A-2345-20 and A-3456-20", of_nj) == [
        *("A-1234-20", "A-2345-20", "A-3456-20")
    ]
    assert dockets_in("(Consolidated with A-2345-20)", of_nj) == ["A-2345-20"]
    assert dockets_in("Nos. 19-1081(L), 19-1083") == ["19-1081", "19-1083"]
    assert dockets_in("No. 123 EDA 2020") == ["123 EDA 2020"]
    assert dockets_in("No. 17 Cr. 11696 (ADB)") == ["17 Cr. 11696"]
    assert dockets_in("NO. 2019 KA 0123") == ["2019 KA 0123"]
    assert dockets_in("DOCKET NO. A\u20111234\u201120T4") == ["A\u20111234\u201120T4"]
    assert dockets_in("A123456", "Court of Appeal of the State of California") == ["A123456"]


@pytest.mark.parametrize(
    "text",
    [
        *("INDICTMENT NO. 17-05-1334-I", "Attorney ID No. 012342009", "Civil Action No. 1:21-cv-______"),
        "D.C. No. 2:15-cr-00123",
        *("DOCKET NO. A-l234-20", "Docket No. A-12O4-20", "Superior Court No. 17-CR-1234", "NO. ____"),
    ],
)
def test_docket_numbers_of_other_courts_and_misread_ones_are_left_out(text: str) -> None:
    assert dockets_in(text, "United States Court of Appeals") == []


# --- kinds by who speaks ---------------------------------------------------------------------------

FIRST_CIRCUIT = (
    *("United States Court of Appeals", "For the First Circuit", "No. 18-1234", "UNITED STATES OF AMERICA,"),
    *("Appellee,", "v.", "LUIS A. MENDEZ-COLON,", "Defendant, Appellant."),
    *("APPEAL FROM THE UNITED STATES DISTRICT COURT", "FOR THE DISTRICT OF MASSACHUSETTS", "Before"),
    *("Howard, Chief Judge,", "Torruella and Kayatta, Circuit Judges."),
    *("Jane Roe, with whom Roe LLP was on brief, for appellant.", "Ann Poe was on brief for appellee."),
    "John Poe on brief for law professors, amici curiae in support of appellant.",
)


@pytest.mark.parametrize(
    ("lines", "opening", "kind"),
    [
        (FIRST_CIRCUIT, f"KAYATTA, Circuit Judge. {PROSE}", Kind.OPINION),
        ((*FIRST_CIRCUIT[:8], "BRIEF FOR APPELLEE", *FIRST_CIRCUIT[8:10]), PROSE, Kind.BRIEF),
        ((*FIRST_CIRCUIT[:8], "AMICI CURIAE LAW PROFESSORS", "IN SUPPORT OF APPELLANT"), PROSE, Kind.BRIEF),
        (
            (*FIRST_CIRCUIT[:8], "ORDER", "Before Howard, Chief Judge, and Torruella, Circuit Judge"),
            "The motion for leave to file an overlength brief of 15,000 words is granted.",
            Kind.OPINION,
        ),
        (
            (
                "COMMONWEALTH vs. JOHN DOE.",
                "Suffolk. January 7, 2019. - April 5, 2019.",
                "Jane Roe for the defendant.",
            ),
            f"GANTS, C.J. {PROSE}",
            Kind.OPINION,
        ),
        (
            FIRST_CIRCUIT[3:8],
            f"Presiding Judge Jane L. Roe, III, delivered the opinion of the Board. {PROSE}",
            Kind.OPINION,
        ),
    ],
)
def test_the_kind_is_that_of_the_title_or_of_who_speaks(
    lines: tuple[str, ...], opening: str, kind: Kind
) -> None:
    result = read(
        [page_of([*middle(*lines, pitch=20), *flowing(opening, 100 + 20 * len(lines))])],
        file_name="x.pdf",
        converted=False,
    )
    assert result.kind is kind


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ("Amici curiae respectfully submit that the opinion of the Court in Bakke controls.", Kind.BRIEF),
        ("In Bakke, Justice Powell delivered the opinion of the Court (per curiam in part).", Kind.OTHER),
        ("IT IS HEREBY ORDERED that the motion is denied.", Kind.OPINION),
    ],
)
def test_an_opinion_that_is_spoken_of_makes_no_opinion(opening: str, kind: Kind) -> None:
    page = page_of(flowing(f"{opening} {PROSE}", 100))
    assert read([page], file_name="x.pdf", converted=False).kind is kind


# --- names in capitals, and lines drawn around the parties ------------------------------------------


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *(("LUIS A. MENDEZ", "Luis A. Mendez"), ("ROBERT A DOE", "Robert A Doe")),
        *(("ESTATE OF A. B. JONES", "Estate of A. B. Jones"), ("MARIA E. Y. LOPEZ", "Maria E. Y. Lopez")),
        *(("JOHN DOE, A MINOR", "John Doe, a Minor"), ("ORTEGA Y GASSET", "Ortega y Gasset")),
        *(("JUAN DE LA CRUZ", "Juan de la Cruz"), ("CITY OF LA MESA", "City of La Mesa")),
        *(("CITY OF LOS ANGELES", "City of Los Angeles"), ("ANA DE LOS SANTOS", "Ana de los Santos")),
        *(("HENRY T. FORD III", "Henry T. Ford III"), ("WELLS FARGO BANK, N.A.", "Wells Fargo Bank, N.A.")),
        *(("PATRICK MCDONALD", "Patrick McDonald"), ("MARY O'DELL", "Mary O'Dell")),
    ],
)
def test_a_name_in_capitals_is_written_as_people_write_it(written: str, name: str) -> None:
    assert in_title_case(written, NO_WORDS) == name


@pytest.mark.parametrize(
    "border", ["-" * 40 + "X", "-" * 40 + "x", "X", "." * 40 + "X", "_" * 40 + "/", "x" + "-" * 30 + "x"]
)
def test_a_line_drawn_around_the_parties_is_no_part_of_a_name(border: str) -> None:
    _, result = reading_of(
        block("UNITED STATES DISTRICT COURT", "SOUTHERN DISTRICT OF NEW YORK", border),
        block(
            "VIRGINIA L. ROE,", "", "     Plaintiff,", "", "v.", "", "JOHN DOE,", "", "     Defendant.", y=140
        ),
        block(border, "Case No. 15-cv-07433", y=280),
    )
    assert (result.title, result.docket) == ("Virginia L. Roe v. John Doe", "15-cv-07433")
    assert result.parties == (Party("Virginia L. Roe", "Plaintiff"), Party("John Doe", "Defendant"))


@pytest.mark.parametrize(
    ("beside", "docket"),
    [("15 Civ. 7433 (RWS)", "15 Civ. 7433"), ("Case No.: 15-cv-07433-RWS", "15-cv-07433-RWS")],
)
def test_a_number_beside_a_party_is_the_docket_and_no_part_of_the_party(beside: str, docket: str) -> None:
    _, result = reading_of(
        block("UNITED STATES DISTRICT COURT", "SOUTHERN DISTRICT OF NEW YORK"),
        block("VIRGINIA L. ROE,", f"     Plaintiff, {beside}", "v.", "JOHN DOE,", "     Defendant.", y=140),
    )
    assert (result.title, result.docket) == ("Virginia L. Roe v. John Doe", docket)
    assert result.parties == (Party("Virginia L. Roe", "Plaintiff"), Party("John Doe", "Defendant"))


# --- captions in Spanish -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "number"),
    [
        *(("Apelación Núm. KLAN201900123", "KLAN201900123"), ("Caso Núm.: CC-2019-0456", "CC-2019-0456")),
        *(("Radicado: A-1234-18", "A-1234-18"), ("Expediente 123-2018", "123-2018")),
        *(("NÚM. KLCE201900456", "KLCE201900456"), ("Civil Núm. SJ2018CV01234", "SJ2018CV01234")),
        ("Sobre: Art. 93 C.P.", ""),
    ],
)
def test_a_brief_in_spanish_has_its_case_its_number_and_its_date(label: str, number: str) -> None:
    kind, result = reading_of(
        middle("ESTADO LIBRE ASOCIADO DE PUERTO RICO", "TRIBUNAL DE APELACIONES"),
        block("EL PUEBLO DE PUERTO RICO", "Apelado", "", "v.", "", "JUAN MUÑOZ RIVERA", "Apelante", y=140),
        block(label, "Fecha: 3 de mayo de 2019", y=260),
        middle("ALEGATO DEL APELANTE", y=320),
    )
    assert (kind, result.docket, str(result.filed)) == (Kind.BRIEF, number, "2019-05-03")
    assert result.parties == (
        Party("El Pueblo de Puerto Rico", "Apelado"),
        Party("Juan Muñoz Rivera", "Apelante"),
    )
