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
    """An office server that runs on a library, prepared in a home of its own."""

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
        """Run one command of ``serve`` to its end."""
        self.run("serve", *arguments, typed=typed)

    def run(self, *arguments: str, typed: str = "") -> str:
        """Run one command on the server's library to its end, and return what it says."""
        ended = subprocess.run(
            [sys.executable, "-m", "briefbank", "--library", str(self.library), *arguments],
            cwd=PROJECT,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def prepare(
        self,
        invitation: Path,
        place: PostgresPlace | None = None,
        *,
        figures: bool = False,
        cluster: int = 0,
    ) -> None:
        """``cluster``: the port of the broker; 0 for none."""
        database = ("--database", place.name, "--database-socket", str(place.folder)) if place else ()
        where = ("--host", self._host, "--port", str(self.port))
        counted = ("--figures", str(self.figures)) if figures else ()
        spread = ("--cluster", str(cluster)) if cluster else ()
        self.command("prepare", *where, "--office", "Test office", *database, *counted, *spread)
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
        said = self.process.stdout.readline()
        assert "Answering desks" in said, said

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the program by a signal, and return its exit status."""
        assert self.process is not None and self.process.stdout is not None
        (psutil.Process(self.process.pid).children()[0] if self._watcher else self.process).send_signal(
            number
        )
        status = self.process.wait(60)
        self.process.stdout.close()
        return status
