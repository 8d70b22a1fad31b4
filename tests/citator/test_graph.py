"""The citation graph agrees with the documents of the library after any change and any mistake."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from contextlib import closing, nullcontext
from datetime import date
from functools import lru_cache, partial
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from briefbank.catalogue import authority_rows, document_rows, ingest_ledger, library_facts, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.citations import provisions, treatments
from briefbank.citations.provisions import whole_of
from briefbank.citator import graph
from briefbank.domain.authorities import CitationKind, RelationKind
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Annotation, Document, Reading
from briefbank.domain.pages import UNSEARCHED_ROLES, Role
from briefbank.errors import Cancelled
from tests.catalogue.samples import path_in, provisions_of
from tests.citator.graphed import GraphedCatalogue, reading
from tests.support.annotation_mistakes import always_fails, failing
from tests.support.database_files import content
from tests.support.profile import sample


@pytest.fixture
def library(catalogue: Database) -> GraphedCatalogue:
    return GraphedCatalogue(catalogue)


CARTY = "State v. Carty, 170 N.J. 632 (2002)"
BOTH = "State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002)"


def test_every_passage_that_cites_is_known_short_forms_and_subsections_too(library: GraphedCatalogue) -> None:
    document = library.add(
        f"The stop was unlawful. {CARTY}.",
        "It was. Carty, 170 N.J. at 640. Id. at 641. N.J.S.A. 2C:44-1(a)(3) says so, see 2T13-12.",
    )
    cited = library.rows(
        "SELECT p.ordinal, c.at, a.canonical FROM cited c JOIN passage p ON p.id = c.passage_id "
        "JOIN authority a ON a.id = c.authority_id"
    )
    assert cited == [
        (0, 0, "170 N.J. 632"),
        (1, 0, "170 N.J. 632"),
        (1, 1, "170 N.J. 632"),
        (1, 2, "N.J.S.A. 2C:44-1"),
    ]
    ids = authority_rows.ids_of(library.catalogue, ["N.J.S.A. 2C:44-1", "N.J.S.A. 2C:44-1(a)(3)"])
    assert len(set(ids.values())) == 1 and len(ids) == 2
    passages = passage_rows.of_document(library.catalogue, document.id)
    assert authority_rows.passages_citing(library.catalogue, ids.values()) == [(document.id, passages[1].id)]


def test_a_table_of_authorities_names_cases_but_cites_nothing(library: GraphedCatalogue) -> None:
    texts = [
        f"{CARTY} ... 12\nState v. Roe, 100 N.J. 1 (1990) ... 13",
        "It was unlawful. 170 N.J. 632 (2002).",
    ]
    library.put(reading(texts, roles=[Role.AUTHORITIES, Role.BODY]))
    assert library.rows("SELECT canonical, name FROM authority") == [("170 N.J. 632", "State v. Carty")]


def test_treatment_words_are_stored_at_the_citation_that_they_are_about(library: GraphedCatalogue) -> None:
    library.add("State v. Old, 90 N.J. 1 (1982), overruled by State v. New, 170 N.J. 632 (2002).")
    treated = library.rows(
        "SELECT a.canonical, c.treatment FROM cited c JOIN authority a ON a.id = c.authority_id"
    )
    assert [(canonical, bool(words)) for canonical, words in treated] == [
        ("170 N.J. 632", False),
        ("90 N.J. 1", True),
    ]
    relations = authority_rows.relations(library.catalogue, target_ids=[library.id_of("90 N.J. 1")])
    assert [(statement.kind, str(statement.source), str(statement.target)) for statement in relations] == [
        (RelationKind.OVERRULES, "State v. New, 170 N.J. 632", "State v. Old, 90 N.J. 1")
    ]


def test_an_opinion_cites_each_authority_once_with_the_first_sentence(library: GraphedCatalogue) -> None:
    library.add(
        f"{CARTY}\nSTATE v. CARTY",
        "One thing first. We follow State v. Roe, 100 N.J. 1 (1990). More.",
        "Again State v. Roe, 100 N.J. 1 (1990), and Carty, 170 N.J. at 634.",
        kind=Kind.OPINION,
        title="State v. Carty",
    )
    (cites,) = authority_rows.relations(library.catalogue, source_ids=[library.id_of("170 N.J. 632")])
    assert (cites.kind, cites.target.canonical) == (RelationKind.CITES, "100 N.J. 1")
    text = passage_rows.by_ids(library.catalogue, [cites.passage_id])[cites.passage_id].text
    assert text[cites.start : cites.end].strip() == "We follow State v. Roe, 100 N.J. 1 (1990)."


def test_an_opinion_that_overrules_is_who_does_it_and_one_that_reports_it_is_not(
    library: GraphedCatalogue,
) -> None:
    library.add(
        f"{CARTY}\nSTATE v. CARTY",
        "We overrule State v. Roe, 100 N.J. 1 (1990).",
        kind=Kind.OPINION,
        title="State v. Carty",
    )
    library.add("A brief. We ask the court to follow State v. Roe, 100 N.J. 1 (1990).")
    done = authority_rows.relations(
        library.catalogue, target_ids=[library.id_of("100 N.J. 1")], kinds=[RelationKind.OVERRULES]
    )
    assert {item.source and item.source.canonical for item in done} <= {"170 N.J. 632"}


def test_a_corrected_kind_makes_a_brief_an_opinion_and_back(library: GraphedCatalogue) -> None:
    document = library.add(f"{CARTY}\nText.", "See State v. Roe, 100 N.J. 1 (1990).", title="State v. Carty")
    assert library.rows("SELECT * FROM identity") == []
    document_rows.correct(library.catalogue, document.id, CaptionField.KIND, "opinion")
    assert library.graph.unread() == [document.id]
    library.graph.catch_up(nullcontext, lambda: None)
    assert len(library.rows("SELECT * FROM identity")) == 1
    assert len(library.rows("SELECT * FROM relation")) == 1
    document_rows.correct(library.catalogue, document.id, CaptionField.KIND, None)
    library.graph.catch_up(nullcontext, lambda: None)
    assert library.rows("SELECT * FROM identity") == library.rows("SELECT * FROM relation") == []


@pytest.mark.parametrize("field", [CaptionField.TITLE, CaptionField.DOCKET, CaptionField.KIND])
def test_a_corrected_identity_of_an_opinion_causes_it_to_be_read_again(
    library: GraphedCatalogue, field: CaptionField
) -> None:
    document = library.add(CARTY, kind=Kind.OPINION)
    document_rows.correct(
        library.catalogue, document.id, field, "memo" if field is CaptionField.KIND else "A-1-20"
    )
    assert library.graph.unread() == [document.id]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)])
def test_parallel_citations_are_one_authority_in_whatever_order_they_come(
    library: GraphedCatalogue, order: tuple[int, ...]
) -> None:
    texts = [f"See {CARTY}.", "Held. Carty, 790 A.2d 903 (2002).", f"See {BOTH}."]
    for which in order:
        library.add(texts[which])
    assert library.rows("SELECT canonical, name FROM authority") == [("170 N.J. 632", "State v. Carty")]
    assert len(library.rows("SELECT DISTINCT document_id FROM cited")) == 3


def test_two_merged_authorities_keep_all_statements_about_them(library: GraphedCatalogue) -> None:
    library.add(
        "State v. Roe, 100 N.J. 1 (1990)\nRoe",
        "790 A.2d 903; 170 N.J. 632.",
        kind=Kind.OPINION,
        title="State v. Roe",
    )
    assert len(library.rows("SELECT * FROM relation")) == 2
    library.add(f"See {BOTH}.")
    assert len(library.rows("SELECT * FROM relation")) == 1
    assert (
        len(library.rows("SELECT * FROM cited WHERE authority_id = " + str(library.id_of("790 A.2d 903"))))
        == 4
    )


def test_they_are_two_again_when_nobody_says_otherwise_any_more(library: GraphedCatalogue) -> None:
    library.add(f"See {CARTY}.")
    library.add("Held. State v. Carty, 790 A.2d 903 (2002).")
    joining = library.add(f"See {BOTH}.")
    ingest_ledger.remove_documents(library.catalogue, joining.id)
    library.graph.catch_up(nullcontext, lambda: None)
    counts = library.rows(
        "SELECT a.canonical, count(*) FROM cited c JOIN authority a ON a.id = c.authority_id GROUP BY 1"
    )
    assert counts == [("170 N.J. 632", 1), ("790 A.2d 903", 1)]


def test_a_slip_of_one_brief_does_not_make_two_cases_one(library: GraphedCatalogue) -> None:
    for _ in range(2):
        library.add(f"See {BOTH}.")
        library.add("See State v. Roe, 171 N.J. 1, 791 A.2d 5 (2002).")
    library.add("See State v. Carty, 170 N.J. 632, 791 A.2d 5 (2002).")
    names = partial(authority_rows.names_of, library.catalogue)
    assert names(library.id_of("170 N.J. 632")) == ["170 N.J. 632", "790 A.2d 903"]
    assert names(library.id_of("171 N.J. 1")) == ["171 N.J. 1", "791 A.2d 5"]


def test_a_case_is_called_as_most_documents_call_it_and_that_changes_with_them(
    library: GraphedCatalogue,
) -> None:
    wrong = [library.add("See State v. Cartie, 170 N.J. 632 (2002).") for _ in range(2)]
    assert library.name_of("170 N.J. 632") == "State v. Cartie"
    for _ in range(2):
        library.add(f"See {CARTY}.")
    ingest_ledger.remove_documents(library.catalogue, wrong[0].id)
    assert library.name_of("170 N.J. 632") == "State v. Carty"


def test_nothing_of_a_removed_document_stays_on_the_disk(library: GraphedCatalogue, tmp_path: Path) -> None:
    library.add("See State v. Roe, 100 N.J. 1 (1990).")
    gone = library.add("See State v. Zzyzxian, 777 N.J. 888, and State v. Zzyzxian, 100 N.J. 1 (1990).")
    ingest_ledger.remove_documents(library.catalogue, gone.id)
    stored = content(tmp_path)
    assert b"Zzyzxian" not in stored and b"777 N.J. 888" not in stored
    assert library.rows("SELECT canonical FROM authority") == [("100 N.J. 1",)]


def test_a_removed_library_leaves_empty_tables(library: GraphedCatalogue) -> None:
    for kind in (Kind.BRIEF, Kind.OPINION):
        library.add(
            BOTH, "N.J.S.A. 2C:44-1(a), amended by N.J.S.A. 2C:43-7.", kind=kind, title="State v. Carty"
        )
    for document in document_rows.iterate(library.catalogue):
        ingest_ledger.remove_documents(library.catalogue, document.id)
    tables = ("authority", "authority_name", "form", "cited", "relation", "identity", "graphed", "provision")
    assert {table: library.rows(f"SELECT * FROM {table}") for table in tables} == {
        table: [] for table in tables
    }


def test_a_number_of_an_authority_is_never_used_again(library: GraphedCatalogue) -> None:
    gone = library.add(CARTY)
    number = library.id_of("170 N.J. 632")
    ingest_ledger.remove_documents(library.catalogue, gone.id)
    library.add("See State v. Roe, 100 N.J. 1 (1990).")
    assert library.id_of("100 N.J. 1") > number


def test_a_stop_between_catalogue_and_graph_is_made_up_for(library: GraphedCatalogue) -> None:
    library.store(reading([f"See {CARTY}."]))
    document, _ = library.store(reading(["See State v. Roe, 100 N.J. 1 (1990)."]))
    library.graph.update(document, passage_rows.of_document(library.catalogue, document.id))
    library.store(reading(["See N.J.S.A. 2C:44-1."]), replacing=document.id)
    assert len(library.graph.unread()) == 2
    stops = iter([None, Cancelled])

    def check() -> None:
        if raised := next(stops):
            raise raised

    with pytest.raises(Cancelled):
        library.graph.catch_up(nullcontext, check)
    assert library.graph.catch_up(nullcontext, lambda: None) == 2, "one transaction is whole or not there"
    assert library.graph.catch_up(nullcontext, lambda: None) == 0
    assert library.rows("SELECT canonical FROM authority") == [("170 N.J. 632",), ("N.J.S.A. 2C:44-1",)]


def test_a_document_that_is_removed_meanwhile_brings_nothing(library: GraphedCatalogue) -> None:
    document, passages = library.store(reading([CARTY]))
    ingest_ledger.remove_documents(library.catalogue, document.id)
    library.graph.update(document, passages)
    assert library.rows("SELECT * FROM authority") == []


def test_rebuilding_keeps_correct_rows_and_repairs_others(library: GraphedCatalogue) -> None:
    library.add(f"See {BOTH}.", "N.J.S.A. 2C:44-1(a).")
    right = dump(library)
    with library.catalogue.writing() as connection:
        connection.exec_driver_sql("UPDATE authority SET name = 'wrong'")
        connection.exec_driver_sql("DELETE FROM cited WHERE at = 0")
    assert library.graph.rebuild(nullcontext, lambda: None) == 1
    assert dump(library) == right


def test_documents_read_again_together_with_new_ones_count_as_many_as_they_are(
    library: GraphedCatalogue,
) -> None:
    library.add("See State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002).")
    library.add("See State v. Roe, 171 N.J. 1, 790 A.2d 903 (2002).")
    library.store(reading(["Held. State v. Roe, 171 N.J. 1, 790 A.2d 903 (2002)."]))
    assert library.graph.rebuild(nullcontext, lambda: None) == 3
    names = partial(authority_rows.names_of, library.catalogue)
    assert names(library.id_of("171 N.J. 1")) == ["171 N.J. 1", "790 A.2d 903"]
    assert names(library.id_of("170 N.J. 632")) == ["170 N.J. 632"]


def test_two_programs_write_one_graph(tmp_path: Path) -> None:
    path = path_in(tmp_path)
    with closing(open_catalogue(path)) as one, closing(open_catalogue(path)) as other:
        ours, theirs = GraphedCatalogue(one), GraphedCatalogue(other)
        theirs.files = 100
        ours.add(f"See {CARTY}.")
        theirs.add("Held. State v. Carty, 790 A.2d 903 (2002).")
        ours.add(f"See {BOTH}.")
        assert dump(ours) == dump(theirs)
        assert len(ours.rows("SELECT * FROM authority")) == 1


def test_names_and_citations_with_lone_surrogates_are_kept_and_removed(library: GraphedCatalogue) -> None:
    document = library.add("See State v. D\ud800oe, 170 N.J. 632 (2002).", title="\ud800")
    assert library.name_of("170 N.J. 632") == "State v. D\ud800oe"
    assert authority_rows.named(library.catalogue, ["d\ud800oe"], 5) == [library.id_of("170 N.J. 632")]
    ingest_ledger.remove_documents(library.catalogue, document.id)
    assert library.rows("SELECT * FROM form") == []


@pytest.mark.nightly
def test_an_authority_that_is_cited_twenty_thousand_times_is_joined_and_parted(
    library: GraphedCatalogue,
) -> None:
    for _ in range(4):
        library.add(*["See State v. Carty, 170 N.J. 632 (2002)."] * 5_000)
    library.add("See State v. Carty, 790 A.2d 903 (2002).")
    joining = library.add(f"See {BOTH}.")
    assert len(authority_rows.passages_citing(library.catalogue, [library.id_of("790 A.2d 903")])) == 20_002
    ingest_ledger.remove_documents(library.catalogue, joining.id)
    library.graph.catch_up(nullcontext, lambda: None)
    assert len(authority_rows.passages_citing(library.catalogue, [library.id_of("790 A.2d 903")])) == 1


TEXTS = (
    f"See {CARTY}.",
    f"See {BOTH}.",
    "Held. State v. Carty, 790 A.2d 903 (2002); 2002 WL 55.",
    "See State v. Carty, 790 A.2d 903, 2002 WL 55 (2002).",
    "See State v. Roe, 171 N.J. 1, 790 A.2d 903 (2002), overruled by State v. Carty, 170 N.J. 632 (2002).",
    "See State v. Row, 171 N.J. 1 (2002), and N.J.S.A. 2C:44-1(a)(3), N.J.S.A. 2C:44-1(b).",
    "N.J.S.A. 2C:44-1 et seq., amended by N.J.S.A. 2C:43-7. Id.",
    "We overrule State v. Roe, 171 N.J. 1, 645 A.2d 1165, 2002 WL 55 (2002).",
    "State v. Low, No. A-1234-20 (App. Div. 2021). See 2T13-12.",
    "Nothing is cited here.",
)
NAMES = st.sampled_from("abcd")
CONTENTS = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3)
KINDS = st.sampled_from([Kind.BRIEF, Kind.OPINION, Kind.STATUTE])


def dump(library: GraphedCatalogue) -> dict[str, list[tuple[object, ...]]]:
    """Return the whole graph with names in place of ids."""
    files = "JOIN document d ON d.id = x.document_id"
    passages = "JOIN passage p ON p.id = x.passage_id"
    return {
        "authority": library.rows("SELECT canonical, sort, name FROM authority"),
        "forms": library.rows(
            "SELECT x.canonical, x.key, a.canonical FROM authority_name x "
            "JOIN authority a ON a.id = x.authority_id"
        ),
        "cited": library.rows(
            "SELECT d.sha256, p.ordinal, x.at, a.canonical, x.treatment FROM cited x "
            f"{files} {passages} JOIN authority a ON a.id = x.authority_id"
        ),
        "relation": library.rows(
            "SELECT d.sha256, p.ordinal, x.kind, s.canonical, t.canonical, x.start, x.end, x.words "
            f"FROM relation x {files} {passages} LEFT JOIN authority s ON s.id = x.source_id "
            "JOIN authority t ON t.id = x.target_id"
        ),
        "identity": library.rows(
            f"SELECT d.sha256, a.canonical FROM identity x {files} JOIN authority a ON a.id = x.authority_id"
        ),
        "provision": library.rows(
            f"SELECT d.sha256, x.first, x.last, a.canonical FROM provision x {files} "
            "JOIN authority a ON a.id = x.authority_id"
        ),
    }


@lru_cache(maxsize=1)
def empty_file() -> bytes:
    """Making a new catalogue takes longer than all that is done to it here."""
    with tempfile.TemporaryDirectory() as folder:
        open_catalogue(path_in(Path(folder))).close()
        return path_in(Path(folder)).read_bytes()


def empty_catalogue(folder: Path) -> Database:
    path_in(folder).write_bytes(empty_file())
    return open_catalogue(path_in(folder))


class GraphAgainstItsDocuments(RuleBasedStateMachine):
    """Checks that after any history the graph equals one built from its documents in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.catalogue = empty_catalogue(self.folder)
        self.library = GraphedCatalogue(self.catalogue)
        self.documents: dict[str, Document] = {}
        self.readings: dict[str, Reading] = {}

    def teardown(self) -> None:
        """The comparison with a new library takes longest, hence once."""
        self.library.graph.catch_up(nullcontext, lambda: None)
        assert dump(self.library) == self._anew()
        self.catalogue.close()
        shutil.rmtree(self.folder)

    @rule(name=NAMES, texts=CONTENTS, kind=KINDS, graphed=st.booleans())
    def put(self, name: str, texts: list[str], kind: Kind, graphed: bool) -> None:
        """Add a document or read it again; sometimes an interruption comes before the graph is updated."""
        what = reading(texts, kind=kind, title="State v. Carty", filed=date(2002, 1, 1))
        known = self.documents.get(name)
        document, passages = self.library.store(what, known.id if known else None)
        if graphed:
            self.library.graph.update(document, passages)
        self.documents[name], self.readings[name] = document, what

    @rule(name=NAMES)
    def remove(self, name: str) -> None:
        if document := self.documents.pop(name, None):
            ingest_ledger.remove_documents(self.catalogue, document.id)
            del self.readings[name]

    @rule(name=NAMES, kind=KINDS)
    def correct(self, name: str, kind: Kind) -> None:
        if name in self.documents:
            self.documents[name] = document_rows.correct(
                self.catalogue, self.documents[name].id, CaptionField.KIND, kind.value
            )

    @invariant()
    def they_agree(self) -> None:
        self.library.graph.catch_up(nullcontext, lambda: None)
        self._cites_what_passages_cite()
        assert self.catalogue.faults() == []

    def _cites_what_passages_cite(self) -> None:
        """Compare the graph with all citations of all passages."""
        stored = [p for d in self.documents.values() for p in passage_rows.of_document(self.catalogue, d.id)]
        forms = {
            (passage.id, at): whole_of(citation.canonical, citation.kind)
            for passage in stored
            if passage.role not in UNSEARCHED_ROLES
            for at, citation in enumerate(passage.citations)
            if citation.canonical and citation.kind is not CitationKind.RECORD
        }
        ids = authority_rows.ids_of(self.catalogue, set(forms.values()))
        rows = self.library.rows("SELECT passage_id, at, authority_id FROM cited")
        assert rows == sorted(((*key, ids[form]) for key, form in forms.items()), key=repr)
        assert Counter(id_ for _, _, id_ in rows).keys() <= set(ids.values())

    def _anew(self) -> dict[str, list[tuple[object, ...]]]:
        """The same documents in another order, in a new catalogue."""
        folder = Path(tempfile.mkdtemp())
        with closing(empty_catalogue(folder)) as catalogue:
            other = GraphedCatalogue(catalogue)
            names = sorted(self.documents)
            random.Random(7).shuffle(names)
            for name in names:
                document = self.documents[name]
                other.files = int(document.sha256, 16) - 1
                added, _ = other.store(self.readings[name])
                if document.kind is not added.kind:
                    document_rows.correct(catalogue, added.id, CaptionField.KIND, document.kind.value)
                other.graph.catch_up(nullcontext, lambda: None)
            result = dump(other)
        shutil.rmtree(folder)
        return result


