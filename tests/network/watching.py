"""Watches a program from outside: strace on all processes, in a network of its own that counts packets."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

STRACE = ("strace", "-f", "-qq", "-e", "trace=%network,io_uring_setup", "-o")
"""The command that watches a program and all that it starts; the file and the program follow."""
LOCAL = ("AF_UNIX", "AF_NETLINK")
_MADE = re.compile(r"\bsocket(?:pair)?\((AF_\w+|0x\w+|\d+), .*?= (-1 \w+|\d+)")
_QUESTION = "0xf /* SOCK_??? */"
_USED = re.compile(r"\b(?:connect|bind|sendto|sendmsg)\(.*?sa_family=(AF_\w+)")
_NUMBER = r'(?:inet_addr\("([^"]+)"\)|[^}]*?inet_pton\(AF_INET6, "([^"]+)")'
_ADDRESSED = re.compile(
    rf"\b(connect|bind|sendto|sendmm?sg)\([^{{]*\{{.*?sin6?_port=htons\((\d+)\), (?:sin_addr=)?{_NUMBER}"
)
_IN_A_NETWORK_OF_ITS_OWN = f"""
ip link set lo up || exit 96
{" ".join(STRACE)} "$1" "${{@:2}}"
ended=$?
cat /proc/net/dev >> "$1"
exit $ended
"""


@dataclass
class Observations:
    """The watchers' records."""

    status: int
    output: str
    errors: str
    sockets_created: Counter[str] = field(default_factory=Counter)  # Families of the sockets that came to be
    refused: Counter[str] = field(default_factory=Counter)
    """Families of those that did not, with the system's reason."""
    used: Counter[str] = field(default_factory=Counter)
    """Families of addresses that were connected, bound or sent to."""
    addresses: dict[str, set[tuple[str, int]]] = field(default_factory=dict)
    """Those of IP, by the call: 'connect', 'bind', 'sendto', 'sendmsg', 'sendmmsg'."""
    questions: int = 0  # The guard's own, whether it is in force: for a kind of socket that does not exist
    packets: int = 0  # Packets of all network cards of this network, which has only its loopback

    @property
    def outside(self) -> list[str]:
        """The families of sockets that are not local to the machine's file system or kernel."""
        return sorted({family for family in (*self.sockets_created, *self.used) if family not in LOCAL})


def watch(command: list[str], trace: Path, environment: dict[str, str], timeout: float) -> Observations:
    """Run a program to its end. Fails, and does not skip, where the system lets nobody watch."""
    for tool in ("strace", "unshare", "ip"):
        assert shutil.which(tool), f"{tool} is not installed: see installer/packages-debian-test.txt"
    completed = subprocess.run(
        ["unshare", "-Urn", "bash", "-c", _IN_A_NETWORK_OF_ITS_OWN, "watch", str(trace), *command],
        capture_output=True,
        text=True,
        timeout=timeout,
        env=environment,
    )
    assert trace.exists(), f"this system forbids network namespaces or tracing: {completed.stderr}"
    return read(trace.read_text(), Observations(completed.returncode, completed.stdout, completed.stderr))


def read(trace: str, seen: Observations) -> Observations:
    """Add the calls of a trace that ends with the counters of the network cards."""
    for line in trace.splitlines():
        if _QUESTION in line:
            seen.questions += 1
        elif match := _MADE.search(line):
            family, result = match.groups()
            (seen.refused if result.startswith("-1") else seen.sockets_created)[_named(family, result)] += 1
        for family in _USED.findall(line):
            seen.used[family] += 1
        for call, port, *numbers in _ADDRESSED.findall(line):
            seen.addresses.setdefault(call, set()).add((max(numbers), int(port)))
        if match := re.match(r"\s*\w+:\s+\d+\s+(\d+)(?:\s+\d+){6}\s+\d+\s+(\d+)", line):
            seen.packets += sum(map(int, match.groups()))
    return seen


def _named(family: str, result: str) -> str:
    return f"{family} {result[3:]}" if result.startswith("-1") else family


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
