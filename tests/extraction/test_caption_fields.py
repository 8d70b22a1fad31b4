"""Tests of the judge, the filing date, and what names of files and folders say."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, CaptionEntry, Party
from briefbank.extraction.caption_finders.judge import names_in
from briefbank.extraction.caption_names import CaseWords
from briefbank.extraction.document import read, with_named_fields
from briefbank.extraction.file_naming import named_fields, named_kind
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


def cover(*more: str, title: str = "BRIEF FOR APPELLANT", stamp: str = "") -> list[PlacedLine]:
    head = [PlacedLine(stamp, 100, 14)] if stamp else []
    lines = ["UNITED STATES COURT OF APPEALS", "No. 20-1234", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,"]
    lines += ["Appellee.", title, *more]
    return [*head, *(centred(line, 72 + 20 * n) for n, line in enumerate(lines))]


def last_page(*lines: str, closing: str = "Respectfully submitted,") -> list[PlacedLine]:
    text = flowing("For these reasons the judgment must be reversed.", 100)
    rest = [closing, *lines]
    return [
        centred("CONCLUSION", 72, bold=True),
        *text,
        *(PlacedLine(line, 72, 160 + 16 * n) for n, line in enumerate(rest) if line),
    ]


TODAY = date(2026, 3, 1)


def caption_of(*pages: list[PlacedLine], name: str = "x.pdf") -> Caption:
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    every = [pages[0], body, *pages[1:]]
    raw_pages = [page_of(puts, index) for index, puts in enumerate(every)]
    return read(raw_pages, file_name=name, converted=False, today=TODAY).caption


def filed_and_source(*pages: list[PlacedLine], name: str = "x.pdf") -> tuple[str, str]:
    caption = caption_of(*pages, name=name)
    return (str(caption.filed or ""), caption.filed_source)


ECF = "Case: 20-1234 Document: 31 Page: 1 Filed: 01/23/2019"


def test_a_date_in_the_caption_comes_before_the_stamp_and_both_together_are_surest() -> None:
    caption_only = cover("Filed: January 23, 2019", title="OPINION")
    both = cover("Filed: January 23, 2019", title="OPINION", stamp=ECF)
    assert filed_and_source(caption_only) == filed_and_source(both) == ("2019-01-23", "caption")
    sure = [
        next(entry.confidence for entry in caption_of(item).entries if entry.field is CaptionField.FILED)
        for item in (caption_only, both)
    ]
    assert sure[0] < sure[1]


def test_a_caption_and_a_stamp_that_contradict_each_other_leave_it_empty() -> None:
    assert filed_and_source(cover("Filed: February 3, 2019", title="OPINION", stamp=ECF)) == ("", "")


def test_a_stamp_comes_before_the_day_of_decision_and_of_signing() -> None:
    signed = last_page("Dated: January 20, 2019")
    assert (
        filed_and_source(cover("Decided: January 2, 2019", title="OPINION", stamp=ECF), signed)[1] == "stamp"
    )
    assert filed_and_source(cover("Decided: January 2, 2019", title="OPINION"), signed) == (
        "2019-01-02",
        "caption",
    )


@pytest.mark.parametrize("line", ["Decided: May 1, 2018", "Entered May 1, 2018", "Issued: May 1, 2018"])
def test_a_day_of_decision_in_a_brief_belongs_to_the_judgment_below(line: str) -> None:
    assert filed_and_source(cover(line)) == ("", "")


@pytest.mark.parametrize(
    "lines",
    [
        ("Dated: June 3, 2021 DEWEY & HOWE LLP",),
        ("JANE SMITH", "Counsel of Record", "JUNE 3, 2021"),
        ("/s/ Jane Smith", "Date: 06/03/2021"),
        ("DATED this 3rd day of June, 2021",),
    ],
)
def test_the_date_beside_the_signature(lines: tuple[str, ...]) -> None:
    assert filed_and_source(cover(), last_page(*lines)) == ("2021-06-03", "signature")


def test_papers_in_the_appendix_do_not_date_the_brief() -> None:
    order = [PlacedLine("Respectfully submitted,", 72, 100), PlacedLine("Dated: May 1, 2017", 72, 120)]
    assert filed_and_source(cover(), last_page("JANE SMITH"), [centred("APPENDIX", 72), *order]) == ("", "")


def test_the_certificate_of_service_dates_an_undated_brief() -> None:
    service = [
        centred("CERTIFICATE OF SERVICE", 72, bold=True),
        *flowing("I certify that on June 4, 2021, I served this brief upon all counsel.", 100),
    ]
    assert filed_and_source(cover(), last_page("JANE SMITH"), service) == ("2021-06-04", "service")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Doe brief filed 2021-03-05.pdf", ("2021-03-05", "file")), ("Doe brief 2021-03-05.pdf", ("", ""))],
)
def test_a_file_name_dates_the_brief_only_where_it_says_filed(name: str, expected: tuple[str, str]) -> None:
    assert filed_and_source(cover(), name=name) == expected


@pytest.mark.parametrize(
    ("filing_date", "filed"),
    [
        *(("2/11/41", "1941-02-11"), ("3/14/62", "1962-03-14"), ("2/11/25", "2025-02-11")),
        *(("2/11/27", "1927-02-11"), ("2/11/26", "2026-02-11"), ("March 2, 2026", "2026-03-02")),
        *(
            ("March 3, 2026", ""),
            ("November 3, 2035", ""),
            ("11/3/2035", ""),
            ("13/11/2020", ""),
            ("2/30/2020", ""),
        ),
    ],
)
def test_no_date_of_filing_lies_more_than_a_time_zone_ahead(filing_date: str, filed: str) -> None:
    assert filed_and_source(cover(f"Filed: {filing_date}", title="OPINION"))[0] == filed


@pytest.mark.parametrize(
    "decision",
    [
        *("Argued March 3, 2021 - Decided May 5, 2021", "Submitted March 3, 2021 – Decided May 5, 2021"),
        *("May 5, 2021", "[May 5, 2021]", "Argued and submitted March 3, 2021, decided May 5, 2021"),
    ],
)
def test_an_opinion_is_of_the_day_of_its_decision(decision: str) -> None:
    assert filed_and_source(cover(decision, title="OPINION"))[0] == "2021-05-05"
    assert filed_and_source(cover(decision)) == ("", ""), "in a brief it is that of the judgment below"


def test_a_filing_date_in_spanish_is_one() -> None:
    for wording in (
        "Fecha: 3 de mayo de 2019",
        "Presentado: 3 de mayo de 2019",
        "Radicado el 3 de mayo del 2019",
    ):
        assert filed_and_source(cover(wording, title="ALEGATO DEL APELANTE"))[0] == "2019-05-03", wording
    for wording in (
        "En San Juan, Puerto Rico, a 3 de mayo de 2019.",
        "Ponce, Puerto Rico, hoy 3 de mayo de 2019.",
    ):
        signed = last_page(wording, closing="Respetuosamente sometido,")
        assert filed_and_source(cover(title="ALEGATO DEL APELANTE"), signed) == ("2019-05-03", "signature")


F = CaptionField

NAMES: list[tuple[str, str, str]] = [
    # the name of the file, its folder, and what both say
    (
        "State v. Smith A-1234-09 ReplyBr FINAL v3.wpd",
        "Appeals/2010/Smith, John",
        "title: State v. Smith | docket: A-1234-09 | kind: brief | paper: Reply Brief"
        " | client: Smith, John | version: Final, version 3 | year: 2010",
    ),
    ("SMITH.WPD", "", ""),
    # short forms
    ("RB.doc", "", "kind: brief"),
    ("AOB.pdf", "", "kind: brief | paper: Opening Brief"),
    ("Supp Br 4-2-01.wpd", "", "kind: brief | paper: Supplemental Brief | year: 2001"),
    ("Opp to Mot Suppress.doc", "", "kind: brief"),
    ("Br in Opp to cert.doc", "", "kind: brief | paper: Brief in Opposition"),
    ("memo re 404b.doc", "", "kind: memo"),
    ("slip op.pdf", "", "kind: opinion"),
    ("AG Directive 2002-2.pdf", "", "kind: directive | year: 2002"),
    # dates in every form
    ("Reply Brief (final) 3-15-09.doc", "", "kind: brief | paper: Reply Brief | version: Final | year: 2009"),
    ("20090315 brief.pdf", "", "kind: brief | year: 2009"),
    ("brief March 15, 2009.doc", "", "kind: brief | year: 2009"),
    ("brief Mar 2009.doc", "", "kind: brief | year: 2009"),
    ("brief 2008-2010.doc", "", "kind: brief"),
    ("Section 1983 brief.doc", "", "kind: brief"),
    # docket numbers
    ("A-001234-09T4 db brief.pdf", "", "docket: A-001234-09T4 | kind: brief"),
    ("A–1234–09T2.doc", "", "docket: A-1234-09T2"),
    ("Statement - A-1234-09T2.doc", "", "docket: A-1234-09T2"),
    ("17 Cr. 11696 (ADB) memo.doc", "", "docket: 17-Cr-11696 | kind: memo"),
    ("2019-P-0456 brief.pdf", "", "docket: 2019-P-0456 | kind: brief"),
    ("SJC-12345 brief.pdf", "", "docket: SJC-12345 | kind: brief"),
    ("A-1234-09 & A-1300-09 brief.doc", "", "docket: A-1234-09; A-1300-09 | kind: brief"),
    ("tr pp 10-150.pdf", "", ""),
    # versions
    ("brief v1.2.doc", "", "kind: brief | version: Version 1.2"),
    ("brief first draft jd edits.doc", "", "kind: brief | version: Draft 1"),
    ("brief as filed.pdf", "", "kind: brief | version: Filed"),
    ("brief FINAL2.doc", "", "kind: brief | version: Final, version 2"),
    # cases and clients
    (
        "State_v_Smith_reply_br.doc",
        "",
        "title: State v. Smith | client: Smith | kind: brief | paper: Reply Brief",
    ),
    ("In re J.S. brief.doc", "", "title: In re J.S. | client: J.S. | kind: brief"),
    ("Miranda v. Arizona.pdf", "", "title: Miranda v. Arizona"),
    ("Smith, John - Reply Brief.doc", "", "client: Smith, John | kind: brief | paper: Reply Brief"),
    ("scan0003.pdf", "Closed/1998/O'Neill, Mary Jane", "client: O'Neill, Mary Jane | year: 1998"),
    (
        "final.doc",
        "State v. Doe (A-77-03)",
        "title: State v. Doe | docket: A-77-03 | client: Doe | version: Final",
    ),
    ("x.wpd", "Briefs", "kind: brief"),
    ("cover letter.wpd", "Briefs", ""),
    # names from which nothing may be concluded
    ("scan0001.pdf", "", ""),
    ("untitled.wpd", "New Folder", ""),
    ("Motion to Suppress.doc", "", ""),
    ("", "", ""),
    ("Motions, Pending.doc", "Trial, Notes", ""),
]


def named_values(name: str, folder: str) -> dict[str, str]:
    entries = [named_kind(name, folder), *named_fields(name, folder, TODAY)]
    return {entry.field.value: entry.value for entry in entries if entry is not None}


@pytest.mark.parametrize(("name", "folder", "expected"), NAMES, ids=[f"{f}/{n}" for n, f, _ in NAMES])
def test_a_name_says_this_and_nothing_more(name: str, folder: str, expected: str) -> None:
    fields = (field.partition(": ") for field in expected.split(" | ") if field)
    assert named_values(name, folder) == {field: value for field, _, value in fields}


def test_the_source_of_each_field_is_the_name_or_the_folder_and_never_sure() -> None:
    results = named_fields("State v. Smith A-1234-09 v3.wpd", "Appeals/2010/Smith, John", TODAY)
    assert {entry.field.value: entry.source for entry in results} == {
        **dict.fromkeys(("title", "docket", "version"), "file"),
        **dict.fromkeys(("client", "year"), "folder"),
    }
    assert all(0 < entry.confidence < 0.5 and entry.page is None for entry in results)


def test_the_nearest_folder_wins() -> None:
    assert named_values("x.doc", "2001/Doe, Jane/2004/Smith, John")["client"] == "Smith, John"
    assert named_values("x.doc", "2001/Doe, Jane/2004/Smith, John")["year"] == "2004"
    assert named_values("x 1999.doc", "2001")["year"] == "1999"


# --- beside the text -----------------------------------------------------------------------------


def entry(field: CaptionField, value: str, source: str = "file") -> CaptionEntry:
    return CaptionEntry(field, value, source, 0.4)


READ = Caption(
    "State v. Jones",
    docket="A-1-20",
    parties=(Party("Robert Jones", "Defendant"),),
    entries=(entry(F.TITLE, "State v. Jones", "caption"), entry(F.DOCKET, "A-1-20", "caption")),
)


def test_the_text_wins_over_the_name() -> None:
    named = named_fields("State v. Smith A-1234-09 v3.wpd", "2010/Smith, John", TODAY)
    caption = with_named_fields(READ, Kind.BRIEF, named)
    assert (caption.title, caption.docket) == ("State v. Jones", "A-1-20")
    assert {correction.field: correction.value for correction in caption.entries} == {
        **{F.TITLE: "State v. Jones", F.DOCKET: "A-1-20"},
        **{F.VERSION: "Version 3", F.YEAR: "2010"},
    }, "a client who is no party of the case is none"


def test_a_name_fills_what_the_text_does_not_say() -> None:
    named = named_fields("State v. Smith A-1234-09.wpd", "Smith, John", TODAY)
    caption = with_named_fields(Caption(), Kind.OTHER, named)
    assert (caption.title, caption.docket) == ("State v. Smith", "A-1234-09")
    assert [item.field for item in caption.entries] == [F.TITLE, F.DOCKET, F.CLIENT]


def test_an_opinion_has_no_client_and_no_version() -> None:
    named = named_fields("State v. Smith draft.pdf", "Smith, John", TODAY)
    assert [e.field for e in with_named_fields(Caption(), Kind.OPINION, named).entries] == [F.TITLE]


# --- any name ------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    str.split(
        "State v. V versus in re Smith, John Smith A-1234-09 12-345 2010 3-15-09 2009-03-15 reply brief br"
        " memo FINAL draft v3 v filed _ - ( ) . , & de la Cruz US scan0001 \udc80 ´ é ß 漢字 ١٢٣ 20090315 §"
    )
)
ANY_NAME = st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=14).map(" ".join))


@given(name=ANY_NAME, folder=st.one_of(ANY_NAME, st.lists(ANY_NAME, max_size=5).map("/".join)))
@example(name="v" * 300, folder="/" * 300)
@example(name="a v. " * 60, folder="")
def test_no_name_makes_it_fail_and_every_value_is_one_of_its_field(name: str, folder: str) -> None:
    kind = named_kind(name, folder)
    assert kind is None or Kind(kind.value)
    results = named_fields(name, folder, TODAY)
    assert len({item.field for item in results}) == len(results)
    for item in results:
        item.field.definition.value_type.check(item.value)
        assert item.value.strip() and item.source in ("file", "folder")
    assert results == named_fields(name, folder, TODAY)


@pytest.mark.parametrize(
    ("name", "year"), [("Smith 2041.wpd", ""), ("Smith 3-5-62.wpd", "1962"), ("Smith 3-5-26.wpd", "2026")]
)
def test_no_year_of_a_name_lies_in_the_future(name: str, year: str) -> None:
    years = [entry.value for entry in named_fields(name, "", TODAY) if entry.field is CaptionField.YEAR]
    assert years == ([year] if year else [])
