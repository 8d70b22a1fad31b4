"""Runs a worker: this computer does units for an office server while nobody needs it.

Units are done in the same sandbox in which an office server opens files itself.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from briefbank import __version__, files
from briefbank.domain.office import ComputerState
from briefbank.domain.pages import RecognisedPage
from briefbank.errors import BriefBankError, Cancelled, OcrError, OutOfMemory, StoreError
from briefbank.jobs import QuietReporter
from briefbank.network import egress_client
from briefbank.network.close_network import hold_connections
from briefbank.network.egress_client import EndedCertificate, NoAnswer, WrongCertificate
from briefbank.network.egress_worker import number_of
from briefbank.ocr import tesseract
from briefbank.office import broker, units
from briefbank.office.units import Outcome, Presence, Unit, UnknownUnit, WorkerRefused
from briefbank.sandbox.guard import processors
from briefbank.storage.lease import clear_left, private_folder
from briefbank.text.messages import Message

PRESENT_S = 2.0  # The time between two messages to the server that this worker is there
UNITS_FOR_CORE = 2  # The units at once for each child: one crosses while another is worked on

log = logging.getLogger(__name__)

AWAY_S = 90.0  # The time for which a server may be away, to start again, before a unit is given up
_WITHIN_S, _PRESENT_WITHIN_S = 60.0, 5.0
_AGAIN_S = 1.0
_TRANSIENT = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_FOLDER = "briefbank-worker-"
OWN_PEM, BROKER_PEM = "worker.pem", "broker.pem"


class ServerLink:
    """The connection of one worker. Any thread.

    All methods about units raise UnknownUnit, NoAnswer where the server stays away, and Cancelled after
    ``cancel``. Each request can be sent twice without harm.
    """

    def __init__(self, exchange: egress_client.Exchange, secret: str, *, away_s: float = AWAY_S) -> None:
        self._exchange, self._away_s = exchange, away_s
        self._headers = {units.SECRET: secret, "Content-Type": "application/octet-stream"}
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        self._cancelled.set()

    def present(self, presence: Presence) -> list[str]:
        """Say that this worker is there; return the tokens of its units for which nobody waits. Raises
        WorkerRefused, InvitationUsedTwice and NoAnswer."""
        status, answer = self._exchange(
            "POST", units.WORKER_PATH, msgspec.json.encode(presence), self._headers, _PRESENT_WITHIN_S
        )
        if status == HTTPStatus.UNAUTHORIZED:
            raise WorkerRefused
        if status == HTTPStatus.CONFLICT:
            raise units.InvitationUsedTwice
        if status != HTTPStatus.OK:
            raise NoAnswer(str(status))
        return msgspec.json.decode(answer, type=list[str])

    def unit(self, token: str) -> Unit:
        return units.unpack_unit(self._ask("GET", f"{units.UNIT_PATH}/{token}"))

    def fetch(self, token: str, unit: Unit, target: Path) -> None:
        part = target.with_suffix(".part")
        try:
            with part.open("wb") as written:
                while written.tell() < unit.size:
                    first = written.tell()
                    last = min(unit.size, first + units.PIECE) - 1
                    piece = self._ask(
                        "GET", f"{units.UNIT_PATH}/{token}/file", headers={"Range": f"bytes={first}-{last}"}
                    )
                    if not 0 < len(piece) <= last + 1 - first:
                        raise UnknownUnit(detail="the file ended early")
                    written.write(piece)
            if files.hash_file(part) != unit.sha256:
                raise UnknownUnit(detail="another file")
            part.replace(target)
        except OSError as error:
            if isinstance(error, NoAnswer):
                raise
            raise files.store_error(error) from error

    def answer(self, token: str, outcome: Outcome) -> None:
        self._ask("POST", f"{units.UNIT_PATH}/{token}/outcome", units.pack(outcome))

    def _ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> bytes:
        """Return the server's answer; while the server is away, ask again."""
        ends, sent = time.monotonic() + self._away_s, self._headers | dict(headers or {})
        while True:
            if self._cancelled.is_set():
                raise Cancelled
            try:
                status, answer = self._exchange(method, path, body, sent, _WITHIN_S)
                if status in (HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT):
                    return answer
                if status not in _TRANSIENT:
                    raise UnknownUnit(detail=str(status))
                if time.monotonic() > ends:
                    raise NoAnswer("busy")
            except (WrongCertificate, EndedCertificate):  # waiting does not make it the server that was named
                raise
            except NoAnswer:
                if time.monotonic() > ends:
                    raise
            self._cancelled.wait(_AGAIN_S)


