"""An office of an installed package: ``python -m tests.installer.packaged_office ROOT COMMAND…``.

ROOT is the root of a system in which the package is installed, with a user ``office`` who owns a database
of that name, and COMMAND runs what follows it there as that user. The installed program is the office's
server, with its catalogue in PostgreSQL and its persons in a directory that runs here, and a worker that
reads its files; a client of this checkout and one of the installed program join it, add and search. Ends with
1, and says what was not as it must be.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from briefbank.network import membership
from tests.office import slapd
from tests.office.slapd import GROUPS, PEOPLE, READER, READER_PASSWORD

PROJECT = Path(__file__).resolve().parents[2]
HOME = Path("/home/office")
SERVER, WORKER = "office-server", "office-worker"
CLIENT, CLIENT_WITH_RING = "office-desk", "office-desk-with-ring"
"""Homes of BriefBank, one for each computer of the office."""
SEARCH_PROCESSES = 2
_WITH_A_KEY_RING = """
dbus-run-session -- sh -c 'printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null
    briefbank list; briefbank list'
"""


@dataclass(frozen=True)
class Installed:
    """The installed program."""

    root: Path
    call: tuple[str, ...]

    def command(self, home: str, *words: str) -> list[str]:
        """Return the command line of a program that is a computer's own."""
        return [*self.call, f"BRIEFBANK_HOME={HOME / home}", *words]

    def run(self, home: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(home, *words), input=typed, capture_output=True, text=True)

    def administer(self, *arguments: str, typed: str = "") -> None:
        """Run a command of ``office``, which must succeed."""
        ended = self.run(SERVER, *_LIBRARY, "office", *arguments, typed=typed)
        must(ended.returncode == 0, f"office {arguments[0]}: {ended.stderr}")

    def here(self, name: str) -> Path:
        """Return the path of a file or folder of the office's home, as seen from here."""
        return self.root / (HOME / name).relative_to("/")

    def give(self, *names: str) -> None:
        """Give files and folders that were made here to the user ``office``."""
        owner = self.here(".").stat()
        for name in names:
            for path in (self.here(name), *self.here(name).rglob("*")):
                os.chown(path, owner.st_uid, owner.st_gid)


_LIBRARY = ("briefbank", "--library", str(HOME / "office-library"))


def must(holds: bool, otherwise: str) -> None:
    """End the program with a sentence where something is not as it must be."""
    if not holds:
        sys.exit(f"NOT PROVED: {otherwise}")


def prepare(office: Installed, directory: slapd.Slapd) -> None:
    """Prepare the server, with the database, the directory, and an invitation for each computer."""
    for name in (SERVER, WORKER, CLIENT, CLIENT_WITH_RING, "office-library"):
        shutil.rmtree(office.here(name), ignore_errors=True)
    where = ("--host", slapd.HERE, "--port", str(slapd.free_port()))
    office.administer("prepare", *where, "--database", "office", "--cluster", str(slapd.free_port()))
    office.administer("invite-worker", str(HOME / f"{WORKER}.json"))
    shutil.copy(directory.folder / "own.pem", office.here("authority.pem"))
    office.give("authority.pem")
    persons = ("--persons", PEOPLE, "--groups", GROUPS, "--reader", READER)
    vouching = ("--authority", str(HOME / "authority.pem"))
    office.administer("directory", directory.address, *persons, *vouching, typed=f"{READER_PASSWORD}\n")
    office.administer("group", f"cn=defenders,{GROUPS}", "--role", "editor")
    for client in (CLIENT, CLIENT_WITH_RING):
        office.administer("invite", str(HOME / f"{client}.json"))


