"""Tests that a library with hidden documents answers as if it never had them.

Scores are compared to one part in a thousand: when Tantivy merges a segment in which something is deleted, it
estimates the number of words that are left (``compute_total_num_tokens`` of its merger), so that
two indexes of the same texts differ in the average length by the history of their merges.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import Order, SearchRequest, Verdict
from briefbank.errors import BriefBankError, NotInLibrary, StoreReadOnly
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary, VisibleLibrary
from briefbank.office.walled_library import HidingRules
from tests.office.test_contract import SEARCHES
from tests.stand_ins.encoders import Buckets
from tests.support.mail_factory import mail

QUIET = QuietReporter()
TEXTS = {
    "named.txt": "The stop was unlawful. State v. Kowalczyk, 219 N.J. 3 (2014), is controlling here.",
    "unnamed.txt": "The officer lacked suspicion, and 219 N.J. 3 (2014) controls the question of the stop.",
    "other.txt": "See State v. Kowalski, 219 N.J. 3 (2014), on the stop of a car without suspicion.",
    "alone.txt": "The xylophone was seized without a warrant. State v. Zeppelin, 11 N.J. 22 (1952).",
    "overruled.txt": "The xylophone case, State v. Zeppelin, 11 N.J. 22 (1952), was overruled by"
    " State v. Ash, 219 N.J. 3 (2014).",
    # The second is a version of the first and of the third, which are no versions of each other.
    **{
        f"version-{number}.txt": " ".join(f"word{at}" for at in range(start, start + 400))
        for number, start in enumerate((0, 130, 260))
    },
    # The first says that the citations of the other two are one case, as no other does.
    "linking.txt": "State v. Quandary, 33 N.J. 44, 155 A.2d 66 (1960), settled what an okapi is.",
    "official.txt": "State v. Quandary, 33 N.J. 44 (1960), is cited for okapis.",
    "regional.txt": "State v. Quandary, 155 A.2d 66 (1960), is cited for okapis, too.",
}
ASKED = [
    *SEARCHES,
    SearchRequest("xylophon"),
    SearchRequest("xylophone"),
    SearchRequest("is State v. Zeppelin still good law?"),
    SearchRequest("219 N.J. 3", order=Order.BEST),
    SearchRequest("word170 word171"),
    SearchRequest("the okapi in the wagon"),
]
OF_DOCUMENT: dict[str, Callable[[OfficeLibrary, int], Any]] = {
    "document": lambda library, id_: library.documents.get(id_),
    "pages": lambda library, id_: library.documents.pages(id_),
    "passages": lambda library, id_: library.documents.passages(id_),
    "caption": lambda library, id_: library.documents.caption(id_),
    "attachments": lambda library, id_: library.documents.attachments(id_),
    "outline": lambda library, id_: library.reader.outline(id_),
    "same authorities": lambda library, id_: library.authorities.same(id_),
    "law of": lambda library, id_: library.validity.law_of(library.documents.get(id_)),
    "extract": lambda library, id_: library.summaries.extractive(id_),
    "path": lambda library, id_: library.reader.readable_pdf_path(id_).name,
}
OF_LIBRARY: dict[str, Callable[[OfficeLibrary], Any]] = {
    "documents": lambda library: list(library.documents.each()),
    "listed": lambda library: library.documents.listed(range(99)),
    "totals": lambda library: library.documents.totals(),
    "state": lambda library: library.documents.state(),
    "folders": lambda library: library.documents.folders(9),
    "authorities": lambda library: library.authorities.find("", 500),
    "named": lambda library: library.authorities.find("zeppelin"),
    "linked": lambda library: library.authorities.find("quandary"),
    "misnamed": lambda library: library.authorities.find("kowalski"),
    "feedback": lambda library: library.feedback.all(),
    "proposals": lambda library: library.good_law.proposals(),
    "relying": lambda library: library.good_law.relying("219 N.J. 3"),
    "versions": lambda library: library.validity.versions("N.J.S.A. 2C:44-3"),
    "provision": lambda library: library.provision_finder.find("a witness signed the will"),
    "draft": lambda library: library.drafts.check(" ".join(TEXTS.values()), QuietReporter()),
    "alerts": lambda library: library.maintenance.alerts(),
    "shared collections": lambda library: library.shared_collections.all(),
    "shared entries": lambda library: [
        library.shared_collections.entries(collection.id) for collection in library.shared_collections.all()
    ],
    "authority ids": lambda library: library.records.authority_ids(["219 N.J. 3", "11 N.J. 22"]),
}


@pytest.fixture(scope="module")
def whole(sample_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed library with feedback, versions, a mail with two attachments, and a case of several names."""
    folder = tmp_path_factory.mktemp("whole")
    files = [item for item in sample_files if "Ravenel" not in item.name]
    for name, text in TEXTS.items():
        files.append(folder / name)
        files[-1].write_text(f"{name}\n\nPOINT I\n\n{text}\n", encoding="utf-8")
    attached = [
        ("brief.txt", b"The okapi stood in the wagon."),
        ("named.txt", b"The tapir lay in the barn."),
    ]  # its title, too, is "named"
    (folder / "letter.eml").write_bytes(mail(attached).as_bytes())
    with OfficeLibrary.open(folder / "library", encoder=Buckets()) as library:
        for file in [*files, folder / "letter.eml"]:  # one by one: their numbers follow this order
            outcomes = library.ingest.add([file], QUIET)
            assert {outcome.status for outcome in outcomes} == {FileStatus.ADDED}, outcomes
        library.embedding.embed_pending(QUIET)
        for document in library.documents.each():
            passages = library.documents.passages(document.id)
            library.feedback.give(passages[-1].id, f"a search for {document.title}", Verdict.UP)
            library.feedback.give(passages[0].id, "the stop of a car", Verdict.DOWN)
        share(library)
    return folder / "library"


