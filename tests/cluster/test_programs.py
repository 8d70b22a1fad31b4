"""A real cluster: a scheduler and workers by Dask, and an office server, each a program of its own."""

from __future__ import annotations

import random
import socket
import ssl
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import psutil
import pytest

from tests.cluster import kills
from tests.cluster.programs import (
    SCHEDULER,
    ClusterPrograms,
    await_done,
)
from tests.ingest.each_way import write_each_way
from tests.network.programs import need_a_network
from tests.server.program import ADDRESS
from tests.server.test_figures import values

KILLS = 8
WORKERS = ("lent-1", "lent-2")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ClusterPrograms]:
    need_a_network()
    made = ClusterPrograms(tmp_path, tmp_path / "library")
    made.prepare()
    yield made
    made.close()


@pytest.mark.timeout(600)
def test_a_library_that_workers_made_while_anything_was_killed_is_that_of_one_computer(
    tmp_path: Path,
) -> None:
    need_a_network()
    (tmp_path / "dropped").mkdir()
    files = write_each_way(tmp_path / "dropped")
    made = kills.run(tmp_path, files, KILLS, WORKERS, random.Random(20261128), {})
    assert made["exit_status_of_server"] == 0
    assert made["differences"] == {}


def test_a_cluster_of_dask_that_is_there_already_does_the_work_without_a_change(
    tmp_path: Path, brief_pdf: Path
) -> None:
    need_a_network()
    cluster = ClusterPrograms(tmp_path, tmp_path / "library")
    try:
        cluster.prepare_for_dask()
        where = ("--host", ADDRESS, "--protocol", "tls", "--no-dashboard")
        cluster.start_dask(SCHEDULER, "scheduler", *where, "--port", str(cluster.scheduler_port))
        address = f"tls://{ADDRESS}:{cluster.scheduler_port}"
        cluster.start_dask(WORKERS[0], "worker", address, *where[:2], "--no-dashboard", "--nthreads", "1")
        cluster.await_words(WORKERS[0], "Registered to")
        left, folder = f"briefbank-worker-{'0' * 32}", tmp_path / WORKERS[0]
        (folder / left / "files").mkdir(parents=True)
        (folder / left / "files" / "brief.pdf").write_bytes(b"of a client")
        cluster.enqueue([brief_pdf])
        cluster.server.start()
        await_done(cluster.library)
        assert values(cluster.server.figures)["briefbank_pages_last_hour",] > 0
        assert cluster.server.stop() == 0
        assert list(folder.glob("briefbank-worker-*/files/*.pdf")), "the worker had the file"
        assert not (folder / left).exists(), "what a worker left that was killed"
        cluster.stop(WORKERS[0])
        assert not list(folder.rglob("*.pdf"))
        assert "Traceback" not in cluster.said(WORKERS[0])
    finally:
        cluster.close()


def test_the_programs_of_a_cluster_listen_at_their_own_address_alone_and_end_when_told(
    cluster: ClusterPrograms, brief_pdf: Path
) -> None:
    for name in (SCHEDULER, WORKERS[0]):
        cluster.start(name)
    cluster.await_words(WORKERS[0], "Working for the office")
    worker = psutil.Process(cluster._running[WORKERS[0]].pid)
    listening = {
        name: {
            tuple(each.laddr)
            for each in psutil.Process(cluster._running[name].pid).net_connections("inet")
            if each.status == psutil.CONN_LISTEN
        }
        for name in (SCHEDULER, WORKERS[0])
    }
    assert listening[SCHEDULER] == {(ADDRESS, cluster.scheduler_port)}
    assert {host for host, _ in listening[WORKERS[0]]} == {"127.0.0.1"}
    cluster.enqueue([brief_pdf])
    cluster.server.start()
    await_done(cluster.library)
    reached = {
        tuple(each.raddr)
        for process in (worker, *worker.children(recursive=True))
        for each in process.net_connections("inet")
        if each.raddr
    }
    assert reached <= {(ADDRESS, cluster.scheduler_port), (ADDRESS, cluster.server.port)}
    accepted = psutil.Process(cluster._running[SCHEDULER].pid).net_connections("inet")
    assert {each.laddr.port for each in accepted} == {cluster.scheduler_port}
    assert [cluster.stop(name) for name in (WORKERS[0], SCHEDULER)] == [0, 0]


def test_a_worker_rests_outside_its_hours_and_the_server_does_the_work_meanwhile(
    cluster: ClusterPrograms, tmp_path: Path, brief_pdf: Path
) -> None:
    later = datetime.now() + timedelta(hours=2)
    cluster.start(SCHEDULER)
    cluster.start(WORKERS[0], "--hours", f"{later:%H:%M}-{later + timedelta(hours=1):%H:%M}")
    cluster.await_words(WORKERS[0], "Working for the office")
    cluster.enqueue([brief_pdf])
    cluster.server.start()
    await_done(cluster.library)
    assert not list((tmp_path / WORKERS[0]).rglob("*.pdf"))


def test_nobody_without_a_certificate_of_the_office_speaks_with_the_scheduler(
    cluster: ClusterPrograms, tmp_path: Path
) -> None:
    cluster.start(SCHEDULER)
    cluster.await_words(SCHEDULER, "Handing out work")
    where = (ADDRESS, cluster.scheduler_port)
    with socket.create_connection(where, 10) as plain:
        plain.sendall(b"\0" * 64)
        assert _ended(plain)
    stranger = ssl.create_default_context()
    stranger.check_hostname, stranger.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(where, 10) as plain, stranger.wrap_socket(plain) as shown_nothing:
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


def test_a_computer_that_was_not_invited_is_told_so(cluster: ClusterPrograms, tmp_path: Path) -> None:
    cluster.invitation.write_text('{"file": "another"}')
    cluster.start(WORKERS[0])
    assert cluster._running[WORKERS[0]].wait(60) == 3
    assert "invitation" in cluster.said(WORKERS[0])
    assert "Traceback" not in cluster.said(WORKERS[0])
