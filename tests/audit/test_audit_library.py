"""Tests of a library's audit log: each operation is recorded once, and never with content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from briefbank import settings
from briefbank.cli import commands
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.maintenance import AuditEntry, AuditEvent
from briefbank.domain.searches import Aid, SearchRequest, Verdict
from briefbank.errors import NotInLibrary
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()
SENTINEL = "Zanzibarquartz"
BRIEF = (
    f"SUPERIOR COURT OF NEW JERSEY\nAPPELLATE DIVISION\nState v. {SENTINEL}\n\nPOINT I\n\n"
    f"THE STOP OF {SENTINEL.upper()} WAS PROLONGED\n\n"
    f"The trooper prolonged the stop of {SENTINEL} without reasonable suspicion. State v. Doe, 200 N.J. 1 "
    "(2009). Nothing that was found afterwards may be used, and the motion should have been granted.\n"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened_library:
        yield opened_library


def brief(folder: Path, name: str = f"{SENTINEL}.txt", more: str = "") -> Path:
    path = folder / name
    path.write_text(BRIEF + more, encoding="utf-8")
    return path


def recorded_entries(library: Library) -> list[AuditEntry]:
    """Oldest first, without the beginning."""
    return list(reversed(library.audit.entries()))[1:]


def last_entry(library: Library) -> AuditEntry:
    return library.audit.entries(limit=1)[0]


@pytest.mark.nightly
def test_each_document_of_many_that_are_corrected_is_written_down(library: Library, tmp_path: Path) -> None:
    outcomes = library.ingest.add([brief(tmp_path), brief(tmp_path, "two.txt", "More.")], QUIET)
    ids = [outcome.document.id for outcome in outcomes if outcome.document]
    before = len(recorded_entries(library))
    library.documents.correct_many([*ids, 99], CaptionField.COURT, SENTINEL, QUIET)
    library.documents.correct_many(ids[:1], CaptionField.COURT, None, QUIET)
    written = [(entry.act, entry.details["document"]) for entry in recorded_entries(library)[before:]]
    assert written == [*((AuditEvent.CORRECTED, id_) for id_ in ids), (AuditEvent.UNCORRECTED, ids[0])]


def test_every_operation_is_recorded_once_without_any_content(library: Library, tmp_path: Path) -> None:
    (tmp_path / f"{SENTINEL}.xyz").write_bytes(b"\x00\x01\x02 nothing that can be read")
    outcomes = library.ingest.add([brief(tmp_path), tmp_path / f"{SENTINEL}.xyz"], QUIET)
    document = next(outcome.document for outcome in outcomes if outcome.document)
    library.ingest.add([brief(tmp_path)], QUIET)  # there already: nothing is done
    library.ingest.read_again(document.id, [])
    library.ingest.run(QUIET)
    library.documents.correct(document.id, CaptionField.TITLE, f"State v. {SENTINEL} Two")
    library.documents.correct(document.id, CaptionField.TITLE, None)
    library.summaries.opened(document.id)
    answer = library.search(SearchRequest(f"{SENTINEL} trooper"))
    library.feedback.give(answer.hits[0].passage.id, SENTINEL, Verdict.UP)
    library.exports.results(SearchRequest(SENTINEL), tmp_path / f"{SENTINEL}.csv", QUIET)
    library.feedback.export(tmp_path / f"{SENTINEL}.json")
    line = library.good_law.enter(f"State v. {SENTINEL}, 200 N.J. 1", Standing.OVERRULED, note=SENTINEL)
    library.good_law.change(line.id, Standing.LIMITED, by="", since=None, note="", entered_by=SENTINEL)
    library.good_law.export(tmp_path / "list.csv")
    library.good_law.remove([line.id])
    library.good_law.import_from(tmp_path / "list.csv")
    library.maintenance.check(repair=True)
    library.maintenance.rebuild(QUIET)
    library.maintenance.backup(tmp_path / "backup", QUIET)
    library.documents.remove(document.id)
    results = [(entry.act, dict(entry.details)) for entry in recorded_entries(library)]
    pages = document.pages
    assert [act for act, _ in results] == [
        *(
            AuditEvent.ADDED,
            AuditEvent.REFUSED,
            AuditEvent.READ_AGAIN,
            AuditEvent.CORRECTED,
            AuditEvent.UNCORRECTED,
            AuditEvent.SUMMARY,
        ),
        *(
            AuditEvent.EXPORTED,
            AuditEvent.EXPORTED,
            AuditEvent.GOOD_LAW,
            AuditEvent.GOOD_LAW,
            AuditEvent.EXPORTED,
            AuditEvent.GOOD_LAW,
            AuditEvent.GOOD_LAW,
        ),
        *(AuditEvent.MENDED, AuditEvent.REBUILT, AuditEvent.BACKED_UP, AuditEvent.REMOVED),
    ]
    assert results[0][1] == {"document": document.id, "kind": document.kind.value, "pages": pages}
    assert results[1][1] == {"files": 1, "reason": "format"}
    assert results[3][1] == {"document": document.id, "field": "title"}
    assert results[-1][1] == results[0][1]
    assert library.audit.verify() == []
    assert not holds(library.folder / "audit.log", SENTINEL)
    assert not holds(library.folder / "audit.log", document.sha256)


def holds(path: Path, text: str) -> bool:
    return text.casefold() in path.read_bytes().decode("utf-8", "replace").casefold()


def test_settings_are_written_down_by_name_and_switches_with_their_state(library: Library) -> None:
    address = "http://10.9.8.7:8000/v1"
    settings.save(replace(settings.load(), ocr_address=address, remember=False))
    settings.save(replace(settings.load(), aids=frozenset(Aid)))
    settings.save(settings.load())
    assert [dict(entry.details) for entry in recorded_entries(library)] == [
        {"setting": "ocr_address"},
        {"on": False, "setting": "remember"},
        {"setting": "aids"},
    ]
    assert not holds(library.folder / "audit.log", "10.9.8.7")
    library.close()
    settings.save(settings.Settings())  # no library is open: nobody is told


def test_the_self_test_is_written_down_with_what_came_of_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from briefbank.domain.maintenance import CheckResult
    from briefbank.maintenance import self_test

    results = [CheckResult("A", True, ""), CheckResult("B", False, "")]
    monkeypatch.setattr(self_test, "run", lambda *_args, **_kept: results)
    library.installation.self_test()
    assert dict(last_entry(library).details) == {"passed": 1, "failed": 1}


def test_an_operation_that_fails_before_any_change_is_not_recorded(library: Library) -> None:
    for act in (
        lambda: library.documents.remove(812),
        lambda: library.documents.correct(812, CaptionField.TITLE, "x"),
        lambda: library.ingest.read_again(812),
    ):
        with pytest.raises(NotInLibrary):
            act()
    assert recorded_entries(library) == []


def test_a_restored_library_goes_on_with_its_own_record(library: Library, tmp_path: Path) -> None:
    library.ingest.add([brief(tmp_path)], QUIET)
    library.maintenance.backup(tmp_path / "backup", QUIET)
    library.ingest.add(
        [brief(tmp_path, "other.txt", "\n\nSomething else was said on the next day.\n")], QUIET
    )
    before = (library.folder / "audit.log").read_bytes()
    library.maintenance.restore(tmp_path / "backup", QUIET)
    assert (library.folder / "audit.log").read_bytes().startswith(before)
    assert last_entry(library).act is AuditEvent.RESTORED and dict(last_entry(library).details) == {
        "documents": 1
    }
    assert library.audit.verify() == []
    library.close()
    with Library.open(library.folder, encoder=Buckets()) as again:
        assert again.audit.verify() == [] and last_entry(again).act is AuditEvent.RESTORED


def test_a_backup_restored_elsewhere_has_its_audit_log(library: Library, tmp_path: Path) -> None:
    library.ingest.add([brief(tmp_path)], QUIET)
    library.maintenance.backup(tmp_path / "backup", QUIET)
    head = library.audit.head()
    with Library.open(tmp_path / "elsewhere", encoder=Buckets()) as other:
        other.maintenance.restore(tmp_path / "backup", QUIET)
        assert other.audit.verify() == [] and head is not None
        came = [entry for entry in other.audit.entries() if entry.earlier]
        assert [entry.act for entry in came] == [AuditEvent.ADDED, AuditEvent.BEGUN]
        other.maintenance.backup(tmp_path / "second", QUIET)
    with Library.open(tmp_path / "third", encoder=Buckets()) as third:
        third.maintenance.restore(tmp_path / "second", QUIET)
        assert third.audit.verify() == []
        assert sum(entry.act is AuditEvent.ADDED for entry in third.audit.entries()) == 1


def run_audit_command(
    capsys: pytest.CaptureFixture[str], folder: Path, *options: str
) -> tuple[int, dict[str, object]]:
    capsys.readouterr()
    status = commands.run(["--library", str(folder), "--json", "audit", *options])
    return status, json.loads(capsys.readouterr().out)


def test_the_command_lists_days_and_reports_whether_the_log_is_intact(
    library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library.maintenance.rebuild(QUIET)
    today = last_entry(library).at.astimezone().date()
    library.close()
    status, shown = run_audit_command(
        capsys, library.folder, "--from", str(today), "--to", str(today), "--limit", "1"
    )
    (entry,) = shown["entries"]  # type: ignore[misc]
    assert status == 0 and entry["act"] == "rebuilt" and entry["number"] == 2
    assert run_audit_command(capsys, library.folder, "--from", str(today + timedelta(days=1))) == (
        1,
        {"entries": []},
    )
    status, verified = run_audit_command(capsys, library.folder, "--verify")
    assert status == 0 and verified["whole"] is True and verified["last"]["number"] == 2  # type: ignore[index]
    path = library.folder / "audit.log"
    path.write_bytes(path.read_bytes().replace(b'"passages":0', b'"passages":9'))
    status, verified = run_audit_command(capsys, library.folder, "--verify")
    assert status == 1 and verified["problems"]
