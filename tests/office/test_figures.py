"""Figures for Prometheus and the status of the cluster count events and identify nobody."""

from __future__ import annotations

import http.client
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.office import (
    ClusterStatus,
    Matter,
    OfficeRole,
    Person,
)
from briefbank.domain.searches import SearchRequest
from briefbank.errors import KeptFromYou, NotAllowed, StoreError
from briefbank.jobs import QuietReporter
from briefbank.office.application import OfficeServer
from briefbank.office.figures import Figures
from briefbank.office.link import call
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.postgres_database import PostgresPlace
from briefbank.office.wire import AddUpload
from tests.network.programs import need_a_network
from tests.office.cluster.in_process import LentComputer
from tests.office.conftest import Office
from tests.office.program import ADDRESS, ServerProgram

SECRET_WORDS = "zyzzyva quokka"


@pytest.fixture
def figures(office: Office) -> Iterator[int]:
    """The port at which a server tells its figures."""
    need_a_network()
    listener = socket.create_server((ADDRESS, 0))
    end = office.server.figures.serve(listener)
    yield listener.getsockname()[1]
    end()


def get_page(port: int, path: str = "/metrics") -> tuple[int, str]:
    connection = http.client.HTTPConnection(ADDRESS, port, timeout=30)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def values(port: int) -> dict[tuple[str, ...], float]:
    """Return each figure by its name and the values of its labels."""
    status, text = get_page(port)
    assert status == 200
    return {
        (sample.name, *(sample.labels[label] for label in sorted(sample.labels))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.parametrize("office", [1], indirect=True)
def test_answers_are_counted_by_operation_and_status(office: Office, figures: int) -> None:
    editor, reader = office.signed_in(), office.signed_in(OfficeRole.READER)
    for _ in range(3):
        call(editor, "search", SearchRequest(SECRET_WORDS))
    with pytest.raises(NotAllowed):
        call(reader, "documents.correct", 1, CaptionField.TITLE, "A heron")
    results = values(figures)
    assert results["briefbank_answer_seconds_count", "search", "200"] == 3
    assert results["briefbank_answer_seconds_sum", "search", "200"] > 0
    assert results["briefbank_sessions",] == 2
    refused = [key for key in results if key[:2] == ("briefbank_answer_seconds_count", "documents.correct")]
    assert [results[key] for key in refused] == [1] and refused[0][2] != "200"
    documents, passages = office.library.documents.totals()
    assert (results["briefbank_documents",], results["briefbank_passages",]) == (documents, passages)
    assert results["briefbank_files", "added"] == documents
    assert results["briefbank_jobs",] == 0
    assert results["briefbank_disk_free_bytes",] > 0


def test_the_metrics_name_no_person_search_or_document(office: Office, figures: int) -> None:
    editor = office.signed_in()
    call(editor, "search", SearchRequest(SECRET_WORDS))
    _, text = get_page(figures)
    documents = list(office.library.documents.each())
    names = {item for document in documents for item in (document.title, document.docket, document.file_name)}
    for secret in (*SECRET_WORDS.split(), "desk", *filter(None, names)):
        assert secret.casefold() not in text.casefold()
    assert {key[1] for key in values(figures) if key[0] == "briefbank_answer_seconds_count"} <= {
        *("greeting", "enrolment", "session", "search", "job", "pdf", "upload", "call")
    }, "each name makes rows of its own, so there are none but ours"


def test_a_name_that_is_no_operation_makes_no_row(office: Office, figures: int) -> None:
    for path in ("/v1/call/made-up-name", "/v1/call/%7e%0a", "/v1/job/../../etc/passwd"):
        office.exchange("POST", path, b"", {})
    assert all("made" not in str(key) and "etc" not in str(key) for key in values(figures))


def test_server_metrics_are_available_while_the_library_cannot_be_read(
    office: Office, figures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> tuple[int, int]:
        raise StoreError(detail="away")

    monkeypatch.setattr(office.library.documents, "totals", fail)
    result = values(figures)
    assert ("briefbank_jobs",) in result and ("briefbank_documents",) not in result


@pytest.mark.parametrize("asked_for", [True, pytest.param(False, marks=pytest.mark.nightly)])
@pytest.mark.nightly
def test_metrics_are_served_to_this_computer_alone_and_only_if_enabled(
    office_place: tuple[Path, PostgresPlace | None], tmp_path: Path, asked_for: bool
) -> None:
    need_a_network()
    program = ServerProgram(tmp_path / "server", office_place[0])
    program.prepare(tmp_path / "invitation.json", office_place[1], figures=asked_for)
    program.start()
    try:
        if asked_for:
            assert values(program.figures)["briefbank_documents",] > 0
            assert get_page(program.figures, "/v1/session")[0] in (200, 404), "it answers no desk"
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.2", program.figures), timeout=5)
        else:
            with pytest.raises(ConnectionRefusedError):
                get_page(program.figures)
        assert program.stop() == 0
    finally:
        if program.process is not None and program.process.poll() is None:
            program.stop(signal.SIGKILL)


def test_an_administrator_sees_that_the_server_works_alone(office: Office) -> None:
    status = call(office.signed_in(OfficeRole.ADMINISTRATOR), "cluster.status")
    assert status == ClusterStatus(None, 0)


def test_an_administrator_behind_a_wall_sees_no_count_that_includes_its_files(office: Office) -> None:
    hidden = office.library.documents.get(1).sha256
    matter = Matter("Client", documents=(hidden,), persons=(OfficeRole.ADMINISTRATOR.value,))
    office.walls.put(matter, QuietReporter())
    with pytest.raises(KeptFromYou):
        call(office.signed_in(OfficeRole.ADMINISTRATOR), "cluster.status")


def test_prometheus_gets_counts_of_files_without_names(office: Office, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 nothing")
    office.signed_in().add(broken, AddUpload(), QuietReporter())
    figures = Figures(office.library, lambda: 0, lambda: 0)
    results = {
        (sample.name, *sample.labels.values()): sample.value
        for metric in figures.collect()
        for sample in metric.samples
    }
    assert results["briefbank_files", "refused"] == 1
    assert not any("broken" in part for name in results for part in name)


def test_a_server_ends_while_a_job_waits_for_a_computer_that_never_answers(
    office: Office, tmp_path: Path
) -> None:
    lent, begun = LentComputer(tmp_path / "lent"), threading.Event()

    def never(token: str) -> None:
        begun.set()
        threading.Event().wait()

    lent.broker.work = never
    grants = OfflineGrants(tmp_path / "grants.sqlite", "Test office", office.accounts.secret_hash)
    uploads, dispatcher = tmp_path / "other-uploads", lent.dispatcher
    server = OfficeServer(
        office.library, office.accounts, office.walls, grants, uploads, dispatcher=dispatcher
    )
    server.start()
    server.jobs.start(Person("editor", OfficeRole.EDITOR), lambda _: lent.recognise())
    begun.wait()
    closing = threading.Thread(target=server.close, daemon=True)
    closing.start()
    closing.join(20.0)
    assert not closing.is_alive()
    lent.runner.close()
