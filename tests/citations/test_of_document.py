"""Tests of resolving short forms over a whole document; unknown ones stay empty."""

from __future__ import annotations

import logging

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank.citations.citations import find, of_document
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.pages import Role
from tests.support.complexity import grows_linearly, repeated

CARTY = "State v. Carty, 170 N.J. 632, 635 (2002)."


def cite(*texts: str, roles: tuple[Role, ...] = ()) -> list[Citation]:
    return [item for result in of_document(texts, roles) for item in result]


def citation_rows(*texts: str, roles: tuple[Role, ...] = ()) -> list[tuple[str, str, str]]:
    return [
        (citation.form.value, citation.kind.value, citation.canonical)
        for citation in cite(*texts, roles=roles)
    ]


# --- short forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "short",
    [
        "Carty, 170 N.J. at 640.",
        "Carty, supra, 170 N.J. at 640.",
        "(170 N.J. at pp. 640-41.)",
        "170\nN.J. at 640",
    ],
)
def test_a_short_form_is_its_case(short: str) -> None:
    assert citation_rows(CARTY, short)[1:] == [("short", "case", "170 N.J. 632")]


def test_the_page_decides_between_two_cases_in_a_volume() -> None:
    both = "Roe v. Wade, 410 U.S. 113 (1973); Doe v. Bolton, 410 U.S. 179 (1973)."
    assert citation_rows(both, "410 U.S. at 120.", "410 U.S. at 188.")[2:] == [
        ("short", "case", "410 U.S. 113"),
        ("short", "case", "410 U.S. 179"),
    ]


def test_a_short_form_before_its_only_full_citation_is_that_case() -> None:
    assert citation_rows("Carty, 170 N.J. at 640.", CARTY)[0] == ("short", "case", "170 N.J. 632")


def test_a_short_form_of_a_case_never_cited_in_full_stays_empty() -> None:
    assert citation_rows(CARTY, "Roe, 410 U.S. at 120.")[1:] == [("short", "case", "")]


def test_an_unreported_decision_cited_again_by_its_number_is_a_short_form() -> None:
    result = citation_rows("State v. Roe, 2023 WL 128600 (N.J. App. Div. 2023).", "2023 WL 128600, at *2.")
    assert result == [("full", "case", "2023 WL 128600"), ("short", "case", "2023 WL 128600")]


# --- id. -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["Id. at 640.", "Ibid.", "See id.", "(id. at 640-41)", "Id., at 640", "Id at 5."]
)
def test_id_is_the_last_authority_also_over_passages(written: str) -> None:
    assert citation_rows(f"See {CARTY}", written)[1:] == [("id", "case", "170 N.J. 632")]


def test_id_after_a_string_of_citations_is_the_last_of_them() -> None:
    text = "See Roe v. Wade, 410 U.S. 113 (1973); Miranda v. Arizona, 384 U.S. 436 (1966). Id. at 440."
    assert citation_rows(text)[-1] == ("id", "case", "384 U.S. 436")


def test_id_passes_over_what_is_only_quoted_in_parentheses() -> None:
    text = "Nixon, 435 U.S. 589, 598 (1978) (quoting King, 57 N.E. 535 (Ind. 1900), and others). Id. at 600."
    assert citation_rows(text)[-1] == ("id", "case", "435 U.S. 589")


def test_id_after_the_record_is_the_record_and_no_authority() -> None:
    assert citation_rows(f"{CARTY} He ran. (2T13-12 to 20). Id. at 15.") == [
        ("full", "case", "170 N.J. 632"),
        ("full", "record", ""),
        ("id", "record", ""),
    ]


def test_id_in_a_note_refers_to_the_note_and_the_text_continues_unaffected() -> None:
    texts = (f"See {CARTY}", "1 Roe v. Wade, 410 U.S. 113 (1973). Id. at 5.", "Id. at 640.")
    roles = (Role.BODY, Role.FOOTNOTE, Role.BODY)
    assert citation_rows(*texts, roles=roles)[2:] == [
        ("id", "case", "410 U.S. 113"),
        ("id", "case", "170 N.J. 632"),
    ]


