"""Makes the files of this process private to the user, and keeps its memory from being written to disk.

An image of the memory of a program that failed ("core dump") would be brief text in a folder of the system's.
A limit of 0 keeps the kernel from writing one, but not from handing it to a program that gathers them; a
process that is "not dumpable" (prctl(2)) is handed to nobody, and no other program of the user can look into
its memory either. The first two are inherited by all programs that are started; each of ours asks for the
last anew, since the system takes it back when a program starts.

On Windows folders take their rights from the user's own folder, where the data is, and error reports with
memory are the system's to make; see the guide.
"""

from __future__ import annotations

import ctypes
import os
import sys

PRIVATE_UMASK = 0o077
"""The umask that keeps every new file the user's alone, whichever library makes it. Exports and backups are
included, because they hold the words of briefs wherever they are written. Sharing one is a deliberate act."""
_PR_SET_DUMPABLE = 4


def keep_private() -> None:
    """Set umask and core dumps so, for this process and what it starts. Never raises. Any thread."""
    if sys.platform == "win32":
        return
    import resource

    os.umask(PRIVATE_UMASK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
