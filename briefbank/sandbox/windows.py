"""Job objects of Windows, which stand for POSIX's limits and process groups there.

A process that joins a job is bounded by it for ever, and so is all that it starts. It alone has a handle of
the job: when it ends, however it ends, Windows ends what it started. Jobs can be nested (Windows 8 on).
"""

from __future__ import annotations

import ctypes

_SIZE, _WORD = ctypes.c_size_t, ctypes.c_uint32
_EXTENDED = 9  # JobObjectExtendedLimitInformation
_ACTIVE_PROCESSES, _PROCESS_MEMORY, _QUIET_ENDS, _END_ALL = 0x8, 0x100, 0x400, 0x2000
"""JOB_OBJECT_LIMIT_...; the last two: show no box about a crash, and end all with the last handle."""


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        *(("process_time", ctypes.c_int64), ("job_time", ctypes.c_int64), ("flags", _WORD)),
        *(("least_set", _SIZE), ("most_set", _SIZE), ("processes", _WORD), ("affinity", _SIZE)),
        *(("priority", _WORD), ("scheduling", _WORD), ("transfers", ctypes.c_uint64 * 6)),
        *(("process_memory", _SIZE), ("job_memory", _SIZE), ("most_process", _SIZE), ("most_job", _SIZE)),
    )


def join_job(*, memory_bytes: int = 0, processes: int = 0) -> bool:
    """Put this process into a job that ends with it, with a limit of what each process of the job commits,
    and of how many there are with this one; 0 is none. Returns whether it worked; never raises."""
    # Not ctypes.windll, whose functions all modules share. There is no such name elsewhere.
    kernel = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    flags = _QUIET_ENDS | _END_ALL
    flags |= (_PROCESS_MEMORY if memory_bytes else 0) | (_ACTIVE_PROCESSES if processes else 0)
    limits = _Limits(flags=flags, process_memory=memory_bytes, processes=processes)
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    size = ctypes.sizeof(limits)
    here = ctypes.c_void_p(kernel.GetCurrentProcess())
    is_set = bool(job and kernel.SetInformationJobObject(job, _EXTENDED, ctypes.byref(limits), size))
    return is_set and bool(kernel.AssignProcessToJobObject(job, here))
