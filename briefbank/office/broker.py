"""The broker that carries messages from the office server to its workers: Redis or Valkey, from Debian.

The server reaches it by a socket in the file system, because its own process may not open a network
connection. Nothing is kept on a disk: what was on its way when the broker stopped is sent again by the
server. A worker's account reaches its own queue alone (``global_keyprefix`` of Kombu;
https://redis.io/docs/latest/operate/oss_and_stack/management/security/acl/).
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NoReturn

from briefbank.errors import BriefBankError
from briefbank.files import write_atomically
from briefbank.network.close_network import hold_connections
from briefbank.office import certificates
from briefbank.office.certificates import Certified
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from celery import Celery
    from kombu import Connection

TASK, QUEUE = "briefbank.unit", "units"
"""The names of the only task and, below a worker's prefix, of its queue."""
AUTHORITY, BROKER = "authority", "broker"
"""The names of the files with the certificate that issues those of workers, and with the broker's own."""
_PROGRAMS = ("valkey-server", "redis-server")
_SERVER, _PASSWORD, _SOCKET = "server", "broker-password", "broker.sock"
_WITHIN_S = 5.0
_COMMANDS = ("ping", "brpop")  # All that a worker's consumer does at the broker
_SETTINGS = """\
port 0
bind {listen}
tls-port {port}
tls-cert-file broker.pem
tls-key-file broker-key.pem
tls-ca-cert-file authority.pem
tls-auth-clients yes
tls-protocols TLSv1.3
unixsocket broker.sock
unixsocketperm 700
maxmemory 64mb
maxmemory-policy noeviction
maxclients 2000
maxmemory-clients 32mb
client-query-buffer-limit 1mb
client-output-buffer-limit normal 1mb 256kb 10
proto-max-bulk-len 1mb
timeout 60
tcp-keepalive 60
databases 1
save ""
appendonly no
loglevel warning
user default off
user {server} on #{password} ~* &* +@all
"""


class CannotStartBroker(BriefBankError):
    """Raised where the broker's program is missing."""


class BrokerAway(BriefBankError):
    default_title = Message("The broker, which hands out work to other computers, does not answer.")
    default_remedy = Message(
        "Start the broker on the server’s computer. Until then the server works on files by itself."
    )


def prepare(folder: Path) -> None:
    """Write the password and the certificates of a new broker, unless they exist. Raises StoreError."""
    if (folder / _PASSWORD).is_file():
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = certificates.make("briefbank-broker")
    authority = certificates.make("briefbank-cluster", is_authority=True)
    for name, certified in ((BROKER, own), (AUTHORITY, authority)):
        write_atomically(folder / f"{name}-key.pem", certified.key)
        write_atomically(folder / f"{name}.pem", certified.certificate)
    write_atomically(folder / _PASSWORD, secrets.token_urlsafe(32).encode())


def issue(folder: Path) -> Certified:
    authority = Certified(*((folder / f"{AUTHORITY}{end}.pem").read_bytes() for end in ("", "-key")))
    return certificates.make("briefbank-worker", authority)


def run(
    folder: Path, listen: str, port: int, workers: Mapping[str, str], say: Callable[[], None]
) -> NoReturn:
    """Become the broker, at an IP address and port of this computer; never returns. Main thread.

    ``workers`` are the hashes of the workers' secrets by the workers' numbers. ``say`` is called just before.
    The program can connect to nothing (seccomp and Landlock stay with it). Raises CannotStartBroker.
    """
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        raise CannotStartBroker(
            Message("Neither Valkey nor Redis is installed on this computer."),
            Message("Install one: “sudo apt install redis-server”. Its own service is not needed."),
        )
    password = hashlib.sha256((folder / _PASSWORD).read_bytes()).hexdigest()
    settings = _SETTINGS.format(listen=listen, port=port, server=_SERVER, password=password)
    accounts = (" ".join(("user", number, *_rules(number, hashed))) for number, hashed in workers.items())
    write_atomically(folder / "broker.conf", "\n".join((settings, *accounts, "")).encode())
    hold_connections(at=[(listen, port)])
    say()
    os.chdir(folder)  # the path of a socket may have 107 characters only
    os.execve(program, [program, "broker.conf"], {"PATH": os.defpath})


