"""Sections: a passage leads to what stands around it."""

from __future__ import annotations

from dataclasses import replace

from briefbank.catalogue.store import Catalogue
from tests.catalogue.samples import add, passage, reading


def test_a_passage_leads_to_its_section_in_document_order_and_to_no_other_document(
    catalogue: Catalogue,
) -> None:
    what = reading(*(replace(passage(n), section=n // 3) for n in range(7)))
    add(catalogue, "a", what)
    _, passages = add(catalogue, "b", what)
    assert [each.section for each in passages] == [0, 0, 0, 1, 1, 1, 2]
    assert catalogue.section_of(passages[4].id) == passages[3:6]
    assert catalogue.section_of(passages[6].id) == passages[6:]


def test_a_passage_that_is_gone_has_no_section(catalogue: Catalogue) -> None:
    assert catalogue.section_of(1) == []
