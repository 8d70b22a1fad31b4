"""Trees and texts for the tests of exact matching, over so few words that most trees hold somewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage, Role
from briefbank.domain.searches import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Term, Unit
from tests.index.factory import build_document

VOCABULARY = ("alpha", "beta", "alp", "gamma", "803", "c", "Émile", "State", "confesión", "niños", "合同")
PATTERNS = (
    "alpha",
    "beta",
    "gamma",
    "803",
    "c",
    "emile",
    "state",
    "alp*",
    "b?ta",
    "*a",
    "zebra",
    "confesion",
    "ni?o*",
    "同",
)
BETWEEN = (" ", " ", " ", ", ", ". ", ".\n", "\n", "’s ", " — ", ". The ", "-", "(")

TEXTS = st.lists(
    st.sampled_from(VOCABULARY).flatmap(lambda w: st.sampled_from(BETWEEN).map(w.__add__)), max_size=14
).map("".join)


def term(pattern: str) -> Term:
    return Term(pattern, 0, 0)


def phrase(*patterns: str) -> Phrase:
    return Phrase(tuple(map(term, patterns)), 0, 0)


def near(
    left: Expression, right: Expression, unit: Unit = Unit.WORDS, distance: int = 1, *, ordered: bool = False
) -> Near:
    return Near(left, right, unit, distance, ordered, 0, 0)


def conjunction(*parts: Expression) -> And:
    return And(parts, 0, 0)


def disjunction(*parts: Expression) -> Or:
    return Or(parts, 0, 0)


def _nears(sides: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.builds(
        lambda left, right, unit, distance, ordered: near(left, right, unit, distance, ordered=ordered),
        sides,
        sides,
        st.sampled_from(list(Unit)),
        st.sampled_from([1, 2, 3, 6, 40, 255]),
        st.booleans(),
    )


def _pairs(sides: st.SearchStrategy[Expression]) -> st.SearchStrategy[tuple[Expression, ...]]:
    return st.lists(sides, min_size=2, max_size=3).map(tuple)


def terms(patterns: Sequence[str]) -> st.SearchStrategy[Expression]:
    return st.sampled_from(patterns).map(term)


def trees(
    patterns: Sequence[str], *fields: st.SearchStrategy[Expression], leaves: int = 3
) -> st.SearchStrategy[Expression]:
    """Expressions of any shape over these words, and over fields."""
    phrases = st.lists(st.sampled_from(patterns), min_size=2, max_size=3).map(lambda words: phrase(*words))
    occurring: st.SearchStrategy[Expression] = st.recursive(
        terms(patterns) | phrases,
        lambda sides: _nears(sides) | _pairs(sides).map(lambda parts: disjunction(*parts)),
        max_leaves=4,
    )
    return st.recursive(
        st.one_of(occurring, *fields),
        lambda parts: st.one_of(
            _pairs(parts).map(lambda some: conjunction(*some)),
            _pairs(parts).map(lambda some: disjunction(*some)),
            st.tuples(parts, parts).map(lambda two: conjunction(two[0], Not(two[1], 0, 0))),
        ),
        max_leaves=leaves,
    )


TERMS, TREES = terms(PATTERNS), trees(PATTERNS)
AUTHORITIES = (
    ("170 N.J. 632", "170 N.J. 632"),
    ("State v. Carty, 170 NJ 632", "170 N.J. 632"),
    ("Id.", "170 N.J. 632"),
    ("N.J.S.A. 2C:44-1(a)", "N.J.S.A. 2C:44-1(a)"),
    ("Rule 803(c)(27)", "N.J.R.E. 803(c)(27)"),
    ("T5", ""),
)
"""Written forms of an authority, each with its one name."""
HEADINGS = st.lists(
    st.sampled_from(["POINT I", "THE PLAIN ERROR RULE", "Plainly erroneous"]), max_size=2
).map(tuple)
VALUES = {
    FieldName.CITES: (
        "170 N.J. 632",
        "170 nj 632",
        "Carty",
        "state v. carty",
        "2C:44-1",
        "nj",
        "550 U.S. 544",
        "v",
    ),
    FieldName.RULE: ("803(c)(27)", "Rule 803(c)", "2C:44-1", "N.J.S.A. 2C:44-1(a)", "3:5-7", "803", "beta"),
    FieldName.HEADING: ("plain error", "POINT", "plain! err*", "error plain", "émile"),
    FieldName.COURT: ("appellate", "SUPREME  court", "d'émile", "martian"),
    FieldName.JUDGE: ("jane", "ROE", "martian"),
    FieldName.DOCKET: ("A-1234-20", "a-1234", "99", "20 A"),
    FieldName.KIND: ("brief", "opinion"),
    FieldName.BEFORE: ("2015-03-04", "2015-03-05", "0001-01-01", "9999-12-31"),
    FieldName.AFTER: ("2015-03-04", "2015-03-03", "0001-01-01", "9999-12-31"),
}


def fields(values: Mapping[FieldName, Sequence[str]]) -> st.SearchStrategy[Expression]:
    return st.sampled_from([Field(name, value, 0, 0) for name, some in values.items() for value in some])


FIELDS = fields(VALUES)


@st.composite
def cited_passages(draw: st.DrawFn) -> Passage:
    """A passage whose text cites authorities, under headings."""
    text, citations = "", list[Citation]()
    for words, cited in draw(
        st.lists(st.tuples(TEXTS, st.none() | st.sampled_from(AUTHORITIES)), max_size=3)
    ):
        text += words[:40]
        if cited is not None:
            start = len(text)
            text += f"{cited[0]}"
            citations.append(Citation(start, len(text), cited[1], CitationKind.CASE))
            text += ". "
    return Passage(0, text, Role.BODY, draw(HEADINGS), (), "", tuple(citations))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document with a caption for field searches."""
    document = build_document(
        1,
        kind=draw(st.sampled_from([Kind.BRIEF, Kind.OPINION])),
        court=draw(
            st.sampled_from(["", "Superior Court, Appellate Division", "Supreme Court", "Cour d'Émile"])
        ),
        docket=draw(st.sampled_from(["", "A-1234-20", "A-99-21; A-1234-20"])),
        filed=draw(st.sampled_from([None, date(2015, 3, 3), date(2015, 3, 4), date(2015, 3, 5)])),
    )
    return replace(document, judge=draw(st.sampled_from(["", "Jane A. Doe", "Richard Roe; Jane Doe"])))
