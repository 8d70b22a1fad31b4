"""Citations of a document: short forms, the record, pin cites, signals, its own citation, and mistakes."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from briefbank.citations import cases, citations
from briefbank.citations.citations import find, of_document, own_citations
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.domain.pages import Role
from tests.citator.graphed import reading
from tests.search.fakes import document
from tests.support.annotation_mistakes import failing
from tests.support.examples import Examples

FOLDER = Path(__file__).with_name("examples")
EXAMPLES, SECTIONS = Examples(FOLDER / "documents.txt"), Examples(FOLDER / "sections.txt")
CARTY = "State v. Carty, 170 N.J. 632, 635 (2002)."


def rows(*texts: str, roles: tuple[Role, ...] = ()) -> list[str]:
    """Each citation as its form, unless it is full, its kind and its authority."""
    return [row(item) for result in of_document(texts, roles) for item in result]


def row(item: Citation) -> str:
    form = "" if item.form is CitationForm.FULL else item.form.value
    return " ".join(filter(None, (form, item.kind.value, item.canonical)))


def authorities(text: str) -> list[str]:
    return [item.canonical for item in of_document([text])[0] if item.canonical]


@pytest.mark.parametrize(
    ("text", "expected"),
    EXAMPLES.pairs(
        "A short form is the case that it is short for",
        "Id. is the last authority",
        "Supra is the authority of that name",
        "A section or rule leans on the code or book named with it",
        "A decision without a reporter is named by its docket",
    ),
)
def test_a_citation_is_resolved_over_the_passages_of_a_document(text: str, expected: str) -> None:
    assert "; ".join(rows(*text.split(" | "))) == expected


@pytest.mark.parametrize("text", EXAMPLES.texts("No citation"))
def test_a_reference_within_the_brief_or_to_nothing_known_is_no_citation(text: str) -> None:
    assert authorities(text) == []


@pytest.mark.parametrize(
    "source", EXAMPLES.texts("Id. after a source without a name of its own is no authority")
)
def test_id_after_a_source_without_a_name_of_its_own_is_no_authority(source: str) -> None:
    result = of_document([f"See {CARTY} He ran. {source} He fell.", "Id. at 6."])[1]
    assert [item.canonical for item in result if item.form is CitationForm.ID] == [""]


@pytest.mark.parametrize(
    "between",
    [
        *EXAMPLES.texts("Id. after prose is the last authority"),
        *(
            f"See State v. Carty, 170 N.J. 632, {tail}."
            for tail in EXAMPLES.texts("The pages, court and date of a citation are no other source")
        ),
    ],
)
def test_id_after_prose_or_the_tail_of_a_citation_is_the_last_authority(between: str) -> None:
    assert rows(f"See {CARTY} {between} Id. at 6.")[-1] == "id case 170 N.J. 632"


def test_id_in_a_note_refers_to_the_note_and_the_text_continues_unaffected() -> None:
    texts = (f"See {CARTY}", "1 Roe v. Wade, 410 U.S. 113 (1973). Id. at 5.", "Id. at 640.")
    roles = (Role.BODY, Role.FOOTNOTE, Role.BODY)
    assert rows(*texts, roles=roles)[2:] == ["id case 410 U.S. 113", "id case 170 N.J. 632"]


CITED = "42 U.S.C. § 1983 gives a remedy"


@pytest.mark.parametrize("text", SECTIONS.texts("A number that others have, too, is no authority"))
def test_a_number_that_others_have_too_is_no_authority(text: str) -> None:
    assert authorities(f"It is in {text}.") == []


@pytest.mark.parametrize(
    "section", SECTIONS.texts("A section of something else is no section of the last code")
)
def test_a_section_of_something_else_is_no_section_of_the_last_code(section: str) -> None:
    for joint in (", and ", " and ", ". See ", "; "):
        assert authorities(f"{CITED}{joint}{section}, as was held.") == ["42 U.S.C. § 1983"], joint


@pytest.mark.parametrize(
    ("section", "canonical"), SECTIONS.pairs("A section is of the code that the text names after it")
)
def test_a_section_is_of_the_code_that_the_text_names_after_it(section: str, canonical: str) -> None:
    assert authorities(f"{CITED}, and {section}.") == ["42 U.S.C. § 1983", canonical]


@pytest.mark.parametrize(
    ("text", "canonical"),
    SECTIONS.pairs("An act has the section of the main code of a state whose numbers it has"),
)
def test_a_section_of_an_act_is_of_the_main_code_of_a_state_whose_numbers_it_has(
    text: str, canonical: str
) -> None:
    assert authorities(text)[3:] == [canonical]


def test_sections_in_a_table_are_of_the_code_over_them() -> None:
    table = (
        "Code of Civil Procedure\n§ 1094.5 ..... 6\nPublic Resources Code\n§ 30200 .... 7\n§ 30232 .... 11"
    )
    (results,) = of_document([table], (Role.AUTHORITIES,))
    assert [item.canonical for item in results] == [
        *("Cal. Civ. Proc. Code § 1094.5", "Cal. Pub. Res. Code § 30200", "Cal. Pub. Res. Code § 30232")
    ]
    assert all(table[item.start] == "§" for item in results)


@pytest.mark.parametrize("text", EXAMPLES.texts("The record is no authority"))
def test_the_record_is_kept_apart_from_authorities(text: str) -> None:
    ((result,),) = of_document([f"The officer agreed ({text})."])
    assert (result.kind, result.canonical) == (CitationKind.RECORD, "")
    assert result.end - result.start == len(text)
    assert find(f"The officer agreed ({text}).") == ()


@pytest.mark.parametrize("text", EXAMPLES.texts("Text that only resembles the record"))
def test_text_that_only_resembles_a_record_citation_is_none(text: str) -> None:
    assert CitationKind.RECORD not in {item.kind for item in of_document([text])[0]}


@pytest.mark.parametrize("text", ["S. Rep. No. 107-174", "Pub. L. No. 107-174", "Exec. Order No. 13,096"])
def test_numbers_of_reports_and_laws_are_no_dockets(text: str) -> None:
    assert CitationKind.DOCKET not in {item.kind for item in of_document([text])[0]}


def test_the_documents_own_number_is_not_cited() -> None:
    assert rows("SUPERIOR COURT OF NEW JERSEY DOCKET NO. A-1234-20", roles=(Role.CAPTION,)) == []


def test_a_citation_broken_by_the_notes_of_a_page_belongs_to_where_it_begins() -> None:
    texts = ("as the court held in Inyo (1985) 172", "1 A note.", "Cal.App.3d 151, 163. It went on.")
    results = of_document(texts, (Role.BODY, Role.FOOTNOTE, Role.BODY))
    assert [[item.canonical for item in result] for result in results] == [["172 Cal. App. 3d 151"], [], []]
    assert texts[0][results[0][0].start : results[0][0].end] == "172"


@pytest.mark.parametrize(("text", "pin"), EXAMPLES.pairs("Pin cites"))
def test_the_pin_cite_is_what_is_pointed_at(text: str, pin: str) -> None:
    assert of_document([text])[0][0].pin == pin


@pytest.mark.parametrize(("before", "signal"), EXAMPLES.pairs("Signals"))
def test_the_signal_is_the_one_that_introduces_the_citation(before: str, signal: str) -> None:
    assert of_document([f"{before} 170 N.J. 632 (2002)."])[0][0].signal == signal


def test_a_signal_belongs_to_the_first_citation_behind_it() -> None:
    (results,) = of_document(["See Roe v. Wade, 410 U.S. 113 (1973), and Carty, 170 N.J. 632 (2002)."])
    assert [item.signal for item in results] == ["see", ""]


@pytest.mark.parametrize(
    ("text", "docket", "kind", "expected"),
    [
        ("170 N.J. 632 (2002)", "A-1234-20", Kind.OPINION, ["170 N.J. 632"]),
        ("Cite as: 170 N.J. 632 (2002)", "", Kind.OPINION, ["170 N.J. 632"]),
        ("State v. Carty, 170 N.J. 632 (2002)", "", Kind.OPINION, ["170 N.J. 632"]),
        ("Cited as 170 N.J. 632 (App. Div. 2002)", "", Kind.OPINION, ["170 N.J. 632"]),
        ("170 N.J. 632, 790 A.2d 903 (2002)", "", Kind.OPINION, ["170 N.J. 632", "790 A.2d 903"]),
        ("OPINION", "A-1234-20; A-1235-20", Kind.OPINION, ["No. A-1234-20", "No. A-1235-20"]),
        ("The court relied on 170 N.J. 632 (2002).", "", Kind.OPINION, []),
        ("State v. Other, 170 N.J. 632 (2002)", "", Kind.OPINION, []),
        ("See 170 N.J. 632 (2002)", "", Kind.OPINION, []),
        ("overruling 170 N.J. 632 (2002)", "", Kind.OPINION, []),
        ("170 N.J. 632 (2002)", "A-1234-20", Kind.BRIEF, []),
        ("OPINION", "; no number \ud800", Kind.OPINION, []),
    ],
)
def test_an_opinion_is_cited_by_its_reporter_or_docket_and_not_by_what_it_cites(
    text: str, docket: str, kind: Kind, expected: list[str]
) -> None:
    title = "State v. Carty"
    page = reading([f"SUPREME COURT OF NEW JERSEY\n{text}"], kind=kind, title=title, docket=docket)
    own = own_citations(document(1, kind=kind, title=title, docket=docket), page.passages)
    assert [canonical for canonical, _ in own] == expected


TEXTS = (
    "Consent needs suspicion. State v. Carty, 170 N.J. 632 (2002).",
    "The zebra was stopped. State v. Doe, 200 N.J. 1 (2009).",
    "Id. at 3. See also State v. Carty, 170 N.J. at 640.",
)


def test_an_opinion_that_is_named_with_its_reporter_is_cited_by_it() -> None:
    title = "State v. Carty, 170 N.J. 632 (2002)"
    page = reading(["The motor vehicle stop was lawful."], kind=Kind.OPINION, title=title, docket="A-12-01")
    known = document(1, kind=Kind.OPINION, title=title, docket="A-12-01")
    assert own_citations(known, page.passages) == [("170 N.J. 632", CitationKind.CASE)]


@pytest.mark.forces_mistakes
@pytest.mark.parametrize(
    ("module", "part", "expected"),
    [
        (cases, "pin", [["170 N.J. 632"], [], ["200 N.J. 1", "170 N.J. 632"]]),
        (citations, "resolve", [["170 N.J. 632"], ["200 N.J. 1"], ["", ""]]),
    ],
)
def test_a_passage_whose_citations_fail_is_one_gap_and_costs_no_citation_of_another(
    module: ModuleType, part: str, expected: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, part, failing(getattr(module, part)))
    gaps = AnnotationGaps()
    names = [[item.canonical for item in some] for some in of_document(TEXTS, gaps=gaps)]
    assert names == expected
    assert [(gap.annotation, gap.count) for gap in gaps.all()] == [(Annotation.CITATIONS, 1)]