def share(library: OfficeLibrary) -> None:
    """Share a collection of all documents, and one of each, with notes."""
    everything = list(library.documents.each())
    for documents in (everything, *([item] for item in everything)):
        collection = library.userdata.collections.make(f"Of {len(documents)}, {documents[0].title}")
        for document in documents:
            passages = library.documents.passages(document.id)
            (entry,) = library.collection_resolver.add_passages(collection.id, [passages[0].id])
            library.userdata.collections.write_note(entry.id, f"A note on {document.title}")
        library.shared_collections.share(
            collection.name, None, library.userdata.collections.entries(collection.id)
        )


@contextmanager
def opened(whole: Path) -> Iterator[OfficeLibrary]:
    """Yield a copy of the library, ready to search."""
    with TemporaryDirectory() as folder:
        shutil.copytree(whole, Path(folder) / "library")
        with OfficeLibrary.open(Path(folder) / "library", encoder=Buckets()) as library:
            library.warm()
            yield library


@contextmanager
def without(library: OfficeLibrary, document_ids: Collection[int]) -> Iterator[OfficeLibrary]:
    """Yield the library without these documents."""
    hashes = frozenset(library.documents.get(id_).sha256 for id_ in document_ids)
    with TemporaryDirectory() as links:
        library.keep_apart(lambda: dict.fromkeys(document_ids, "hidden"))
        visible = VisibleLibrary(library, HidingRules(hashes), Path(links))
        yield visible
        visible.close()


def answer_of(library: OfficeLibrary, request: SearchRequest) -> object:
    answer = replace(library.search(request), took_ms=0.0)
    return answer, library.breakdown(request), library.relevant_keys(request)


def documents_found(library: OfficeLibrary, text: str) -> set[int]:
    return {hit.document.id for hit in library.search(SearchRequest(text, words_only=True)).hits}


def outcome_of(reading: Callable[[OfficeLibrary], Any], library: OfficeLibrary) -> Any:
    try:
        return reading(library)
    except BriefBankError as error:
        return str(error)


