"""What a client that lies, or one that nobody invited, can do to the office server: nothing."""

from __future__ import annotations

import asyncio
import hashlib
import random
import threading
import tracemalloc
from collections import Counter
from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path
from threading import Semaphore
from typing import Any

import pytest
from starlette.requests import Request

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import DocumentList, TypedWord
from briefbank.domain.office import OfficeRole, OfflineChoice, Person
from briefbank.domain.searches import Filters, SearchRequest
from briefbank.errors import BriefBankError, FileRefused, NotInLibrary, TooLarge
from briefbank.jobs import QuietReporter
from briefbank.office import application, performer, uploads
from briefbank.office.accounts import Accounts
from briefbank.office.application import MOST_OF_ONE, SMALL, Room
from briefbank.office.link import Credentials, Link, call
from briefbank.office.performer import Performer
from briefbank.office.wire import (
    DEVICE,
    LARGEST_BODY,
    OPERATIONS,
    SESSION,
    AddUpload,
    Malformed,
    SignedIn,
    SignIn,
    TooBusy,
    TooMuchAsked,
    UploadBegun,
    UploadState,
    decode,
    encode,
)
from tests.office.conftest import Office
from tests.office.program import PASSWORD

NAMES = (
    "../../etc/passwd",
    "..",
    "/etc/cron.d/x",
    "C:\\Windows\\x.pdf",
    "a\0b.pdf",
    "a\nb.pdf",
    "",
    "." * 300,
)
PATHS = (
    "/v1/call/documents.totals",
    "/v1/job/documents.remove",
    "/v1/enrolment",
    "/v1/session",
    "/v1/upload",
)


def begun(link: Link, name: str = "brief.pdf", size: int = 10, sha256: str = "0" * 64) -> UploadState:
    return decode(link.ask("POST", "/v1/upload", encode(UploadBegun(name, size, sha256))), UploadState)


def test_invalid_requests_are_refused_and_the_server_continues(office: Office) -> None:
    link, chance = office.signed_in(OfficeRole.ADMINISTRATOR), random.Random(7)
    for path in PATHS:
        for size in (0, 1, 7, 60, 4_000):
            with pytest.raises(BriefBankError):
                link.ask("POST", path, chance.randbytes(size) if path != PATHS[0] else b"\xc1" * (size + 1))
    deep = b"\x91" * 100_000 + b"\xc0"
    with pytest.raises(BriefBankError):
        link.ask("POST", "/v1/call/documents.some", deep)
    assert call(link, "documents.totals")[0] == 3


@pytest.mark.parametrize("number", [2**63, 2**64 - 1])
def test_a_number_that_no_database_takes_is_no_request(office: Office, number: int) -> None:
    link = office.signed_in(OfficeRole.ADMINISTRATOR)
    for method, path in (
        ("GET", f"/v1/pdf/{number}/stored"),
        ("GET", f"/v1/pdf/{number}"),
        ("GET", f"/v1/job/job/{number}"),
        ("PUT", f"/v1/upload/upload/{number}"),
    ):
        with pytest.raises(BriefBankError, match="did not understand"):
            link.ask(method, path, b"")
    for name, values in (
        ("documents.get", (number,)),
        ("documents.some", ([1, number],)),
        ("search", (SearchRequest("stop", like=number),)),
    ):
        with pytest.raises(BriefBankError, match="did not understand"):
            call(link, name, *values)
    assert call(link, "documents.some", [-(2**63), 2**63 - 1]) == {}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("search", (SearchRequest("stop", start=-1),)),
        ("search", (SearchRequest("stop", limit=-1),)),
        ("search", (SearchRequest("stop", filters=Filters(court="a\0b")),)),
        ("authorities.find", ("a", -1)),
        ("authorities.mentions", (1, 5, -1)),
        ("documents.folders", (-1, "")),
        ("documents.ids", (DocumentList(words=(TypedWord("a\0b"),)),)),
        ("feed.entries", (OfflineChoice(documents=("a\0b",)),)),
    ],
)
def test_what_no_client_asks_is_refused_as_such_by_both_databases(
    office: Office, name: str, values: tuple[object, ...]
) -> None:
    with pytest.raises(BriefBankError, match="did not understand"):
        call(office.signed_in(), name, *values)


