"""Records, in a library's folder of vectors, which model's vectors the library is searched with.

While another model's vectors are being made, which takes hours for a large library, searches use the legacy
ones, also after BriefBank was closed in between. This small file names them, and changes in one step when the
new ones are complete. A folder counts only with the keyed hash of this user, who chose it once: a model's
folder can hold code, and a library may come from somebody else.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path

from briefbank.files import read_json, write_atomically
from briefbank.storage.user_secret import is_keyed_hash, keyed_hash

log = logging.getLogger(__name__)

IN_USE = "in-use.json"
_LARGEST_BYTES = 1 << 16
_PURPOSE = "model folder"


@dataclass(frozen=True, slots=True)
class InUse:
    """The model in use, and where it can be loaded from."""

    name: str
    """The encoder's name."""
    dimensions: int
    folder: Path | None
    """The model's folder; None: the one that comes with BriefBank."""


def read(dense: Path) -> InUse | None:
    """Return the model in use of a library's folder of vectors; None where none is legibly recorded."""
    try:
        found = read_json(dense / IN_USE, _LARGEST_BYTES)
        name, dimensions, folder = found["name"], int(found["dimensions"]), found["folder"]
        if folder is not None and not is_keyed_hash(str(found.get("mark", "")), _PURPOSE, str(folder)):
            log.warning("note of the model in use is not this user's")
            return None
        return InUse(str(name), dimensions, None if folder is None else Path(folder))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        log.warning("note of the model in use not legible: %s", type(error).__name__)
        return None


def write(dense: Path, in_use: InUse) -> None:
    """Record another model as the one in use, in one step. Raises StoreError."""
    folder = None if in_use.folder is None else str(in_use.folder)
    mark = "" if folder is None else keyed_hash(_PURPOSE, folder)
    values = {"name": in_use.name, "dimensions": in_use.dimensions, "folder": folder, "mark": mark}
    write_atomically(dense / IN_USE, json.dumps(values, indent=1).encode())
