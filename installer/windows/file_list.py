"""Writes for NSIS which files the installer puts on a computer and takes away again: each by its name.

    python -m installer.windows.file_list FOLDER FILES.nsh

A removal that deletes whole folders would also take what somebody else put there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path, PureWindowsPath


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 2:
        sys.stderr.write(__doc__ or "")
        return 2
    Path(arguments[1]).write_text(macros(Path(arguments[0])), encoding="utf-8-sig")
    return 0


def macros(folder: Path) -> str:
    """Return the macros INSTALL_FILES and REMOVE_FILES for all files of a folder.

    Raises SystemExit where the folder is empty.
    """
    files = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    if not files:
        raise SystemExit(f"There are no files in {folder}.")
    install, place = [], None
    for file in files:
        if file.parent != place:
            place = file.parent
            install.append(f'SetOutPath "{_installed(place)}"')
        install.append(f'File "{folder.resolve() / file}"')
    remove = [f'Delete "{_installed(file)}"' for file in files]
    remove += [f'RMDir "{_installed(each)}"' for each in _folders(files)]
    return _macro("INSTALL_FILES", install) + _macro("REMOVE_FILES", remove)


def _folders(files: Sequence[Path]) -> list[Path]:
    """Return all folders below the first, the deepest first, so that each is empty when its turn comes."""
    every = {parent for file in files for parent in file.parents if parent != Path()}
    return sorted(every, key=lambda each: (-len(each.parts), each))


def _installed(place: Path) -> str:
    return "$INSTDIR" if place == Path() else f"$INSTDIR\\{_quoted(str(PureWindowsPath(place)))}"


def _quoted(text: str) -> str:
    """Quote a text for NSIS, where a dollar sign begins a variable and a quotation mark ends a text."""
    return text.replace("$", "$$").replace('"', '$\\"')


def _macro(name: str, lines: Sequence[str]) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"!macro {name}\n{body}!macroend\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
