"""Tests of reading the section around a passage."""

from __future__ import annotations

from dataclasses import replace

from briefbank.catalogue import passage_rows
from briefbank.catalogue.database import Database
from tests.catalogue.samples import add, passage, reading


def test_a_passage_leads_to_its_section_in_document_order_and_to_no_other_document(
    catalogue: Database,
) -> None:
    what = reading(*(replace(passage(n), section=n // 3) for n in range(7)))
    add(catalogue, "a", what)
    _, passages = add(catalogue, "b", what)
    assert [item.section for item in passages] == [0, 0, 0, 1, 1, 1, 2]
    assert passage_rows.of_section(catalogue, passages[4].id) == passages[3:6]
    assert passage_rows.of_section(catalogue, passages[6].id) == passages[6:]


def test_a_passage_that_is_gone_has_no_section(catalogue: Database) -> None:
    assert passage_rows.of_section(catalogue, 1) == []
