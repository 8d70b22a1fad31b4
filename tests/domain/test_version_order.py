"""Tests that the filed version of a document comes first and drafts come last."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, version_of, version_order

ADDED = datetime(2020, 1, 1, tzinfo=UTC)
DAY = date(2010, 3, 15)


def document(number: int, name: str, filed: date | None = None, **values: object) -> Document:
    suffix = name[name.rfind(".") :]
    plain = Document(
        *(
            number,
            f"{number:064x}",
            Kind.BRIEF,
            "State v. Doe",
            "",
            "",
            filed,
            "",
            1,
            0,
            1,
            0,
            name,
            suffix,
            1,
        ),
        ADDED,
        False,
    )
    return replace(plain, **values)  # type: ignore[arg-type]


FIRST_TO_LAST = [
    document(1, "refiled.pdf", date(2011, 1, 1)),
    document(2, "brief.docx", DAY, filed_source="stamp"),
    document(3, "brief filed.docx", DAY),
    document(4, "brief.pdf", DAY, filed_source="signature"),
    document(5, "brief FINAL.pdf", DAY),
    document(6, "brief.pdf", DAY),
    document(7, "brief FINAL.wpd", DAY),
    document(8, "brief v2.wpd", DAY),
    document(9, "brief v1.wpd", DAY),
    document(10, "brief.docx"),
    document(11, "brief draft.pdf", date(2012, 1, 1)),
    document(12, "brief draft 3.wpd"),
    document(13, "brief draft 2.wpd"),
]


@pytest.mark.parametrize(("first", "second"), list(pairwise(FIRST_TO_LAST)))
def test_this_version_comes_before_that(first: Document, second: Document) -> None:
    assert version_order(first) < version_order(second)


def test_a_stamp_makes_of_a_draft_what_was_filed() -> None:
    stamped = document(1, "brief draft.pdf", DAY, filed_source="stamp")
    assert version_order(stamped) < version_order(document(2, "brief FINAL.pdf", DAY))


def test_a_corrected_version_counts_more_than_the_file_name() -> None:
    corrected = document(1, "brief FINAL.pdf", version="Draft 1")
    assert str(version_of(corrected)) == "Draft 1"
    assert version_order(document(2, "brief.wpd")) < version_order(corrected)


NAMES = st.sampled_from(
    ["brief", "brief draft", "brief v1", "brief v1.10", "draft 2", "FINAL", "filed", "brief v1.9"]
)
DOCUMENTS = st.builds(
    lambda number, name, suffix, day, source, version, added: document(
        number, name + suffix, day, filed_source=source, version=version, added_at=ADDED + timedelta(added)
    ),
    st.integers(1, 10_000),
    NAMES,
    st.sampled_from([".pdf", ".docx", ".wpd", ".txt"]),
    st.sampled_from([None, DAY, date(2011, 1, 1)]),
    st.sampled_from(["", "stamp", "signature", "caption"]),
    st.sampled_from(["", "Draft", "Filed", "Final, version 2"]),
    st.integers(0, 3),
)


@given(st.lists(DOCUMENTS, unique_by=lambda item: item.id, max_size=8), st.randoms(use_true_random=False))
def test_the_order_is_total_and_does_not_depend_on_the_order_before(
    documents: list[Document], chance
) -> None:
    mixed = list(documents)
    chance.shuffle(mixed)
    assert sorted(documents, key=version_order) == sorted(mixed, key=version_order)
