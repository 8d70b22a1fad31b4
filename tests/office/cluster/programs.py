"""An office server, its broker and workers, each a program of its own."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
import redis
from numpy.typing import NDArray

from briefbank import paths
from briefbank.jobs import QuietReporter
from briefbank.office.library import OfficeLibrary
from tests.network.programs import PROJECT
from tests.office.program import ADDRESS, ServerProgram
from tests.office.slapd import free_port

BROKER = "broker"
POLL_S = 0.1
LOOK_S = 0.5
"""The time between two looks at a library, which take some of the processors that it is measured on."""


class ClusterPrograms:
    """The programs by name: 'server', 'broker', and workers by any other."""

    def __init__(
        self,
        folder: Path,
        library: Path,
        host: str = ADDRESS,
        networks: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``networks``: those in which some of the workers run, by the worker's name; ``host`` is the number
        of the server in all of them."""
        self._folder, self.library, self._networks = folder, library, networks
        self.server = ServerProgram(folder / "server", library, host=host)
        self.broker_port = free_port()
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def prepare(self) -> None:
        self._home(self.server.home)
        self.server.prepare(self._folder / "desk.json", cluster=self.broker_port)

    def _home(self, home: Path) -> Path:
        """Return a program's home, with the model made ready: that takes half a minute of a new computer."""
        ready = paths.models_folder()
        if ready.is_dir() and not home.exists() and "BRIEFBANK_MODELS" not in os.environ:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("BRIEFBANK_HOME", str(home))
                shutil.copytree(ready, paths.models_folder())
        return home

    def enqueue(self, files: Sequence[Path]) -> None:
        """Put files into the ledger of the library, which no program has open, as the server's user."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("BRIEFBANK_HOME", str(self.server.home))
            with OfficeLibrary.open(self.library) as opened:
                opened.ingest.enqueue(files, QuietReporter())

    def start(self, name: str, *options: str) -> subprocess.Popen[bytes]:
        """Start a program, which looks for the others while they are away. A worker is invited first."""
        if name == BROKER:
            command, home = ("office", "broker"), self.server.home
        else:
            invitation = self.invite(name)
            taking = ("--invitation", str(invitation), "--cores", "1")
            command, home = ("worker", *taking, *options), self._home(self._folder / name)
        network = self._networks.get(name)
        inside = ("ip", "netns", "exec", network) if network else ()
        with (self._folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [*inside, sys.executable, "-m", "briefbank", *command],
                cwd=PROJECT,
                env=os.environ | {"BRIEFBANK_HOME": str(home)},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self.running[name]

    def broker(self) -> redis.Redis:
        """Return a connection to the broker as the server has it."""
        return broker_client(self.server.home / "office-server" / "cluster")

    def ended(self, name: str) -> int:
        """Wait for the end of a program that ends by itself, and return its exit status."""
        return self.running.pop(name).wait(60)

    def invite(self, name: str) -> Path:
        """Return the invitation of a worker, which is written once."""
        invitation = self._folder / f"{name}.json"
        if not invitation.exists():
            self.server.command("invite-worker", str(invitation))
        return invitation

    def start_all(self, workers: Sequence[str]) -> None:
        """Start the broker and the workers, and the server once all of them are there."""
        for name in workers:
            self.invite(name)
        for name in (BROKER, *workers):
            self.start(name)
        for name in workers:
            self.await_words(name, "Working for the office")
        self.server.start()

    def log_text(self, name: str) -> str:
        """Return what a program wrote."""
        return (self._folder / f"{name}.log").read_text(encoding="utf-8")

    def await_words(self, name: str, words: str, seconds: float = 90.0) -> None:
        """Wait until a program has written some words."""
        ends = time.monotonic() + seconds
        while words not in self.log_text(name):
            assert time.monotonic() < ends, self.log_text(name)
            assert self.running[name].poll() is None, self.log_text(name)
            threading.Event().wait(POLL_S)

    def kill(self, name: str) -> None:
        """Kill a program, as a plug that is pulled would."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def stop(self, name: str) -> int:
        """Tell a program to end, and return its exit status."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        return process.wait(60)

    def close(self) -> None:
        for name in list(self.running):
            self.kill(name)
        if self.server.process is not None and self.server.process.poll() is None:
            self.server.stop(signal.SIGKILL)


def broker_client(folder: Path) -> redis.Redis:
    """Return a connection to the broker of a folder as the server has it; its path may be a long one."""
    return redis.Redis(
        unix_socket_path=f"/proc/self/fd/{os.open(folder, os.O_RDONLY)}/broker.sock",
        username="server",
        password=(folder / "broker-password").read_text(),
        decode_responses=True,
    )


def waiting(library: Path) -> int:
    """Return how many files and passages of a library are still to be worked on."""
    question = (
        "SELECT (SELECT count(*) FROM intake WHERE status IS NULL) + "
        "(SELECT count(*) FROM passage WHERE searchable AND id NOT IN (SELECT passage_id FROM embedded))"
    )
    with closing(sqlite3.connect(f"file:{library / 'catalogue.sqlite'}?mode=ro", uri=True)) as connection:
        return int(connection.execute(question).fetchone()[0])


def await_done(library: Path, seconds: float = 280.0) -> None:
    """Wait until nothing waits."""
    ends = time.monotonic() + seconds
    while left := waiting(library):
        assert time.monotonic() < ends, f"{left} wait"
        threading.Event().wait(LOOK_S)


def has_vectors_of(one: Path, other: Path) -> bool:
    """Tell whether two libraries have the same vectors of the same texts, byte for byte."""
    ours, theirs = _vectors(one), _vectors(other)
    return ours.keys() == theirs.keys() and all(np.array_equal(ours[key], theirs[key]) for key in ours)


def _vectors(library: Path) -> dict[str, NDArray[np.float32]]:
    """Return the vectors of a library by the hash of their text."""
    with OfficeLibrary.open(library) as opened:
        ids = [document.id for document in opened.documents.each()]
        return opened.embedding.vectors_of(ids, opened.embedding.encoder().name)
