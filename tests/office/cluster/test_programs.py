"""A real cluster: a broker, workers and an office server, each a program of its own."""

from __future__ import annotations

import base64
import json
import os
import pickle
import random
import re
import socket
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest
import redis

from briefbank.office.broker import TASK
from briefbank.office.library import OfficeLibrary
from tests.ingest.outcome_files import write_outcome_files
from tests.network.programs import need_a_network
from tests.office.cluster import kills
from tests.office.cluster.programs import BROKER, ClusterPrograms, await_done
from tests.office.program import ADDRESS

KILLS = 8
WORKERS = ("lent-1", "lent-2")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ClusterPrograms]:
    need_a_network()
    programs = ClusterPrograms(tmp_path, tmp_path / "library")
    programs.prepare()
    yield programs
    programs.close()


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_a_library_built_by_a_cluster_under_kills_equals_that_of_one_computer(tmp_path: Path) -> None:
    need_a_network()
    (tmp_path / "dropped").mkdir()
    files = write_outcome_files(tmp_path / "dropped")
    result = kills.run(tmp_path, files, KILLS, WORKERS, random.Random(20261128), {})
    assert result["exit_status_of_server"] == 0
    assert result["differences"] == {}


@pytest.mark.nightly
def test_cluster_programs_listen_at_their_own_address_alone_and_end_on_request(
    cluster: ClusterPrograms, scan_pdf: Path
) -> None:
    cluster.invite(WORKERS[0])
    for name in (BROKER, WORKERS[0]):
        cluster.start(name)
    cluster.await_words(WORKERS[0], "Working for the office")
    worker = psutil.Process(cluster.running[WORKERS[0]].pid)
    listening = {
        name: {
            tuple(connection.laddr)
            for connection in psutil.Process(cluster.running[name].pid).net_connections("inet")
            if connection.status == psutil.CONN_LISTEN
        }
        for name in (BROKER, WORKERS[0])
    }
    assert listening == {BROKER: {(ADDRESS, cluster.broker_port)}, WORKERS[0]: set()}
    cluster.enqueue([scan_pdf])
    cluster.server.start()
    await_done(cluster.library)
    reached = {
        tuple(connection.raddr)
        for process in (worker, *worker.children(recursive=True))
        for connection in process.net_connections("inet")
        if connection.raddr
    }
    assert reached <= {(ADDRESS, cluster.broker_port), (ADDRESS, cluster.server.port)}
    accepted = psutil.Process(cluster.running[BROKER].pid).net_connections("inet")
    assert {item.laddr.port for item in accepted} == {cluster.broker_port}
    assert [cluster.stop(name) for name in (WORKERS[0], BROKER)] == [0, 0]


@pytest.mark.nightly
def test_the_broker_requires_a_certificate_of_the_office(cluster: ClusterPrograms, tmp_path: Path) -> None:
    cluster.start(BROKER)
    cluster.await_words(BROKER, "Server initialized")
    where = (ADDRESS, cluster.broker_port)
    with socket.create_connection(where, 10) as plain:
        plain.sendall(b"\0" * 64)
        assert _ended(plain)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(where, 10) as plain, context.wrap_socket(plain) as shown_nothing:
        assert _ended(shown_nothing)


def _ended(connection: socket.socket) -> bool:
    """Tell whether the other side ends a connection without a word."""
    try:
        while True:
            if not connection.recv(1024):
                return True
    except (ssl.SSLError, ConnectionError):
        return True
    except TimeoutError:
        return False


@pytest.mark.nightly
def test_a_computer_without_an_invitation_is_refused_with_a_reason(
    cluster: ClusterPrograms, tmp_path: Path
) -> None:
    cluster.invite(WORKERS[0]).write_text('{"file": "another"}')
    cluster.start(WORKERS[0])
    assert cluster.running[WORKERS[0]].wait(60) == 3
    assert "invitation" in cluster.log_text(WORKERS[0])
    assert "Traceback" not in cluster.log_text(WORKERS[0])


