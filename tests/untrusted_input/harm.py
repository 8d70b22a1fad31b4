"""Does the harm of a program that trusts untrusted files, to show that the watch notices it."""

from __future__ import annotations

import pickle
import runpy
import socket
from contextlib import suppress
from pathlib import Path

from briefbank.errors import BriefBankError
from tests.untrusted_input.factory import Workspace
from tests.untrusted_input.values import Bomb


def do_harm(workspace: Workspace, folder: Path) -> None:
    """One of each kind."""
    code = folder / "library" / "json.py"
    code.write_text("x = 1\n")
    runpy.run_path(str(code))
    (workspace.canary / "victim.txt").read_text()
    (workspace.root / "elsewhere").mkdir()
    (workspace.root / "elsewhere").rmdir()
    pickle.loads(pickle.dumps(Bomb(workspace.canary)))
    (workspace.canary / "ran").rmdir()
    with suppress(BriefBankError), socket.socket() as connection:
        connection.connect(("127.0.0.1", 9))
