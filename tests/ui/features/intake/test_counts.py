"""A file counts once, as it ended last: in the header, in the tabs, in the report and on the command line."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from briefbank.cli.json_values import added_json, report_json
from briefbank.domain.ingest import FileProgress, FileStatus, IngestReport, PassedOver, Stage
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from ui.features.intake.file_rows import FileFilterChoice, FileSection
from ui.features.intake.file_states import FileBook
from ui.features.intake.progress import IntakeProgress

NAMES = ("good.txt", "copy of good.txt", "program.exe", "broken.pdf", "many.zip")


class Window(QuietReporter):
    """What a window counts of the events: the header's round, and the list with its tabs."""

    def __init__(self) -> None:
        super().__init__()
        self.header, self.list = IntakeProgress(), FileBook()

    def file(self, event: FileProgress) -> None:
        self.header.update([event])
        self.list.update([event])

    def counts(self) -> dict[str, int]:
        earlier = [row.outcome for row in self.list.rows({}) if getattr(row, "outcome", None)]
        return {
            "refused": self.list.counted(FileFilterChoice.REFUSED),
            "taken_off": self.list.count(FileSection.TAKEN_OFF),
            "left_out": self.list.count(FileSection.LEFT_OUT),
            "files": len(earlier),
        }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "dropped")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened_library:
        yield opened_library


def filled(folder: Path) -> Path:
    folder.mkdir()
    text = "The officer stopped the wagon because a zebra was seen in it, and the court should reverse."
    (folder / "good.txt").write_text(text)
    (folder / "copy of good.txt").write_text(text)
    (folder / "program.exe").write_bytes(b"MZ\0\1")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    with zipfile.ZipFile(folder / "many.zip", "w") as archive:
        archive.writestr("inside.txt", f"{text} Another sentence.")
        archive.writestr("program.exe", b"MZ\0\1")
    return folder


def of_report(report: IngestReport) -> dict[str, int]:
    refused = report.ended.get(FileStatus.REFUSED, 0)
    return {
        "refused": refused,
        "taken_off": report.taken_off,
        "left_out": report.left_out,
        "files": report.files,
    }


def require_agreement(library: Library, window: Window) -> None:
    """Compare the header, the tabs, those of a window that is opened now, the report and its table."""
    report = library.ingest.report()
    assert window.counts() == of_report(report)
    assert window.header.refused == report.ended.get(FileStatus.REFUSED, 0)
    assert window.header.known == report.files
    reopened = Window()
    reopened.list.set_history(library.ingest.history(), ())
    assert reopened.counts() == of_report(report)
    files = library.ingest.reported_files()
    assert len(files) == report.files == len({file.path for file in files})
    assert sum(number for _reason, number in report.refusals) == report.ended.get(FileStatus.REFUSED, 0)
    assert (
        json.loads(json.dumps(report_json(report, library.ingest.searchable(), None)))["files"]
        == report.files
    )


def test_a_refused_file_that_is_tried_again_counts_once(library: Library, folder: Path) -> None:
    window = Window()
    for _attempt in range(3):
        library.ingest.add([folder / "broken.pdf", folder / "program.exe"], window)
    require_agreement(library, window)
    report = library.ingest.report()
    assert report.files == report.ended[FileStatus.REFUSED] == window.header.refused == 2


def test_a_refused_file_that_is_added_later_is_not_refused_any_more(library: Library, folder: Path) -> None:
    window, path = Window(), folder / "broken.pdf"
    library.ingest.add([path], window)
    path.write_text("The officer stopped the wagon because a zebra was seen in it.")
    library.ingest.add([path], window)
    require_agreement(library, window)
    assert dict(library.ingest.report().ended) == {FileStatus.ADDED: 1}


def test_a_document_that_is_read_again_is_no_further_file(library: Library, folder: Path) -> None:
    window = Window()
    (outcome,) = library.ingest.add([folder / "good.txt"], window)
    assert outcome.document is not None
    library.ingest.read_again(outcome.document.id, [])
    library.ingest.run(window)
    require_agreement(library, window)
    library.ingest.read_again(outcome.document.id, [])
    (stopped,) = library.ingest.cancel()
    assert stopped.status is FileStatus.ADDED, "it stays as it was"
    assert library.ingest.report().files == 1


def test_a_file_that_was_taken_off_the_list_was_not_refused(library: Library, folder: Path) -> None:
    window = Window()
    library.ingest.enqueue([folder / "good.txt"], window)
    for outcome in library.ingest.cancel():
        window.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
    require_agreement(library, window)
    report = library.ingest.report()
    assert (report.taken_off, report.ended.get(FileStatus.REFUSED, 0)) == (1, 0)


def test_the_command_line_counts_what_the_window_counts(library: Library, folder: Path) -> None:
    window = Window()
    outcomes = library.ingest.add([folder], window)
    added = added_json(outcomes, PassedOver(), 0.0, 0, None)
    report = report_json(library.ingest.report(), library.ingest.searchable(), None)
    assert added["counts"] == {
        status.value: report[status.value] for status in FileStatus if status != "waiting"
    } | {"waiting": 0}
    assert sum(added["counts"].values()) == len(added["files"]) == report["files"] == window.header.finished


steps = st.one_of(
    st.tuples(st.just("add"), st.sets(st.sampled_from(NAMES), min_size=1)),
    st.tuples(st.just("cancel"), st.sets(st.sampled_from(NAMES), min_size=1)),
    st.tuples(st.just("again"), st.just(frozenset())),
    st.tuples(st.just("leave out"), st.sets(st.sampled_from(NAMES), min_size=1)),
    st.tuples(st.just("remove"), st.integers(0, 2)),
)


@settings(max_examples=12)
@example([("add", {"good.txt"}), ("cancel", {"good.txt"}), ("remove", 0)])
@given(st.lists(steps, min_size=1, max_size=6))
def test_all_counts_agree_after_any_steps(
    tmp_path_factory: pytest.TempPathFactory, sequence: list[tuple[str, object]]
) -> None:
    base = tmp_path_factory.mktemp("counts")
    folder, window = filled(base / "dropped"), Window()
    with Library.open(base / "library", encoder=Buckets()) as library:
        for step, what in sequence:
            take(library, window, folder, step, what)
            require_agreement(library, window)
    shutil.rmtree(base)


def take(library: Library, window: Window, folder: Path, step: str, what: object) -> None:
    """Take one step as a window does."""
    match step:
        case "add":
            library.ingest.add([folder / name for name in sorted(what)], window)  # type: ignore[call-overload]
        case "again":
            library.ingest.add(window.list.refused(), window)
        case "cancel":
            library.ingest.enqueue([folder / name for name in sorted(what)], window)  # type: ignore[call-overload]
            for outcome in library.ingest.cancel():
                window.file(FileProgress(outcome.path, Stage.WAITING, outcome=outcome))
        case "leave out":
            paths = [folder / name for name in sorted(what)]  # type: ignore[call-overload]
            library.ingest.leave_out(paths)
            events = window.list.left_out(paths, skip=True)
            for event in events:
                window.file(event)
        case "remove":
            documents = list(library.documents.each())
            if documents:
                document = documents[int(str(what)) % len(documents)]
                library.documents.remove(document.id)
                window.header.forget(window.list.forget_document(document.id))
