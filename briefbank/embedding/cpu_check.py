"""Checks whether this computer's processor can run embeddings.

The wheels of LanceDB, and of other native libraries around the vectors, are built for x86-64 processors with
AVX2, FMA and F16C (Intel's Haswell of 2013 and later, AMD's Excavator of 2015 and later). On an older one the
first call ends the whole program with an illegal instruction, so this must be checked before any of them is
imported. Search by words needs none of it.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Mapping

from briefbank.errors import BriefBankError

NEEDED = {"AVX2": "AVX2", "FMA3": "FMA", "F16C": "F16C"}
"""The common names of the required features by NumPy's names."""
_X86_64 = {"x86_64", "amd64"}
WHAT_TO_DO = "Search by words works. For search by meaning, open the library on a newer computer."


def features() -> Mapping[str, bool]:
    """Return the features of this processor by NumPy's names; empty where NumPy does not tell.

    NumPy asks the processor itself when it is imported, on every system. Its table has no public name.
    """
    try:
        table = importlib.import_module("numpy._core._multiarray_umath")
    except ImportError:  # another version of NumPy
        return {}
    found: Mapping[str, bool] = getattr(table, "__cpu_features__", {})
    return found


def lack() -> str:
    """Return a sentence on what the processor lacks; empty when it lacks nothing, or when that is unknown."""
    if platform.machine().lower() not in _X86_64:
        return ""
    known = features()
    missing = [common for name, common in NEEDED.items() if not known.get(name, True)]
    if not missing:
        return ""
    return (
        f"Search by meaning needs a processor with {_listed(missing)}, which the one in this computer lacks."
    )


def require() -> None:
    """Raise BriefBankError in place of the illegal instruction that would follow."""
    if sentence := lack():
        raise BriefBankError(sentence, WHAT_TO_DO, detail="processor")


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