def test_documents_that_lack_what_no_list_shows_are_none(office: Office) -> None:
    lacking = DocumentList(lacking=frozenset({CaptionField.JUDGE}))
    assert list(call(office.signed_in(), "documents.ids", lacking)) == []


def test_an_answer_that_nobody_takes_is_given_up_and_its_share_with_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "SENT_WITHIN_S", 0.01)
    monkeypatch.setattr(application, "SMALL", 512)
    shown, pieces = headers_of(office.signed_in()), list[int]()
    served, path = office.server.application(), "/v1/call/documents.passages"
    body = encode({"document_id": 1})
    scope = {
        **{"type": "http", "http_version": "1.1", "method": "POST", "scheme": "https"},
        **{"path": path, "raw_path": path.encode(), "query_string": b""},
        "headers": [(name.lower().encode(), value.encode()) for name, value in shown.items()],
    }

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def take_little(message: MutableMapping[str, object]) -> None:
        pieces.append(len(message.get("body", b"")))  # type: ignore[arg-type]
        if len(pieces) % 3 == 0:
            await asyncio.Event().wait()

    async def flood() -> None:
        for _ in range(2 * application.ANSWERS_OF_ONE):
            await served(scope, receive, take_little)

    asyncio.run(flood())
    assert len(pieces) == 6 * application.ANSWERS_OF_ONE and max(pieces) == 512


def test_a_request_of_another_type_takes_no_more_memory_than_it_has_bytes() -> None:
    number = 2**20
    empty_lists = b"\xdd" + (number + 1).to_bytes(4, "big") + b"\x90" * number
    untrusted = empty_lists + b"\xcf" + bytes(8)  # a whole number of 64 bits, which is looked for
    tracemalloc.start()
    try:
        with pytest.raises(Malformed):
            decode(untrusted, OPERATIONS["documents.some"].arguments)
        assert tracemalloc.get_traced_memory()[1] < number
    finally:
        tracemalloc.stop()


def headers_of(link: Link) -> dict[str, str]:
    return {DEVICE: link.credentials.device, SESSION: link.credentials.session}


def test_a_request_that_says_it_is_too_large_is_refused_unread(office: Office) -> None:
    shown, before = headers_of(office.signed_in()), office.exchange.taken
    body = bytes(LARGEST_BODY + 1)
    for method, path in (("POST", "/v1/call/documents.totals"), ("PUT", "/v1/upload/upload/0")):
        assert office.exchange(method, path, body, shown)[0] == 413
    assert office.exchange.taken == before


def test_the_body_of_an_unauthenticated_request_is_not_read(office: Office) -> None:
    client = office.client()
    before = office.exchange.taken
    for method, path in (
        ("POST", "/v1/call/documents.totals"),
        ("POST", "/v1/job/drafts.check"),
        ("POST", "/v1/upload"),
        ("PUT", "/v1/upload/upload/0"),
        ("POST", "/v1/upload/upload/add"),
    ):
        for shown in ({}, {DEVICE: "x" * 43, SESSION: "y" * 43}, headers_of(client)):
            assert office.exchange(method, path, bytes(1_000_000), shown)[0] == 401
    assert office.exchange("POST", "/v1/session", bytes(1_000), {DEVICE: "x" * 43})[0] == 401
    assert office.exchange.taken == before
    for path in ("/v1/session", "/v1/enrolment"):
        for size in (application.LARGEST_FROM_ANYBODY + 1, 100_000):
            with pytest.raises(TooLarge):
                client.ask("POST", path, bytes(size))