def alike(one: Any, other: Any) -> bool:
    """Return whether two answers are equal but for the last digits of scores."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-3, abs_tol=2e-4)  # factors have four digits
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        return all(alike(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and not isinstance(one, str | bytes):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def differences(
    one: OfficeLibrary, other: OfficeLibrary, document_ids: Collection[int]
) -> dict[str, tuple[Any, Any]]:
    """Return the answers in which two libraries differ."""
    questions: dict[str, Callable[[OfficeLibrary], Any]] = dict(OF_LIBRARY)
    for request in ASKED:
        questions[str(request)] = lambda library, request=request: answer_of(library, request)
    for id_ in document_ids:
        for name, reading in OF_DOCUMENT.items():
            questions[f"{name} {id_}"] = lambda library, id_=id_, reading=reading: reading(library, id_)
    of_texts = [item for name in ("219", "zeppelin", "quandary") for item in other.authorities.find(name)]
    for authority in [item.authority.id for item in (*of_texts, *other.authorities.find("", 9))]:
        questions[f"authority {authority}"] = lambda library, id_=authority: library.authorities.page(id_)
    answers = {name: (outcome_of(ask, one), outcome_of(ask, other)) for name, ask in questions.items()}
    return {name: (first, second) for name, (first, second) in answers.items() if not alike(first, second)}


@pytest.mark.nightly
@settings(max_examples=2, phases=[Phase.explicit, Phase.generate])  # seconds each: nothing is shrunk
@example([10, 14, 16, 19])  # the name of a case; a link of versions; a link of citations; a mail
@example([20])  # one of two files that are attached to a mail
@example([*range(1, 15)])
@given(st.lists(st.integers(1, 21), min_size=1, max_size=16, unique=True))
def test_answers_are_those_of_a_library_that_never_had_the_hidden_documents(
    whole: Path, hidden: list[int]
) -> None:
    with opened(whole) as library, opened(whole) as oracle:
        everything = [document.id for document in library.documents.each()]
        attachments = library.documents.attachments
        attached = {file.id for id_ in hidden for file in attachments(id_).files}
        gone = {*hidden, *attached}
        gone |= {item.id for id_ in gone for item in attachments(id_).attached_to}  # holds them in its file
        hashes = {document.sha256 for document in oracle.documents.some(gone).values()}
        for collection in oracle.shared_collections.all():  # its name could tell of what is hidden
            if any(
                entry.reference.document_sha256 in hashes
                for entry in oracle.shared_collections.entries(collection.id)
            ):
                oracle.shared_collections.withdraw(collection.id)
        for id_ in gone:
            oracle.documents.remove(id_)
        oracle.feedback.forget(
            [proposal.key for proposal in oracle.feedback.all() if not proposal.passage_id]
        )
        with without(library, hidden) as visible:
            assert not differences(visible, oracle, everything)


@pytest.mark.nightly
def test_answers_follow_each_change_of_the_library(whole: Path, tmp_path: Path) -> None:
    late = tmp_path / "late.txt"
    late.write_text("The xylophone was returned to its owner.", encoding="utf-8")
    hidden = [8, 11, 12]
    with opened(whole) as library, opened(whole) as oracle, without(library, hidden) as visible:
        for item in hidden:
            oracle.documents.remove(item)
        assert not documents_found(visible, "xylophone")
        for item in (library, oracle):
            item.ingest.add([late], QUIET)
        assert len(documents_found(visible, "xylophone")) == 1
        for api in (library, oracle):
            api.documents.remove(9)
            api.embedding.embed_pending(QUIET)
        assert alike(answer_of(visible, ASKED[0]), answer_of(oracle, ASKED[0]))
        assert visible.authorities.find("219") == oracle.authorities.find("219")


def test_a_document_is_hidden_by_its_docket_number_from_the_moment_that_it_has_it(
    whole: Path, tmp_path: Path
) -> None:
    rules = HidingRules(dockets=frozenset({"a-1234-18"}))
    with opened(whole) as library:
        library.keep_apart(lambda: dict.fromkeys(library.hidden_by(rules), "hidden"))
        visible = VisibleLibrary(library, rules, tmp_path)
        assert documents_found(visible, "xylophone") == {11, 12}
        library.documents.correct(11, CaptionField.DOCKET, "A-99-18; A-1234-18")
        assert documents_found(visible, "xylophone") == {12}
        with pytest.raises(NotInLibrary):
            visible.documents.get(11)
        library.documents.correct(11, CaptionField.DOCKET, "A-12345-18")
        assert documents_found(visible, "xylophone") == {11, 12}
        visible.close()


def test_a_library_with_hidden_documents_is_only_read(whole: Path) -> None:
    with opened(whole) as library, without(library, [11]) as visible:
        before = list(library.documents.each())
        with pytest.raises(StoreReadOnly):
            visible.documents.correct(1, CaptionField.COURT, "Elsewhere")
        with pytest.raises(StoreReadOnly):
            visible.feedback.give(visible.documents.passages(1)[0].id, "a query", Verdict.UP)
        with pytest.raises(StoreReadOnly):
            visible.documents.remove(1)
        assert list(library.documents.each()) == before


@pytest.mark.nightly
def test_hidden_documents_share_no_segment_with_others_however_often_the_index_changes(whole: Path) -> None:
    with opened(whole) as library, opened(whole) as oracle, without(library, [11]) as visible:
        oracle.documents.remove(11)
        for api in (library, oracle):
            for turn in range(12):  # enough for Tantivy's merges
                api.documents.correct(2 + turn % 3, CaptionField.COURT, f"Court {turn}")
            api.maintenance.rebuild(QUIET)
        question = SearchRequest("stop", words_only=True, order=Order.BEST)
        assert alike(answer_of(visible, question), answer_of(oracle, question))


def test_parallel_citations_of_a_document_link_a_case_only_while_it_is_visible_to_all(whole: Path) -> None:
    rules, linking = HidingRules(dockets=frozenset({"a-77-20"})), 16
    with opened(whole) as library:
        library.keep_apart(lambda: dict.fromkeys(library.hidden_by(rules), "hidden"))
        assert len(library.authorities.find("quandary")) == 1
        library.documents.correct(linking, CaptionField.DOCKET, "A-77-20")
        assert len(library.authorities.find("quandary")) == 2
        library.maintenance.rebuild(QUIET)
        assert len(library.authorities.find("quandary")) == 2
        library.documents.correct(linking, CaptionField.DOCKET, "A-78-20")
        assert len(library.authorities.find("quandary")) == 1
