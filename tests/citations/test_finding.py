"""Citations that stand alone in a text: what is one, what it is called, and where it stands."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from courts_db import courts
from hypothesis import given
from hypothesis import strategies as st
from reporters_db import CASE_NAME_ABBREVIATIONS, JOURNALS, LAWS, REPORTERS, STATE_ABBREVIATIONS

from briefbank.citations import citations, provisions, quotations, treatments
from briefbank.citations.cases import reporter
from briefbank.citations.citations import find, of_document
from briefbank.citations.malformed import find_faults
from briefbank.citations.provisions import TypedAuthority, parse_authority
from briefbank.citator import good_law_csv
from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.pages import Role
from briefbank.errors import BriefBankError, EntryRefused
from briefbank.search.parsing import parse
from tests.support.complexity import grows_linearly, repeated
from tests.support.examples import Examples
from tests.support.mutated_texts import mutated_texts
from tests.support.profile import sample

EXAMPLES = Examples(Path(__file__).with_name("examples") / "forms.txt")
CITED = EXAMPLES.texts("Citations that a break may divide")
IN_NUMBERS = [*CITED, *EXAMPLES.texts("Citations whose numbers have hyphens, dots and brackets")]


def names(text: str) -> list[str]:
    return [item.canonical for item in find(text)]


def in_sentence(citation: str) -> list[str]:
    """The names of the authorities of a document with one citation."""
    (result,) = of_document([f"The court relied on {citation}, and so on."])
    return [item.canonical for item in result]


@pytest.mark.parametrize(
    ("text", "expected"),
    EXAMPLES.pairs(
        "An authority has one name, however it is written",
        "The federal rules have many abbreviations",
        "Glued citations are read like spaced ones",
        "A section number that only New Jersey has is New Jersey's",
        "Both ends of a range and every section of a list are cited",
        "A number that a letter or a second hyphen joins is not cut short",
    ),
)
def test_an_authority_has_one_name_however_it_is_written(text: str, expected: str) -> None:
    assert "; ".join(f"{item.kind.value} {item.canonical}" for item in find(f"See {text}.")) == expected


@pytest.mark.parametrize(
    "text",
    [*EXAMPLES.texts("Text without a citation"), *EXAMPLES.texts("The number of a star page is no volume")],
)
def test_text_without_a_citation_gives_none(text: str) -> None:
    assert find(text) == ()


@pytest.mark.parametrize(("text", "expected"), EXAMPLES.pairs("A dash that is no hyphen ends a section"))
def test_a_dash_that_is_no_hyphen_ends_a_section(text: str, expected: str) -> None:
    assert "; ".join(in_sentence(text)) == expected


@pytest.mark.parametrize("space", ["", "\n", "  ", " \n ", "\t", "\xa0", "  [*12]  "])
def test_line_ends_and_star_pages_inside_a_citation_do_not_hide_it_and_its_range_is_the_texts_own(
    space: str,
) -> None:
    text = f"See State v. Carty, 170{space or ' '}N.J.{space or ' '}632 (2002) and R.{space}3:5-7."
    assert names(text) == ["170 N.J. 632", "R. 3:5-7"]
    assert [text[item.start : item.end] for item in find(text)][1] == f"R.{space}3:5-7"


@pytest.mark.parametrize("whole", CITED)
def test_the_range_of_a_citation_is_all_of_it(whole: str) -> None:
    ((result,),) = of_document([f"See {whole}."])
    assert (result.start, result.end) == (4, 4 + len(whole))


SPACES = ("\n", "\r\n", "  ", " \n ", "\t", "\f", "\n\f\n", "\xa0", "\n\n")
WORD = re.compile(r"(?<=[A-Za-z]{2})(?=[a-z]{2})")
DIGITS = re.compile(r"(?<=\d)(?=\d)")


@st.composite
def broken(draw: st.DrawFn) -> tuple[str, str, bool]:
    """A citation, the same with one break in it, and whether its number may be read with the hyphen."""
    whole = draw(st.sampled_from(CITED))
    places = [("space", match.start()) for match in re.finditer(" ", whole)]
    places += [("hyphen", match.end()) for match in re.finditer("-", whole)]
    places += [("word", match.start()) for match in WORD.finditer(whole)]
    places += [("digits", match.start()) for match in DIGITS.finditer(whole)]
    kind, at = draw(st.sampled_from(places))
    line_end = draw(st.sampled_from(["\n", "\r\n", "\n\f", " \n "]))
    if kind == "space":
        return whole, whole[:at] + draw(st.sampled_from(SPACES)) + whole[at + 1 :], False
    return whole, whole[:at] + "-" * (kind != "hyphen") + line_end + whole[at:], kind == "digits"


@given(broken())
def test_no_citation_is_lost_by_a_break_inside_it(example: tuple[str, str, bool]) -> None:
    whole, text, number_broken = example
    before, after = "The court relied on ", ", and the panel agreed with that."
    ((expected,),) = of_document([before + whole + after])
    end, results = len(before) + len(text), of_document([before + text + after])[0]
    (result,) = (item for item in results if item.start < end and item.end > len(before))
    assert (result.kind, result.start) == (expected.kind, len(before))
    if expected.kind in (CitationKind.CASE, CitationKind.JOURNAL) or not number_broken:
        assert result.canonical == expected.canonical


DASHES = "‐‑‒–—―−﹘﹣－\u00ad"
STARS = (" *355 ", " **355 ", "\n*355\n", "[*355]", " ***355 ", " [*355] ", "  [**355]  ", " [* 355 ] ")
GAPS = [
    (number[: match.start()], number[match.end() :], number)
    for number in IN_NUMBERS
    for match in re.finditer(r" |(?<=:)|(?=[(])|(?=-)|(?<=-)(?=\d)", number)
]


@given(st.sampled_from([number for number in IN_NUMBERS if "-" in number]), st.data())
def test_no_dash_for_a_hyphen_changes_the_authority(whole: str, data: st.DataObject) -> None:
    dash = st.sampled_from([*DASHES, *(f"{item}\n" for item in DASHES), "-\n", "-"])
    parts = whole.split("-")
    changed = parts[0] + "".join(data.draw(dash) + part for part in parts[1:])
    assert in_sentence(changed) == in_sentence(whole)


@given(st.sampled_from(GAPS), st.sampled_from(STARS))
def test_no_star_page_inside_a_citation_changes_the_authority(gap: tuple[str, str, str], star: str) -> None:
    before, after, whole = gap
    assert in_sentence(before + star + after) == in_sentence(whole)


NUMBERS = [
    *("2C:18-3", "2C:44-1", "2C:35-10.5", "2C:44-1(a)(3)", "2C:44-1a(3)", "2C:58-3c(5)", "2A:4A-60"),
    *("30:4-123.51", "30:4-123.51b", "40A:14-151", "18A:6-10", "52:27D-301", "40:55D-70", "47:1A-1.1"),
]
SIGNS = ["§ ", "§", "section ", "Section ", "sec. ", "Sec. ", "SECTION ", "§§ ", "Sections ", "secs. "]
JOINTS = [" and ", ", ", " or ", " to ", " through ", ", and ", " & ", " and § ", "-", "–", " – ", "--"]


@given(st.sampled_from(NUMBERS), st.sampled_from(SIGNS), st.sampled_from(["See ", "under ", "", "("]))
def test_a_section_sign_changes_no_authority(number: str, sign: str, before: str) -> None:
    assert names(f"{before}{sign}{number} and more") == names(number) == names(f"N.J.S.A. {number}")


@given(
    st.sampled_from(["§§ ", "Sections ", "sections ", "secs. "]),
    st.lists(st.sampled_from(NUMBERS), min_size=2, max_size=4),
    st.data(),
)
def test_every_section_of_a_list_or_range_is_cited(
    sign: str, numbers: list[str], data: st.DataObject
) -> None:
    joints = [data.draw(st.sampled_from(JOINTS)) for _ in numbers[1:]]
    text = sign + numbers[0] + "".join(map("".join, zip(joints, numbers[1:], strict=True)))
    assert names(text) == [name for number in numbers for name in names(number)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("l70 N.J. 632", "170 N.J. 632"),
        ("17O N.J. 632", "170 N.J. 632"),
        ("170 N.J. 6S2", "170 N.J. 652"),
        ("170 N.J. I32", "170 N.J. 132"),
        ("3B4 U.S. 436", "384 U.S. 436"),
    ],
)
def test_letters_read_for_digits_are_recognised_and_flagged(text: str, canonical: str) -> None:
    (result,) = find(f"See {text} (2002).")
    assert (result.canonical, result.certain) == (canonical, False)
    assert find("See 170 N.J. 632 (2002).")[0].certain


def test_a_citation_at_the_border_of_two_pieces_is_found_once() -> None:
    filler = "word " * 1540
    for shift in range(0, 300, 17):
        assert names(filler + "x" * shift + " 170 N.J. 632 (2002) " + filler) == ["170 N.J. 632"], shift


@pytest.mark.parametrize(
    "text",
    [
        "See Roe, 410 U.S. 113, 120 (1973); Doe, 410 U. S. 179; id. at 5; Roe, 410 U.S. at 120.",
        "State v. Carty, 170 N. J. 632, 790 A.2d 903 (2002), supra, 170 N.J. at 640, 12 S. W. 2d 5.",
        "Cal. Penal Code § 187; N.Y. Penal Law § 125.25; Tex. Penal Code Ann. § 19.02",
        "Mass. Gen. Laws ch. 1, §§ 2-3; 2020 WL 123456; 12 N.Y.S. 2d 9; 100 Harv. L. Rev. 1",
        "5 Cranch 137; 1 Wheat. 304; 89 Wash. L. Rev. 87",
    ],
)
def test_whole_citations_are_those_that_eyecite_finds_with_all_its_patterns(text: str) -> None:
    from eyecite.models import CitationToken
    from eyecite.tokenizers import default_tokenizer

    tokens = [token for _, token in default_tokenizer.tokenize(text)[1]]
    whole = {token.start for token in tokens if isinstance(token, CitationToken) and not token.short}
    assert whole and whole <= {citation.start for citation in find(text)}


@pytest.mark.parametrize(
    ("written", "name", "kind"),
    [
        ("N. J. Super.", "N.J. Super.", CitationKind.CASE),
        ("F. 3d", "F.3d", CitationKind.CASE),
        ("Harv. L. Rev.", "Harv. L. Rev.", CitationKind.JOURNAL),
    ],
)
def test_a_reporter_is_known_however_it_is_spaced(written: str, name: str, kind: CitationKind) -> None:
    known = reporter(written, "12")
    assert known is not None and (known.name, known.kind) == (name, kind)


def test_texts_without_a_citation_do_not_wait_for_eyecite() -> None:
    program = (
        "import sys; from briefbank.citations.citations import find\n"
        "print(find('no citation at all'), find('the search in may 1999.'), 'eyecite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "() () False\n"


# fmt: off
SHAPES = (
    "{}", "{} 12", "12 {} 34", "{} § 12(a)(3)", "12 {} 34, 36-37 & n.2 (1999)", "12 {} 34 ({} 1999)",
    "(1999 {})", "State v. Jones, 12 {} 34 (N.J. 2001)", "{} Rule 4:5-6(d)", "F.R.{}P. 3", "{} R. Civ. P. 5",
    "{} art. IV, § 2", "{}. No. 07-123", "No. 07-123 ({})", "{}, supra, at 5; id. at 6", "{} R. 30(d)(3)",
)
# fmt: on
ROLES = tuple(Role)


def known_forms() -> set[str]:
    """Every abbreviation and name of reporters, codes, journals, courts, case names and states, with and
    without periods and spaces."""
    forms = {*CASE_NAME_ABBREVIATIONS, *STATE_ABBREVIATIONS}
    for entries in (*REPORTERS.values(), *LAWS.values(), *JOURNALS.values()):
        for entry in entries:
            forms |= {entry["name"], *entry.get("editions", ()), *entry.get("variations", ())}
    for court in courts:
        forms |= {court["name"], court.get("citation_string", ""), *court.get("examples", ())}
    forms.update(word for words in CASE_NAME_ABBREVIATIONS.values() for word in words)
    bare = {form.replace(".", "") for form in forms}
    spaced = {form.replace(" ", "") for form in forms | bare} | {form.replace(". ", ".") for form in forms}
    return forms | bare | spaced | {form.upper() for form in forms}


def test_no_known_abbreviation_stops_the_reading_of_citations() -> None:
    forms = sorted(known_forms())
    assert len(forms) > 20_000
    for at, form in enumerate(forms[:: sample(20, 1)]):
        text = SHAPES[at % len(SHAPES)].replace("{}", form)
        find(text)
        of_document([text, "Id. at 5."], [ROLES[at % len(ROLES)], Role.BODY])


@pytest.mark.parametrize("seed", range(sample(1, 8)))
def test_no_slip_in_a_text_stops_a_query_a_passage_a_draft_or_a_list(seed: int) -> None:
    for at, text in enumerate(mutated_texts(seed, sample(120, 800))):
        read_as_everything(text, ROLES[at % len(ROLES)])


def read_as_everything(text: str, role: Role) -> None:
    """Give a text to every entry point that looks for citations. Errors for people are answers."""
    row = f'authority,status,since\\n"{text}",overruled,{text[:9]}\\n'
    in_text, _ = of_document([text, "Id. at 5."], [role, Role.BODY])
    readings: tuple[Callable[[], object], ...] = (
        lambda: find(text),
        lambda: treatments.statements(text, in_text),
        lambda: quotations.quotations(text, in_text),
        lambda: find_faults([text], [in_text], date(2026, 1, 5), [role]),
        lambda: parse(text[:200], citations.find),
        lambda: parse_authority(text[:200]),
        lambda: provisions.read(text[:200]),
        lambda: good_law_csv.read(row.encode(errors="replace"), named),
    )
    for reading in readings:
        try:
            reading()
        except BriefBankError as error:
            assert error.title


def named(cell: str) -> TypedAuthority:
    authority = parse_authority(cell)
    if authority is None:
        raise EntryRefused
    return authority


PARTS = st.sampled_from(
    [
        *("170", "N.J.", "632", "at", "§", "U.S.C.", "2C:44-1", "(a)", "R. 3:5-7", "\n", "Id.", "supra", ","),
        *("Carty", "(quoting", ")", "(2002)", "Code", "Cal.", "Da45", "No. A-1-20", "WL", "[*4]", "-\n"),
        *("\xad", "é", "\ud800", "\x00", "v.", "Const. art. I", "404(b)"),
    ]
)


def in_order(text: str, results: tuple[Citation, ...]) -> bool:
    edges = [edge for item in results for edge in (item.start, item.end)]
    return edges == sorted(edges) and all(0 <= edge <= len(text) for edge in edges)


@given(st.lists(st.lists(PARTS, max_size=14).map(" ".join), max_size=5))
def test_ranges_are_inside_their_text_in_order_and_apart(texts: list[str]) -> None:
    for text, results in zip(texts, of_document(texts), strict=True):
        assert in_order(text, results) and in_order(text, find(text))
        assert all(item.start < item.end for item in results)


@pytest.mark.parametrize("text", ["Id. at 2C:44-1", "\xad N.J. Code 2C:44-1", "See 170 N.J. 632. Id. at 5"])
def test_full_authorities_are_the_same_in_a_document_as_alone(text: str) -> None:
    in_document = {(item.start, item.kind) for item in of_document([text])[0]}
    assert {(item.start, item.kind) for item in find(text)} <= in_document


@pytest.mark.parametrize("texts", [[], [""], ["", "\n", " "], ["\x00\ud800"], ["Id." * 3]])
def test_odd_documents_give_one_tuple_for_each_text(texts: list[str]) -> None:
    assert len(of_document(texts)) == len(texts)


# fmt: off
PIECES = [
    "Id. at 5. ", "§ 5, ", "§§ 1, 2, 3, ", "Carty, supra, at 5. ", "170 N.J. at 640; ", "(quoting ", "Da45 ",
    "-\n", "No. 11-11 and ", "404(b) and ", "Penal Code ", "A. B. C. § 5 ", "[*1] ", "l1O", "1—", " *5",
    "170 N.J. 632 (A 1 ", "170 N.J. 632, 1", "A.A at ", "(a at 1 ", "A No. ", "Code Code ", "section 1 (a) ",
    "A1, ", "See A", "§ 1 and 2 ", "title 1 ", "A § 1 of ", "of the Code ", "N.J.S.A. 2C:", "Const. art. ",
]
# fmt: on


@pytest.mark.parametrize("piece", PIECES[:: sample(3, 1)])
def test_a_hostile_document_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: of_document([text]), repeated(piece), 100_000)


def test_nothing_of_a_document_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        of_document(["State v. Secretname, 170 N.J. 632 (2002); Secretname, supra, at 5. Id."])
    assert "Secretname" not in caplog.text
