"""Documents with equal titles come out of the catalogue with what distinguishes them."""

from briefbank.catalogue import document_rows, feedback_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.domain.documents import full_title
from briefbank.domain.searches import Verdict
from tests.catalogue.samples import add, hash_of, reading


def shown(catalogue: Database, *ids: int) -> list[str]:
    rows = document_rows.get_many(catalogue, ids)
    return [full_title(rows[id_]) for id_ in ids]


def test_a_unique_title_stays_as_it_is(catalogue: Database) -> None:
    first, _ = add(catalogue)
    second, _ = add(catalogue, "b", reading(title="State v. Roe"))
    assert shown(catalogue, first.id, second.id) == ["State v. Doe", "State v. Roe"]


def test_equal_titles_are_distinguished_even_for_a_single_document(catalogue: Database) -> None:
    first, _ = add(catalogue, "a", reading(side="Appellant"))
    second, _ = add(catalogue, "b", reading(title="STATE V. DOE", side="Respondent"))
    names = ["State v. Doe · Brief of Appellant", "STATE V. DOE · Brief of Respondent"]
    assert shown(catalogue, first.id, second.id) == names
    assert shown(catalogue, first.id) + shown(catalogue, second.id) == names
    assert full_title(document_rows.get(catalogue, first.id)) == names[0]
    assert [full_title(document) for document in document_rows.iterate(catalogue)] == names
    assert full_title(document_rows.listed(catalogue, [second.id])[second.id].document) == names[1]
    known = document_rows.find_by_hash(catalogue, hash_of("a"))
    assert known is not None and full_title(known) == names[0]


def test_a_title_is_unique_again_when_the_other_document_is_removed(catalogue: Database) -> None:
    first, _ = add(catalogue, "a", reading(side="Appellant"))
    second, _ = add(catalogue, "b", reading(side="Respondent"))
    ingest_ledger.remove_documents(catalogue, second.id)
    assert shown(catalogue, first.id) == ["State v. Doe"]


def test_a_mark_names_the_document_that_it_is_on(catalogue: Database) -> None:
    _, (passage, *_rest) = add(catalogue, "a", reading(side="Appellant"))
    add(catalogue, "b", reading(side="Respondent"))
    feedback_rows.give(catalogue, passage.id, "search of the car", Verdict.UP)
    (mark,) = feedback_rows.given(catalogue)
    assert mark.title == "State v. Doe" and [fact.value for fact in mark.distinctions] == [
        "brief",
        "Appellant",
    ]


def test_each_of_very_many_equal_titles_has_a_suffix(catalogue: Database) -> None:
    with catalogue.writing_together():
        ids = [add(catalogue, f"order {number}", reading(title="Order"))[0].id for number in range(450)]
    names = shown(catalogue, ids[0], ids[449])
    assert names == ["Order · order 0.pdf", "Order · order 449.pdf"]
