"""Tests of repairing a lexical index that disagrees with the catalogue."""

import pytest

from briefbank.catalogue import ingest_ledger, passage_rows
from briefbank.index.lexical import LexicalIndex
from briefbank.maintenance import documents
from tests.maintenance.library_parts import QUIET, OpenParts


def bring_up(library: OpenParts) -> None:
    documents.bring_words_up(library.parts.lexical, library.parts.catalogue, library.parts.lock, QUIET)


def bring_up_without_making_anew(library: OpenParts, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(LexicalIndex, "rebuild", lambda *_: pytest.fail("made anew"))
        bring_up(library)


def agrees(library: OpenParts) -> bool:
    return library.parts.lexical.ids() == passage_rows.all_ids(library.parts.catalogue, searchable_only=True)


def test_the_state_after_an_interruption_is_repaired(library: OpenParts) -> None:
    first, second = library.add("the officer saw a zebra"), library.add("the judge saw none")
    library.parts.lexical.remove(first.id)
    bring_up(library)
    assert agrees(library)
    ingest_ledger.remove_documents(library.parts.catalogue, second.id)
    assert not agrees(library)
    bring_up(library)
    assert agrees(library)


def test_an_interrupted_removal_is_finished_without_rebuilding_the_lexical_index(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add("the officer saw a zebra")
    gone = library.add("the judge saw none")
    ingest_ledger.remove_documents(library.parts.catalogue, gone.id)
    bring_up_without_making_anew(library, monkeypatch)
    assert agrees(library)


def test_words_behind_a_removal_in_another_way_too_are_mended(library: OpenParts) -> None:
    kept, gone = library.add("the officer saw a zebra"), library.add("the judge saw none")
    library.parts.lexical.remove(kept.id)
    ingest_ledger.remove_documents(library.parts.catalogue, gone.id)
    bring_up(library)
    assert agrees(library)


def test_documents_missing_from_the_index_after_a_stop_are_added_without_a_rebuild(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add("the officer saw a zebra")
    missing = [library.add(f"the judge saw {number}", "and said so") for number in range(3)]
    library.parts.lexical.remove(*(document.id for document in missing))
    bring_up_without_making_anew(library, monkeypatch)
    assert agrees(library)


def test_an_index_that_lacks_many_documents_is_rebuilt(
    library: OpenParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_MISSING", 2)
    missing = [library.add(f"the judge saw {number}") for number in range(3)]
    library.parts.lexical.remove(*(document.id for document in missing))
    bring_up(library)
    assert agrees(library)
