"""LanceDB on this computer: whether the processor can run it, and its import without a web client.

The wheels of LanceDB, and of other native libraries around the vectors, are built for x86-64 processors with
AVX2, FMA and F16C (Intel's Haswell of 2013 and later, AMD's Excavator of 2015 and later). On an older one the
first call ends the whole program with an illegal instruction, so this must be checked before any of them is
imported. Search by words needs none of it.

LanceDB imports a generated client for catalogues on web servers, ``lance_namespace_urllib3_client``: several
hundred classes, more than half of the time that its import takes, for connections that a closed universe
never opens. An empty package is imported in its stead: its names are needed only as annotations and bases.
With LanceDB 0.40 the import takes 0.7 in place of 1.9 seconds of processor time.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from briefbank.errors import BriefBankError
from briefbank.text.messages import NO_MESSAGE, Message, listed

NEEDED = {"AVX2": "AVX2", "FMA3": "FMA", "F16C": "F16C"}
"""The common names of the required features by NumPy's names."""
_X86_64 = {"x86_64", "amd64"}
WHAT_TO_DO = Message("Search by words works. For search by meaning, open the library on a newer computer.")
WEB_CLIENT = "lance_namespace_urllib3_client"


def processor_features() -> Mapping[str, bool]:
    """Return the features of this processor by NumPy's names; empty where NumPy does not tell.

    NumPy asks the processor itself when it is imported, on every system. Its table has no public name.
    """
    try:
        table = importlib.import_module("numpy._core._multiarray_umath")
    except ImportError:  # another version of NumPy
        return {}
    features: Mapping[str, bool] = getattr(table, "__cpu_features__", {})
    return features


def missing_features() -> Message:
    """Return a sentence on what the processor lacks; empty when it lacks nothing, or when that is unknown."""
    if platform.machine().lower() not in _X86_64:
        return NO_MESSAGE
    known = processor_features()
    missing = [common for name, common in NEEDED.items() if not known.get(name, True)]
    if not missing:
        return NO_MESSAGE
    return Message(
        "Search by meaning needs a processor with {listed}, which the one in this computer lacks.",
        listed=listed(missing),
    )


def require_processor() -> None:
    """Raise BriefBankError in place of the illegal instruction that would follow."""
    if sentence := missing_features():
        raise BriefBankError(sentence, WHAT_TO_DO, detail="processor")


class _EmptyPackages(MetaPathFinder, Loader):
    """Finds the web client and all of its modules as packages whose classes are empty."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != WEB_CLIENT:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__getattr__"] = _empty_class


def _empty_class(name: str) -> Any:
    """Return a class for a class's name; raise AttributeError for any other name, as a module does."""
    if not name[:1].isupper():
        raise AttributeError(name)
    return type(name, (), {})


def import_lancedb() -> Any:
    """Return the module ``lancedb``, imported on the first call. Any thread. Raises ImportError.

    Its warnings, as that a partition is empty, would be written to the terminal of whoever runs the program.
    """
    os.environ.setdefault("LANCEDB_LOG", "error")
    if not any(isinstance(finder, _EmptyPackages) for finder in sys.meta_path):
        sys.meta_path.insert(0, _EmptyPackages())
    return importlib.import_module("lancedb")