def at_broker(cluster: ClusterPrograms, name: str) -> redis.Redis:
    """Return a connection to the broker with all secrets of a worker, as an attacker there would have it."""
    invitation = json.loads(cluster.invite(name).read_text())
    folder = cluster.invite(name).parent / f"{name}-stolen"
    folder.mkdir(exist_ok=True)
    for what in ("certificate", "key", "broker"):
        (folder / what).write_text(invitation[what])
    return redis.Redis(
        ADDRESS,
        cluster.broker_port,
        username=invitation["secret"][:16],
        password=invitation["secret"],
        ssl=True,
        ssl_certfile=str(folder / "certificate"),
        ssl_keyfile=str(folder / "key"),
        ssl_ca_certs=str(folder / "broker"),
        ssl_check_hostname=False,
    )


@pytest.fixture
def attacked(cluster: ClusterPrograms) -> ClusterPrograms:
    """A broker with two invited workers; an attacker has the secrets of the first one."""
    for name in WORKERS:
        cluster.invite(name)
    cluster.start(BROKER)
    cluster.await_words(BROKER, "Server initialized")
    return cluster


FORBIDDEN = (
    *("KEYS *", "SCAN 0", "MONITOR", "CLIENT LIST", "INFO", "DBSIZE", "SLOWLOG GET", "FLUSHALL", "SHUTDOWN"),
    *("CONFIG GET *", "CONFIG SET dir /", "ACL LIST", "ACL SETUSER me", "DEBUG SLEEP 1", "SAVE"),
    *("EVAL 1 0", "SCRIPT LOAD 1", "FUNCTION LIST", "MODULE LIST", "REPLICAOF 127.0.0.1 1"),
    *("SUBSCRIBE a", "PUBLISH a b", "LPUSH units a", "LPUSH {other}:units a", "BRPOP {other}:units 1"),
    *("LLEN {other}:units", "LPUSH {own}:units a", "HSET {own}:a b c", "SET {own}:a b", "DEL {own}:units"),
    *("WATCH {own}:a", "MULTI", "SELECT 1", "CLIENT KILL ID 1", "BRPOP {own}:units {other}:units 1"),
)


@pytest.mark.nightly
def test_the_secrets_of_a_worker_give_access_to_its_own_queue_alone(attacked: ClusterPrograms) -> None:
    own, other = (number_of(attacked, worker) for worker in WORKERS)
    with closing(at_broker(attacked, WORKERS[0])) as stolen:
        for command in FORBIDDEN:
            with pytest.raises(redis.exceptions.ResponseError):
                stolen.execute_command(*command.format(own=own, other=other).split())
        assert stolen.ping()


@pytest.mark.nightly
def test_a_workers_connection_takes_little_memory_of_the_broker(attacked: ClusterPrograms) -> None:
    broker = psutil.Process(attacked.running[BROKER].pid)
    before = broker.memory_info().rss
    with closing(at_broker(attacked, WORKERS[0])) as stolen, pytest.raises(redis.exceptions.ConnectionError):
        connection = stolen.connection_pool.get_connection()
        connection.send_packed_command([b"*2\r\n$4\r\nPING\r\n$500000000\r\n"])
        for _ in range(256):
            connection.send_packed_command([bytes(2**20)])
        connection.read_response()
    assert broker.memory_info().rss - before < 64 * 2**20


def number_of(cluster: ClusterPrograms, worker: str) -> str:
    return str(json.loads(cluster.invite(worker).read_text())["secret"][:16])