def _rules(number: str, hashed_secret: str) -> tuple[str, ...]:
    allowed = (f"+{name}" for name in _COMMANDS)
    return "reset", "on", f"#{hashed_secret}", f"~{number}:*", *allowed


class Broker:
    """The office server's side of the broker. Any thread. All methods raise BrokerAway."""

    def __init__(self, folder: Path) -> None:
        """``folder`` was prepared; the broker need not run yet."""
        import redis

        # By a descriptor: the path of a socket may have 107 characters only.
        self._folder = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        self._path = f"/proc/self/fd/{self._folder}/{_SOCKET}"
        self._password = (folder / _PASSWORD).read_text("ascii")
        self._client = redis.Redis(
            unix_socket_path=self._path,
            username=_SERVER,
            password=self._password,
            socket_timeout=_WITHIN_S,
            decode_responses=True,
        )
        self._app = application()
        self._connections: dict[str, Connection] = {}
        self._sending = Lock()
        self._kept: object = None

    def close(self) -> None:
        with self._sending:
            for connection in self._connections.values():
                connection.release()
            self._client.close()
            os.close(self._folder)

    def send(self, number: str, token: str) -> None:
        from kombu import Connection
        from kombu.exceptions import OperationalError

        with self._sending:
            connection = self._connections.get(number)
            if connection is None:
                connection = self._connections[number] = Connection(
                    f"redis+socket://{_SERVER}:{self._password}@{self._path}",
                    transport_options=transport_options(number),
                )
            options = {"queue": QUEUE, "retry": False, "argsrepr": "", "kwargsrepr": ""}
            try:
                self._app.send_task(TASK, (token,), connection=connection, **options)
            except (OperationalError, *connection.connection_errors, *connection.channel_errors) as error:
                self._connections.pop(number).release()
                raise BrokerAway(detail=type(error).__name__) from error

    def keep_accounts(self, workers: Mapping[str, str]) -> None:
        """Let these workers in and no others; connections of others end. ``workers``: as in ``run``."""
        from redis.exceptions import RedisError

        try:
            state = self._client.info("server")["run_id"], dict(workers)
            if state == self._kept:
                return
            known = set(map(str, self._client.acl_users())) - {_SERVER, "default"}
            for number in sorted(known - workers.keys()):
                self._client.acl_deluser(number)
                if keys := self._client.keys(f"{number}:*"):
                    self._client.delete(*keys)
            for number, hashed_secret in workers.items():
                rules = _rules(number, hashed_secret)
                self._client.execute_command("ACL", "SETUSER", number, *rules)  # type: ignore[no-untyped-call]
        except RedisError as error:
            raise BrokerAway(detail=type(error).__name__) from error
        self._kept = state


def application() -> Celery:
    """Return the application of Celery, set up by this code alone, not by files or the environment."""
    from celery import Celery

    app = Celery("briefbank", set_as_current=False, fixups=set(), loader="app", changes={})
    app.conf.update(
        accept_content=["json"],
        broker_connection_max_retries=None,
        broker_connection_retry_on_startup=True,
        result_backend="disabled",
        task_acks_late=True,
        task_create_missing_queues=True,
        task_default_queue=QUEUE,
        task_ignore_result=True,
        task_serializer="json",
        task_store_errors_even_if_ignored=False,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_prefetch_multiplier=0,
        worker_redirect_stdouts=False,
        worker_send_task_events=False,
    )
    return app


def transport_options(number: str) -> dict[str, object]:
    return {"global_keyprefix": f"{number}:", "fanout_prefix": False, "priority_steps": [0]}
