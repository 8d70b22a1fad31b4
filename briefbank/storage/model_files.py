"""Errors that come from a lack of memory, and the check of whether the model's files are unchanged.

A changed model would return other passages, and nobody would notice. The model that comes with BriefBank is
compared with a shipped list of hashes. ``python -m installer.model_hashes`` makes that list when the model's
package changes.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from pathlib import Path

from briefbank import paths
from briefbank.errors import NotReadable
from briefbank.files import hash_file

_MESSAGES = (
    *("cannot allocate memory", "failed to map segment", "can't start new thread", "std::bad_alloc"),
    *("bad allocation", "memory allocation of"),
)
"""Messages of loaders and libraries, in lower case, that lack memory and raise errors of any type."""


def lacks_memory(error: BaseException) -> bool:
    """Return whether a lack of memory caused an error of the system or of a library."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        if isinstance(cause, MemoryError) or (isinstance(cause, OSError) and cause.errno == errno.ENOMEM):
            return True
        if any(message in str(cause).lower() for message in _MESSAGES):
            return True
        seen.add(id(cause))
        cause = cause.__cause__ or cause.__context__
    return False


LIST = "model_hashes.json"
_IGNORED_FILES = {".gitattributes", "README.md"}  # The files beside a model that do not affect it


def shipped_list() -> dict[str, str]:
    return dict(json.loads((paths.resources_folder() / LIST).read_text("utf-8")))


def hashes(model: Path) -> dict[str, str]:
    """Return the SHA-256 of each file in a model's folder, by path. Raises NotReadable."""
    files = [path for path in model.rglob("*") if path.is_file() and path.name not in _IGNORED_FILES]
    if not files:
        raise NotReadable(detail="model: no files")
    return {path.relative_to(model).as_posix(): hash_file(path) for path in sorted(files)}


def differing(actual: Mapping[str, str], expected: Mapping[str, str]) -> int:
    return sum(actual.get(name) != expected.get(name) for name in {*actual, *expected})