def test_id_with_a_section_is_that_section_of_the_same_code() -> None:
    assert citation_rows("18 U.S.C. § 922(g). Id. § 924(c).")[-1] == ("id", "statute", "18 U.S.C. § 924(c)")


def test_id_with_a_page_means_no_statute_or_amendment_named_in_between() -> None:
    text = f"{CARTY} The Fourth Amendment and N.J.S.A. 2C:11-3 are silent. Id. at 640."
    assert citation_rows(text)[-1] == ("id", "case", "170 N.J. 632")


def test_id_at_a_star_page_is_the_unreported_decision() -> None:
    text = "State v. Roe, 2023 WL 128600. It followed Alasaad, 988 F.3d 8 (1st Cir. 2021). Id. at *8."
    assert citation_rows(text)[-1] == ("id", "case", "2023 WL 128600")


def test_id_behind_a_book_that_has_no_form_of_its_own_stays_empty() -> None:
    text = f"{CARTY} The evidence grew. William Bowen & Derek Bok, The Shape of the River 5 (1998). Id. at 7."
    assert citation_rows(text)[-1] == ("id", "other", "")


RECORD = [
    *("(R. 45.)", "(R. at 45.)", "(A. 12-14)", "(CP 12)", "(3 RP 45)", "(SR 3)", "(Vol. 2, 45:3)", "(T34)"),
    *("(II R.T. 345)", "(Clerk's Tr. 12)", "(N.T. 5/5/19, at 12)", "(12/5/19 T. 5)", "(Pa. 12)", "(J.A. 45)"),
    *("Tr. of Hearing 12.", "Hr'g Tr. 5:3.", "Trial Tr. vol. 3, 45:2.", "Motion Hearing, page 5, lines 3-5."),
    *(
        "Sent. Tr. 5.",
        "(Dkt. No. 45)",
        "Dkt. 45-2 at 7.",
        "(Doc. 5 at 7)",
        "(D. 5)",
        "(Smith testimony at 5)",
    ),
]
EXHIBITS = [
    *("(Ex. A at 3.)", "(Ex. 4)", "(Exhibit B)", "See Exhibit B.", "Ex. A.", "(Tab 5)", "Addendum A."),
    *("(State's Ex. S-5)", "Plaintiff's Exhibit 5.", "(Doe Decl. Ex. 5, at 2)", "(P-12)", "(Smith Aff. ¶ 3)"),
    *(
        "Smith Aff. ¶ 3.",
        "(Smith Aff.)",
        "Jones Dep. 12:3-5.",
        "Affidavit of John Doe, ¶ 4.",
        "(PSR ¶ 12)",
        "(Ex. B to Smith Cert.)",
    ),
    *("Police Report at 3.", "Joint Stipulation ¶ 4.", "Presentence Report 5.", "(Def.'s SOF ¶ 3)"),
]
BRIEFS = [
    *("Pl.'s Br. 5.", "Brief for Petitioner 5.", "Brief for Respondent at 12.", "(Opening Br. 12)"),
    *("Appellant's Opening Brief, p. 5.", "Br. for United States 7-8.", "Compl. ¶ 5.", "(Compl.)"),
]
BOOKS_AND_SITES = [
    *("Black's Law Dictionary 123 (11th ed.).",),
    *("2 Wigmore, Evidence § 5.", "Restatement (Second) of Torts § 402A."),
    *(
        "N.Y. Times, May 5, 2010, at A1.",
        "https://example.org/x (last visited May 5).",
        "See example.gov/laws.",
    ),
    *(
        "(vol. 1, p. 45)",
        "See generally Smith Report.",
        "Model Jury Charge 5.",
    ),
]


@pytest.mark.parametrize("source", [*RECORD, *EXHIBITS, *BRIEFS, *BOOKS_AND_SITES])
def test_id_after_a_source_without_a_name_of_its_own_is_no_authority(source: str) -> None:
    ids = [item for item in cite(f"See {CARTY} He ran. {source} He fell.", "Id. at 6.") if item.form == "id"]
    assert [id_.canonical for id_ in ids] == [""]


