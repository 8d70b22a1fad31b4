"""What a program does that believes a stranger: so that the watch can be seen to see it."""

from __future__ import annotations

import pickle
import runpy
import socket
from contextlib import suppress
from pathlib import Path

from briefbank.errors import BriefBankError
from tests.closed.strangers.made import Place
from tests.closed.strangers.values import Bomb


def do(place: Place, folder: Path) -> None:
    """One of each kind."""
    code = folder / "library" / "json.py"
    code.write_text("x = 1\n")
    runpy.run_path(str(code))
    (place.canary / "victim.txt").read_text()
    (place.root / "elsewhere").mkdir()
    (place.root / "elsewhere").rmdir()
    pickle.loads(pickle.dumps(Bomb(place.canary)))
    (place.canary / "ran").rmdir()
    with suppress(BriefBankError), socket.socket() as made:
        made.connect(("127.0.0.1", 9))
