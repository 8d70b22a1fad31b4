"""Tests of statements that one authority treats another, and of sentences that only resemble them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.citations.treatments import TreatmentStatement, statements
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from tests.support.complexity import grows_linearly

SAID = [
    ("N.J.S.A. 2C:44-1, repealed in part by N.J.S.A. 2C:45-1.", "repeals in part 1 0"),
    (
        (
            "Wibben v. State, 413 N.W.2d 329 (N.D. 1987) (overruling Doe v. State, 400 N.W.2d 300 "
            "(N.D. 1986) to the extent inconsistent)."
        ),
        "overrules in part 0 1",
    ),
    (
        ("Pub. L. No. 99-570, as amended by Pub. L. No. 99-571, as amended by Pub. L. No. 99-572, applies."),
        "amends 1 0;amends 2 0",
    ),
    (
        "Section 14 repealed N.J.S.A. 2C:1-1 and amended N.J.S.A. 2C:2-1.",
        "amends _ 1;repeals _ 0",
    ),
    (
        "State v. A, 1 N.J. 2 (1990), is overruled insofar as it conflicts.",
        "overrules in part _ 0",
    ),
    (
        "We overrule State v. Carty, 170 N.J. 632 (2002).",
        "overrules _ 0",
    ),
    (
        (
            "We now expressly overrule State v. Carty, 170 N.J. 632 (2002), and State v. Johnson, 193 "
            "N.J. 528 (2008)."
        ),
        "overrules _ 0;overrules _ 1",
    ),
    (
        (
            "In Lawrence v. Texas, 539 U.S. 558 (2003), the Court overruled Bowers v. Hardwick, 478 "
            "U.S. 186 (1986)."
        ),
        "overrules 0 1",
    ),
    (
        ("Bowers v. Hardwick, 478 U.S. 186 (1986), was overruled by Lawrence v. Texas, 539 U.S. 558 (2003)."),
        "overrules 1 0",
    ),
    (
        "Lawrence v. Texas, 539 U.S. 558 (2003) (overruling Bowers v. Hardwick, 478 U.S. 186 (1986)).",
        "overrules 0 1",
    ),
    (
        "Lawrence v. Texas, 539 U.S. 558 (2003), overruling Bowers v. Hardwick, 478 U.S. 186 (1986).",
        "overrules 0 1",
    ),
    (
        (
            "Ohio v. Roberts, 448 U.S. 56 (1980), abrogated on other grounds by Crawford v. "
            "Washington, 541 U.S. 36 (2004)."
        ),
        "abrogates on other grounds 1 0",
    ),
    (
        ("Ohio v. Roberts, 448 U.S. 56 (1980) (abrogated by Crawford v. Washington, 541 U.S. 36 (2004))."),
        "abrogates 1 0",
    ),
    (
        "N.J.S.A. 2C:44-1, as amended by L. 2013, c. 111, applies.",
        "amends _ 0",
    ),
    (
        "N.J.S.A. 2C:44-1 was amended in 2013 to add a factor.",
        "amends _ 0",
    ),
    (
        "N.J.S.A. 2C:44-1 was amended by Pub. L. No. 99-570 to add a factor.",
        "amends 1 0",
    ),
    (
        "The Legislature amended N.J.S.A. 2C:44-1 in 2013.",
        "amends _ 0",
    ),
    (
        "N.J.S.A. 2A:4-1, repealed by N.J.S.A. 2C:98-2.",
        "repeals 1 0",
    ),
    (
        "N.J.S.A. 2A:4-1 was repealed and replaced by N.J.S.A. 2C:98-2.",
        "repeals 1 0",
    ),
    (
        (
            "State v. Carty, 170 N.J. 632 (2002), superseded by statute, N.J.S.A. 2C:44-1, as "
            "recognized in State v. Johnson, 193 N.J. 528 (2008)."
        ),
        "supersedes 1 0",
    ),
    (
        "State v. Carty, 170 N.J. 632 (2002), is limited to its facts.",
        "limits _ 0",
    ),
    (
        "State v. Carty, 170 N.J. 632 (2002), was limited by State v. Johnson, 193 N.J. 528 (2008).",
        "limits 1 0",
    ),
    (
        ("State v. Carty, 170 N.J. 632 (2002), overruled in part by State v. Johnson, 193 N.J. 528 (2008)."),
        "overrules in part 1 0",
    ),
    (
        (
            "State v. Carty, 170 N.J. 632 (2002), has been called into question by State v. Johnson, "
            "193 N.J. 528 (2008)."
        ),
        "questions 1 0",
    ),
    (
        "State v. Johnson, 193 N.J. 528 (2008), criticized State v. Carty, 170 N.J. 632 (2002).",
        "questions 0 1",
    ),
    (
        "We decline to follow State v. Carty, 170 N.J. 632 (2002).",
        "questions _ 0",
    ),
    (
        "The Appellate Division declined to follow State v. Carty, 170 N.J. 632 (2002).",
        "questions _ 0",
    ),
    (
        "State v. Carty, 170 N.J. 632 (2002) (interpreting N.J.S.A. 2C:44-1).",
        "interprets 0 1",
    ),
    (
        "In State v. Carty, 170 N.J. 632 (2002), the Court construed N.J.S.A. 2C:44-1 narrowly.",
        "interprets 0 1",
    ),
    (
        "N.J.S.A. 2C:44-1, as construed in State v. Carty, 170 N.J. 632 (2002), requires notice.",
        "interprets 1 0",
    ),
    (
        "N.J.A.C. 10A:71-2.2, promulgated under N.J.S.A. 30:4-123.45, governs.",
        "implements 0 1",
    ),
    (
        "N.J.A.C. 10A:71-2.2 implements N.J.S.A. 30:4-123.45.",
        "implements 0 1",
    ),
    (
        (
            "State v. Carty, 332 N.J. Super. 200 (App. Div. 2000), aff'd, 170 N.J. 632 (2002), "
            "modified, 174 N.J. 351 (2002)."
        ),
        "modifies 2 0",
    ),
    (
        (
            "State v. Carty, 332 N.J. Super. 200 (App. Div. 2000), rev'd on other grounds, 170 N.J. "
            "632 (2002)."
        ),
        "reverses on other grounds 1 0",
    ),
    (
        (
            "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002), overruled by State v. Johnson, 193 "
            "N.J. 528, 940 A.2d 1185 (2008)."
        ),
        "overrules 2 0",
    ),
    (
        "State v. Carty, 170 N.J. 632 (2002), is no longer good law.",
        "abrogates _ 0",
    ),
    (
        (
            "Because Katz v. United States, 389 U.S. 347 (1967), overruled Olmstead v. United States, "
            "277 U.S. 438 (1928), the rule is gone."
        ),
        "overrules 0 1",
    ),
    (
        (
            "State v. Carty, 170 N.J. 632 (2002), which overruled State v. Johnson, 193 N.J. 528 "
            "(2008), controls."
        ),
        "overrules 0 1",
    ),
    (
        "N.J.S.A. 2C:44-1 was held unconstitutional in State v. Carty, 170 N.J. 632 (2002).",
        "invalidates 1 0",
    ),
    (
        (
            "See State v. A, 1 N.J. 2 (1990), overruled by State v. B, 3 N.J. 4 (1995), and "
            "superseded by N.J.S.A. 2C:44-1."
        ),
        "overrules 1 0;supersedes 2 0",
    ),
    (
        "State v. A, 1 N.J. 2 (1990), implicitly overruled by State v. B, 3 N.J. 4 (1995).",
        "overrules 1 0",
    ),
    (
        "The Court in State v. B, 3 N.J. 4 (1995), receded from State v. A, 1 N.J. 2 (1990).",
        "overrules 0 1",
    ),
    (
        "State v. A, 1 N.J. 2 (1990), and State v. B, 3 N.J. 4 (1995), are overruled.",
        "overrules _ 0;overrules _ 1",
    ),
    (
        "State v. A, 1 N.J. 2 (1990), questioned in State v. B, 3 N.J. 4 (1995).",
        "questions 1 0",
    ),
    (
        "Rule 3:5-7 was amended effective September 1, 2016.",
        "amends _ 0",
    ),
    (
        "R. 3:5-7 was amended effective September 1, 2016.",
        "amends _ 0",
    ),
    (
        "State v. A, 1 N.J. 2 (1990), vacated and remanded, 3 U.S. 4 (1995).",
        "vacates 1 0",
    ),
    (
        "Directive 2-05 supersedes Directive 1-98.",
        "supersedes 0 1",
    ),
    (
        "Directive 1-98 is superseded by Directive 2-05.",
        "supersedes 1 0",
    ),
    (
        ("State v. A, 1 N.J. 2 (1990), was reversed by the Supreme Court in State v. A, 3 N.J. 4 (1995)."),
        "reverses 1 0",
    ),
]
"""A sentence, and what it says: kind, source and target by their places among its citations, _ for nobody."""

EXTENTS = [
    ("A, overruled on other grounds by B.", "overrules on other grounds 1 0"),
    ("A, overruled by B, on other grounds.", "overrules on other grounds 1 0"),
    ("A, overruled on another point by B.", "overrules on other grounds 1 0"),
    ("A, aff'd in part, rev'd in part, 7 N.J. 8 (1995).", "reverses in part 1 0"),
    ("A (reversed in part on other grounds).", "reverses on other grounds _ 0"),
    ("B, rev'g on other grounds A.", "reverses on other grounds 0 1"),
    ("B (reversing A, in part).", "reverses in part 0 1"),
    ("A, vacated in part on other grounds by B.", "vacates on other grounds 1 0"),
    ("A, abrogated in part by B.", "abrogates in part 1 0"),
    ("A, disapproved by B, in part because it is old.", "disapproves 1 0"),
    ("A, disapproved of by B to the extent that it is old.", "disapproves in part 1 0"),
    ("A, superseded by statute on other grounds, N.J.S.A. 2C:44-1.", "supersedes on other grounds 1 0"),
    ("A, superseded in part by statute, N.J.S.A. 2C:44-1.", "supersedes in part 1 0"),
    ("A, limited on other grounds by B.", "limits on other grounds 1 0"),
    ("A, questioned in part in B.", "questions in part 1 0"),
    ("A, rev'd on other grounds B.", "reverses on other grounds 1 0"),
]
"""A sentence with A and B for cases, and what it says, as in SAID."""

NOT_REFERRING = [
    "X is the rule. Counsel objected. It was overruled.",
    "X is the rule. That decision was overruled by Y.",
    "It is so (citing X). That decision was overruled by Y.",
]
NOT_SAID = [
    "The compact approved in 25 U.S.C. § 2710 was amended in 1998.",
    "The Tahoe Regional Planning Compact, Pub. L. No. 91-148 (1969), was amended in 1980.",
    "Tahoe Regional Planning Compact, Pub. L. No. 91-148 (amended 1980).",
    "The compact, Cal. Gov't Code § 12012.25, as amended by an agreement under Cal. Gov't Code § 12012.30.",
    "The indictment charging N.J.S.A. 2C:11-3 was amended in 2004.",
    "Rules adopted under this section are rules as defined in the Act, N.J.S.A. 52:14B-1.",
    (
        "In Dickerson v. United States, 530 U.S. 428 (2000), the Court declined to overrule "
        "Miranda v. Arizona, 384 U.S. 436 (1966)."
    ),
    ("State v. Carty, 170 N.J. 632 (2002), has not been overruled by State v. Johnson, 193 N.J. 528 (2008)."),
    "State v. Carty, 170 N.J. 632 (2002), was never overruled.",
    "State v. Carty, 170 N.J. 632 (2002), should be overruled.",
    "Defendant asks this Court to overrule State v. Carty, 170 N.J. 632 (2002).",
    (
        "The State argues that State v. Johnson, 193 N.J. 528 (2008), overruled State v. Carty, "
        "170 N.J. 632 (2002)."
    ),
    "The objection was overruled. State v. Carty, 170 N.J. 632 (2002).",
    "The court overruled the objection, citing State v. Carty, 170 N.J. 632 (2002).",
    "State v. Carty, 170 N.J. 632 (2002), overruled defendant's demurrer.",
    "If State v. Carty, 170 N.J. 632 (2002), were overruled, the result would change.",
    (
        "State v. Carty, 170 N.J. 632 (2002) (Long, J., dissenting) (would overrule State v. "
        "Johnson, 193 N.J. 528 (2008))."
    ),
    ("The Fourteenth Amendment was ratified after the amended complaint under N.J.S.A. 2C:44-1 was filed."),
    "N.J.S.A. 2C:44-1, as amended, applies.",
    "State v. Carty, 170 N.J. 632 (2002), was distinguished in State v. Johnson, 193 N.J. 528 (2008).",
    "Judgment was entered pursuant to N.J.S.A. 2C:44-1.",
    "The motion filed under R. 3:22-1 was overruled.",
    "State v. Carty, 170 N.J. 632 (2002), remains good law.",
    "The trial court reversed its ruling under N.J.R.E. 803(c)(27).",
    "The conviction in State v. Carty, 170 N.J. 632 (2002), was reversed.",
    "Lockyer v. Andrade, 538 U.S. 63 (2003), reversed the grant of habeas relief.",
    "The statute was held unconstitutional in State v. Carty, 170 N.J. 632 (2002).",
    "Nothing in State v. B, 3 N.J. 4 (1995), overrules State v. A, 1 N.J. 2 (1990).",
    "Until this Court overrules State v. A, 1 N.J. 2 (1990), it binds.",
    "To the extent State v. A, 1 N.J. 2 (1990), is inconsistent, it is overruled.",
    "This Court has never questioned State v. A, 1 N.J. 2 (1990).",
    "The prosecutor questioned the witness under N.J.R.E. 611.",
    "Far from overruling State v. A, 1 N.J. 2 (1990), the Court followed it.",
    "Without expressly overruling State v. A, 1 N.J. 2 (1990), the Court narrowed it.",
    "The Court stopped short of overruling State v. A, 1 N.J. 2 (1990).",
    "No court has overruled State v. A, 1 N.J. 2 (1990).",
    ("Neither State v. B, 3 N.J. 4 (1995), nor any other case has overruled State v. A, 1 N.J. 2 (1990)."),
    "It is unclear whether State v. B, 3 N.J. 4 (1995), overruled State v. A, 1 N.J. 2 (1990).",
]


def read(text: str) -> list[TreatmentStatement]:
    return statements(text, citations.of_document([text])[0])


def as_written(statements: list[TreatmentStatement]) -> set[str]:
    return {f"{s.kind.value} {'_' if s.source is None else s.source} {s.target}" for s in statements}


@pytest.mark.parametrize(("sentence", "expected"), EXTENTS)
def test_the_extent_of_a_treatment_belongs_to_its_kind(sentence: str, expected: str) -> None:
    text = sentence.replace("A", "Roe v. A, 1 N.J. 2 (1990)", 1).replace("B", "Doe v. B, 3 N.J. 4 (1995)", 1)
    assert as_written(read(text)) == {expected}


@pytest.mark.parametrize(("sentence", "expected"), SAID)
def test_a_treatment_is_found_with_its_kind_and_direction(sentence: str, expected: str) -> None:
    assert as_written(read(sentence)) == set(expected.split(";"))


@pytest.mark.parametrize("sentence", NOT_SAID)
def test_a_treatment_that_is_denied_argued_or_of_something_else_is_no_statement(sentence: str) -> None:
    assert read(sentence) == []


def with_cases(sentence: str) -> str:
    """Write the two cases out."""
    first, second = "State v. A, 1 N.J. 2 (1990)", "State v. B, 3 N.J. 4 (1995)"
    return re.sub(r"\bY\b", second, re.sub(r"\bX\b", first, sentence))


@pytest.mark.parametrize("sentences", NOT_REFERRING)
def test_a_reference_back_is_no_statement(sentences: str) -> None:
    assert read(with_cases(sentences)) == []


def test_a_statement_keeps_its_sentence_and_its_words_as_written() -> None:
    before = "It was cold. "
    sentence = (
        "State v. A, 1 N.J. 2 (1990), expressly overruled on other\n grounds by State v. B, 3 N.J. 4 (1995)."
    )
    [result] = read(f"{before}{sentence} The next one.")
    assert (result.start, result.end) == (len(before), len(before) + len(sentence))
    assert result.words == "expressly overruled on other grounds by"


def test_parallel_citations_are_one_authority_named_by_the_first() -> None:
    [result] = read(
        "State v. A, 1 N.J. 2, 3 A.2d 4 (1990), overruled by State v. B, 5 N.J. 6, 7 A.2d 8 (1995)."
    )
    assert (result.target, result.source) == (0, 2)


def test_only_the_last_of_a_string_is_overruled_by_what_follows_it() -> None:
    [result] = read(
        "State v. A, 1 N.J. 2 (1990); State v. B, 3 N.J. 4 (1995), overruled, State v. C, 5 N.J. 6 (2000)."
    )
    assert (result.target, result.source) == (1, 2)


def test_a_later_decision_in_the_same_case_is_skipped_and_a_named_one_is_not() -> None:
    same = (
        "State v. A, 1 N.J. 2, cert. denied, 4 U.S. 5 (1991), overruled in part, State v. B, 6 N.J. 7 (1999)."
    )
    other = "State v. A, 1 N.J. 2, overruled, State v. B, 3 N.J. 4, overruled, State v. C, 5 N.J. 6 (1999)."
    assert as_written(read(same)) == {"overrules in part 2 0"}
    assert as_written(read(other)) == {"overrules 1 0", "overrules 2 1"}


def test_a_case_quoted_inside_a_bracket_is_not_what_is_overruled_behind_it() -> None:
    text = "State v. A, 1 N.J. 2 (quoting State v. B, 3 N.J. 4), overruled, State v. C, 5 N.J. 6."
    assert as_written(read(text)) == {"overrules 2 0"}


def test_treatments_of_one_sentence_do_not_reach_into_the_next() -> None:
    assert read("See State v. A, 1 N.J. 2 (1990). It was overruled. See State v. B, 3 N.J. 4 (1995).") == []


def test_cites_to_the_record_and_citations_without_a_name_take_no_part() -> None:
    text = "1T4-5, overruled by 372 U.S. at 339."
    cited = [
        Citation(0, 5, "1T4-5", CitationKind.RECORD),
        Citation(20, 35, "", CitationKind.CASE, CitationForm.SHORT),
    ]
    assert statements(text, cited) == []


_PIECES = st.sampled_from(
    [
        *(
            "State v. A, ",
            "1 N.J. 2",
            "N.J.S.A. 2C:1-1",
            "overruled",
            "overruling",
            "was",
            "by",
            ", ",
            "; ",
            ". ",
        ),
        *(
            "(",
            ")",
            "[",
            "]",
            "in part",
            "and",
            "the holding in",
            "amended",
            "as",
            "\ue000",
            "\ud800",
            "“",
            "\n",
        ),
    ]
)


@given(st.lists(_PIECES, max_size=40))
def test_any_text_is_read_and_every_statement_names_citations_of_its_own_sentence(pieces: list[str]) -> None:
    text = " ".join(pieces)
    cited = citations.of_document([text])[0]
    for statement in statements(text, cited):
        places = [statement.target, *([] if statement.source is None else [statement.source])]
        assert all(statement.start <= cited[at].start < statement.end for at in places)
        assert statement.source != statement.target
        assert statement.words


@given(st.text(max_size=80), st.integers(-5, 90), st.integers(-5, 90))
def test_citations_that_do_not_fit_the_text_are_survived(text: str, start: int, end: int) -> None:
    text += " overruled by "
    statements(
        text,
        [
            Citation(max(0, start), max(0, end), "1 N.J. 2", CitationKind.CASE),
            Citation(0, 3, "x", CitationKind.CASE),
        ],
    )


@pytest.mark.parametrize(
    "piece",
    ["1 N.J. 2, overruled, ", "1 N.J. 2 (overruled ", "overruling 1 N.J. 2 and ", "the amendment to the "],
)
def test_time_grows_with_the_length_and_not_with_its_square(piece: str) -> None:
    def build(times: int) -> tuple[str, list[Citation]]:
        text = piece * times + "1 N.J. 2"
        places = [match.start() for match in re.finditer(re.escape("1 N.J. 2"), text)]
        return text, [Citation(at, at + 8, "1 N.J. 2", CitationKind.CASE) for at in places]

    assert grows_linearly(lambda given: statements(*given), build, 4_000)
