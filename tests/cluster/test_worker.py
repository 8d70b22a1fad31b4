"""A worker: at its hours, while nobody needs the computer, with files that it may keep for a while."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest

from briefbank.cluster import certificates, client_process, fetched_files, invitation, worker
from briefbank.cluster.access import AUTHORITY, CERTIFICATE, KEY
from briefbank.cluster.fetched_files import FetchedFiles
from briefbank.cluster.invitation import WorkerPlace
from briefbank.cluster.unit_link import UnitLink
from briefbank.cluster.units import UnitFile
from briefbank.cluster.worker import OTHERS_SHARE, OthersLoad, WorkerChoices
from briefbank.domain.hours import Hours
from briefbank.errors import TooLarge
from briefbank.files import write_atomically
from briefbank.network.certificates import Certified, make
from briefbank.network.egress_client import EndedCertificate, OtherServer
from briefbank.network.egress_messages import Request
from briefbank.network.worker_client import NoAnswer
from briefbank.server import server_settings
from briefbank.server.server_settings import ServerSettings
from briefbank.storage.locks import FOLDER_LOCK
from briefbank.wire.errors import WrongInvitation
from tests import command

NIGHT = Hours(time(19), time(6, 30))
PLACE = WorkerPlace(
    "tls://briefbank.office.lan:8786", "https://briefbank.office.lan:8443", "a" * 64, "Office"
)


class Load(OthersLoad):
    """Other programs that keep the processors as busy as is said."""

    def __init__(self, share: float) -> None:
        self._share = share

    def share(self) -> float:
        return self._share


@pytest.mark.parametrize(
    ("choices", "hour", "others", "works"),
    [
        (WorkerChoices(1), 12, 0.0, True),
        (WorkerChoices(1), 12, OTHERS_SHARE, False),
        (WorkerChoices(1, yields=False), 12, 1.0, True),
        (WorkerChoices(1, NIGHT), 12, 0.0, False),
        (WorkerChoices(1, NIGHT), 23, 0.0, True),
        (WorkerChoices(1, NIGHT), 3, 0.0, True),
        (WorkerChoices(1, NIGHT, yields=False), 7, 0.0, False),
        (WorkerChoices(1, NIGHT), 23, 1.0, False),
    ],
)
def test_a_worker_takes_units_at_its_hours_and_while_nobody_needs_the_computer(
    choices: WorkerChoices, hour: int, others: float, works: bool
) -> None:
    assert worker.may_work(choices, Load(others), datetime(2026, 11, 28, hour)) is works


def test_one_processor_is_left_to_whoever_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, cores in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(worker, "processors", lambda many=processors: many)
        assert worker.usual_cores() == cores


def file_of(content: bytes) -> UnitFile:
    return UnitFile(hashlib.sha256(content).hexdigest(), len(content), ".pdf")


def writing(content: bytes, fetched: list[Path]) -> Callable[[Path], None]:
    def fetch(path: Path) -> None:
        fetched.append(path)
        path.write_bytes(content)

    return fetch


def test_a_file_is_fetched_once_for_all_its_units_and_gone_at_the_end(tmp_path: Path) -> None:
    files, fetched = FetchedFiles(tmp_path / "files"), list[Path]()
    for _ in range(2):
        with files.held(file_of(b"brief"), writing(b"brief", fetched)) as path:
            assert path.read_bytes() == b"brief"
    assert len(fetched) == 1
    files.clear()
    assert not any((tmp_path / "files").iterdir())


def test_what_an_earlier_start_left_is_deleted(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "left.pdf").write_bytes(b"a client's brief")
    FetchedFiles(tmp_path / "files")
    assert not any((tmp_path / "files").iterdir())


def test_documents_that_a_killed_worker_left_anywhere_in_its_folder_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(b"of this worker")
    with fetched_files.own_folder(tmp_path) as killed:
        at_work = killed / "work" / "desk-1" / "given"
        at_work.mkdir(parents=True)
        (at_work / "brief.pdf").write_bytes(b"a client's brief")
        left = tmp_path / f"briefbank-worker-{'0' * 32}"
        killed.rename(left)  # nobody holds the lock of the new one
        (left / FOLDER_LOCK).unlink()
    with fetched_files.own_folder(tmp_path):
        assert not list(tmp_path.rglob("brief.pdf"))
    assert [each.name for each in tmp_path.iterdir()] == ["key.pem"]


def test_a_second_worker_on_a_computer_leaves_the_files_of_the_first(tmp_path: Path) -> None:
    with fetched_files.own_folder(tmp_path) as first:
        FetchedFiles(first / "files")
        (first / "files" / "brief.pdf").write_bytes(b"read now")
        with fetched_files.own_folder(tmp_path) as second:
            FetchedFiles(second / "files")
            assert (first / "files" / "brief.pdf").exists()
        assert (first / "files" / "brief.pdf").exists()


def test_of_too_many_files_the_oldest_go_and_none_that_a_unit_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetched_files, "KEPT", 10)
    files, fetched = FetchedFiles(tmp_path / "files"), list[Path]()
    with files.held(file_of(b"needed now"), writing(b"needed now", fetched)) as needed:
        for content in (b"first file", b"other file"):
            with files.held(file_of(content), writing(content, fetched)):
                pass
        assert needed.read_bytes() == b"needed now"
        assert len(list((tmp_path / "files").iterdir())) <= 2


@pytest.mark.parametrize(
    "file",
    [
        UnitFile("../../etc/passwd", 5, ".pdf"),
        UnitFile("a" * 64, 5, "/../x"),
        UnitFile("a" * 64, 0, ".pdf"),
        UnitFile("a" * 64, fetched_files.LARGEST + 1, ".pdf"),
    ],
    ids=["a path", "a path as suffix", "empty", "too large"],
)
def test_a_server_names_no_path_and_fills_no_disk(tmp_path: Path, file: UnitFile) -> None:
    with pytest.raises(TooLarge), FetchedFiles(tmp_path / "files").held(file, lambda path: None):
        pass


def written(tmp_path: Path, change: Callable[[dict[str, Any]], None] = lambda fields: None) -> Path:
    certificates.make_authority(tmp_path / "cluster")
    own = certificates.issue_from(tmp_path / "cluster")
    authority = (tmp_path / "cluster" / "authority.pem").read_bytes()
    fields = json.loads(invitation.write(PLACE, own, authority))
    change(fields)
    path = tmp_path / "worker.json"
    path.write_text(json.dumps(fields))
    return path


def test_an_invitation_is_taken_once_and_known_from_then_on(tmp_path: Path) -> None:
    assert invitation.accepted() is None
    assert invitation.accept(written(tmp_path)) == PLACE
    assert invitation.accepted() == PLACE
    assert oct((invitation.folder() / "key.pem").stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields.clear(),
        lambda fields: fields.update(file="BriefBank invitation"),
        lambda fields: fields.update(scheduler="tcp://briefbank.office.lan:8786"),
        lambda fields: fields.update(scheduler="tls://"),
        lambda fields: fields.update(server="http://briefbank.office.lan:8443"),
        lambda fields: fields.update(pin="a"),
        lambda fields: fields.update(authority="no certificate"),
        lambda fields: fields.pop("key"),
        lambda fields: fields.update(certificate="no certificate"),
        lambda fields: fields.update(key=fields["key"][:100]),
        lambda fields: fields.update(key=make("Another").key.decode()),
    ],
    ids=[
        *("empty", "a desk's", "in clear", "no host", "server in clear", "no pin", "no authority", "no key"),
        *("no certificate", "half a key", "the key of another"),
    ],
)
def test_what_is_no_invitation_of_a_worker_is_refused_and_nothing_is_kept(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    with pytest.raises(WrongInvitation):
        invitation.accept(written(tmp_path, change))
    assert invitation.accepted() is None


def test_only_the_holder_of_the_authoritys_key_issues_certificates() -> None:
    authority, stranger = make("One", is_authority=True), make("Two", is_authority=True)
    with pytest.raises(ValueError):
        make("Worker", Certified(authority.certificate, b"no key"))
    assert make("Worker", authority).certificate != make("Worker", stranger).certificate


def test_an_authority_is_made_once_so_that_workers_stay_invited(tmp_path: Path) -> None:
    certificates.make_authority(tmp_path)
    before = (tmp_path / "authority.pem").read_bytes()
    certificates.make_authority(tmp_path)
    assert (tmp_path / "authority.pem").read_bytes() == before


@pytest.mark.parametrize(
    ("typed", "is_of_cluster"),
    [
        (["serve", "--scheduler"], True),
        (["--json", "--library", "x", "serve", "--scheduler"], True),
        (["worker", "--invitation", "x"], True),
        (["serve"], False),
        (["serve", "--scheduler", "--prepare"], False),
        (["search", "worker"], False),
    ],
)
def test_only_programs_of_the_cluster_hold_themselves_to_connections_of_their_own(
    typed: list[str], is_of_cluster: bool
) -> None:
    assert server_settings.is_of_cluster(typed) is is_of_cluster


def test_a_scheduler_never_listens_at_all_addresses(tmp_path: Path) -> None:
    where = ("--host", "briefbank.office.lan", "--listen", "0.0.0.0")
    refused = command.run(tmp_path, "serve", "--prepare", *where, "--cluster", "8786")
    assert refused.status == 3
    assert "one number of this computer’s network" in refused.errors
    assert server_settings.load() is None


@pytest.mark.parametrize("address", ["tcp://10.0.0.5:8786", "tls://", "8786x", "tls://h:8786/x"])
def test_a_cluster_in_clear_or_without_a_host_is_refused(tmp_path: Path, address: str) -> None:
    where = ("serve", "--prepare", "--host", "127.0.0.1")
    assert command.run(tmp_path, *where, "--cluster", address).status == 3
    assert server_settings.load() is None


def test_the_cluster_of_a_server_is_kept_when_it_is_prepared_again(tmp_path: Path) -> None:
    where = ("serve", "--prepare", "--host", "127.0.0.1")
    command.run(tmp_path, *where, "--cluster", "8786")
    command.run(tmp_path, *where, "--office", "Another name")
    kept = server_settings.load()
    assert isinstance(kept, ServerSettings) and kept.cluster is not None
    assert kept.cluster.scheduler == "tls://127.0.0.1:8786"
    command.run(tmp_path, *where, "--no-cluster")
    gone = server_settings.load()
    assert gone is not None and gone.cluster is None


def test_the_scheduler_of_a_server_that_got_another_name_is_found_by_that_name(tmp_path: Path) -> None:
    command.run(tmp_path, "serve", "--prepare", "--host", "127.0.0.1", "--cluster", "8787")
    command.run(tmp_path, "serve", "--prepare", "--host", "localhost", "--listen", "127.0.0.1")
    found = server_settings.load()
    assert found is not None and found.cluster is not None
    assert found.cluster.scheduler == "tls://localhost:8787"


def test_a_scheduler_that_is_kept_does_not_listen_at_all_addresses_either(tmp_path: Path) -> None:
    command.run(tmp_path, "serve", "--prepare", "--host", "127.0.0.1", "--cluster", "8786")
    where = ("--host", "briefbank.office.lan", "--listen", "0.0.0.0")
    assert command.run(tmp_path, "serve", "--prepare", *where).status == 3
    found = server_settings.load()
    assert found is not None and found.listen == "127.0.0.1"


def test_a_cluster_elsewhere_is_kept_where_it_is_and_nobody_is_invited_to_it(tmp_path: Path) -> None:
    certificates.make_authority(tmp_path / "theirs")
    for name in (AUTHORITY, CERTIFICATE, KEY):
        write_atomically(server_settings.cluster_folder() / name, (tmp_path / "theirs" / name).read_bytes())
    where = ("serve", "--prepare", "--host", "127.0.0.1")
    command.run(tmp_path, *where, "--cluster", "tls://10.0.0.5:8786")
    command.run(tmp_path, "serve", "--prepare", "--host", "localhost", "--listen", "127.0.0.1")
    found = server_settings.load()
    assert found is not None and found.cluster is not None
    assert found.cluster.scheduler == "tls://10.0.0.5:8786"
    refused = command.run(tmp_path, "serve", "--invite-worker", str(tmp_path / "worker.json"))
    assert "no cluster of its own" in refused.errors


@pytest.mark.parametrize("fault", [OtherServer, EndedCertificate])
def test_a_server_with_another_certificate_is_not_waited_for(fault: type[NoAnswer]) -> None:
    asked: list[str] = []

    def exchange(method: str, path: str, *_: object) -> tuple[int, bytes]:
        asked.append(path)
        if len(asked) > 1:
            return 404, b""
        raise fault

    with pytest.raises(fault):
        UnitLink(exchange, "lent-1").order("token")


def test_a_unit_that_dask_does_not_take_is_lost_and_not_waited_for_without_end() -> None:
    class ClosedClientError(Exception):
        """Dask's own is an Exception and no more, too."""

    class Closed:
        def connected(self) -> Closed:
            return self

        def submit(self, *_: object, **__: object) -> None:
            raise ClosedClientError

    asked = json.dumps({"key": "token", "arguments": ["token"], "priority": 0}).encode()
    answers = client_process._Answers(Closed(), len)  # type: ignore[arg-type]
    reply = answers.answer(Request(1, 10.0, client_process.SUBMIT, asked))
    assert reply.status == client_process.LOST
