"""A real PostgreSQL for tests: a cluster in a temporary folder, reached by its Unix socket alone."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import URL

from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.office.postgres_database import PostgresPlace

OWNER = "postgres"
"""The user that Debian's package makes, for a cluster that root starts: PostgreSQL refuses to run as root."""
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "log_checkpoints=off")
"""A cluster that is thrown away need not survive a power cut."""


def catalogue_in(database: Path | PostgresPlace) -> Database:
    """Open the catalogue in a file or a database."""
    return open_catalogue(database) if isinstance(database, Path) else database.open()


class PostgresServer:
    """A server that runs. Each database that it makes is new, and has no rows."""

    def __init__(self, folder: Path, process: subprocess.Popen[str]) -> None:
        self.folder, self._process = folder, process
        self._numbers = count(1)
        self._tables: PostgresPlace | None = None

    def new_catalogue(self) -> PostgresPlace:
        """Return a new database with the tables of a catalogue, which are made once and copied."""
        if self._tables is None:
            self._tables = self.new_database("tables")
            self._tables.open().close()
        return self.copied(self._tables)

    def copied(self, database: PostgresPlace) -> PostgresPlace:
        """Return a copy of a database that nobody uses."""
        return self.new_database(f"copy_{next(self._numbers)}", database.name)

    def new_database(self, name: str, template: str = "template0") -> PostgresPlace:
        """Return a new database."""
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return PostgresPlace(self.folder, name)

    def connections(self) -> int:
        """Count the connections of BriefBank."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'briefbank'"
        ((result,),) = self._asked(query, OWNER)
        return int(result)

    def follow(self, first: PostgresServer) -> None:
        """Wait until this server, a standby, has all that was committed in the first one until now."""
        ((written,),) = first._asked("SELECT pg_current_wal_lsn()", OWNER)
        arrived = f"SELECT pg_last_wal_replay_lsn() >= '{written}'"
        while self._asked(arrived, OWNER) != [(True,)]:
            pass

    def promote(self) -> None:
        """Promote a standby to a server."""
        self.run("SELECT pg_promote()")

    def crash(self) -> None:
        """End at once, as when the computer loses its power."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(30)

    def run(self, statement: str, database: str = OWNER) -> None:
        """Run a statement outside any transaction."""
        self._asked(statement, database)

    def _asked(self, statement: str, database: str) -> Sequence[Any]:
        url = URL.create("postgresql+psycopg", database=database, query={"host": str(self.folder)})
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            result = connection.exec_driver_sql(statement)
            rows = result.all() if result.returns_rows else []
        engine.dispose()
        return rows


@contextmanager
def running_server(settings: Sequence[str] = QUICK) -> Iterator[PostgresServer]:
    """Start a server, and end it afterwards."""
    with _folder() as (folder, as_owner):
        initialise = [_program("initdb"), "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        initialise += ["--auth=peer", f"--username={_name()}", f"--pgdata={folder / 'data'}"]
        subprocess.run([*as_owner, *initialise], check=True, capture_output=True, cwd=folder)
        with _started(folder, as_owner, settings) as server:
            yield server


@contextmanager
def running_standby(first: PostgresServer, settings: Sequence[str] = QUICK) -> Iterator[PostgresServer]:
    """Copy a server, and start the copy, which follows it until ``promote``."""
    with _folder() as (folder, as_owner):
        if os.geteuid() == 0:
            first.run(f"CREATE ROLE {OWNER} LOGIN REPLICATION")
        copy = [_program("pg_basebackup"), f"--host={first.folder}", f"--pgdata={folder / 'data'}"]
        copy += ["--write-recovery-conf", "--slot=standby", "--create-slot", "--checkpoint=fast", "--no-sync"]
        subprocess.run([*as_owner, *copy], check=True, capture_output=True, cwd=folder)
        with _started(folder, as_owner, settings) as server:
            yield server


@contextmanager
def _folder() -> Iterator[tuple[Path, list[str]]]:
    """Make a folder for a server, and yield with it how programs are run as its owner. Paths of sockets have
    107 bytes, so it is not among a test's own."""
    import pwd  # there is none on Windows

    with TemporaryDirectory(prefix="bb-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        as_owner = ["setpriv", "--pdeathsig", "INT"]
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            as_owner += [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        yield folder, as_owner


def _name() -> str:
    import pwd

    return pwd.getpwuid(os.geteuid()).pw_name


@contextmanager
def _started(folder: Path, as_owner: Sequence[str], settings: Sequence[str]) -> Iterator[PostgresServer]:
    options = [f"--{item}" for item in ("listen_addresses=", f"unix_socket_directories={folder}", *settings)]
    serve = [_program("postgres"), "-D", str(folder / "data"), *options]
    with subprocess.Popen([*as_owner, *serve], stderr=subprocess.PIPE, text=True, cwd=folder) as process:
        try:
            assert process.stderr is not None
            ready_line = next((line for line in process.stderr if "ready to accept" in line), None)
            assert ready_line, "PostgreSQL did not start"
            yield PostgresServer(folder, process)
        finally:
            process.send_signal(signal.SIGQUIT)  # its files are deleted now: it need not write them
            process.wait(30)


def _program(name: str) -> str:
    """Return a program of PostgreSQL, which Debian keeps out of the ordinary folders; skip without any."""
    places = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    result = shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))
    return result or pytest.skip("PostgreSQL is not installed")