def test_what_takes_long_is_a_job_and_is_not_called_past_the_limits_of_jobs(office: Office) -> None:
    link = office.signed_in(OfficeRole.ADMINISTRATOR)
    for operation in OPERATIONS.values():
        way = "call" if operation.reporter else "job"
        with pytest.raises(BriefBankError, match="did not understand"):
            link.ask("POST", f"/v1/{way}/{operation.name}", b"\x80")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("search", (SearchRequest("doubt " * 20_000),)),
        ("search", (SearchRequest("doubt", filters=Filters(folders=frozenset(map(str, range(500))))),)),
        ("good_law.notes", ([], [f"State v. Doe{number}" for number in range(10_000)])),
        ("documents.some", (list(range(100_000)),)),
        ("search", (SearchRequest("doubt", limit=1_000_000),)),
        ("authorities.find", ("doubt", 1_000_000)),
        ("authorities.near", ("State v. " * 1_000,)),
        ("good_law.notes", ([], ["State v. " * 900] * 100)),
        ("query_expansion.search", (SearchRequest("doubt " * 20_000), QuietReporter())),
    ],
)
def test_a_question_that_is_too_large_is_refused_in_words(
    office: Office, name: str, values: tuple[object, ...]
) -> None:
    with pytest.raises(TooMuchAsked, match="shorter text"):
        call(office.signed_in(), name, *values)


async def asked(office: Office, path: str, body: bytes, shown: dict[str, str]) -> int:
    """Send a request in this event loop and return the status of its answer."""
    status, _ = await office.exchange.exchanged("POST", path, body, shown)
    return status


