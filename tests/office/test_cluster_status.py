"""Tests of what an administrator and Prometheus see of the cluster."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from briefbank.domain.office import (
    ClusterReport,
    ClusterStatus,
    ComputerReport,
    ComputerState,
    Matter,
    OfficeRole,
    Person,
)
from briefbank.errors import KeptFromYou, NotAllowed
from briefbank.jobs import QuietReporter
from briefbank.office.application import OfficeServer
from briefbank.office.figures import Figures
from briefbank.office.link import call
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.wire import AddUpload
from tests.office.cluster.in_process import LentComputer
from tests.office.conftest import Office

REPORT = ClusterReport(
    (
        ComputerReport("front-desk", 3, ComputerState.WORKS, 2),
        ComputerReport("library", 7, ComputerState.RESTS, 0),
    ),
    waiting=4,
)


class _Dispatcher:
    def report(self) -> ClusterReport:
        return REPORT


def test_an_administrator_sees_that_the_server_works_alone(office: Office) -> None:
    status = call(office.signed_in(OfficeRole.ADMINISTRATOR), "cluster.status")
    assert status == ClusterStatus(None, 0)


@pytest.mark.parametrize("role", [item for item in OfficeRole if item is not OfficeRole.ADMINISTRATOR])
def test_nobody_else_sees_the_computers(office: Office, role: OfficeRole) -> None:
    with pytest.raises(NotAllowed):
        call(office.signed_in(role), "cluster.status")


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
