"""Changes to files and folders: what they hold, what kind of thing they are, and what lies beside them."""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

from tests.untrusted_input.factory import FOREIGN, FOREIGN_BACKUP, Case
from tests.untrusted_input.values import bomb, names

Way = Callable[[Case, Path], None]
HUGE = 4 << 30  # Bytes, none of which are on the disk
_RANDOM = re.compile(r"[0-9a-f]{8,}")


def slots(folder: Path) -> list[str]:
    """A library's or a backup's own files, in an order that does not hang on names made by chance."""
    as_posixs = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    own = [name for name in as_posixs if name not in (*FOREIGN, *FOREIGN_BACKUP)]
    return sorted(own, key=lambda name: (_RANDOM.sub("#", name), (folder / name).stat().st_size))


def _cut_short(case: Case, path: Path) -> None:
    with path.open("rb+") as file:
        file.truncate(case.chance.randrange(max(1, path.stat().st_size)))


def _emptied(case: Case, path: Path) -> None:
    path.write_bytes(b"")


def _flipped(case: Case, path: Path) -> None:
    content = bytearray(path.read_bytes() or b"\0")
    for _ in range(case.chance.choice([1, 5, 100])):
        content[case.chance.randrange(len(content))] = case.chance.randrange(256)
    path.write_bytes(content)


def _noise(case: Case, path: Path) -> None:
    path.write_bytes(case.chance.randbytes(5000))


def _pickle(case: Case, path: Path) -> None:
    path.write_bytes(bomb(case))


def _huge(case: Case, path: Path) -> None:
    with path.open("rb+") as file:
        file.truncate(HUGE)


def _longer(case: Case, path: Path) -> None:
    with path.open("ab") as file:
        file.write(case.chance.randbytes(100) * 1000)


def _gone(case: Case, path: Path) -> None:
    path.unlink()


def _linked(case: Case, path: Path) -> None:
    path.unlink()
    canary = case.workspace.canary
    path.symlink_to(case.chance.choice([canary / "victim.pdf", canary, canary / "new", Path("/dev/zero")]))


def _hard_linked(case: Case, path: Path) -> None:
    path.unlink()
    name = "victim.sqlite" if path.suffix == ".sqlite" else "victim.pdf"
    os.link(case.workspace.canary / name, path)


def _folder(case: Case, path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "a").write_text("inside")


def _pipe(case: Case, path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _socket(case: Case, path: Path) -> None:
    path.unlink()
    here = Path.cwd()
    os.chdir(path.parent)  # the name of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as unix_socket:
            unix_socket.bind(path.name[:80])
    finally:
        os.chdir(here)


def _another_s(case: Case, path: Path) -> None:
    root = case.library if path.is_relative_to(case.library) else case.backup
    other = root / case.chance.choice(slots(root))
    path.write_bytes(other.read_bytes())


def _swapped(case: Case, path: Path) -> None:
    root = case.library if path.is_relative_to(case.library) else case.backup
    other = root / case.chance.choice(slots(root))
    if other != path:
        passing = path.with_name("passing")
        path.rename(passing)
        other.rename(path)
        passing.rename(other)


def _capitals(case: Case, path: Path) -> None:
    path.rename(path.with_name(path.name.upper()))


def _folder_linked(case: Case, path: Path) -> None:
    """Replace the folder of the file by a link."""
    root = case.library if path.is_relative_to(case.library) else case.backup
    if path.parent != root:
        path.parent.rename(root / "put elsewhere")
        path.parent.symlink_to(case.workspace.canary)


WAYS: tuple[Way, ...] = (
    *(_cut_short, _cut_short, _emptied, _flipped, _flipped, _flipped, _noise, _pickle, _huge, _longer, _gone),
    *(_linked, _hard_linked, _folder, _pipe, _socket, _another_s, _swapped, _capitals, _folder_linked),
)


def change(case: Case, path: Path) -> None:
    """Change one file in one way."""
    way = case.chance.choice(WAYS)
    case.changes.append(f"{path.relative_to(case.folder)}: {way.__name__.strip('_')}")
    way(case, path)


_LONG = {"D": "d" * 64, "E": "e" * 64, "F": "e" * 32}
PLANTED = tuple(
    re.sub(r"\b[DEF]\b", lambda letter: _LONG[letter[0]], name)
    for name in str.split(
        "catalogue.sqlite-journal catalogue.sqlite-wal catalogue.sqlite-shm backups.json lease.json "
        "work/new-1 work/D/a.pdf work/desk-F/lock work/draft-F/a restoring/mark "
        "restoring/catalogue.sqlite restoring/reading/D.pdf restoring/vectors.rows "
        "restoring/thesaurus.txt restoring/audit.log new-abc damaged-1/a "
        "before-restore-20200101T000000Z/a summaries/D-E-1.z files/D.html reading/D.pdf "
        "lexical/write.lock lexical/g-0123456789ab/meta.json dense/write.lock "
        "dense/e-0000000000000000/index.json intake.lock writer.lock audit.lock sitecustomize.py "
        "json.py conftest.py catalogue.py lancedb/__init__.py qt.conf platforms/x.so"
    )
)
"""Files that may lie in a library at some time, or that programs look for in their working folder."""


def plant(case: Case, name: str) -> None:
    """Put a file, a folder or a link in a library that did not have it."""
    path = case.library / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    canary = case.workspace.canary
    way = case.chance.choice(["noise", "names", "link", "folder", "pipe", "code", "inside"])
    case.changes.append(f"{name} planted: {way}")
    if way == "noise":
        path.write_bytes(case.chance.randbytes(3000))
    elif way == "names":
        path.write_text("\n".join(case.chance.sample(names(case), 5)))
    elif way == "link":
        path.symlink_to(case.chance.choice([canary, canary / "victim.txt", canary / "new"]))
    elif way == "pipe":
        os.mkfifo(path)
    elif way == "code":
        path.write_text(f"import os\nos.mkdir({str(canary / 'ran')!r})\n")
    else:
        path.mkdir()
        (path / "mine").symlink_to(canary)
        (path / "a.pdf").write_text("a")


def plant_restore(case: Case, _name: str = "") -> None:
    """A restore that seems to have been cut short, with a catalogue that seems to be the one it was to be."""
    folder = case.library / "restoring"
    (folder / "reading").mkdir(parents=True)
    number = case.chance.choice(["1", "2147483647", "-1", "9" * 5000, "1\n", "0", "x"])
    (folder / "mark").write_text(number)
    shutil.copy(case.catalogue, folder / "catalogue.sqlite")
    with case.catalogue.open("rb+") as file:
        file.seek(60)
        file.write((1).to_bytes(4, "big"))
    for name in ("thesaurus.txt", "audit.log", "vectors.rows", "reading/a.pdf", f"reading/{'c' * 64}.pdf"):
        if case.chance.random() < 0.7:
            (folder / name).write_bytes(
                case.chance.choice([b"", b"%PDF-1.7", bomb(case), case.chance.randbytes(999)])
            )
    case.changes.append(f"restore planted, mark {number[:10]!r}")