def test_the_slow_calls_of_one_client_leave_threads_to_all_others(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = (headers_of(office.signed_in(role)) for role in (OfficeRole.EDITOR, OfficeRole.READER))
    slow, turn, perform = Semaphore(0), threading.Event(), Performer.perform

    def waiting(self: Performer, person: Person, *values: Any) -> bytes:
        if person.name == OfficeRole.EDITOR.value:
            slow.release()
            assert turn.wait(60)
        return perform(self, person, *values)

    monkeypatch.setattr(Performer, "perform", waiting)

    async def flood() -> None:
        path = "/v1/call/documents.totals"
        async with asyncio.TaskGroup() as group:
            number = application.MOST_QUEUED + application.ANSWERS_OF_ONE
            sent = [group.create_task(asked(office, path, b"\x80", ada)) for _ in range(number + 3)]
            for _ in range(application.CALLS_OF_ONE):
                await asyncio.to_thread(slow.acquire)
            assert await asked(office, path, b"\x80", bob) == 200
            assert not slow.acquire(blocking=False)
            turn.set()
        assert Counter(task.result() for task in sent) == {200: number, 503: 3}

    asyncio.run(flood())


def test_the_guesses_at_one_computer_keep_nobody_from_signing_in_at_another(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    thief, own = ({DEVICE: office.client().credentials.device} for _ in range(2))
    turn, sign_in = threading.Event(), Accounts.sign_in

    def waiting(self: Accounts, secret: str, name: str, password: str) -> SignedIn:
        if password == "guess":
            assert turn.wait(60)
        return sign_in(self, secret, name, password)

    monkeypatch.setattr(Accounts, "sign_in", waiting)

    async def flood() -> None:
        def body(number: int) -> bytes:
            return encode(SignIn(f"name {number}", "guess"))

        async with asyncio.TaskGroup() as group:
            for number in range(40):
                group.create_task(asked(office, "/v1/session", body(number), thief))
            right = encode(SignIn(OfficeRole.EDITOR.value, PASSWORD))
            assert await asked(office, "/v1/session", right, own) == 200
            turn.set()

    asyncio.run(flood())


class Bodies:
    """Large requests of one client, whose last bytes come when ``finish`` is set."""

    def __init__(self, office: Office, shown: dict[str, str]) -> None:
        self.finish, self.begun = asyncio.Event(), asyncio.Event()
        self.arriving = self.most = 0
        self._application, self._shown = office.server.application(), shown

    async def send(self, path: str, size: int = LARGEST_BODY) -> int:
        """Send a request and return the status of its answer."""
        shown = {**self._shown, "content-length": str(size)}
        statuses: list[int] = []
        scope = {
            **{"type": "http", "http_version": "1.1", "method": "POST", "scheme": "https"},
            **{"path": path, "raw_path": path.encode(), "query_string": b""},
            "headers": [(name.lower().encode(), value.encode()) for name, value in shown.items()],
        }
        parts = iter((bytes(size - 1), b"\xc1"))

        async def receive() -> dict[str, object]:
            part = next(parts)
            if len(part) > 1:
                self.arriving += 1
                self.most = max(self.most, self.arriving)
                if self.arriving == MOST_OF_ONE // LARGEST_BODY:
                    self.begun.set()
            else:
                await self.finish.wait()
                self.arriving -= 1
            return {"type": "http.request", "body": part, "more_body": len(part) > 1}

        async def answer(message: MutableMapping[str, object]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(int(str(message["status"])))

        await self._application(scope, receive, answer)
        return statuses[0]


def test_two_of_sixty_large_requests_of_a_user_are_in_memory_and_others_are_served(office: Office) -> None:
    path = "/v1/call/documents.totals"
    ada, bob = office.signed_in(OfficeRole.EDITOR), office.signed_in(OfficeRole.READER)

    async def flood() -> None:
        bodies = Bodies(office, headers_of(ada))
        async with asyncio.TaskGroup() as group:
            sent = [group.create_task(bodies.send(path)) for _ in range(60)]
            await bodies.begun.wait()
            for link in (ada, bob):
                totals = await asyncio.to_thread(call, link, "documents.totals")
                assert totals[0] == 3
            bodies.finish.set()
        assert bodies.most == MOST_OF_ONE // LARGEST_BODY
        assert {task.result() for task in sent} == {400}

    asyncio.run(flood())


def request_of(size: int) -> Request:
    return Request({"type": "http", "headers": [(b"content-length", str(size).encode())]})


def test_a_body_that_gets_no_memory_in_time_is_refused_and_uses_none() -> None:
    bodies = Room(most=300_000, most_of_one=200_000, within_s=0.01)

    async def fill() -> None:
        with await bodies.for_body(request_of(150_000), "ada"):
            with pytest.raises(TooBusy):
                await bodies.for_body(request_of(100_000), "ada")  # she has her share
            with await bodies.for_body(request_of(150_000), "bob"):
                with pytest.raises(TooBusy):
                    await bodies.for_body(request_of(SMALL + 1), "eve")
                with await bodies.for_body(request_of(SMALL), "eve"):
                    pass
        for sender in ("ada", "bob", "eve"):
            with await bodies.for_body(request_of(200_000), sender):
                pass

    asyncio.run(fill())


def test_a_large_body_gets_its_turn_although_smaller_ones_keep_coming() -> None:
    bodies = Room(most=200_000, most_of_one=200_000)

    async def wait_in_turn() -> list[str]:
        order: list[str] = []

        async def take(sender: str, size: int) -> None:
            with await bodies.for_body(request_of(size), sender):
                order.append(sender)

        async with asyncio.TaskGroup() as group:
            with await bodies.for_body(request_of(100_000), "ada"):
                for sender, size in (("large", 200_000), ("small", 70_000), ("smaller", 66_000)):
                    group.create_task(take(sender, size))
                    await asyncio.sleep(0)  # the task runs until it waits for room
        return order

    assert asyncio.run(wait_in_turn()) == ["large", "small", "smaller"]


def test_a_file_too_large_for_a_request_is_not_sent_and_the_client_says_so(tmp_path: Path) -> None:
    def sending(*_: object) -> tuple[int, bytes]:
        raise AssertionError("sent")

    draft = tmp_path / "draft.docx"
    with draft.open("wb") as file:
        file.truncate(LARGEST_BODY + 1)
    with pytest.raises(TooLarge):
        call(Link(sending, Credentials()), "drafts.check", draft, QuietReporter())


def sent(link: Link, content: bytes = b"0123456789") -> UploadState:
    """Return a complete upload."""
    state = begun(link, sha256=hashlib.sha256(content).hexdigest())
    link.ask("PUT", f"/v1/upload/{state.upload}/0", content)
    return state


def test_a_job_that_is_cancelled_before_its_turn_leaves_nothing_behind() -> None:
    jobs, turn, somebody = performer.ServerJobs(), threading.Event(), Person("somebody", OfficeRole.EDITOR)
    for _ in range(performer.AT_ONCE):
        jobs.start(somebody, lambda reporter: bytes(turn.wait(60)))
    tidied: list[str] = []
    waiting = jobs.start(somebody, lambda reporter: b"begun", lambda: tidied.append("tidied"))
    jobs.cancel(somebody, waiting)
    turn.set()
    while not (news := jobs.news(somebody, waiting, 0)).ended:
        continue
    assert (news.result, tidied) == (b"", ["tidied"])
    jobs.close()


def test_an_unknown_operation_is_not_called(office: Office) -> None:
    link = office.signed_in(OfficeRole.ADMINISTRATOR)
    for name in ("close", "documents.__init__", "_parts.catalogue.erase", "maintenance.restore", "folder"):
        for way in ("call", "job"):
            with pytest.raises(BriefBankError, match="did not understand"):
                link.ask("POST", f"/v1/{way}/{name}", b"\x80")
    assert call(link, "documents.totals")[0] == 3


def test_a_programming_mistake_is_no_bad_request_and_is_logged_without_its_text(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: object) -> None:
        raise UnicodeError("brief")

    link = office.signed_in()
    monkeypatch.setattr(office.library.good_law, "entries", failing)
    with pytest.raises(BriefBankError, match="because of a mistake in it"):
        call(link, "good_law.entries")
    assert [record.name for record in caplog.records if "a request failed" in record.getMessage()]


def test_no_name_of_a_file_leads_out_of_the_folder_for_uploads(office: Office, tmp_path: Path) -> None:
    link, before = office.signed_in(), set(tmp_path.rglob("*"))
    for number, name in enumerate(NAMES):
        begun(link, name, sha256=f"{number:064x}")
    created = set(tmp_path.rglob("*")) - before
    folder = tmp_path / "uploads"
    assert created and {path for path in created if folder not in path.parents} == set()
    assert {path.name for path in created if path.is_file()} & {"", ".", ".."} == set()


def test_a_user_cannot_see_or_change_the_uploads_and_jobs_of_another(office: Office) -> None:
    ada, bob = office.signed_in(OfficeRole.ADMINISTRATOR), office.signed_in(OfficeRole.CONTRIBUTOR)
    state = begun(ada)
    assert begun(bob).upload != state.upload
    started = decode(ada.ask("POST", "/v1/job/maintenance.check", b"\x80"), str)
    for method, path, body in (
        ("PUT", f"/v1/upload/{state.upload}/0", b"0123456789"),
        ("POST", f"/v1/upload/{state.upload}/add", encode(AddUpload())),
        ("GET", f"/v1/job/{started}/0", b""),
        ("DELETE", f"/v1/job/{started}", b""),
    ):
        with pytest.raises(NotInLibrary):
            bob.ask(method, path, body)
    assert begun(ada) == state


def test_an_upload_that_differs_from_its_announcement_is_refused(office: Office) -> None:
    link = office.signed_in()
    state = begun(link)
    link.ask("PUT", f"/v1/upload/{state.upload}/0", b"0123456789")
    with pytest.raises(FileRefused):
        link.ask("POST", f"/v1/upload/{state.upload}/add", encode(AddUpload()))
    assert call(link, "documents.totals")[0] == 3


def test_pieces_beyond_the_end_or_out_of_place_are_passed_over(office: Office) -> None:
    link = office.signed_in()
    state = begun(link)
    for offset, piece, received in ((3, b"xyz", 0), (0, b"0" * 11, 0), (0, b"01234", 5), (0, b"01234", 5)):
        untrusted = link.ask("PUT", f"/v1/upload/{state.upload}/{offset}", piece)
        assert decode(untrusted, UploadState).received == received


def test_a_person_cannot_fill_the_disk_and_keeps_no_other_from_it(office: Office) -> None:
    link, large, other = office.signed_in(), office.client(), office.signed_in(OfficeRole.CONTRIBUTOR)
    for size in (0, -1, uploads.LARGEST + 1):
        with pytest.raises(BriefBankError):
            begun(link, size=size)
    for number in range(uploads.MOST_OPEN):
        begun(link, sha256=f"{number:064x}")
    with pytest.raises(FileRefused):
        begun(link, sha256="f" * 64)
    large.sign_in(OfficeRole.ADMINISTRATOR.value, PASSWORD)
    for number in range(2):
        begun(large, size=uploads.LARGEST, sha256=f"{number:064x}")
    with pytest.raises(FileRefused):
        begun(large, size=1, sha256="f" * 64)
    begun(other, size=1, sha256="f" * 64)
    with pytest.raises(BriefBankError):
        begun(office.signed_in(OfficeRole.READER))


def test_uploads_count_for_their_person_at_all_computers_and_for_their_computer(office: Office) -> None:
    one, again = office.signed_in(), office.signed_in()
    for number, link in enumerate((one, again)):
        begun(link, size=uploads.LARGEST, sha256=f"{number:064x}")
    for link in (one, again):
        with pytest.raises(FileRefused):
            begun(link, size=1, sha256="f" * 64)
    assert begun(again, size=uploads.LARGEST, sha256=f"{0:064x}") == begun(
        one, size=uploads.LARGEST, sha256=f"{0:064x}"
    )
    persons = [Person(f"person {number}", OfficeRole.EDITOR, "desk") for number in range(9)]
    taken = office.server.uploads
    with pytest.raises(FileRefused):
        for person in persons:
            taken.begin(person, UploadBegun("brief.pdf", uploads.LARGEST, "0" * 64))
    taken.begin(replace(persons[-1], device="another"), UploadBegun("brief.pdf", 1, "0" * 64))


def test_a_whole_file_that_is_never_added_is_deleted_after_a_while(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = office.signed_in()
    whole = sent(link).upload
    monkeypatch.setattr(uploads, "ABANDONED_S", -1.0)
    begun(link, "another.pdf")
    assert whole not in {path.name for path in (tmp_path / "uploads").iterdir()}


def test_an_upload_that_goes_on_for_ever_is_deleted_in_the_end(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = office.signed_in()
    slow = begun(link).upload
    monkeypatch.setattr(uploads, "LONGEST_S", -1.0)
    link.ask("PUT", f"/v1/upload/{slow}/0", b"0")
    begun(link, "another.pdf")
    assert slow not in {path.name for path in (tmp_path / "uploads").iterdir()}


def test_a_file_with_a_very_long_name_is_refused_in_words(office: Office) -> None:
    with pytest.raises(FileRefused, match="name of this file is too long"):
        begun(office.signed_in(), "x" * 10_000)


def test_the_jobs_of_one_person_keep_no_other_waiting() -> None:
    jobs, turn = performer.ServerJobs(), threading.Event()
    one, other = Person("one", OfficeRole.READER), Person("other", OfficeRole.READER)
    for _ in range(performer.MOST_OF_ONE):
        jobs.start(one, lambda reporter: bytes(turn.wait(60)))
    with pytest.raises(TooBusy):
        jobs.start(one, lambda reporter: b"")
    quick = jobs.start(other, lambda reporter: b"done")
    assert jobs.news(other, quick, 0).result == b"done"
    turn.set()
    jobs.close()


def test_a_poisoned_pdf_is_refused_and_the_next_file_added(office: Office, tmp_path: Path) -> None:
    link = office.signed_in(OfficeRole.CONTRIBUTOR)
    poisoned, good = tmp_path / "poisoned.pdf", tmp_path / "good.txt"
    poisoned.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 99999999>>endobj\n%%EOF"
    )
    good.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    outcomes = [link.add(path, AddUpload(), QuietReporter())[0] for path in (poisoned, good)]
    assert [outcome.status.value for outcome in outcomes] == ["refused", "added"]


def test_an_error_tells_no_path_of_the_server(office: Office, tmp_path: Path) -> None:
    link, messages = office.signed_in(), []
    for ask in (
        lambda: link.stored_pdf(99),
        lambda: call(link, "documents.get", 99),
        lambda: link.ask("GET", "/v1/pdf/1/../../../etc/passwd", b""),
    ):
        with pytest.raises(BriefBankError) as raised:
            ask()
        messages.append(str(raised.value))
    assert [item for item in messages if str(tmp_path) in item] == []
