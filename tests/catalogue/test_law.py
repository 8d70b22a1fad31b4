"""Authorities are found by every form of a citation and by name; provisions come back as they were read."""

from __future__ import annotations

from datetime import date
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import authority_rows, ingest_ledger, law_rows, passage_rows
from briefbank.catalogue.authority_rows import groups
from briefbank.catalogue.database import Database
from briefbank.domain.authorities import CitationKind, ReadProvision, RelationKind, Window
from briefbank.index.occurrences import citation_key
from tests.catalogue.samples import add, passage, provisions_of, reading
from tests.citator.graphed import GraphedCatalogue


@pytest.fixture
def library(catalogue: Database) -> GraphedCatalogue:
    return GraphedCatalogue(catalogue)


def test_an_authority_is_found_by_any_form_and_key(library: GraphedCatalogue) -> None:
    library.add("See State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002), and N.J.S.A. 2C:44-1a(3).")
    catalogue = library.catalogue
    ids = authority_rows.ids_of(catalogue, ["790 A.2d 903", "170 N.J. 632", "1 N.J. 1"])
    assert ids.keys() == {"790 A.2d 903", "170 N.J. 632"} and len(set(ids.values())) == 1
    keys = [citation_key(text) for text in ("170 NJ 632", "N.J.S.A. 2C:44-1(a)(3)", "1 N.J. 1")]
    by_key = authority_rows.ids_by_key(catalogue, keys)
    assert by_key == {keys[0]: [ids["170 N.J. 632"]], keys[1]: [library.id_of("N.J.S.A. 2C:44-1")]}
    assert authority_rows.ids_of(catalogue, []) == {} and authority_rows.ids_by_key(catalogue, []) == {}


def test_names_are_found_by_beginnings_of_their_words_the_most_cited_first(library: GraphedCatalogue) -> None:
    library.add("See State v. Roe, 100 N.J. 1 (1990).")
    library.add("See State v. Roebuck, 101 N.J. 1 (1990).", "Roebuck, 101 N.J. at 3.")
    library.add("See Monroe v. Doe, 102 N.J. 1 (1990).")
    names = partial(authority_rows.named, library.catalogue)
    assert names(["ROE"], 5) == [library.id_of("101 N.J. 1"), library.id_of("100 N.J. 1")]
    assert names(["state", "roe"], 1) == [library.id_of("101 N.J. 1")]
    assert names([], 5) == names([" ", "."], 5) == names(["roe", "doe"], 5) == []


def test_passages_that_cite_several_of_them_come_once(library: GraphedCatalogue) -> None:
    document = library.add("State v. Roe, 100 N.J. 1; State v. Row, 101 N.J. 1; Roe, 100 N.J. at 3.", "None.")
    ids = [library.id_of("100 N.J. 1"), library.id_of("101 N.J. 1")]
    passage = passage_rows.of_document(library.catalogue, document.id)[0]
    assert authority_rows.passages_citing(library.catalogue, ids) == [(document.id, passage.id)]
    assert authority_rows.passages_citing(library.catalogue, []) == []


def test_relations_can_be_filtered_by_source_target_and_kind(library: GraphedCatalogue) -> None:
    library.add("State v. Old, 90 N.J. 1 (1982), overruled by State v. New, 170 N.J. 632 (2002).")
    old, new = library.id_of("90 N.J. 1"), library.id_of("170 N.J. 632")
    relations = partial(authority_rows.relations, library.catalogue)
    (relation,) = relations()
    assert relations(target_ids=[old]) == relations(source_ids=[new]) == [relation]
    assert relations(target_ids=[new]) == relations(source_ids=[old]) == []
    assert relations(kinds=[RelationKind.OVERRULES]) == [relation]
    assert relations(kinds=[RelationKind.AMENDS]) == []


CASES = st.builds("{} {} 1".format, st.integers(1, 3), st.sampled_from(["N.J.", "A.2d", "WL"]))


@given(st.dictionaries(st.tuples(CASES, CASES), st.integers(1, 5), max_size=12), st.randoms())
def test_groups_do_not_depend_on_order_and_have_one_citation_per_reporter(
    hanging: dict[tuple[str, str], int], rng: object
) -> None:
    ranks = {form: len(form) for pair in hanging for form in pair}
    results = groups(ranks, hanging)
    shuffled = list(hanging.items())
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert groups(dict(reversed(ranks.items())), dict(shuffled)) == results
    assert sorted(form for group in results for form in group) == sorted(ranks)
    for group in results:
        reporters = [form.split(" ")[1] for form in group]
        assert len(set(reporters)) == len(reporters)


def read(
    first: int, last: int, canonical: str = "N.J.S.A. 2C:44-1", number: str = "2C:44-1"
) -> ReadProvision:
    return ReadProvision(
        canonical,
        CitationKind.STATUTE,
        ("Title 2C",),
        number,
        "Criteria \udc80",
        first,
        last,
        Window(date(2015, 3, 1)),
    )


def put(database: Database, document_id: int, *provisions: ReadProvision) -> list[int]:
    with database.writing() as connection:
        return law_rows.put_provisions(connection, document_id, provisions, citation_key)


def test_a_provision_comes_back_as_it_was_read(catalogue: Database) -> None:
    document, _ = add(catalogue)
    (authority,) = put(catalogue, document.id, read(0, 1))
    (result,) = provisions_of(catalogue, document.id)
    assert (
        law_rows.versions_of_authorities(catalogue, [authority])[authority]
        == [law_rows.get_provision(catalogue, result.id)]
        == [result]
    )
    assert (result.path, result.number, result.catchline) == (("Title 2C",), "2C:44-1", "Criteria \udc80")
    assert (result.window, result.source, result.first, result.last) == (
        Window(date(2015, 3, 1)),
        "text",
        0,
        1,
    )


def test_a_passage_belongs_to_exactly_the_provision_that_spans_it(catalogue: Database) -> None:
    document, stored = add(catalogue, what=reading(*(passage(at) for at in range(6))))
    put(catalogue, document.id, read(1, 2), read(4, 4, "N.J.S.A. 2C:44-2", "2C:44-2"))
    provisions = law_rows.provisions_of_passages(catalogue, [passage.id for passage in stored] + [999])
    numbers = [provisions[item.id].number if item.id in provisions else "" for item in stored]
    assert numbers == ["", "2C:44-1", "2C:44-1", "", "2C:44-2", ""]


def test_removing_a_document_removes_its_provisions_and_windows(catalogue: Database) -> None:
    document, _ = add(catalogue)
    (authority,) = put(catalogue, document.id, read(0, 1))
    (result,) = provisions_of(catalogue, document.id)
    law_rows.set_window(catalogue, result.id, Window(None, date(2020, 1, 1)))
    assert law_rows.get_provision(catalogue, result.id).window == Window(None, date(2020, 1, 1))
    ingest_ledger.remove_documents(catalogue, document.id)
    assert law_rows.versions_of_authorities(catalogue, [authority]) == {} and catalogue.faults() == []
