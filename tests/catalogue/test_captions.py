"""Tests of captions: extracted values keep their source, and corrections take precedence for good."""

from __future__ import annotations

import shutil
import tempfile
from datetime import date
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from briefbank.catalogue import caption_rows, document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import CaptionEntry, Party
from briefbank.domain.searches import Filters
from tests.catalogue.samples import add, path_in, reading
from tests.support.profile import sample

READ = (
    CaptionEntry(CaptionField.TITLE, "State v. Doe", "caption", 0.9, 0),
    CaptionEntry(CaptionField.PARTIES, "John Doe (Appellant); State", "caption", 0.8, 0),
    CaptionEntry(CaptionField.FILED, "2021-03-04", "stamp", 0.95, 0),
)
PARTIES = (Party("John Doe", "Appellant"), Party("State", ""))


def values(catalogue: Database, document_id: int) -> dict[str, str]:
    return {entry.field.value: entry.value for entry in document_rows.caption(catalogue, document_id)}


def test_extracted_fields_are_stored_with_their_source(catalogue: Database) -> None:
    document, _ = add(catalogue, what=reading(entries=READ, parties=PARTIES, office="Public Defender"))
    entries = document_rows.caption(catalogue, document.id)
    assert [entry.field for entry in entries] == list(CaptionField)
    by_field = {entry.field: entry for entry in entries}
    assert [by_field[entry.field] for entry in READ] == list(READ)
    assert by_field[CaptionField.SIDE] == CaptionEntry(CaptionField.SIDE, "", "", 0.0)
    assert (document.parties, document.side) == ("John Doe (Appellant); State", "")
    assert (document.office, document.corrected) == ("Public Defender", frozenset())


def test_a_correction_wins_in_the_document_its_caption_and_the_filters(catalogue: Database) -> None:
    document, _ = add(catalogue)
    document_rows.correct(catalogue, document.id, CaptionField.FILED, "2019-01-02")
    document_rows.correct(catalogue, document.id, CaptionField.KIND, "memo")
    now = document_rows.correct(catalogue, document.id, CaptionField.COURT, "Supreme Court of New Jersey")
    assert now == document_rows.get(catalogue, document.id)
    assert (now.filed, now.filed_source, now.kind) == (date(2019, 1, 2), "person", Kind.MEMO)
    assert now.corrected == {CaptionField.FILED, CaptionField.KIND, CaptionField.COURT}
    entry = {entry.field: entry for entry in document_rows.caption(catalogue, document.id)}[
        CaptionField.FILED
    ]
    assert (entry.value, entry.source, entry.confidence, entry.page) == ("2019-01-02", "person", 1.0, None)
    assert document_rows.ids_matching(catalogue, Filters(filed_to=date(2019, 12, 31))) == {document.id}
    assert document_rows.ids_matching(catalogue, Filters(kinds=frozenset({Kind.BRIEF}))) == set()
    assert document_rows.ids_matching(catalogue, Filters(court="supreme")) == {document.id}


def test_an_empty_correction_says_that_the_document_says_nothing(catalogue: Database) -> None:
    document, _ = add(catalogue)
    for field in CaptionField:
        now = document_rows.correct(catalogue, document.id, field, "")
    assert (now.court, now.docket, now.filed, now.filed_source) == ("", "", None, "")
    assert (now.title, now.kind) == ("a", Kind.OTHER), "called by its file name"
    assert {entry.source for entry in document_rows.caption(catalogue, document.id)} == {"person"}


def test_a_correction_survives_a_new_reading_and_its_withdrawal_restores_the_extracted_value(
    catalogue: Database,
) -> None:
    document, _ = add(catalogue)
    document_rows.correct(catalogue, document.id, CaptionField.DOCKET, "A-9-21")
    better = reading(title="State v. Doe, Jr.", docket="A-7-21")
    again, _ = add(catalogue, what=better, replacing=document.id)
    assert (again.id, again.title, again.docket) == (document.id, "State v. Doe, Jr.", "A-9-21")
    assert again.corrected == {CaptionField.DOCKET}
    assert document_rows.correct(catalogue, document.id, CaptionField.DOCKET, None).docket == "A-7-21"


def test_corrections_go_with_the_document(catalogue: Database) -> None:
    document, _ = add(catalogue)
    document_rows.correct(catalogue, document.id, CaptionField.TITLE, "State v. Roe")
    ingest_ledger.remove_documents(catalogue, document.id)
    assert catalogue.faults() == [] and caption_rows.unindexed(catalogue) == []
    again, _ = add(catalogue)
    assert (again.title, again.corrected) == ("State v. Doe", frozenset())


def test_only_corrections_of_indexed_fields_update_the_lexical_index(catalogue: Database) -> None:
    document, _ = add(catalogue)
    document_rows.correct(catalogue, document.id, CaptionField.OFFICE, "Public Defender")
    assert caption_rows.unindexed(catalogue) == []
    document_rows.correct(catalogue, document.id, CaptionField.TITLE, "State v. Roe")
    document_rows.correct(catalogue, document.id, CaptionField.JUDGE, "Ann Roe")
    assert caption_rows.unindexed(catalogue) == [document.id]
    caption_rows.mark_all_indexed(catalogue)
    assert caption_rows.unindexed(catalogue) == []


def test_any_characters_can_be_typed(catalogue: Database) -> None:
    document, _ = add(catalogue)
    for typed in ("report\u202efdp.exe", "Ñandú 📄", "lone \udc80 surrogate", "'; DROP TABLE document; --"):
        shown = typed.replace("\udc80", "⟨U+DC80⟩").replace("\u202e", "⟨U+202E⟩")
        assert document_rows.correct(catalogue, document.id, CaptionField.TITLE, typed).title == shown
        assert values(catalogue, document.id)["title"] == shown


class CaptionsAgainstDictionaries(RuleBasedStateMachine):
    """Any sequence of reading again, correcting and taking back agrees with two plain dictionaries."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.catalogue = open_catalogue(path_in(self.folder))
        self.document, _ = add(self.catalogue)
        self.read = {"title": "State v. Doe", "docket": "A-1234-20"}
        self.typed: dict[str, str] = {}

    def teardown(self) -> None:
        self.catalogue.close()
        shutil.rmtree(self.folder)

    @rule(title=st.sampled_from(["State v. A", "State v. B"]), docket=st.sampled_from(["", "1"]))
    def read_again(self, title: str, docket: str) -> None:
        self.read = {"title": title, "docket": docket}
        add(self.catalogue, what=reading(**self.read), replacing=self.document.id)

    @rule(name=st.sampled_from(["title", "docket", "paper"]), value=st.sampled_from(["x", "y", ""]))
    def correct(self, name: str, value: str) -> None:
        self.typed[name] = value
        document_rows.correct(self.catalogue, self.document.id, CaptionField(name), value)

    @rule(name=st.sampled_from(["title", "docket", "paper"]))
    def uncorrect(self, name: str) -> None:
        self.typed.pop(name, None)
        document_rows.correct(self.catalogue, self.document.id, CaptionField(name), None)

    @invariant()
    def they_agree(self) -> None:
        now = document_rows.get(self.catalogue, self.document.id)
        expected = self.read | self.typed
        assert {name: values(self.catalogue, now.id)[name] for name in expected} == expected
        assert (now.title, now.docket) == (expected["title"] or "a", expected["docket"])
        assert now.corrected == {CaptionField(name) for name in self.typed}


TestCaptionsAgainstDictionaries = CaptionsAgainstDictionaries.TestCase
TestCaptionsAgainstDictionaries.settings = settings(
    max_examples=sample(5, 60), stateful_step_count=15, deadline=None
)
