"""What a child process that opens untrusted files may use at most."""

from __future__ import annotations

import sys


def limit_memory(memory_bytes: int) -> None:
    """Cap this process's address space; 0 means no cap. Windows has no such limit: the time limit remains."""
    if memory_bytes <= 0 or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