TestGraphAgainstItsDocuments = GraphAgainstItsDocuments.TestCase
TestGraphAgainstItsDocuments.settings = settings(
    max_examples=sample(6, 60), stateful_step_count=12, deadline=None
)


TREATING = (
    "The zebra: State v. Doe, 210 N.J. 1 (2012), overruled State v. Carty, 170 N.J. 632 (2002).",
    "State v. Roe, 220 N.J. 5 (2014), overruled State v. Smith, 190 N.J. 7 (2007).",
)
CITED = {"210 N.J. 1", "170 N.J. 632", "220 N.J. 5", "190 N.J. 7"}


def again(library: GraphedCatalogue, document: Document) -> None:
    library.graph.update(document, passage_rows.of_document(library.catalogue, document.id))


def overruled(library: GraphedCatalogue) -> set[str]:
    relations = authority_rows.relations(library.catalogue, kinds=[RelationKind.OVERRULES])
    return {item.target.canonical for item in relations}


@pytest.mark.forces_mistakes
def test_a_passage_whose_treatments_fail_keeps_its_citations_and_another_reading_closes_the_gap(
    library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as mistaken:
        mistaken.setattr(treatments, "statements", failing(treatments.statements))
        document = library.add(*TREATING)
    assert overruled(library) == {"190 N.J. 7"}
    assert set(authority_rows.ids_of(library.catalogue, list(CITED))) == CITED
    assert library.rows("SELECT count(*) FROM cited") == [(4,)]
    assert library_facts.annotation_gaps(library.catalogue) == {document.id: {Annotation.TREATMENTS}}
    again(library, document)
    assert overruled(library) == {"170 N.J. 632", "190 N.J. 7"}
    assert library_facts.annotation_gaps(library.catalogue) == {}


@pytest.mark.forces_mistakes
@pytest.mark.parametrize("part", ["provisions_of", "own_citations", "entries_of"])
def test_a_document_whose_authorities_fail_altogether_is_kept_and_others_are_read(
    part: str, library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, part, always_fails)
    first = library.add(*TREATING)
    monkeypatch.undo()
    library.add(*TREATING)
    assert library_facts.annotation_gaps(library.catalogue) == {first.id: {Annotation.TREATMENTS}}
    assert library.graph.unread() == [], "one mistake does not keep the library reading for ever"
    assert overruled(library) == {"170 N.J. 632", "190 N.J. 7"}


@pytest.mark.forces_mistakes
def test_a_section_whose_dates_fail_is_there_without_them(
    library: GraphedCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    headings = [("N.J.S.A.", "2C:44-1. Criteria"), ("N.J.S.A.", "2C:44-2. Fines")]
    texts = [
        "2C:44-1. Criteria\nThe zebra. Effective March 3, 2015.",
        "2C:44-2. Fines\nEffective March 3, 2015.",
    ]
    monkeypatch.setattr(provisions, "read", failing(provisions.read))
    document = library.put(reading(texts, kind=Kind.STATUTE, headings=headings))
    results = provisions_of(library.catalogue, document.id)
    assert [item.number for item in results] == ["2C:44-1", "2C:44-2"]
    assert [item.window.first for item in results] == [None, date(2015, 3, 3)]
    assert library_facts.annotation_gaps(library.catalogue) == {document.id: {Annotation.DATES}}
