"""Tests of a worker: its hours, its use of an idle computer, and its cached files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from briefbank.errors import WrongInvitation
from briefbank.network.egress_client import EndedCertificate, NoAnswer, WrongCertificate
from briefbank.office import broker, server_settings, units, worker
from briefbank.office.certificates import make
from briefbank.office.units import WorkerMembership
from briefbank.office.worker import FetchedFiles, ServerLink
from briefbank.storage.lease import FOLDER_LOCK
from tests.support import command

SECRET = f"{'0' * 16}.{'s' * 43}"


def test_one_processor_is_left_to_the_user_of_the_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, cores in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(worker, "processors", lambda many=processors: many)
        assert worker.usual_cores() == cores


def writing(content: bytes, fetched: list[Path]) -> Callable[[Path], None]:
    def fetch(path: Path) -> None:
        fetched.append(path)
        path.write_bytes(content)

    return fetch


def test_a_file_is_fetched_once_for_its_units_and_deleted_after_them(tmp_path: Path) -> None:
    files, fetched = FetchedFiles(tmp_path / "files"), list[Path]()
    with (
        files.kept("a" * 64, writing(b"brief", fetched)) as path,
        files.kept("a" * 64, writing(b"brief", fetched)),
    ):
        assert path.read_bytes() == b"brief"
    assert len(fetched) == 1
    assert not list((tmp_path / "files").iterdir())


def test_documents_that_a_killed_worker_left_anywhere_in_its_folder_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_bytes(b"of this worker")
    with worker.own_folder(tmp_path) as killed:
        at_work = killed / "work" / "desk-1" / "given"
        at_work.mkdir(parents=True)
        (at_work / "brief.pdf").write_bytes(b"a client's brief")
        left = tmp_path / f"briefbank-worker-{'0' * 32}"
        killed.rename(left)  # nobody holds the lock of the new one
        (left / FOLDER_LOCK).unlink()
    with worker.own_folder(tmp_path):
        assert not list(tmp_path.rglob("brief.pdf"))
    assert [path.name for path in tmp_path.iterdir()] == ["key.pem"]


def test_a_second_worker_on_a_computer_leaves_the_files_of_the_first(tmp_path: Path) -> None:
    with worker.own_folder(tmp_path) as first:
        FetchedFiles(first / "files")
        (first / "files" / "brief.pdf").write_bytes(b"read now")
        with worker.own_folder(tmp_path) as second:
            FetchedFiles(second / "files")
            assert (first / "files" / "brief.pdf").exists()
        assert (first / "files" / "brief.pdf").exists()


def membership(tmp_path: Path) -> WorkerMembership:
    broker.prepare(tmp_path / "cluster")
    own = broker.issue(tmp_path / "cluster")
    return WorkerMembership(
        file="BriefBank worker invitation",
        server="https://briefbank.office.lan:8443",
        pin="a" * 64,
        broker_port=6380,
        office="Office",
        secret=SECRET,
        certificate=own.certificate.decode(),
        key=own.key.decode(),
        broker=(tmp_path / "cluster" / "broker.pem").read_text(),
    )


def written(tmp_path: Path, change: Callable[[dict[str, Any]], None] = lambda fields: None) -> Path:
    fields = json.loads(units.write_invitation(membership(tmp_path)))
    change(fields)
    path = tmp_path / "worker.json"
    path.write_text(json.dumps(fields))
    return path


def test_an_invitation_is_taken_once_and_known_from_then_on(tmp_path: Path) -> None:
    assert units.worker_membership() is None
    accepted = units.accept_invitation(written(tmp_path))
    assert (accepted.secret, accepted.number) == (SECRET, "0" * 16)
    assert units.worker_membership() == accepted
    assert oct((units.worker_folder() / "worker.json").stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize(
    "change",
    [
        lambda fields: fields.clear(),
        lambda fields: fields.update(file="BriefBank invitation"),
        lambda fields: fields.update(broker_port=0),
        lambda fields: fields.update(broker_port="6380"),
        lambda fields: fields.update(secret="of another form"),
        lambda fields: fields.update(secret=f"{'0' * 16}.{'s' * 40}:@host"),
        lambda fields: fields.update(server="http://briefbank.office.lan:8443"),
        lambda fields: fields.update(pin="a"),
        lambda fields: fields.update(broker="no certificate"),
        lambda fields: fields.pop("key"),
        lambda fields: fields.update(certificate="no certificate"),
        lambda fields: fields.update(key=fields["key"][:100]),
        lambda fields: fields.update(key=make("Another").key.decode()),
    ],
    ids=[
        *("empty", "a desk's", "no port", "a text as port", "another secret", "a host in the secret"),
        *("server in clear", "no pin", "no certificate of the broker", "no key"),
        *("no certificate", "half a key", "the key of another"),
    ],
)
def test_an_invalid_invitation_of_a_worker_is_refused_and_nothing_is_stored(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    with pytest.raises(WrongInvitation):
        units.accept_invitation(written(tmp_path, change))
    assert units.worker_membership() is None


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b'{"number": "\xff"}', b"[" * 100_000], ids=["no", "half", "bytes", "deep"]
)
def test_a_damaged_membership_of_a_worker_is_none(tmp_path: Path, damaged: bytes) -> None:
    units.accept_invitation(written(tmp_path))
    for kept in units.worker_folder().glob("*.json"):
        kept.write_bytes(damaged)
    assert units.worker_membership() is None


def test_a_broker_is_prepared_once_so_that_workers_stay_invited(tmp_path: Path) -> None:
    broker.prepare(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    broker.prepare(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert {oct(path.stat().st_mode)[-3:] for path in tmp_path.iterdir()} == {"600"}


@pytest.mark.parametrize(
    ("typed", "is_of_cluster"),
    [
        (["office", "broker"], True),
        (["--json", "--library", "x", "office", "broker"], True),
        (["worker", "--invitation", "x"], True),
        (["serve"], False),
        (["office", "prepare", "--cluster", "6380"], False),
        (["search", "worker"], False),
    ],
)
def test_only_cluster_programs_restrict_themselves_to_their_own_connections(
    typed: list[str], is_of_cluster: bool
) -> None:
    assert server_settings.is_of_cluster(typed) is is_of_cluster


def test_a_broker_never_listens_at_all_addresses(tmp_path: Path) -> None:
    where = ("--host", "briefbank.office.lan", "--listen", "0.0.0.0")
    refused = command.run(tmp_path, "office", "prepare", *where, "--cluster", "6380")
    assert refused.status == 3
    assert "one number of this computer’s network" in refused.errors
    assert server_settings.load() is None


def test_nobody_is_invited_to_work_for_a_server_without_a_broker(tmp_path: Path) -> None:
    command.run(tmp_path, "office", "prepare", "--host", "127.0.0.1")
    refused = command.run(tmp_path, "office", "invite-worker", str(tmp_path / "worker.json"))
    assert refused.status == 3
    assert "--cluster" in refused.errors
    assert not (tmp_path / "worker.json").exists()


def test_workers_are_listed_and_revoked_by_their_numbers(tmp_path: Path) -> None:
    command.run(tmp_path, "office", "prepare", "--host", "127.0.0.1", "--cluster", "6380")
    for name in ("one", "two"):
        command.run(tmp_path, "office", "invite-worker", str(tmp_path / name))
    first, second = (json.loads((tmp_path / name).read_text())["secret"][:16] for name in ("one", "two"))
    shown = json.loads(command.run(tmp_path, "--json", "office", "accounts").output)
    assert [worker["number"] for worker in shown["workers"]] == [first, second]
    command.run(tmp_path, "office", "revoke", first)
    shown = json.loads(command.run(tmp_path, "--json", "office", "accounts").output)
    assert [worker["number"] for worker in shown["workers"]] == [second]


@pytest.mark.parametrize("fault", [WrongCertificate, EndedCertificate])
def test_a_server_with_another_certificate_is_not_waited_for(fault: type[NoAnswer]) -> None:
    requested_paths: list[str] = []

    def exchange(method: str, path: str, *_: object) -> tuple[int, bytes]:
        requested_paths.append(path)
        if len(requested_paths) > 1:
            return 404, b""
        raise fault

    with pytest.raises(fault):
        ServerLink(exchange, SECRET).unit("token")
