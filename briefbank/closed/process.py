"""What a process of ours makes is for this user alone, and its memory is written to no disk when it fails.

An image of the memory of a program that failed ("core dump") would be brief text in a folder of the system's.
A limit of 0 keeps the kernel from writing one, but not from handing it to a program that gathers them; a
process that is "not dumpable" (prctl(2)) is handed to nobody, and no other program of the user can look into
its memory either. The first two are inherited by all programs that are started; the last is asked for anew by
each of ours, since the system takes it back when a program starts.

On Windows folders take their rights from the user's own folder, where the data is, and error reports with
memory are the system's to make; see the guide.
"""

from __future__ import annotations

import ctypes
import os
import sys

PRIVATE_UMASK = 0o077
"""Everything that is made, by whatever library, is the user's alone: exports and backups, too, which hold the
words of briefs wherever they are written. Who wants to share one gives it to others on purpose."""
_PR_SET_DUMPABLE = 4


def keep_private() -> None:
    """Take both back from the system, for this process and what it starts. Never raises. Any thread."""
    if sys.platform == "win32":
        return
    import resource

    os.umask(PRIVATE_UMASK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
