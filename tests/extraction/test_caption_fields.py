"""Tests of the judge, the filing date, and what names of files and folders say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Caption, CaptionEntry, Party
from briefbank.extraction.caption_finders.judge import names_in
from briefbank.extraction.caption_names import CaseWords
from briefbank.extraction.document import with_named_fields
from briefbank.extraction.file_naming import named_fields, named_kind
from tests.extraction.brief_factory import ARGUMENT, NEW_JERSEY, SIDES, TODAY, middle, read_cover, stamp
from tests.extraction.page_factory import PlacedLine, block, centred, flowing
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "caption_fields.txt")
FEDERAL = ("UNITED STATES COURT OF APPEALS", "FOR THE NINTH CIRCUIT", "No. 20-16276")
ROE_AND_POE = ("ANGEL ROE,", "Plaintiff-Appellee,", "v.", "DAVID POE,", "Defendant-Appellant.")
FROM = ("On Appeal from the United States District Court", "for the Northern District of California")


def judge_of(*parts: list[PlacedLine], later: list[PlacedLine] | None = None) -> CaptionEntry | None:
    caption = read_cover(*parts, behind=[later, ARGUMENT] if later else [ARGUMENT]).caption
    entries = [entry for entry in caption.entries if entry.field is CaptionField.JUDGE]
    assert [entry.value for entry in entries] == ([caption.judge] if caption.judge else [])
    return entries[0] if entries else None


def named(*parts: list[PlacedLine], later: list[PlacedLine] | None = None) -> str:
    entry = judge_of(*parts, later=later)
    return entry.value if entry else ""


@pytest.mark.parametrize(("lines", "names"), EXAMPLES.pairs("The judge below on a New Jersey cover"))
def test_the_judge_below_is_on_a_new_jersey_cover(lines: str, names: str) -> None:
    entry = judge_of(
        middle(*NEW_JERSEY, "DOCKET NO. A-1234-20"),
        block(*SIDES),
        block("CRIMINAL ACTION", "", *lines.split(" / "), x=330),
        middle("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", y=330),
        block("JOSEPH E. KRAKORA", "Public Defender", "Attorney for Defendant-Appellant", x=300, y=370),
    )
    assert entry is not None and entry.value == names
    assert (entry.source, entry.page) == ("caption", 0) and entry.confidence >= 0.8


@pytest.mark.parametrize("bar", [":", ")", "|"])
def test_a_label_beside_a_column_of_bars_is_followed_by_the_lines_right_of_them(bar: str) -> None:
    rows = [
        *(f"STATE OF NEW JERSEY, {bar} CRIMINAL ACTION", f"   Plaintiff-Respondent, {bar} On Appeal from a"),
        *(f"      v. {bar} Judgment of Conviction", f"JOHN DOE, {bar} Sat Below:"),
        *(f"   Defendant-Appellant. {bar} Hon. Ann Example, J.S.C.", f"                {bar} and a jury."),
    ]
    assert named(middle(*NEW_JERSEY, "DOCKET NO. A-1234-20"), block(*rows)) == "Ann Example"


@pytest.mark.parametrize(("lines", "names"), EXAMPLES.pairs("The judge below under the court below"))
def test_the_judge_below_stands_under_the_court_below(lines: str, names: str) -> None:
    cover = [*FEDERAL, "", *ROE_AND_POE, "", *FROM, *lines.split(" / "), "", "BRIEF FOR APPELLANT"]
    assert named(middle(*cover)) == names


def test_the_bench_of_an_opinion_is_named_by_its_list() -> None:
    bench = "Before GRUENDER, BENTON, and VAN DYKE, Circuit Judges."
    assert named(middle(*FEDERAL, "", *ROE_AND_POE, "", *FROM, "", bench)) == "Gruender; Benton; Van Dyke"
    bench = "PRESENT: SMITH, P.J., CARNI, LINDLEY, AND WINSLOW, JJ."
    names = named(middle("SUPREME COURT OF NEW YORK", *ROE_AND_POE, bench))
    assert names == "Smith; Carni; Lindley; Winslow"


def test_pleading_paper_names_its_judge_beside_the_hearing() -> None:
    court = middle("SUPERIOR COURT OF THE STATE OF CALIFORNIA", "COUNTY OF LOS ANGELES")
    right = ["Case No. 19STCP00001", "OPENING BRIEF", "Trial Date: March 11, 2021", "Dept: 82"]
    right += ["Judge: The Honorable Mary H. Example", "Action Filed: February 11, 2019"]
    assert named(court, block(*ROE_AND_POE), block(*right, x=344)) == "Mary H. Example"


@pytest.mark.parametrize("lines", EXAMPLES.texts("Others with a title and misread names are no judges"))
def test_others_with_a_title_and_misread_names_are_no_judges(lines: str) -> None:
    cover = [*FEDERAL, "", *ROE_AND_POE, "", "BRIEF FOR APPELLANT", "", *lines.split(" / ")]
    assert named(middle(*cover)) == ""


def test_judges_of_the_argument_and_of_later_pages_do_not_count() -> None:
    assert named(middle(*FEDERAL, *ROE_AND_POE)) == ""
    later = middle("TABLE OF CONTENTS", "THE HON. JANE DOE, J.S.C., ERRED IN DENYING THE MOTION .... 12")
    assert named(middle(*FEDERAL, *ROE_AND_POE, "BRIEF FOR APPELLANT"), later=later) == ""


surnames = st.sampled_from(["GARCIA", "O'NEIL", "Smith-Jones", "McDONALD", "VAN DYKE", "Lee", "ST. PIERRE"])
given_names = st.sampled_from(["JANE", "Jane A.", "R. JOHN", "Mary Ann", "J. B."])
letters = st.sampled_from(
    ["J.S.C.", "P.J.A.D.", "J.A.D.", "A.J.S.C.", "P.J.Cr.", "U.S.D.J.", "J.M.C.", "J.T.C."]
)
people = st.tuples(given_names, surnames).map(" ".join)


@given(st.lists(st.tuples(people, letters), min_size=1, max_size=5), st.booleans())
def test_any_list_of_judges_is_read_whole_and_in_order(sat: list[tuple[str, str]], titled: bool) -> None:
    text = ", ".join(f"{'Hon. ' if titled else ''}{name}, {after}" for name, after in sat)
    casefolds = [name.casefold() for name in names_in(text, CaseWords([]), labelled=True)]
    assert casefolds == list(dict.fromkeys(name.casefold() for name, _ in sat))


CASE = (
    "UNITED STATES COURT OF APPEALS",
    "No. 20-1234",
    "JOHN DOE,",
    "Appellant,",
    "v.",
    "JANE ROE,",
    "Appellee.",
)


def caption_of(cover: str, *behind: list[PlacedLine], file_name: str = "x.pdf") -> Caption:
    """Read a cover: a court's stamp and ``^`` where there is one, the title, and further lines."""
    *stamps, lines = cover.split(" ^ ")
    parts = [*map(stamp, stamps), middle(*CASE, *lines.split(" / "), pitch=20)]
    return read_cover(*parts, behind=[ARGUMENT, *behind], file_name=file_name).caption