@pytest.mark.nightly
def test_a_message_has_the_token_of_one_task_and_nothing_of_a_document(
    attacked: ClusterPrograms, scan_pdf: Path
) -> None:
    worker = attacked.start(WORKERS[0])
    attacked.await_words(WORKERS[0], "Working for the office")
    attacked.enqueue([scan_pdf])
    messages: list[bytes] = []
    with closing(attacked.broker()) as broker, broker.monitor() as seen:
        attacked.server.start()
        while not messages:
            command = seen.next_command()["command"]
            if command.startswith("LPUSH") and ":units" in command:
                messages.append(command.partition(" ")[2].partition(" ")[2])
    await_done(attacked.library)
    message = json.loads(messages[0].encode().decode("unicode_escape").strip('"'))
    (arguments, options, callbacks) = json.loads(base64.b64decode(message["body"]))
    (token,) = arguments
    assert re.fullmatch(r"[\w-]{43}", token)
    assert (options, set(callbacks.values())) == ({}, {None})
    assert message["content-type"] == "application/json"
    assert scan_pdf.name not in str(messages)
    assert worker.poll() is None


@pytest.mark.nightly
def test_a_worker_takes_no_message_but_json_and_no_task_but_its_own(
    attacked: ClusterPrograms, tmp_path: Path, scan_pdf: Path
) -> None:
    """Whoever holds the broker itself still cannot have code run by a worker."""
    attacked.start(WORKERS[0])
    attacked.await_words(WORKERS[0], "Working for the office")
    number = number_of(attacked, WORKERS[0])
    ran = tmp_path / "ran"
    with closing(attacked.broker()) as broker:
        for task, kind, body in (
            (TASK, "application/x-python-serialize", pickle.dumps(([Runs(ran)], {}, {}))),
            (TASK, "application/json", b"not JSON"),
            ("celery.backend_cleanup", "application/json", b"[[], {}, {}]"),
            ("os.system", "application/json", json.dumps([[f"touch {ran}"], {}, {}]).encode()),
        ):
            broker.lpush(f"{number}:units", message_of(task, kind, body))
    attacked.enqueue([scan_pdf])
    attacked.server.start()
    await_done(attacked.library)
    assert not ran.exists()
    assert values_of(attacked.library) == 1
    assert attacked.stop(WORKERS[0]) == 0


class Runs:
    """Runs a command where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch {self._file}",)


def message_of(task: str, kind: str, body: bytes) -> str:
    """Return a message as Kombu stores it."""
    name = uuid.uuid4().hex
    properties = {
        "correlation_id": name,
        "delivery_mode": 2,
        "delivery_info": {"exchange": "", "routing_key": "units"},
        "priority": 0,
        "body_encoding": "base64",
        "delivery_tag": name,
    }
    headers = {"lang": "py", "task": task, "id": name, "root_id": name}
    return json.dumps(
        {
            "body": base64.b64encode(body).decode(),
            "content-encoding": "utf-8" if "json" in kind else "binary",
            "content-type": kind,
            "headers": headers,
            "properties": properties,
        }
    )


def values_of(library: Path) -> int:
    with OfficeLibrary.open(library) as opened:
        return opened.documents.totals()[0]


@pytest.mark.nightly
def test_a_worker_that_is_revoked_while_it_works_ends_and_says_so(
    attacked: ClusterPrograms, scan_pdf: Path
) -> None:
    attacked.server.start()
    attacked.start(WORKERS[0])
    attacked.await_words(WORKERS[0], "Working for the office")
    number = number_of(attacked, WORKERS[0])
    attacked.server.command("revoke", number)
    assert attacked.ended(WORKERS[0]) == 3
    assert "does not let this computer work" in attacked.log_text(WORKERS[0])
    assert "Traceback" not in attacked.log_text(WORKERS[0])
    with closing(at_broker(attacked, WORKERS[0])) as stolen:
        refused = wait_for(lambda: raised(stolen.ping))
    assert isinstance(refused, redis.exceptions.AuthenticationError)


def raised(call: Callable[[], object]) -> Exception | None:
    try:
        call()
    except redis.exceptions.RedisError as error:
        return error
    return None


def wait_for(look: Callable[[], Exception | None]) -> Exception:
    """Wait until there is an error, which comes when the server next reads the accounts."""
    ends = time.monotonic() + 30.0
    while (seen := look()) is None:
        assert time.monotonic() < ends
        threading.Event().wait(0.1)
    return seen