@dataclass
class _InUse:
    units: int = 0
    fetching: Lock = field(default_factory=Lock)


class FetchedFiles:
    """The fetched files that units need now, in one folder, which is empty at first. Any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._in_use: dict[str, _InUse] = {}
        folder.mkdir(mode=0o700)

    @contextmanager
    def kept(self, sha256: str, fetch: Callable[[Path], None]) -> Iterator[Path]:
        """Return the path of a file for as long as a unit needs it; ``fetch`` writes it where it is missing.
        Raises what ``fetch`` raises."""
        path = self._folder / f"{sha256}.pdf"
        with self._lock:
            use = self._in_use.setdefault(path.name, _InUse())
            use.units += 1
        try:
            with use.fetching:
                if not path.is_file():
                    fetch(path)
            yield path
        finally:
            with self._lock:
                use.units -= 1
                if not use.units:
                    del self._in_use[path.name]
                    path.unlink(missing_ok=True)
                    path.with_suffix(".part").unlink(missing_ok=True)


@contextmanager
def own_folder(parent: Path) -> Iterator[Path]:
    """Create a folder in ``parent`` for files on their way, and delete it afterwards. Folders that killed
    workers left are deleted first, since documents lie there. Raises StoreError."""
    clear_left(parent, _FOLDER)
    with private_folder(parent, _FOLDER) as folder:
        yield folder


class UnitRunner:
    """Does the units of one office server. Any thread, several at once."""

    def __init__(self, link: ServerLink, folder: Path, at_once: int) -> None:
        """``folder`` is for files on their way, and for nothing else; ``at_once`` is the number of children
        that recognise."""
        self.link, self._engine = link, ""
        self._files = FetchedFiles(folder / "files")
        self._work = folder / "work"
        self._work.mkdir(mode=0o700)
        self.tesseract = tesseract.Tesseract(at_once, self._work)
        self._under_way: dict[str, QuietReporter] = {}

    def close(self) -> None:
        self.tesseract.close()

    def tokens(self) -> tuple[str, ...]:
        return tuple(self._under_way)

    def give_up(self, tokens: Iterable[str]) -> None:
        """End the work on units for which nobody waits."""
        for token in tokens:
            if reporter := self._under_way.get(token):
                reporter.cancel()

    def do(self, token: str) -> None:
        """Do a unit, and send the server the outcome. Never raises."""
        reporter = self._under_way[token] = QuietReporter()
        try:
            self.link.answer(token, self._outcome(token, self.link.unit(token), reporter.check))
        except (UnknownUnit, Cancelled, units.BadOutcome) as error:
            log.info("a unit was given up: %s", type(error).__name__)
        except NoAnswer as error:
            log.warning("the server was not reached: %s", error)
        finally:
            del self._under_way[token]

    def _outcome(self, token: str, unit: Unit, check: Callable[[], None]) -> Outcome:
        self._engine = self._engine or tesseract.fingerprint()
        if unit.engine != self._engine:
            return Outcome(unable=ComputerState.OTHER_ENGINE)
        pages: list[RecognisedPage] = []
        try:
            with self._files.kept(unit.sha256, partial(self.link.fetch, token, unit)) as path:
                self.tesseract.recognise(path, unit.orders, self._work, on_page=pages.append, check=check)
        except (StoreError, OutOfMemory) as error:
            log.warning("no room for a unit: %s", error.detail)
            return Outcome(unable=ComputerState.NO_ROOM)
        except OcrError:
            return Outcome(unable=ComputerState.OTHER_ENGINE)
        except (UnknownUnit, Cancelled, NoAnswer):
            raise
        except Exception:
            log.exception("fault while a unit was done")
            return Outcome(unable=ComputerState.FAULT)
        return Outcome(tuple(sorted(pages, key=lambda page: page.index)))


class ServerUnknown(BriefBankError):
    default_title = Message("The office server is not known in this network by its name.")
    default_remedy = Message(
        "Look whether this computer is in the office’s network, and start the worker again."
    )


def usual_cores() -> int:
    return max(1, processors() - 1)


def run(membership: units.WorkerMembership, folder: Path, cores: int, say: Callable[[str], None]) -> None:
    """Work until the program is told to end (SIGTERM, SIGINT), at the lowest priority. Main thread, before
    others start. ``folder`` is for folders of files on their way, ``cores`` how many children work at once.

    Celery takes tokens, while a thread tells the server every few seconds that the worker is there. The
    broker must show the very certificate of the invitation. Raises ServerUnknown, WorkerRefused and
    StoreError."""
    from celery.worker import state
    from kombu import Queue

    os.nice(19 - os.nice(0)) if hasattr(os, "nice") else None
    try:
        number = number_of(membership.host, membership.broker_port)
    except OSError as error:
        raise ServerUnknown from error
    app, places = broker.application(), UNITS_FOR_CORE * cores
    ended, refused = threading.Event(), list[WorkerRefused]()
    egress = egress_client.EgressClient(membership.server, membership.pin)
    hold_connections(to=[(number, membership.broker_port)])
    with closing(egress), own_folder(folder) as own:
        files.write_atomically(own / OWN_PEM, f"{membership.certificate}\n{membership.key}".encode())
        files.write_atomically(own / BROKER_PEM, membership.broker.encode())
        link = ServerLink(egress.exchange, membership.secret)
        with closing(UnitRunner(link, own, cores)) as runner:
            app.conf.update(
                broker_url=number,
                broker_port=membership.broker_port,
                broker_user=membership.number,
                broker_password=membership.secret,
                broker_transport=_transport(),
                task_queues=[Queue(broker.QUEUE, no_declare=True)],
                broker_transport_options=broker.transport_options(membership.number),
                broker_use_ssl={
                    "ssl_cert_reqs": "required",
                    "ssl_check_hostname": False,
                    "ssl_ca_certs": str(own / BROKER_PEM),
                    "ssl_certfile": str(own / OWN_PEM),
                },
            )
            app.task(name=broker.TASK)(runner.do)

            def end() -> None:
                """Take no more units and give up those that have begun."""
                ended.set()
                link.cancel()
                runner.give_up(runner.tokens())
                state.should_stop = os.EX_OK if hasattr(os, "EX_OK") else 0

            def be_present() -> None:
                run, name = secrets.token_hex(8), socket.gethostname()
                while not ended.is_set():
                    try:
                        presence = Presence(run, name, __version__, places, works=True, units=runner.tokens())
                        runner.give_up(link.present(presence))
                    except WorkerRefused as error:
                        refused.append(error)
                        end()
                    except (NoAnswer, msgspec.DecodeError) as error:
                        log.warning("the server was not reached: %s", error)
                    ended.wait(PRESENT_S)
                if not refused:
                    with suppress(WorkerRefused, NoAnswer):
                        link.present(Presence(run, name, __version__, places, works=False))

            worker = app.WorkController(
                pool="threads",
                concurrency=places,
                hostname=membership.number,
                ready_callback=lambda _consumer: say(f"Working for the office at {membership.server}"),
                without_gossip=True,
                without_heartbeat=True,
                without_mingle=True,
            )
            for signal_number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(signal_number, lambda *_: end())
            presence = threading.Thread(target=be_present, name="presence", daemon=True)
            presence.start()
            worker.start()
            end()
            presence.join()
    if refused:
        raise refused[0]


def _transport() -> type:
    """Return Kombu's transport for Redis as a worker uses it: it takes messages and writes nothing.

    Kombu would keep each message at the broker until it is acknowledged, for which a worker would need to
    write there. That is not needed: until the outcome of a unit has arrived, the server sends it again.
    """
    from kombu.transport import redis, virtual

    class QoS(virtual.QoS):  # type: ignore[misc]
        def restore_unacked_once(self, *_: object, **__: object) -> None:
            return

    class Channel(redis.Channel):  # type: ignore[misc]
        ack_emulation = False

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self.QoS = QoS

    return type("Transport", (redis.Transport,), {"Channel": Channel})
