"""Imports LanceDB without the web client that its import would build.

LanceDB imports a generated client for catalogues on web servers, ``lance_namespace_urllib3_client``: several
hundred classes, more than half of the time that its import takes, for connections that a closed universe
never opens. An empty package stands in its place. Its names are needed only as annotations and bases.
With LanceDB 0.40 it takes 0.7 in place of 1.9 seconds of processor time.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

WEB_CLIENT = "lance_namespace_urllib3_client"


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

    Its warnings, as that a partition is empty, would stand on the terminal of whoever runs the program.
    """
    os.environ.setdefault("LANCEDB_LOG", "error")
    if not any(isinstance(each, _EmptyPackages) for each in sys.meta_path):
        sys.meta_path.insert(0, _EmptyPackages())
    return importlib.import_module("lancedb")
