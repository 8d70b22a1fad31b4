"""Tests that any sequence of additions, removals and feedback agrees with plain dictionaries."""

from collections import Counter
from itertools import count
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from briefbank.catalogue import document_rows, feedback_rows, ingest_ledger, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.catalogue.sqlite_database import AlreadyInLibrary
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Verdict
from briefbank.errors import NotInLibrary
from briefbank.office.postgres_database import PostgresPlace
from tests.catalogue.samples import add, passage, path_in, reading
from tests.support.postgres import PostgresServer
from tests.support.profile import sample

FILES = st.sampled_from("abcd")
QUERIES = st.sampled_from(["speedy trial", "Miranda"])


def _opened(database: Path | PostgresPlace) -> Database:
    return database.open() if isinstance(database, PostgresPlace) else open_catalogue(database)


class CatalogueAgainstDictionaries(RuleBasedStateMachine):
    def __init__(self, database: Path | PostgresPlace) -> None:
        super().__init__()
        self.database = database
        self.catalogue = _opened(database)
        self.documents: dict[str, Document] = {}
        self.passages: dict[str, list[Passage]] = {}
        self.feedback: dict[tuple[str, str, str], Verdict] = {}
        self.embedded: set[int] = set()
        self.highest = self.highest_document = 0

    def teardown(self) -> None:
        self.catalogue.close()

    @rule(name=FILES)
    def add(self, name: str) -> None:
        # Two passages of one file have the same words: feedback on one is feedback on both.
        titled = f"State v. {name}"
        what = reading(
            passage(0, f"{name} one"), passage(1, "same words"), passage(2, "same words"), title=titled
        )
        if name in self.documents:
            try:
                add(self.catalogue, name, what)
            except AlreadyInLibrary:
                return
            raise AssertionError("added twice")
        self.documents[name], self.passages[name] = add(self.catalogue, name, what)
        assert self.documents[name].id > self.highest_document, "no number is used again"
        self.highest_document = self.documents[name].id
        assert min(p.id for p in self.passages[name]) > self.highest
        self.highest = max(p.id for p in self.passages[name])

    @rule(name=FILES)
    def remove(self, name: str) -> None:
        if name not in self.documents:
            return
        self.embedded -= {p.id for p in self.passages.pop(name)}
        ingest_ledger.remove_documents(self.catalogue, self.documents.pop(name).id)

    @rule(name=FILES, ordinal=st.integers(0, 2), query=QUERIES, verdict=st.sampled_from([*Verdict, None]))
    def give_feedback(self, name: str, ordinal: int, query: str, verdict: Verdict | None) -> None:
        if name not in self.documents:
            return
        target = self.passages[name][ordinal]
        feedback_rows.give(self.catalogue, target.id, query.upper() + " ", verdict)
        key = (query, name, target.text)
        if verdict is None:
            self.feedback.pop(key, None)
        else:
            self.feedback[key] = verdict

    @rule(name=FILES, ordinal=st.integers(0, 2))
    def embed(self, name: str, ordinal: int) -> None:
        ids = [self.passages[name][ordinal].id] if name in self.passages else [self.highest + 1]
        passage_rows.mark_embedded(self.catalogue, ids, "model")
        self.embedded |= set(ids) if name in self.passages else set()

    @rule()
    def open_again(self) -> None:
        self.catalogue.close()
        self.catalogue = _opened(self.database)

    @rule(document_id=st.integers(1000, 2000))
    def ask_for_what_is_not_there(self, document_id: int) -> None:
        try:
            document_rows.get(self.catalogue, document_id)
        except NotInLibrary:
            return
        raise AssertionError("found")

    @invariant()
    def they_agree(self) -> None:
        assert list(document_rows.iterate(self.catalogue)) == sorted(
            self.documents.values(), key=lambda d: d.id
        )
        everything = {p.id: p for result in self.passages.values() for p in result}
        assert passage_rows.by_ids(self.catalogue, everything) == everything
        assert passage_rows.all_ids(self.catalogue) == set(everything)
        waiting = set(everything) - self.embedded
        counted = passage_rows.documents_without_vector(self.catalogue, "model")
        assert dict(counted) == Counter(everything[id_].document_id for id_ in waiting)
        assert {
            p.id for p in passage_rows.without_vector(self.catalogue, "model", [d for d, _ in counted])
        } == waiting
        for query in ("speedy trial", "Miranda"):
            assert feedback_rows.given_for(self.catalogue, query) == {
                p.id: self.feedback[query, name, p.text]
                for name, results in self.passages.items()
                for p in results
                if (query, name, p.text) in self.feedback
            }


SETTINGS = settings(max_examples=sample(5, 60), stateful_step_count=25, deadline=None)


def test_a_file_agrees_with_dictionaries(tmp_path: Path) -> None:
    folders = (tmp_path / str(number) for number in count())

    def machine() -> CatalogueAgainstDictionaries:
        folder = next(folders)
        folder.mkdir()
        return CatalogueAgainstDictionaries(path_in(folder))

    run_state_machine_as_test(machine, settings=SETTINGS)


def test_postgresql_agrees_with_dictionaries(postgres: PostgresServer) -> None:
    run_state_machine_as_test(
        lambda: CatalogueAgainstDictionaries(postgres.new_catalogue()), settings=SETTINGS
    )
