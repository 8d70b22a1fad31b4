"""The office server as a program of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil

from briefbank.office.postgres_database import PostgresPlace
from tests.network.programs import PROJECT
from tests.office.slapd import free_port

ADDRESS, PASSWORD = "127.0.0.1", "correct horse battery"


class ServerProgram:
    """An office server that runs on a library, prepared in its own home."""

    def __init__(self, home: Path, library: Path, *watcher: str, host: str = ADDRESS) -> None:
        """``watcher`` is a command that runs the server as its only child, if any; ``host`` the number at
        which it listens."""
        self._host = host
        self.home, self._environment = home, os.environ | {"BRIEFBANK_HOME": str(home)}
        self.library, self._watcher = library, watcher
        self.port = free_port()
        self.figures = free_port()
        """The port of its figures, where they are asked for."""
        self.process: subprocess.Popen[str] | None = None

    def command(self, *arguments: str, typed: str = "") -> None:
        """Run one command of ``office`` to its end."""
        self.run("office", *arguments, typed=typed)

    def run(self, *arguments: str, typed: str = "") -> str:
        """Run one command on the server's library to its end, and return what it says."""
        completed = subprocess.run(
            [sys.executable, "-m", "briefbank", "--library", str(self.library), *arguments],
            cwd=PROJECT,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert completed.returncode == 0, completed.stderr
        return completed.stdout

    def prepare(
        self,
        invitation: Path,
        database: PostgresPlace | None = None,
        *,
        figures: bool = False,
        cluster: int = 0,
    ) -> None:
        """``cluster``: the port of the broker; 0 for none."""
        database_options = (
            ("--database", database.name, "--database-socket", str(database.folder)) if database else ()
        )
        where = ("--host", self._host, "--port", str(self.port))
        counted = ("--figures", str(self.figures)) if figures else ()
        spread = ("--cluster", str(cluster)) if cluster else ()
        self.command("prepare", *where, "--office", "Test office", *database_options, *counted, *spread)
        self.command("person", "Ada", "--role", "editor", typed=f"{PASSWORD}\n")
        self.command("invite", str(invitation))

    def start(self) -> None:
        """Start the program, and return once it says that it answers."""
        self.process = subprocess.Popen(
            [*self._watcher, sys.executable, "-m", "briefbank", "--library", str(self.library), "serve"],
            cwd=PROJECT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        first_line = self.process.stdout.readline()
        assert "Answering desks" in first_line, first_line

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the program by a signal, and return its exit status."""
        assert self.process is not None and self.process.stdout is not None
        (psutil.Process(self.process.pid).children()[0] if self._watcher else self.process).send_signal(
            number
        )
        status = self.process.wait(60)
        self.process.stdout.close()
        return status
