"""Removes from the environment what could bring foreign code into this process, or into what it starts.

The working folder may be full of other people's files. Python looks for modules there in programs that are
started with ``-m`` or ``-c``, as ``multiprocessing`` starts its children: a ``pickle.py`` beside a brief
would be run. ``PYTHONSAFEPATH`` keeps the children from it
(https://docs.python.org/3/using/cmdline.html#envvar-PYTHONSAFEPATH). This module imports only what Python
loads before any program, and therefore not ``typing``: it must not itself take modules from there.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping

_OURS = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))  # noqa: PTH118, PTH120
_SAFE = {"PYTHONSAFEPATH": "1", "PYTHONNOUSERSITE": "1"}
_LOADS_CODE = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE", "PYTHONWARNINGS", "PYTHONBREAKPOINT"),
    *(
        "PYTHONINSPECT",
        "PYTHONPLATLIBDIR",
        "PYTHONEXECUTABLE",
        "PYTHONPYCACHEPREFIX",
        "GCONV_PATH",
        "SSLKEYLOGFILE",
    ),
    *("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QML_IMPORT_PATH", "QML2_IMPORT_PATH"),
)
_LEADING = ("LD_", "DYLD_", "PG", "CELERY_", "KOMBU_")
"""Prefixes of the variables that tell the system's loaders which libraries to take, PostgreSQL's library
which server to ask, and Celery which broker to use and what to load."""


def clean(environment: MutableMapping[str, str]) -> None:
    """Remove the variables that name code or servers, and set those by which Python starts safely.
    Any thread."""
    for name in list(environment):
        if name.upper() in _LOADS_CODE or name.startswith(_LEADING):
            del environment[name]
    environment.update(_SAFE)


def leave_working_folder() -> None:
    """Import nothing from the folder that the program was started in, unless BriefBank itself lies there."""
    try:
        here = os.path.realpath(os.getcwd())  # noqa: PTH109
    except OSError:  # deleted meanwhile: nothing can be imported from it
        return
    if here != _OURS:
        sys.path[:] = [folder for folder in sys.path if folder and os.path.realpath(folder) != here]


def make_safe() -> None:
    """Make this process, and what it starts, safe from foreign code. Called at the start of a program."""
    leave_working_folder()
    clean(os.environ)
