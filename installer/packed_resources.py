"""Lists our own data files and the whole standard library, for a package.

The distributions that are taken as they were installed may import anything from the standard library.
Therefore it goes in whole, except for a few parts that need a terminal, a compiler or another window toolkit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from pkgutil import iter_modules

from briefbank.storage.model_files import LIST

ROOT = Path(__file__).resolve().parents[1]
APPLICATION_ID = "org.briefbank.BriefBank"
NOT_OPENED = ("translations/*.ts", "pictures/*", LIST)
"""Files of ``resources`` that only translators and readers of the repository see, and the list of a model
that a package brings in another form."""

UNUSED_STANDARD = frozenset(
    (
        "antigravity",
        "curses",
        "_curses",
        "_curses_panel",
        "dbm",
        "_dbm",
        "_gdbm",
        "ensurepip",
        "idlelib",
        "lib2to3",
        "nis",
        "ossaudiodev",
        "pydoc_data",
        "readline",
        "test",
        "this",
        "tkinter",
        "_tkinter",
        "turtle",
        "turtledemo",
        "venv",
        "_testbuffer",
        "_testcapi",
        "_testclinic",
        "_testimportmultiple",
        "_testinternalcapi",
        "_testmultiphase",
        "_xxtestfuzz",
        "_xxsubinterpreters",
        "xxlimited",
        "xxlimited_35",
        "_ctypes_test",
    )
)


def data_files(prepared: Path) -> list[tuple[str, str]]:
    """Return the files beside the code, each with its folder in the package.

    ``prepared`` holds the prepared encoder, in a folder that is named by the model's content hash, and the
    list of its files (``installer/prepare_model``). Alembic reads migrations as files, not as modules.
    """
    resources = ROOT / "resources"
    kept = [file for file in _files(resources) if not _is_unopened(file.relative_to(resources))]
    migrations = _files(ROOT / "briefbank/catalogue/migrations")
    model = [file for file in _files(prepared) if file != prepared / LIST]
    models = [(file, PurePosixPath("models", file.relative_to(prepared).parent)) for file in model]
    models.append((prepared / LIST, PurePosixPath("resources")))
    own = [(file, PurePosixPath(file.relative_to(ROOT).parent.as_posix())) for file in (*kept, *migrations)]
    return [(str(file), str(folder)) for file, folder in (*own, *models)]


def _files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def _is_unopened(place: Path) -> bool:
    return any(place.match(pattern) for pattern in NOT_OPENED) and place.parts[0] != "guide"


def is_module(name: str) -> bool:
    """Tell whether a name below our packages is imported as a module; migrations are run by Alembic."""
    return ".migrations" not in name


def standard_library() -> list[str]:
    """Return the names of the standard library's modules that this system has and a package holds."""
    found: list[str] = []
    for name in sorted(sys.stdlib_module_names - UNUSED_STANDARD):
        spec = find_spec(name) if name not in ("__main__",) else None
        if spec is not None:
            found += [name, *_submodules(name, spec.submodule_search_locations or ())]
    return found


def _submodules(name: str, folders: object) -> Iterator[str]:
    for module in iter_modules([str(folder) for folder in folders]):  # type: ignore[attr-defined]
        if module.name in ("test", "tests", "__main__", "idle_test"):
            continue
        yield f"{name}.{module.name}"
        if module.ispkg:
            below = [str(Path(str(folder), module.name)) for folder in folders]  # type: ignore[attr-defined]
            yield from _submodules(f"{name}.{module.name}", below)


def is_ours_to_ship(source: str) -> bool:
    """Tell whether a library is ours to ship; a Debian package depends on the system's own instead."""
    if sys.platform != "linux":
        return True
    path = Path(source).resolve()
    of_system = path.is_relative_to("/usr/lib") or path.is_relative_to("/lib")
    return not of_system or "python3" in path.as_posix()
