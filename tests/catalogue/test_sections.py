"""Sections: a passage leads to what stands around it."""

from __future__ import annotations

from dataclasses import replace

from briefbank.catalogue.store import Catalogue
from briefbank.domain.passages import Role
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


def test_each_passage_comes_with_the_next_one_of_its_section_and_role(catalogue: Catalogue) -> None:
    body = [replace(passage(n), section=n // 3, runs_on=n == 1) for n in range(6)]
    note = replace(passage(6, role=Role.FOOTNOTE), section=1)
    add(catalogue, "a", reading(passage(0)))
    _, passages = add(catalogue, "b", reading(*body, note))
    found = catalogue.with_following([each.id for each in reversed(passages)])
    assert [each for each, _ in found.values()] == passages
    following = [after.ordinal if after else None for _, after in found.values()]
    assert following == [1, 2, None, 4, 5, None, None]
    after = found[passages[0].id][1]
    assert after is not None and after.runs_on and after.text == passages[1].text
    assert (after.id, after.document_id) == (passages[1].id, passages[1].document_id)


def test_what_is_gone_has_no_following_one(catalogue: Catalogue) -> None:
    document, passages = add(catalogue, "a", reading(passage(0), passage(1)))
    catalogue.remove_documents(document.id)
    assert catalogue.with_following([passages[0].id, 99]) == {} == catalogue.with_following([])


def test_that_a_paragraph_goes_on_is_kept(catalogue: Catalogue) -> None:
    _, passages = add(catalogue, "a", reading(replace(passage(0), runs_on=True), passage(1)))
    assert [each.runs_on for each in catalogue.passages_of(passages[0].document_id)] == [True, False]
