"""Does the harm of a program that trusts a stranger's files, to show that the watch notices it."""

from __future__ import annotations

import pickle
import runpy
import socket
from contextlib import suppress
from pathlib import Path

from briefbank.errors import BriefBankError
from tests.untrusted_input.factory import Place
from tests.untrusted_input.values import Bomb


def do_harm(place: Place, folder: Path) -> None:
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
