"""Networks of workers' own, joined to this one by slow links that lose packets (Linux, by root).

Each link is a pair of TUN devices between which a thread carries packets, each after some time, but for those
that it loses: the kernel's TCP does the rest, as on a real line
(https://docs.kernel.org/networking/tuntap.html).
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

SERVER = "10.77.0.1"  # The address at which the server is reached from all of them
_TUN = Path("/dev/net/tun")
_SET_INTERFACE, _NO_HEADER = 0x400454CA, 0x1001
_NEW_NETWORK = 0x40000000
_MTU = 1400


def why_not() -> str:
    """Return why there can be no such networks here; empty where there can."""
    if os.name != "posix" or os.geteuid() != 0 or not _TUN.exists():
        return "networks of their own need Linux, its device /dev/net/tun and root"
    tried = subprocess.run(["ip", "netns", "add", "bb-tried"], capture_output=True)
    subprocess.run(["ip", "netns", "del", "bb-tried"], capture_output=True)
    return "" if tried.returncode == 0 else "this system makes no networks"


@contextmanager
def networks(number: int, delay_s: float, loss: float) -> Iterator[list[str]]:
    """Make so many networks, and return their names. A packet takes half of ``delay_s`` each way, and of
    ``loss`` it is the share that gets lost."""
    names = [f"bb-{os.getpid()}-{item}" for item in range(1, number + 1)]
    with ExitStack() as stack:
        _ip("addr", "add", f"{SERVER}/32", "dev", "lo")
        stack.callback(_ip, "addr", "del", f"{SERVER}/32", "dev", "lo")
        for index, name in enumerate(names, 1):
            _ip("netns", "add", name)
            stack.callback(_ip, "netns", "del", name)
            here, there = f"bbh{index}", f"bbt{index}"
            near, far = _opened(here), _opened_in(name, there)
            for descriptor in (near, far):
                stack.callback(os.close, descriptor)
            _up((), here, f"10.77.{index}.1", f"10.77.{index}.2")
            inside = ("netns", "exec", name, "ip")
            _up(inside, there, f"10.77.{index}.2", f"10.77.{index}.1")
            _ip(*inside, "link", "set", "lo", "up")
            _ip(*inside, "route", "add", "default", "dev", there)
            ended = threading.Event()
            for one, other in ((near, far), (far, near)):
                line = threading.Thread(
                    target=_carry, args=(one, other, delay_s / 2, loss, ended), daemon=True
                )
                line.start()
                stack.callback(line.join)
            stack.callback(ended.set)
        yield names


def _up(inside: tuple[str, ...], device: str, own: str, peer: str) -> None:
    _ip(*inside, "addr", "add", own, "peer", peer, "dev", device)
    _ip(*inside, "link", "set", device, "mtu", str(_MTU), "up")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _opened(device: str) -> int:
    descriptor = os.open(_TUN, os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(descriptor, _SET_INTERFACE, struct.pack("16sH22x", device.encode(), _NO_HEADER))
    return descriptor


def _opened_in(network: str, device: str) -> int:
    """Open a device in another network namespace, in a thread that enters it and ends."""
    result: list[int] = []

    def opening() -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        with Path(f"/run/netns/{network}").open("rb") as namespace:
            assert libc.setns(namespace.fileno(), _NEW_NETWORK) == 0, os.strerror(ctypes.get_errno())
        result.append(_opened(device))

    thread = threading.Thread(target=opening)
    thread.start()
    thread.join()
    return result[0]


def _carry(one: int, other: int, delay_s: float, loss: float, ended: threading.Event) -> None:
    """Carry packets one way until the end."""
    chance, under_way = random.Random(one), list[tuple[float, int, bytes]]()
    numbers = itertools.count()
    while not ended.is_set():
        wait = under_way[0][0] - time.monotonic() if under_way else 0.1
        if wait > 0 and select.select([one], [], [], min(wait, 0.1))[0]:
            packet = os.read(one, 65_536)
            if chance.random() >= loss:
                heapq.heappush(under_way, (time.monotonic() + delay_s, next(numbers), packet))
        while under_way and under_way[0][0] <= time.monotonic():
            try:
                os.write(other, heapq.heappop(under_way)[2])
            except OSError:  # the device is gone
                return