@pytest.mark.parametrize(
    "prose",
    [
        *(
            "On June 5 he ran.",
            "He was 35 years old.",
            "He faced Count 2.",
            "Officer Smith at 5 p.m. stopped him.",
        ),
        *("In 1999 the law changed.", "The Court agreed in Part II.B.", "He paid $5.", "The vote was (5-4)."),
        *(
            "The exhibit was admitted.",
            "Exhibit A was admitted.",
            "The State's brief is silent on it.",
            "It ran (badly).",
        ),
        *(
            "The First Amendment is silent.",
            "Justice O'Connor, J., dissented.",
            "He lived in Newark, N.J. for years.",
        ),
    ],
)
def test_id_after_prose_is_the_last_authority(prose: str) -> None:
    assert citation_rows(f"See {CARTY} {prose} Id. at 6.")[-1] == ("id", "case", "170 N.J. 632")


@pytest.mark.parametrize(
    "tail",
    [
        *(
            "635",
            "635 (2002)",
            "635-36, 640 n.5 (App. Div. 2002)",
            "635 n. 5",
            "635 & n.5 (2002) (per curiam)",
        ),
        *("635 (N.J. Super. Ct. App. Div. Mar. 5, 2002)", "635 (2d Cir.)", "635 (2002) (citing Ex. 5 at 3)"),
    ],
)
def test_the_pages_court_and_date_of_a_citation_are_no_other_source(tail: str) -> None:
    assert citation_rows(f"See State v. Carty, 170 N.J. 632, {tail}. Id. at 6.")[-1][2] == "170 N.J. 632"


def test_id_at_the_beginning_of_a_document_stays_empty() -> None:
    assert citation_rows("Id. at 5.") == [("id", "other", "")]


# --- supra -----------------------------------------------------------------------------------------


def test_supra_is_the_case_of_that_name() -> None:
    others = "Roe v. Wade, 410 U.S. 113 (1973). Miranda v. Arizona, 384 U.S. 436 (1966)."
    assert citation_rows(CARTY, others, "Carty, supra, at 640.")[-1] == ("supra", "case", "170 N.J. 632")


def test_supra_of_a_journal_is_found_by_its_author() -> None:
    text = (
        "Kidder, The Rise and Fall, 89 Wash. L. Rev. 87 (2014). Others differ. Kidder, supra note 23, at 90."
    )
    assert citation_rows(text)[-1] == ("supra", "journal", "89 Wash. L. Rev. 87")


def test_supra_of_an_unknown_name_stays_empty() -> None:
    assert citation_rows(CARTY, "Bowen, supra, at 5.")[-1] == ("supra", "other", "")


@pytest.mark.parametrize(
    "text", ["See supra at 5.", "supra Part II", "See supra § 2.", "infra § 5", "supra text"]
)
def test_a_reference_within_the_brief_is_no_citation(text: str) -> None:
    assert [item for item in cite(text) if item.canonical] == []


# --- sections that lean on a code ------------------------------------------------------------------


def test_a_bare_section_is_of_the_code_named_with_it_before() -> None:
    text = "Pub. Resources Code, § 30260, governs. Under Section 30260 and § 30260(a) the permit fails."
    assert [item.canonical for item in cite(text)] == [
        "Cal. Pub. Res. Code § 30260",
        "Cal. Pub. Res. Code § 30260",
        "Cal. Pub. Res. Code § 30260(a)",
    ]


def test_every_section_of_a_list_is_a_citation_of_its_code() -> None:
    text = "Cal. Pub. Res. Code §§ 30260, 30261 and 30262(b) apply."
    assert [item.canonical for item in cite(text)] == [
        "Cal. Pub. Res. Code § 30260",
        "Cal. Pub. Res. Code § 30261",
        "Cal. Pub. Res. Code § 30262(b)",
    ]


