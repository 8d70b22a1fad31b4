"""An office at work: ``python -m tests.office.office_session FOLDER LIBRARY``, in a network of its own.

A directory, an office server and a client run here; the last two are each watched by strace, into the files
``office.trace`` and ``client.trace`` of the folder. What they said, and their ports, are printed as one JSON
document.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.network.programs import PROJECT
from tests.network.watching import STRACE
from tests.office import slapd
from tests.office.program import ServerProgram
from tests.office.slapd import GROUPS, PEOPLE, READER, READER_PASSWORD


def main() -> None:
    folder, library = map(Path, sys.argv[1:])
    with slapd.running(folder / "slapd") as directory:
        server = ServerProgram(folder / "server", library, *STRACE, str(folder / "server.trace"))
        server.prepare(folder / "invitation.json")
        where = ("--persons", PEOPLE, "--groups", GROUPS, "--reader", READER)
        vouching = ("--authority", str(directory.folder / "own.pem"))
        server.command("directory", directory.address, *where, *vouching, typed=f"{READER_PASSWORD}\n")
        server.command("group", f"cn=defenders,{GROUPS}", "--role", "editor")
        server.start()
        client = _client(folder)
        first_line = server.process.stdout.readline() if server.process and server.process.stdout else ""
        status = server.stop()
        print(
            json.dumps(
                {"desk": client, "server": first_line.strip(), "status": status, "port": server.port}
                | {"directory": directory.tls_port}
            )
        )


def _client(folder: Path) -> dict[str, object]:
    file = folder / "zebra.txt"
    file.write_text("POINT I\n\nTHE ZEBRA\n\nThe zebra stood in the wagon and looked out.\n")
    program = [
        sys.executable,
        "-m",
        "tests.office.client_session",
        str(folder / "invitation.json"),
        str(file),
    ]
    completed = subprocess.run(
        [*STRACE, str(folder / "desk.trace"), *program],
        cwd=PROJECT,
        env=os.environ | {"BRIEFBANK_HOME": str(folder / "desk")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seen: dict[str, object] = json.loads(completed.stdout)
    return seen


if __name__ == "__main__":
    main()
