"""Installs filters of system calls in the Linux kernel: seccomp(2), linux/filter.h and linux/seccomp.h.

A filter is a list of instructions that looks at the number and the first arguments of each call. A process
with a filter cannot take it off, nor can its children. What is filtered is up to ``kernel`` and
``system_calls``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

Instruction = tuple[int, int, int, int]
"""An operation, the steps to skip when true and when false, and a value."""

LOAD, AND, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
ALLOW, FAIL_WITH, KILL = 0x7FFF0000, 0x00050000, 0x80000000
AT_NUMBER, AT_ARCHITECTURE = 0, 4
AT_FIRST_ARGUMENT, AT_SECOND_ARGUMENT, AT_THIRD_ARGUMENT, AT_FOURTH_ARGUMENT = 16, 24, 32, 40
X32_BIT = 0x40000000
"""The bit in the numbers of x86-64's second, 32-bit table of calls, which would otherwise bypass a filter."""

_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER, _ALL_THREADS = 1, 1


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor: ``audit`` identifies it in a filter (linux/audit.h), ``seccomp`` is the number of that
    call."""

    name: str
    audit: int
    seccomp: int


_PROCESSORS = {
    each.name: each for each in (Processor("x86_64", 0xC000003E, 317), Processor("aarch64", 0xC00000B7, 277))
}


class _Filter(ctypes.Structure):
    """struct sock_filter"""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """struct sock_fprog"""

    _fields_ = (("length", ctypes.c_uint16), ("filters", ctypes.POINTER(_Filter)))


def processor() -> Processor | None:
    """Return this computer's processor; None on other systems and for those whose calls are not listed
    here."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return None
    return _PROCESSORS.get(os.uname().machine)


def install(instructions: Sequence[Instruction], on: Processor) -> bool:
    """Hold all threads of this process, and its children, to a filter for ever; return whether it holds.
    Never raises; False where the kernel or a container forbids filters."""
    if not promise_no_new_privileges():
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    array = (_Filter * len(instructions))(*(_Filter(*each) for each in instructions))
    # Threads that run already are held by the filter as well, or none is.
    arguments = ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(_ALL_THREADS)
    program = ctypes.byref(_Program(len(instructions), array))
    return bool(libc.syscall(ctypes.c_long(on.seccomp), *arguments, program) == 0)


def begun(on: Processor) -> list[Instruction]:
    """Return the start of a filter: it loads the call's number and refuses calls of other tables."""
    return [
        (LOAD, 0, 0, AT_ARCHITECTURE),
        (IF_EQUAL, 1, 0, on.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, AT_NUMBER),
        (IF_AT_LEAST, 0, 1, X32_BIT),
        failing(errno.EACCES),
    ]


def promise_no_new_privileges() -> bool:
    """Give up set-user-id programs from here on. Without this promise only root may restrict a process."""
    return bool(ctypes.CDLL(None, use_errno=True).prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


def failing(number: int) -> Instruction:
    """Return the instruction that makes the call fail with this error."""
    return RETURN, 0, 0, FAIL_WITH | number
