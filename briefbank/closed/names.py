"""Keeps this program from asking for the numbers of computers' names.

On many Linux systems a name is looked up by another program (systemd-resolved, nscd), which is asked over a
local socket and then asks the network itself. No rule about sockets stops that. The C library can be told,
for one process, to look into this computer's own list (/etc/hosts) and nowhere else.
"""

from __future__ import annotations

import ctypes
import sys


def own_list_only() -> bool:
    """Whether native code of this process now asks nobody for names. Linux with the GNU C library; never
    raises. Not inherited by other programs."""
    if sys.platform != "linux":
        return False
    configure = getattr(ctypes.CDLL(None), "__nss_configure_lookup", None)
    return configure is not None and configure(b"hosts", b"files") == 0
