"""Tests that imports go downwards and that no slow library is loaded before it is needed."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
RULES = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
SLOW = RULES["flake8-tidy-imports"]["banned-module-level-imports"]
"""The libraries that a module may import only when it needs them, as ruff sees to in its own text."""


def test_imports_run_as_the_contracts_in_pyproject_say() -> None:
    """In a separate process, since import-linter switches off the loggers of its caller."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]


def modules(package: str) -> list[str]:
    files = sorted((PROJECT / package).rglob("*.py"))
    names = [file.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".") for file in files]
    return [name.removesuffix(".__init__") for name in names if ".migrations" not in name]


def test_importing_the_core_loads_neither_qt_nor_a_slow_library() -> None:
    names = [name for name in modules("briefbank") if not re.search(r"__main__$|^briefbank\.office\b", name)]
    program = (
        "import importlib, sys\n"
        f"unwanted = {sorted({*SLOW, 'PySide6', 'shiboken6', 'alembic'})!r}\n"
        f"for name in {names!r}:\n"
        "    importlib.import_module(name)\n"
        "    loaded = [item for item in unwanted if item in sys.modules]\n"
        "    assert not loaded, f'{name} loads {loaded}'\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]


def test_a_client_of_an_office_needs_no_package_of_its_server() -> None:
    program = (
        "import importlib, sys\n"
        "lacking = ('starlette', 'uvicorn', 'argon2', 'ldap3', 'prometheus_client', 'celery', 'psycopg')\n"
        "sys.modules.update(dict.fromkeys(lacking))\n"
        "for name in ('remote_library', 'offline_matters', 'commands', 'library'):\n"
        "    importlib.import_module(f'briefbank.office.{name}')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]


_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\{?[\d,]+\}\}?)\+|\(\?>")


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5, Debian 12's among them, misses matches then: cpython issue 106052."""
    sources = [path for folder in ("briefbank", "ui") for path in (PROJECT / folder).rglob("*.py")]
    names = [path.name for path in sources if _POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))]
    assert sources and names == []
