"""Authorities are found by every form of their citation and by name, with who cites them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.authorities import ensure, groups
from briefbank.catalogue.store import Catalogue
from briefbank.domain.authorities import CitationKind, RelationKind
from briefbank.index.occurrences import citation_key
from tests.citator.graphed import GraphedCatalogue


@pytest.fixture
def library(catalogue: Catalogue) -> GraphedCatalogue:
    return GraphedCatalogue(catalogue)


def test_an_authority_is_found_by_any_form_and_key(library: GraphedCatalogue) -> None:
    library.add("See State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002), and N.J.S.A. 2C:44-1a(3).")
    table = library.catalogue.authorities
    found = table.ids_of(["790 A.2d 903", "170 N.J. 632", "1 N.J. 1"])
    assert found.keys() == {"790 A.2d 903", "170 N.J. 632"} and len(set(found.values())) == 1
    keys = [citation_key(text) for text in ("170 NJ 632", "N.J.S.A. 2C:44-1(a)(3)", "1 N.J. 1")]
    by_key = table.ids_by_key(keys)
    assert by_key == {
        keys[0]: [found["170 N.J. 632"]],
        keys[1]: [library.id_of("N.J.S.A. 2C:44-1")],
    }
    assert table.ids_of([]) == {} and table.ids_by_key([]) == {}


def test_names_are_found_by_beginnings_of_their_words_the_most_cited_first(library: GraphedCatalogue) -> None:
    library.add("See State v. Roe, 100 N.J. 1 (1990).")
    library.add("See State v. Roebuck, 101 N.J. 1 (1990).", "Roebuck, 101 N.J. at 3.")
    library.add("See Monroe v. Doe, 102 N.J. 1 (1990).")
    names = library.catalogue.authorities.named
    assert names(["ROE"], 5) == [library.id_of("101 N.J. 1"), library.id_of("100 N.J. 1")]
    assert names(["state", "roe"], 1) == [library.id_of("101 N.J. 1")]
    assert names([], 5) == names([" ", "."], 5) == names(["roe", "doe"], 5) == []


def test_passages_that_cite_several_of_them_come_once(library: GraphedCatalogue) -> None:
    document = library.add("State v. Roe, 100 N.J. 1; State v. Row, 101 N.J. 1; Roe, 100 N.J. at 3.", "None.")
    ids = [library.id_of("100 N.J. 1"), library.id_of("101 N.J. 1")]
    passage = library.catalogue.passages_of(document.id)[0]
    assert library.catalogue.authorities.passages_citing(ids) == [(document.id, passage.id)]
    assert library.catalogue.authorities.passages_citing([]) == []


def test_relations_are_asked_for_by_who_whom_and_what(library: GraphedCatalogue) -> None:
    library.add("State v. Old, 90 N.J. 1 (1982), overruled by State v. New, 170 N.J. 632 (2002).")
    table, old, new = library.catalogue.authorities, library.id_of("90 N.J. 1"), library.id_of("170 N.J. 632")
    (said,) = table.relations()
    assert table.relations(target_ids=[old]) == table.relations(source_ids=[new]) == [said]
    assert table.relations(target_ids=[new]) == table.relations(source_ids=[old]) == []
    assert table.relations(kinds=[RelationKind.OVERRULES]) == [said]
    assert table.relations(kinds=[RelationKind.AMENDS]) == []


def test_an_authority_is_made_once_and_named_by_the_first_that_knows(library: GraphedCatalogue) -> None:
    with library.catalogue._database.writing() as connection:
        ids = [
            ensure(connection, "N.J.S.A. 2C:44-1", CitationKind.STATUTE, name, "key")
            for name in ("", "Criteria", "Other")
        ]
    assert len(set(ids)) == 1
    assert library.catalogue.authorities.by_ids(ids)[ids[0]].name == "Criteria"


CASES = st.builds("{} {} 1".format, st.integers(1, 3), st.sampled_from(["N.J.", "A.2d", "WL"]))


@given(st.dictionaries(st.tuples(CASES, CASES), st.integers(1, 5), max_size=12), st.randoms())
def test_groups_do_not_depend_on_the_order_and_hold_one_citation_of_a_reporter(
    hanging: dict[tuple[str, str], int], rng: object
) -> None:
    ranks = {form: len(form) for pair in hanging for form in pair}
    found = groups(ranks, hanging)
    shuffled = list(hanging.items())
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert groups(dict(reversed(ranks.items())), dict(shuffled)) == found
    assert sorted(form for group in found for form in group) == sorted(ranks)
    for group in found:
        reporters = [form.split(" ")[1] for form in group]
        assert len(set(reporters)) == len(reporters)
