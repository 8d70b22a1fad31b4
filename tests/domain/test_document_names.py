"""Tests of what distinguishes documents with equal titles, and of its wording."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, distinctions, full_title

TITLE = "Gratz v. Bollinger"


def build_document(number: int, **facts: object) -> Document:
    document = Document(
        id=number,
        sha256=f"{number:064d}",
        kind=Kind.BRIEF,
        title=TITLE,
        court="",
        docket="02-516",
        filed=None,
        filed_source="",
        pages=30,
        ocr_pages=0,
        passages=1,
        gaps=0,
        file_name=f"scan{number}.pdf",
        suffix=".pdf",
        size=1000,
        added_at=datetime(2026, 1, 2, tzinfo=UTC),
        has_reading_copy=False,
    )
    return replace(document, **facts)  # type: ignore[arg-type]


def names(*group: Document) -> list[str]:
    """Return the documents' full titles, without the title that they share."""
    chosen = distinctions(group, {document.id for document in group})
    titles = [full_title(replace(item, distinctions=chosen[item.id])) for item in group]
    assert all(title.startswith(TITLE) for title in titles)
    return [title.removeprefix(TITLE).removeprefix(" · ") for title in titles]


def test_papers_of_one_case_are_named_by_what_they_are_and_for_whom() -> None:
    group = (
        build_document(1, side="Petitioner"),
        build_document(2, side="Respondent"),
        build_document(3, side="Petitioner", paper="Reply Brief"),
        build_document(4, kind=Kind.OPINION, filed=date(2003, 6, 23)),
    )
    assert names(*group) == [
        "Brief of Petitioner",
        "Brief of Respondent",
        "Reply Brief of Petitioner",
        "Opinion",
    ]


@pytest.mark.parametrize(
    ("facts", "first", "second"),
    [
        (({"office": "Office of the Public Defender"}, {}), "Office of the Public Defender", "scan2.pdf"),
        (({"filed": date(2003, 1, 16)}, {"filed": date(2003, 2, 1)}), "January 16, 2003", "February 1, 2003"),
        (({"docket": "02-241"}, {}), "02-241", "02-516"),
        (({"version": "Draft 1"}, {"version": "Draft 2"}), "Draft 1", "Draft 2"),
        (({"parties": "Jane Doe (Appellant)"}, {"parties": "John Doe (Appellant)"}), "Jane Doe", "John Doe"),
        (({"pages": 1}, {"pages": 12}), "1 page", "12 pages"),
        (({}, {}), "scan1.pdf", "scan2.pdf"),
        (({"file_name": "a.pdf", "folder": "Old"}, {"file_name": "a.pdf", "folder": "New"}), "Old", "New"),
    ],
)
def test_one_differing_fact_distinguishes_titles(
    facts: tuple[dict[str, object], dict[str, object]], first: str, second: str
) -> None:
    assert names(build_document(1, **facts[0]), build_document(2, **facts[1])) == [first, second]


def test_facts_that_do_not_differ_are_not_named_beside_the_number() -> None:
    alike = {"file_name": "a.pdf", "folder": "Old"}
    assert names(build_document(1, **alike), build_document(2, **alike)) == ["document 1", "document 2"]


def test_a_paper_that_names_its_amicus_needs_no_side() -> None:
    papers = [f"Brief of {who} as Amici Curiae" for who in ("Harvard University", "the Cato Institute")]
    assert (
        names(*(build_document(n, paper=paper, side="amicus curiae") for n, paper in enumerate(papers)))
        == papers
    )


def test_pages_are_counted_only_where_nothing_else_differs() -> None:
    assert names(
        build_document(1, pages=1, filed=date(2003, 1, 16)),
        build_document(2, pages=2, filed=date(2003, 1, 17)),
    ) == ["January 16, 2003", "January 17, 2003"]


def test_two_facts_are_named_where_neither_is_enough() -> None:
    days = date(2003, 1, 16), date(2003, 2, 1)
    group = [
        build_document(n, side=side, filed=day)
        for n, (side, day) in enumerate((s, d) for s in "AB" for d in days)
    ]
    assert names(*group) == [
        "Brief of A · January 16, 2003",
        "Brief of A · February 1, 2003",
        "Brief of B · January 16, 2003",
        "Brief of B · February 1, 2003",
    ]


def test_a_difference_of_capitals_and_accents_distinguishes_nothing() -> None:
    assert names(build_document(1, side="Peña"), build_document(2, side="PENA")) == ["scan1.pdf", "scan2.pdf"]


def test_a_file_that_gave_the_title_is_not_named_once_more() -> None:
    group = [
        build_document(n, title="", file_name=TITLE, folder=folder) for n, folder in enumerate(("Old", "New"))
    ]
    assert names(*group) == ["Old", "New"]


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "kind": st.sampled_from([Kind.BRIEF, Kind.OPINION]),
                "side": st.sampled_from(["", "Appellant", "Respondent"]),
                "office": st.sampled_from(["", "Office of A"]),
                "filed": st.sampled_from([None, date(2003, 1, 16), date(2003, 2, 1)]),
                "pages": st.sampled_from([1, 2]),
                "file_name": st.sampled_from(["a.pdf", "b.pdf"]),
                "folder": st.sampled_from(["", "Old"]),
            }
        ),
        min_size=2,
        max_size=12,
    )
)
def test_no_two_documents_with_one_title_are_shown_alike(facts: list[dict[str, object]]) -> None:
    shown = names(*(build_document(number, **fields) for number, fields in enumerate(facts)))
    assert "" not in shown and len(set(shown)) == len(shown)