def test_further_sections_of_a_sentence_are_of_its_code() -> None:
    text = "See 14 Cal. Code Regs. §§13053(a) [waiver]; §13238.1 [permits]; §13169 [extension]."
    assert [item.canonical for item in cite(text)] == [
        "Cal. Code Regs. tit. 14, § 13053(a)",
        "Cal. Code Regs. tit. 14, § 13238.1",
        "Cal. Code Regs. tit. 14, § 13169",
    ]


def test_sections_in_a_table_are_of_the_code_over_them() -> None:
    table = (
        "Code of Civil Procedure\n§ 1094.5 ..... 6\nPublic Resources Code\n§ 30200 .... 7\n§ 30232 .... 11"
    )
    results = cite(table, roles=(Role.AUTHORITIES,))
    assert [item.canonical for item in results] == [
        "Cal. Civ. Proc. Code § 1094.5",
        "Cal. Pub. Res. Code § 30200",
        "Cal. Pub. Res. Code § 30232",
    ]
    assert all(table[item.start] == "§" for item in results)


def test_a_named_act_belongs_to_the_code_that_the_document_cites_for_its_section() -> None:
    text = "Pub. Res. Code § 30601.3; 25 Cal.4th 268. Under Coastal Act Section 30601.3 the review is single."
    assert cite(text)[-1].canonical == "Cal. Pub. Res. Code § 30601.3"


def test_a_code_without_its_state_is_that_of_the_courts_the_document_cites() -> None:
    assert cite("Penal Code § 187; 25 Cal.4th 268.")[0].canonical == "Cal. Penal Code § 187"
    assert cite("Penal Code § 19.02; 301 S.W.3d 603.")[0].canonical == "Penal Code § 19.02"


@pytest.mark.parametrize(
    "text", ["section 5 of the Agreement", "Title VII, § 703 of it", "Section 3 of this brief"]
)
def test_a_section_of_nothing_known_is_no_citation(text: str) -> None:
    assert cite(text) == []


def test_a_rule_without_its_book_is_of_the_book_named_before() -> None:
    assert cite("Fed. R. Civ. P. 12(b)(6) applies. Rule 12(b)(6) asks for plausibility.")[-1].canonical == (
        "Fed. R. Civ. P. 12(b)(6)"
    )
    assert cite("Rule 5 of the club.") == []


# --- the record and the document's own numbers -----------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "2T13-12 to 20",
        "1T5-6",
        "Da45",
        "Pa12a",
        "Da45-Da50",
        "J.A. 12",
        "JA12-15",
        "App. 5",
        "Pet. App. 3a",
        "App.15a–16a",
        "ER 12",
        "2-ER-123",
        "SER 5",
        "AR 123",
        "AR20178, 20206-20207",
        "Dkt. 34",
        "Dkt. No. 34-1",
        "ECF No. 5 at 12",
        "Doc. 12",
        "R. at 45",
        "Tr. 12:3-5",
        "RT 45",
        "3 RT 45",
        "CT 3",
        "Joint Appendix 12",
        "Docket Entry No. 20 at 8-10",
        "Resp. Opp., p. 8",
        "Compl. ¶ 12",
        "Smith Decl. ¶ 5",
        "ROA.123",
    ],
)
def test_the_record_is_kept_apart_from_authorities(text: str) -> None:
    (result,) = cite(f"The officer agreed ({text}).")
    assert (result.kind, result.canonical) == (CitationKind.RECORD, "")
    assert result.end - result.start == len(text)
    assert find(f"The officer agreed ({text}).") == ()


@pytest.mark.parametrize(
    "text",
    [
        "(Ky. Ct. App. 2019)",
        "12 Ill. App. 3d 5",
        "in Part 5",
        "http://a.edu/AR00",
        "Pa. 12",
    ],
)
def test_text_that_only_resembles_a_record_citation_is_none(text: str) -> None:
    assert [item for item in cite(text) if item.kind is CitationKind.RECORD] == []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("No. A-1234-20", "No. A-1234-20"),
        ("Docket No. A-1234-20T2", "No. A-1234-20T2"),
        ("Case No. 20-55436", "No. 20-55436"),
        ("No. 1:16-cv-745-ESH", "No. 1:16-cv-745-ESH"),
    ],
)
def test_a_docket_number_is_a_decision_without_a_reporter(text: str, canonical: str) -> None:
    assert citation_rows(f"State v. Roe, {text} (App. Div. 2021)") == [("full", "docket", canonical)]


