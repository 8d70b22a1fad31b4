"""Uses an untrusted library as people do, and returns what should not have happened."""

from __future__ import annotations

import io
import logging
import shlex
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest import mock

from briefbank.cli import commands
from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.support.command import logging_as_before
from tests.untrusted_input.closing import Faults, described
from tests.untrusted_input.factory import Workspace

QUERY, CASE = "motor vehicle stop", "State v. Carty, 170 N.J. 632 (2002)"
LOOKING = tuple(
    map(
        shlex.split,
        str.split(
            "list|show 1|show 2|search Q|search '\"motor vehicle\" AND stop' --order best|"
            "search --like 1|summary 1|search Q --as-of 2015-01-01 --kind brief|around 1|marks|"
            "authority --list|authority C|authority --document 1|authority --same-as 1|versions|"
            "versions 2C:44-1 --text|good-law|good-law proposals|good-law report C|"
            "provision 'He drove.' 'Was it lawful?'|thesaurus|thesaurus stop|confirm|watch|sizes|"
            "audit|audit --verify|check|check --thorough",
            "|",
        ),
    )
)
CHANGING = tuple(
    map(
        shlex.split,
        str.split(
            "feedback 1 up --query Q|correct 1 --title 'State v. Baker' --filed 2015-03-01|"
            "correct 2 --undo title|good-law add C --status overruled|check --repair|"
            "versions --set 1 --from 2015-01-01|again 1|add BRIEF|search baker|remove 1|"
            "marks --forget-all|backup MADE|confirm --no",
            "|",
        ),
    )
)
FACADE: tuple[Callable[[Library], object], ...] = (
    lambda library: library.maintenance.alerts(),
    lambda library: library.ingest.history(),
    lambda library: library.ingest.waiting(),
    lambda library: library.watched.poll(QuietReporter()),
    lambda library: library.breakdown(SearchRequest(QUERY)),
    lambda library: library.relevant_keys(SearchRequest(QUERY)),
    lambda library: [library.reader.highlights(hit) for hit in library.search(SearchRequest(QUERY)).hits],
    lambda library: [library.reader.citation(document.id, 0, 1) for document in library.documents.each()],
    lambda library: [library.reader.outline(document.id) for document in library.documents.each()],
    lambda library: [library.documents.caption(document.id) for document in library.documents.each()],
    lambda library: [
        library.reader.findable(document.id).find("stop") for document in library.documents.each()
    ],
    lambda library: [library.maintenance.backups_with(document.id) for document in library.documents.each()],
    lambda library: [library.reader.outside(document.id, 0) for document in library.documents.each()],
    lambda library: library.installation.place(),
)
"""Calls that only the window makes."""


class Walkthrough:
    """One walkthrough; ``problems`` says what went wrong at which step."""

    def __init__(self, workspace: Workspace, folder: Path) -> None:
        self._workspace, self._folder = workspace, folder
        self._library = folder / "library"
        self._step = ""
        self.problems: list[str] = []

    def of_library(self) -> None:
        """Use an untrusted library; it is restored and intact at the end."""
        with self._open() as library:
            if library is not None:
                self._looked(library)
        with self._open() as library:
            if library is not None:
                for arguments in CHANGING:
                    self._run(*arguments, on=library)
        for arguments in (("rebuild",), ("restore", str(self._workspace.backup)), ("list",), ("check",)):
            self._run(*arguments)

    def of_backup(self) -> None:
        """Use an untrusted backup: restore it, and write into it."""
        backup = str(self._folder / "backup")
        restored = self._run("restore", backup)
        with self._open() as library:
            if library is not None and restored == 0:
                self._looked(library)
            if library is not None:
                self._run("backup", backup, on=library)
                self._run("check", "--repair", on=library)
        (self._library / "catalogue.sqlite").write_bytes(b"no catalogue any more" * 100)
        self._run("restore", backup)
        self._run("list")

    def _looked(self, library: Library) -> None:
        for at, arguments in enumerate(LOOKING):
            self._run(*arguments, on=library, as_json=at % 2 == 0)
        for ask in FACADE:
            self._step = f"façade, line {ask.__code__.co_firstlineno}"
            with self._listening(), suppress(BriefBankError):
                ask(library)

    @contextmanager
    def _open(self) -> Iterator[Library | None]:
        """Open the library; None where BriefBank refuses it, which ``_run`` examines."""
        self._step, library = "open", None
        with self._listening(), suppress(BriefBankError):
            library = Library.open(self._library)
        try:
            yield library
        finally:
            if library is not None:
                self._step = "close"
                with self._listening():
                    library.close()

    def _run(self, *arguments: str, on: Library | None = None, as_json: bool = True) -> int:
        """A command, on a library that is open, or as a person gives it."""
        made = str(self._folder / "made")
        named = {"BRIEF": str(self._workspace.brief), "MADE": made, "Q": QUERY, "C": CASE}
        given = [
            "--library",
            str(self._library),
            *(named.get(argument, argument) for argument in arguments),
            *["--json"] * as_json,
        ]
        self._step, output, errors, status = " ".join(arguments), io.StringIO(), io.StringIO(), 0
        with ExitStack() as stack:
            for item in (self._listening(), redirect_stdout(output), redirect_stderr(errors)):
                stack.enter_context(item)
            if on is not None:
                opened = lambda *_: nullcontext(on)  # noqa: E731
                stack.enter_context(mock.patch.object(commands, "opened", opened))
            status = commands.run(given)
        self._read(output.getvalue(), errors.getvalue(), as_json)
        return status

    def _read(self, output: str, errors: str, as_json: bool) -> None:
        """A mistake is told with its place by ``_listening``; this is for signs that a terminal obeys."""
        for text in (errors, *([] if as_json else [output])):
            ordered = {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp")} - set(
                "\n\t\r"
            )
            if ordered:
                self.problems.append(f"{self._step}: signs that a terminal obeys, {sorted(ordered)!r}")
        if "Traceback" in errors:
            self.problems.append(f"{self._step}: {errors[-500:]}")

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Record logged faults of any thread."""
        listener = Faults(self._heard)
        with logging_as_before():
            root = logging.getLogger()
            root.addHandler(listener)
            threading.excepthook = lambda raised: self._wrong(raised.exc_value)
            sys.unraisablehook = lambda raised: self._wrong(raised.exc_value)
            try:
                yield
            except BriefBankError:
                raise
            except BaseException as error:  # noqa: BLE001 (a panic of native code is none of Python's kinds)
                self._wrong(error)
            finally:
                root.removeHandler(listener)

    def _wrong(self, error: BaseException | None) -> None:
        self._heard(described(error))

    def _heard(self, problem: str) -> None:
        self.problems.append(f"{self._step}: {problem}")
