"""Feedback in an office: that of an editor counts for everybody, that of others for themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.office import Matter, OfficeRole, Person, acting_for
from briefbank.domain.searches import Order, SearchRequest, Verdict
from briefbank.errors import NotAllowed
from briefbank.jobs import QuietReporter
from briefbank.office.accounts import Accounts
from briefbank.office.application import OfficeServer
from briefbank.office.link import Link, call
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.walls import Walls
from tests.office.conftest import EASILY_HASHED, Office
from tests.office.program import PASSWORD

REQUEST = SearchRequest("the court", order=Order.BEST, limit=50)


def person(office: Office, name: str, role: OfficeRole = OfficeRole.READER) -> Link:
    office.accounts.set_person(name, role, PASSWORD)
    link = office.client()
    link.sign_in(name, PASSWORD)
    return link


def search_answer(link: Link) -> Any:
    return replace(call(link, "search", REQUEST), took_ms=0.0)


def order(link: Link) -> list[int]:
    return [hit.passage.id for hit in search_answer(link).hits]


def verdicts(link: Link) -> dict[int, Verdict]:
    return {hit.passage.id: hit.verdict for hit in search_answer(link).hits if hit.verdict}


def test_feedback_of_a_reader_changes_their_own_results_alone(office: Office) -> None:
    ann, ben, editor = person(office, "ann"), person(office, "ben"), office.signed_in()
    before = search_answer(ann)
    assert search_answer(ben) == search_answer(editor) == before
    last = before.hits[-1].passage.id
    call(ann, "feedback.give", last, REQUEST.text, Verdict.UP)
    assert verdicts(ann) == {last: Verdict.UP}
    assert order(ann).index(last) < len(before.hits) - 1
    assert search_answer(ben) == search_answer(editor) == before
    assert [feedback.for_all for feedback in call(ann, "feedback.all")] == [False]
    assert call(ben, "feedback.all") == call(editor, "feedback.all") == []


def test_feedback_of_an_editor_changes_all_results_except_for_those_who_gave_another(office: Office) -> None:
    ann, ben, editor = person(office, "ann"), person(office, "ben"), office.signed_in()
    last = search_answer(ann).hits[-1].passage.id
    call(ann, "feedback.give", last, REQUEST.text, Verdict.DOWN)
    call(editor, "feedback.give", last, REQUEST.text, Verdict.UP)
    assert verdicts(ben) == verdicts(editor) == {last: Verdict.UP}
    assert verdicts(ann) == {last: Verdict.DOWN}
    assert order(ben) == order(editor) != order(ann)


@pytest.mark.nightly
def test_a_new_user_with_the_name_of_a_removed_one_has_none_of_their_feedback(office: Office) -> None:
    ann, ben = person(office, "ann"), person(office, "ben")
    last = search_answer(ann).hits[-1].passage.id
    for link in (ann, ben):
        call(link, "feedback.give", last, REQUEST.text, Verdict.UP)
    office.accounts.remove_person("ann")
    another = person(office, "ann")
    assert call(another, "feedback.all") == []
    assert verdicts(another) == {}
    assert verdicts(ben) == {last: Verdict.UP}
    call(another, "feedback.give", last, REQUEST.text, Verdict.DOWN)
    assert verdicts(person(office, "ann")) == {last: Verdict.DOWN}


def test_a_start_of_the_server_forgets_the_marks_of_removed_persons(office: Office, tmp_path: Path) -> None:
    ann = person(office, "ann")
    call(ann, "feedback.give", search_answer(ann).hits[-1].passage.id, REQUEST.text, Verdict.UP)
    office.accounts.remove_person("ann")
    accounts = Accounts(tmp_path / "accounts.sqlite", hasher=EASILY_HASHED)
    walls = Walls(tmp_path / "walls.sqlite", office.library)
    grants = OfflineGrants(tmp_path / "offline.sqlite", "Test office", accounts.secret_hash)
    started = OfficeServer(office.library, accounts, walls, grants, tmp_path / "uploads")
    started.start()
    started.close()
    with acting_for(Person("ann", OfficeRole.READER)):
        assert office.library.feedback.all() == []
    assert office.accounts.removed_persons() == []


def test_a_reader_withdraws_only_their_own_marks_and_an_editor_those_of_the_office(office: Office) -> None:
    ann, ben, editor = person(office, "ann"), person(office, "ben"), office.signed_in()
    passage = search_answer(ann).hits[0].passage.id
    for link in (ann, ben, editor):
        call(link, "feedback.give", passage, "a query", Verdict.UP)
    keys = [item.key for link in (ann, ben) for item in call(link, "feedback.all")]
    assert call(ann, "feedback.forget", keys) == 1
    assert [feedback.for_all for feedback in call(ann, "feedback.all")] == [True]
    assert call(ann, "feedback.forget", None) == 0
    assert call(editor, "feedback.forget", None) == 1
    assert [feedback.for_all for feedback in call(ben, "feedback.all")] == [False]


def test_a_new_editor_may_still_withdraw_their_personal_feedback(office: Office) -> None:
    ann = person(office, "ann")
    passage = search_answer(ann).hits[0].passage.id
    call(ann, "feedback.give", passage, "a query", Verdict.DOWN)
    office.accounts.set_person("ann", OfficeRole.EDITOR, PASSWORD)
    ann.sign_in("ann", PASSWORD)
    call(ann, "feedback.give", passage, "a query", Verdict.UP)
    assert [(feedback.verdict, feedback.for_all) for feedback in call(ann, "feedback.all")] == [
        (Verdict.UP, True)
    ]
    call(ann, "feedback.give", passage, "another query", Verdict.UP)
    assert call(ann, "feedback.forget", None) == 2


def test_a_reader_neither_exports_nor_imports_the_marks_of_the_office(office: Office) -> None:
    ann = person(office, "ann")
    for name in ("feedback.export", "feedback.import_from"):
        with pytest.raises(NotAllowed):
            call(ann, name, __file__)


def test_own_marks_behind_a_wall_count_and_are_withdrawn(office: Office) -> None:
    ann, editor = person(office, "ann"), office.signed_in()
    first, *_others, last = search_answer(ann).hits
    hidden, seen = (
        first.document,
        next(hit for hit in (last, *_others) if hit.document.id != first.document.id),
    )
    for hit in (first, seen):
        call(ann, "feedback.give", hit.passage.id, REQUEST.text, Verdict.DOWN)
    office.walls.put(Matter("State v. Client", documents=(hidden.sha256,), persons=("ann",)), QuietReporter())
    assert verdicts(ann) == {seen.passage.id: Verdict.DOWN}
    assert [item.passage_id for item in call(ann, "feedback.all")] == [seen.passage.id]
    call(ann, "feedback.give", seen.passage.id, REQUEST.text, Verdict.UP)
    assert verdicts(ann) == {seen.passage.id: Verdict.UP}
    assert verdicts(editor) == {}
    assert call(ann, "feedback.forget", None) == 1
    assert verdicts(ann) == {}