def test_the_documents_own_number_is_not_cited() -> None:
    assert citation_rows("SUPERIOR COURT OF NEW JERSEY DOCKET NO. A-1234-20", roles=(Role.CAPTION,)) == []


@pytest.mark.parametrize("text", ["S. Rep. No. 107-174", "Pub. L. No. 107-174", "Exec. Order No. 13,096"])
def test_numbers_of_reports_and_laws_are_no_dockets(text: str) -> None:
    assert CitationKind.DOCKET not in {item.kind for item in cite(text)}


# --- over the border of two passages ---------------------------------------------------------------


def test_a_citation_broken_by_the_notes_of_a_page_belongs_to_where_it_begins() -> None:
    texts = ("as the court held in Inyo (1985) 172", "1 A note.", "Cal.App.3d 151, 163. It went on.")
    results = of_document(texts, (Role.BODY, Role.FOOTNOTE, Role.BODY))
    assert [[c.canonical for c in item] for item in results] == [["172 Cal. App. 3d 151"], [], []]
    assert texts[0][results[0][0].start : results[0][0].end] == "172"


# --- any input -------------------------------------------------------------------------------------


@pytest.mark.parametrize("texts", [[], [""], ["", "\n", " "], ["\x00\ud800"], ["Id." * 3]])
def test_odd_documents_give_one_tuple_for_each_text(texts: list[str]) -> None:
    assert len(of_document(texts)) == len(texts)


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "Id. at 5. ",
            "§ 5, ",
            "§§ 1, 2, 3, ",
            "Carty, supra, at 5. ",
            "170 N.J. at 640; ",
            "(quoting ",
            "Da45 ",
        ),
        *("No. 11-11 and ", "404(b) and ", "Penal Code ", "A. B. C. § 5 ", "-\n", "[*1] ", "l1O"),
        *("170 N.J. 632 (A 1 ", "170 N.J. 632, 1", "A1, ", "See A", "A.A at ", "(a at 1 ", "A No. "),
        *("section 1 (a) ", "§ 1 and 2 ", "title 1 ", "A § 1 of ", "of the Code "),
    ],
)
def test_a_hostile_document_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: of_document([text]), repeated(piece), 100_000)


def test_nothing_of_a_document_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        of_document(["State v. Secretname, 170 N.J. 632 (2002); Secretname, supra, at 5. Id."])
    assert "Secretname" not in caplog.text


PARTS = st.sampled_from(
    [
        "170",
        "N.J.",
        "632",
        "at",
        "§",
        "U.S.C.",
        "2C:44-1",
        "(a)",
        "R. 3:5-7",
        "\n",
        "Id.",
        "supra",
        ",",
        "Carty",
        "(quoting",
        ")",
        "(2002)",
        "Code",
        "Cal.",
        "Da45",
        "No. A-1-20",
        "WL",
        "[*4]",
        "-\n",
        "\xad",
        "é",
        "\ud800",
    ]
)


@example(["\xad N.J. Code 2C:44-1"])
@given(st.lists(st.lists(PARTS, max_size=14).map(" ".join), max_size=5))
def test_ranges_are_inside_their_text_in_order_and_apart(texts: list[str]) -> None:
    for text, results in zip(texts, of_document(texts), strict=True):
        end = 0
        for and_ in results:
            assert end <= and_.start < and_.end <= len(text)
            end = and_.end


@given(st.lists(PARTS, max_size=25).map(" ".join))
@example("Id. at 2C:44-1")
def test_full_authorities_are_the_same_in_a_document_as_alone(text: str) -> None:
    alone = {(name.start, name.kind) for name in find(text)}
    whole = {(name.start, name.kind) for name in cite(text)}
    record = [item for item in cite(text) if item.kind in (CitationKind.RECORD, CitationKind.DOCKET)]
    assert record or alone <= whole