def filed_and_source(cover: str, *behind: list[PlacedLine], file_name: str = "x.pdf") -> str:
    caption = caption_of(cover, *behind, file_name=file_name)
    return f"{caption.filed or ''} {caption.filed_source}".strip()


def last_page(*lines: str) -> list[PlacedLine]:
    text = flowing("For these reasons the judgment must be reversed.", 100)
    return [centred("CONCLUSION", 72, bold=True), *text, *block(*lines, y=160, pitch=16)]


BRIEF = "BRIEF FOR APPELLANT"


@pytest.mark.parametrize(
    ("cover", "filed"),
    EXAMPLES.pairs(
        "A stamp is the filing date",
        "A date in the caption comes before a stamp, and a stamp before the day of decision",
        "Dates that contradict each other leave it empty",
        "Dates of something else",
        "The day of decision in a brief belongs to the judgment below",
        "An opinion is of the day of its decision",
        "No filing date lies more than a time zone ahead",
        "Dates in Spanish",
    ),
)
def test_the_filing_date_is_that_of_the_cover(cover: str, filed: str) -> None:
    assert filed_and_source(cover) == filed


def test_a_date_in_the_caption_and_on_the_stamp_is_surest() -> None:
    ecf, filed = "Case: 20-1234 Document: 31 Page: 1 Filed: 01/23/2019", "OPINION / Filed: January 23, 2019"
    once, twice = (
        next(entry.confidence for entry in caption_of(cover).entries if entry.field is CaptionField.FILED)
        for cover in (filed, f"{ecf} ^ {filed}")
    )
    assert once < twice


@pytest.mark.parametrize(("lines", "day"), EXAMPLES.pairs("The date beside the signature"))
def test_the_date_beside_the_signature_counts_where_the_cover_has_none(lines: str, day: str) -> None:
    signed = last_page(*lines.split(" / "))
    assert filed_and_source(BRIEF, signed) == f"{day} signature"
    assert filed_and_source("OPINION / Decided: January 2, 2019", signed) == "2019-01-02 caption"


def test_papers_in_the_appendix_do_not_date_the_brief() -> None:
    order = [*middle("APPENDIX"), *block("Respectfully submitted,", "Dated: May 1, 2017", y=100)]
    assert filed_and_source(BRIEF, last_page("Respectfully submitted,", "JANE SMITH"), order) == ""


def test_the_certificate_of_service_dates_an_undated_brief() -> None:
    service = [
        centred("CERTIFICATE OF SERVICE", 72, bold=True),
        *flowing("I certify that on June 4, 2021, I served this brief upon all counsel.", 100),
    ]
    signed = last_page("Respectfully submitted,", "JANE SMITH")
    assert filed_and_source(BRIEF, signed, service) == "2021-06-04 service"


def test_a_file_name_dates_the_brief_only_where_it_says_filed() -> None:
    assert filed_and_source(BRIEF, file_name="Doe brief filed 2021-03-05.pdf") == "2021-03-05 file"
    assert filed_and_source(BRIEF, file_name="Doe brief 2021-03-05.pdf") == ""


F = CaptionField


def named_values(path: str) -> dict[str, str]:
    folder, _, name = path.rpartition("/")
    entries = [named_kind(name, folder), *named_fields(name, folder, TODAY)]
    return {entry.field.value: entry.value for entry in entries if entry is not None}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        *EXAMPLES.pairs("Names of folders and files", "Names with dates", "Names with docket numbers"),
        *EXAMPLES.pairs("Names with versions", "Names from which nothing may be concluded"),
        ("", ""),
    ],
)
def test_a_name_says_this_and_nothing_more(path: str, expected: str) -> None:
    fields = (field.partition(": ") for field in expected.split(" | ") if field)
    assert named_values(path) == {field: value for field, _, value in fields}


def test_the_source_of_each_field_is_the_name_or_the_folder_and_never_sure() -> None:
    results = named_fields("State v. Smith A-1234-09 v3.wpd", "Appeals/2010/Smith, John", TODAY)
    assert {entry.field.value: entry.source for entry in results} == {
        **dict.fromkeys(("title", "docket", "version"), "file"),
        **dict.fromkeys(("client", "year"), "folder"),
    }
    assert all(0 < entry.confidence < 0.5 and entry.page is None for entry in results)


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