def started(office: Installed) -> subprocess.Popen[str]:
    """Return the server, which answers."""
    began = time.monotonic()
    server = subprocess.Popen(
        office.command(SERVER, *_LIBRARY, "serve"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    seconds = time.monotonic() - began
    must("Answering desks" in line, f"the server did not start: {line}")
    load = os.getloadavg()[0]
    print(f"The server answers after {seconds:.1f} s (load {load:.1f}), with its catalogue in PostgreSQL")
    return server


@contextmanager
def worker_running(office: Installed) -> Iterator[None]:
    """Run a broker and a worker, which works for the office; both must end well."""
    taking = ("--invitation", str(HOME / f"{WORKER}.json"), "--cores", "1")
    commands = (
        office.command(SERVER, *_LIBRARY, "office", "broker"),
        office.command(WORKER, "briefbank", "worker", *taking),
    )
    broker, worker = (
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for command in commands
    )
    assert worker.stdout is not None
    try:
        line = worker.stdout.readline()
        must("Working for the office" in line, f"the worker did not start: {line}")
        yield
    finally:
        for item in (worker, broker):
            item.terminate()
        ended = worker.wait(60), broker.wait(60)
    must(ended == (0, 0), f"worker and broker ended with {ended}")


def read_by_the_worker(office: Installed) -> None:
    """Find the file that was added among those that the worker fetched."""
    fetched = [path.name for path in office.here(WORKER).rglob("files/*.pdf")]
    must(len(fetched) == 1, f"the worker fetched {fetched}")
    print("A worker of the installed program read what was added")


def search_processes(server: subprocess.Popen[str]) -> int:
    """Return how many processes search for a server that nothing was sent to yet, once there are enough, or a
    minute is over."""
    for _ in range(120):
        children = psutil.Process(server.pid).children(recursive=True)
        result = sum("--multiprocessing-fork" in " ".join(child.cmdline()) for child in children)
        if result >= SEARCH_PROCESSES:
            break
        time.sleep(0.5)
    return result


def joined_from_here(office: Installed) -> None:
    """Have a client of this checkout join, sign in by the directory, add a file, find and open it."""
    file = office.here("zebra.txt")
    file.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    session = [sys.executable, "-m", "tests.office.client_session", office.here(f"{CLIENT}.json"), file]
    home = os.environ | {"BRIEFBANK_HOME": str(office.here(CLIENT))}
    completed = subprocess.run(session, cwd=PROJECT, env=home, capture_output=True, text=True)
    must(completed.returncode == 0, f"the desk of the checkout: {completed.stderr}")
    seen = json.loads(completed.stdout)
    print(f"A desk of the checkout: {seen}")
    must((seen["found"], seen["opened"], seen["failed"]) == (1, "%PDF-", []), "it did not add, find and open")
    office.give(CLIENT)


def searched_when_installed(office: Installed) -> None:
    """Have the installed program search as that client, over HTTPS."""
    ended = office.run(CLIENT, "briefbank", "search", "zebra", "--json")
    must(ended.returncode == 0, f"the installed desk: {ended.stdout}{ended.stderr}")
    (result,) = json.loads(ended.stdout)["results"]
    print(f"A desk of the installed program found “{result['text'].strip()}” over HTTPS")


def joined_with_a_key_ring(office: Installed) -> None:
    """Have another client of the installed program join, which keeps its secret in a key ring."""
    os.environ["BRIEFBANK_HOME"] = str(office.here(CLIENT_WITH_RING))
    membership.join(membership.read_invitation(office.here(f"{CLIENT_WITH_RING}.json")))
    office.give(CLIENT_WITH_RING)
    ended = office.run(CLIENT_WITH_RING, "sh", "-c", _WITH_A_KEY_RING)
    must(ended.stderr.count("You are not signed in.") == 2, f"the desk with a key ring: {ended.stderr}")
    left = office.here(f"{CLIENT_WITH_RING}/office-secrets.json").exists()
    must(not left, "the secret of the desk is in a file, and not in the key ring")
    print("A desk of the installed program joined, and its secret is in the system's key ring")


def use(office: Installed) -> None:
    """Run the server, and have clients use it."""
    server = started(office)
    try:
        processes = search_processes(server)
        must(processes >= SEARCH_PROCESSES, f"{processes} processes search")
        print(f"{processes} processes search for the server")
        joined_from_here(office)
        read_by_the_worker(office)
        searched_when_installed(office)
        joined_with_a_key_ring(office)
    finally:
        server.terminate()
        status = server.wait(60)
    must(status == 0, f"the server ended with {status}")


def main() -> None:
    office = Installed(Path(sys.argv[1]), tuple(sys.argv[2:]))
    with TemporaryDirectory() as folder, slapd.running(Path(folder, "slapd")) as directory:
        prepare(office, directory)
        with worker_running(office):
            use(office)
    must(not office.here("office-library/catalogue.sqlite").exists(), "the catalogue is in a file")


if __name__ == "__main__":
    main()
