"""Lists the files among the paths that a person dropped, and surveys them before they are added.

Passed over are the files that systems and programs leave in folders, those that the person leaves out by a
pattern, folders of BriefBank itself, whose files are copies, and links in a folder that lead out of it:
whoever may write to a shared folder could otherwise have any file of the user's indexed.

For the survey, that of an office's first day, the beginning of each file is looked at by the code that adding
uses, in confined children, many files in one call. The pages of PDF and TIFF files are estimated: the files
are ordered by size and divided into as many runs as are sampled, and the one in the middle of each run stands
for it.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from briefbank.domain.ingest import RESERVE_BYTES, LookedAt, NoUse, PassedOver, Survey, SurveyedFile
from briefbank.errors import Cancelled, FileRefused, StoreError, UnknownFormat
from briefbank.extraction import sniff
from briefbank.extraction.formats import picture
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.files import is_junction
from briefbank.jobs import Reporter
from briefbank.paths import data_folder
from briefbank.sandbox.confinement import OpenedFile
from briefbank.sandbox.guard import processors
from briefbank.storage.library_folder import SENTINEL
from briefbank.text.file_names import LeaveOut, extension_group, is_left_behind, is_system_name
from briefbank.text.messages import Message

_BACKED_UP = re.compile(r"catalogue-[0-9a-f]{16}\.sqlite")  # The catalogue in a backup


@dataclass(frozen=True, slots=True)
class DroppedFile:
    """A file among dropped paths, as its folder has it; nothing of it was opened."""

    path: Path
    shown: str  # its path from the dropped folder on, as in 'Appeals/2010/brief.pdf'
    size: int | None  # None where it cannot be looked at: reading it will say why
    modified: int = 0  # The seconds since 1970 when it was last changed
    in_folder: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    path: Path
    shown: str
    root: Path | None = None
    """The real path of the dropped folder around it; None for what was dropped itself."""
    is_link: bool = False


class DroppedFiles:
    """The files among dropped paths, each once, with folders expanded in order of name. One use, one thread.

    Inside folders hidden files and anything but regular files are left out. A path that is missing or
    inaccessible is yielded as it is; reading it will say why. A link is followed where a person dropped it,
    and in a folder where it leads to a place inside the dropped one. A folder that was visited is not visited
    again. Patterns leave out files in folders, never one that a person dropped itself.
    """

    def __init__(self, dropped: Iterable[Path], patterns: LeaveOut | None = None) -> None:
        self._patterns = patterns or LeaveOut()
        self._waiting = [_Entry(path, path.name) for path in dropped][::-1]
        """The next one last."""
        self._folders_seen: set[tuple[int, int]] = set()
        self._files_seen: set[Path] = set()
        self.passed_over = PassedOver()
        """The entries passed over so far."""

    def __iter__(self) -> Iterator[Path]:
        return (file.path for file in self.files())

    def files(self) -> Iterator[DroppedFile]:
        """Yield the files with what is known of them."""
        while self._waiting:
            entry = self._waiting.pop()
            # A link to nothing inside the folder does not lead out: reading it will say that it is broken.
            real = Path(os.path.realpath(entry.path)) if entry.is_link else None
            if entry.root and real and not real.is_relative_to(entry.root):
                self.passed_over += PassedOver(links=1)
                continue
            try:
                status = entry.path.stat()
            except (OSError, ValueError):
                status = None
            if (inside := self._expanded(entry, status)) is not None:
                self._waiting.extend(reversed(inside))
            elif entry.path not in self._files_seen:
                self._files_seen.add(entry.path)
                if is_left_behind(entry.path.name):
                    self.passed_over += PassedOver(left_behind=1)
                elif entry.root and self._patterns.match(entry.shown):
                    self.passed_over += PassedOver(by_pattern=1)
                else:
                    regular = status if status is not None and stat.S_ISREG(status.st_mode) else None
                    yield DroppedFile(
                        entry.path,
                        entry.shown,
                        regular and regular.st_size,
                        int(regular.st_mtime) if regular else 0,
                        in_folder=entry.root is not None,
                    )

    def _expanded(self, entry: _Entry, status: os.stat_result | None) -> list[_Entry] | None:
        """Return the entries of a folder in order; none where it was visited, None for anything else and for
        a folder that may not be opened."""
        if status is None or not stat.S_ISDIR(status.st_mode):
            return None
        if (identity := (status.st_dev, status.st_ino)) in self._folders_seen:
            return []
        try:
            root = entry.root or Path(os.path.realpath(entry.path))
            shown = entry.shown or root.name
            with os.scandir(entry.path) as scanned:
                members = list(scanned)
            if _is_own(status, {member.name for member in members}):
                self.passed_over += PassedOver(own=1)
                members = []
            inside = [
                _Entry(
                    Path(member.path),
                    f"{shown}/{member.name}",
                    root,
                    member.is_symlink() or is_junction(member),
                )
                for member in members
                if _is_visible(member)
            ]
        except OSError:
            return None
        self._folders_seen.add(identity)
        return sorted(inside, key=lambda member: (member.path.name.casefold(), member.path.name))


def _is_own(folder: os.stat_result, names: set[str]) -> bool:
    """Tell whether a folder with these names in it is a library, a backup or the data folder of BriefBank."""
    data, is_copy = data_folder(), SENTINEL in names or any(map(_BACKED_UP.fullmatch, names))
    return is_copy or (data.exists() and os.path.samestat(folder, data.stat()))


def _is_visible(entry: os.DirEntry[str]) -> bool:
    """Tell whether a person would see an entry. Files that systems leave are kept, to be counted."""
    try:
        if entry.is_dir() and not entry.is_symlink():
            return not (entry.name.startswith(".") or is_system_name(entry.name))
        if entry.name.startswith(".") and not is_left_behind(entry.name):
            return False
        return entry.is_file() or entry.is_dir() or entry.is_symlink()
    except OSError:
        return True


WALKING, LOOKING = Message("Looking through the folders"), Message("Looking into the files")
"""The stages that are reported."""
BATCH = 64  # The files of one call: a call costs as much as looking into some twenty files
SAMPLED = 48  # The files of a format whose pages are counted
_SAMPLE_S = 5.0
_LARGE_BYTES = 1_000_000_000
_MOST_PAGES = 300  # The most pages that a text is taken for by its size alone
_BYTES_OF_PAGE = {".docx": 6_000, ".html": 8_000, ".txt": 2_500}
_USUAL_PAGE_BYTES = 6_000
_SAMPLED_FORMATS = (".pdf", ".tif")


class Surveyor:
    """The survey of dropped paths, for one library. Any thread."""

    def __init__(self, library: Path, processes: WorkerPool) -> None:
        self._library, self._processes = library, processes

    def survey(self, dropped: Sequence[Path], reporter: Reporter, *, above: int = 0) -> Survey | None:
        """Return what lies there; None for at most ``above`` files of a GB together. Raises Cancelled."""
        walked = DroppedFiles(path.absolute() for path in dropped)
        files: list[DroppedFile] = []
        for file in walked.files():
            files.append(file)
            if len(files) % 100 == 0:
                reporter.check()
                reporter.progress(WALKING, len(files), 0)
        if above and len(files) <= above and sum(file.size or 0 for file in files) <= _LARGE_BYTES:
            return None
        looked = self._look_into(files, reporter)
        pages = self._pages(files, looked, reporter)
        free = shutil.disk_usage(self._library).free - RESERVE_BYTES
        closed_folders = tuple(file.shown for file in files if file.size is None and file.path.is_dir())
        surveyed = _surveyed(files, looked, pages)
        return Survey(surveyed, walked.passed_over, max(0, free), processors(), closed_folders)

    def _look_into(self, files: Sequence[DroppedFile], reporter: Reporter) -> list[LookedAt]:
        """Return what each file is, in the order of the files."""
        looked: list[LookedAt] = []
        reporter.progress(LOOKING, 0, len(files))
        regular = [file for file in files if file.size is not None]
        batches = [regular[start : start + BATCH] for start in range(0, len(regular), BATCH)]
        pool = ThreadPoolExecutor(processors(), thread_name_prefix="survey")
        try:
            for answer in pool.map(lambda batch: self._look_at(batch, reporter.check), batches):
                looked += answer
                reporter.progress(LOOKING, len(looked), len(files))
                reporter.check()
        finally:
            pool.shutdown(cancel_futures=True)
        answers = iter(looked)
        closed = LookedAt(no_use=NoUse.UNREADABLE)  # a folder, or a device that may never answer
        return [closed if file.size is None else next(answers) for file in files]

    def _look_at(self, files: Sequence[DroppedFile], check: Callable[[], None]) -> list[LookedAt]:
        """Return what some files are. A file that ends the child, or cannot be opened, is found by halves."""
        try:
            opened = (OpenedFile(file.path) for file in files)
            return list(self._processes.call(sniff.look_at, *opened, check=check))
        except FileRefused as error:
            if len(files) == 1:
                is_unknown = isinstance(error, UnknownFormat)
                return [LookedAt(no_use=NoUse.OTHER if is_unknown else NoUse.UNREADABLE)]
        half = len(files) // 2
        return self._look_at(files[:half], check) + self._look_at(files[half:], check)

    def _pages(
        self, files: Sequence[DroppedFile], looked: Sequence[LookedAt], reporter: Reporter
    ) -> dict[int, tuple[int, int]]:
        """Return the estimated pages, and scanned pages, of files by their number."""
        pages: dict[int, tuple[int, int]] = {}
        samples: list[tuple[str, list[int]]] = []
        for suffix in _SAMPLED_FORMATS:
            of_format = [number for number, seen in enumerate(looked) if seen.format == suffix]
            of_format.sort(key=lambda number: (files[number].size or 0, files[number].shown))
            runs = min(SAMPLED, len(of_format))  # of nearly the same length
            ends = [run * len(of_format) // runs for run in range(1, runs + 1)]
            samples += [(suffix, of_format[first:end]) for first, end in pairwise((0, *ends))]

        def count(sample: tuple[str, list[int]]) -> tuple[int, int] | None:
            suffix, run = sample
            reporter.check()
            try:
                path = OpenedFile(files[run[len(run) // 2]].path)
                return self._processes.call(
                    sniff.count_pages, path, suffix, timeout_s=_SAMPLE_S, check=reporter.check
                )
            except (Cancelled, StoreError):
                raise
            except Exception:  # noqa: BLE001 - a malformed file: its neighbours are judged by their size
                return None

        with ThreadPoolExecutor(processors(), thread_name_prefix="survey") as pool:
            for (_suffix, run), counted in zip(samples, pool.map(count, samples), strict=True):
                if counted is not None:
                    pages.update(dict.fromkeys(run, counted))
        return pages


def _surveyed(
    dropped: Sequence[DroppedFile], looked: Sequence[LookedAt], pages: dict[int, tuple[int, int]]
) -> tuple[SurveyedFile, ...]:
    seen: set[tuple[int, str]] = set()
    files = []
    for number, (file, what) in enumerate(zip(dropped, looked, strict=True)):
        size = file.size or 0
        no_use = what.no_use
        if no_use is NoUse.OTHER:  # an unknown format: its name may tell what it is
            no_use = NoUse(extension_group(file.path.suffix) or NoUse.OTHER)
        if no_use is NoUse.SMALL_PICTURE and not file.in_folder:  # a person has chosen it
            what, no_use = replace(what, format=picture.JPEG.suffix), None
        copy = bool(what.head) and (size, what.head) in seen
        seen.add((size, what.head))
        count = scans = 0
        if number in pages:
            count, scans = pages[number]
        elif no_use is None and what.format in picture.PHOTOGRAPHS:
            count = scans = 1
        elif no_use is None and what.format != sniff.ARCHIVE:
            count = min(_MOST_PAGES, 1 + size // _BYTES_OF_PAGE.get(what.format, _USUAL_PAGE_BYTES))
        files.append(SurveyedFile(file.shown, size, what.format, no_use, count, scans, copy))
    return tuple(files)
