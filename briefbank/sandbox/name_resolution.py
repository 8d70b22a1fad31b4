"""Keeps this program from resolving the names of computers over the network.

On many Linux systems a name is looked up by another program (systemd-resolved, nscd), which is asked over a
local socket and then asks the network itself. No rule about sockets stops that. The C library can be told,
for one process, to look into this computer's own list (/etc/hosts) and nowhere else.
"""

from __future__ import annotations

import ctypes
import sys


def own_list_only() -> bool:
    """Make native code of this process resolve names from /etc/hosts alone; return whether that holds. Linux
    with the GNU C library; never raises. Other programs do not inherit it."""
    if sys.platform != "linux":
        return False
    configure = getattr(ctypes.CDLL(None), "__nss_configure_lookup", None)
    return configure is not None and configure(b"hosts", b"files") == 0
