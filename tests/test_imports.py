"""Imports run one way, the core knows nothing of Qt, and no slow library is loaded before it is needed."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
SLOW = {
    "lancedb",
    "torch",
    "transformers",
    "sentence_transformers",
    "onnxruntime",
    "pyarrow",
    "ocrmypdf",
    "eyecite",
    "docx",
    "reportlab",
    "pikepdf",
    "datasketch",
    "scipy",
    "olmocr",
    "llama_cpp",
    "gguf",
    "psutil",
}
BASE = {
    "acts",
    "models",
    "found",
    "law",
    "law_reports",
    "model_files",
    "concerns",
    "local_models",
    "claims",
    "aided",
    "child",
    "answers",
    "desk",
    "locks",
    "links",
    "inert",
    "expression",
    "sentences",
    "dates",
    "errors",
    "jobs",
    "paths",
    "programs",
    "files",
    "logs",
    "settings",
    "hashes",
    "limits",
    "storage",
    "titles",
    "user_secret",
    "formulas",
}
SIBLINGS = {"reading", "ocr", "index", "search", "authority", "summary", "local_model"}
ALLOWED: dict[str, set[str]] = {
    "acts": set(),
    "found": set(),
    "law": set(),
    "concerns": set(),
    "local_models": set(),
    "claims": set(),
    "aided": {"models"},
    "child": {"answers", "programs"},
    "answers": {"errors"},
    "desk": {"errors", "files", "locks"},
    "locks": {"errors", "files"},
    "links": {"models"},
    "model_files": {"errors", "files", "paths"},
    "inert": set(),
    "law_reports": {"law", "models"},
    "models": {"errors", "expression", "law"},
    "encryption": set(),
    "expression": set(),
    "sentences": set(),
    "dates": set(),
    "errors": set(),
    "hashes": set(),
    "limits": {"errors"},
    "titles": set(),
    "jobs": {"errors", "models"},
    "paths": {"errors", "models"},
    "programs": set(),
    "files": {"errors", "models", "jobs", "paths"},
    "storage": {"errors", "files", "jobs", "locks", "paths"},
    "formulas": set(),
    "user_secret": {"errors", "files", "paths"},
    "logs": {"errors", "models", "jobs", "paths", "files"},
    "settings": {"aided", "errors", "models", "jobs", "paths", "files", "logs"},
    "catalogue": BASE - {"settings"},
    "closed": BASE | {"encryption"},
    **{sibling: BASE | {"catalogue"} for sibling in SIBLINGS},
    "index": BASE
    | {"catalogue", "closed"},  # exporting a model is a program of its own, and must close first
}
"""What each part of the core may import; unnamed parts may import all: library and what uses it."""
PACKAGES_ON_TOP = {
    "aids",
    "personal",
    "evaluate",
    "sample",
    "intake",
    "care",
    "citator",
    "drafts",
    "exports",
    "law_commands",
}
UI_MAY_IMPORT = {
    "briefbank",
    "briefbank.found",
    "briefbank.quotations",
    "briefbank.personal.collected",
    *(
        f"briefbank.{name}"
        for name in ("library", "models", "law", "law_reports", "claims", "errors", "jobs")
    ),
    *(f"briefbank.{name}" for name in ("dates", "settings", "paths", "logs", "local_models", "aided")),
    "briefbank.acts",
    "briefbank.concerns",
    "briefbank.encryption",
    "briefbank.links",
    "briefbank.setting_up",
    "briefbank.closed.environment",
    "briefbank.viewers",
    "briefbank.closed.opening",
    "briefbank.personal.values",
}


def modules(package: str) -> list[str]:
    files = sorted((PROJECT / package).rglob("*.py"))
    names = [file.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".") for file in files]
    return [name.removesuffix(".__init__") for name in names if ".migrations" not in name]


def source_of(module: str) -> Path:
    path = PROJECT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def imported(file: Path, package: str) -> Iterator[str]:
    """Full names of our modules that a file imports anywhere, inside functions too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [_target(node.module, alias.name) for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == package)


def _target(module: str, name: str) -> str:
    """``from briefbank import files`` means briefbank.files, as ``from briefbank.files import walk`` does."""
    whole = f"{module}.{name}"
    return whole if source_of(whole).exists() else module


def part(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


@pytest.mark.parametrize("module", modules("briefbank"))
def test_the_core_imports_one_way(module: str) -> None:
    own = part(module)
    if own not in ALLOWED:
        return
    foreign = {part(name) for name in imported(source_of(module), "briefbank")} - {own, ""}
    assert foreign <= ALLOWED[own], f"{module} imports {sorted(foreign - ALLOWED[own])}"


@pytest.mark.parametrize("module", modules("briefbank"))
def test_the_core_never_imports_the_window(module: str) -> None:
    assert list(imported(source_of(module), "ui")) == []
    assert list(imported(source_of(module), "PySide6")) == []


@pytest.mark.parametrize("module", modules("ui"))
def test_the_window_imports_the_facade_only(module: str) -> None:
    foreign = set(imported(source_of(module), "briefbank")) - UI_MAY_IMPORT
    assert not foreign, f"{module} imports {sorted(foreign)}"


def test_the_parts_are_those_that_the_rule_names() -> None:
    packages = {path.parent.name for path in (PROJECT / "briefbank").glob("*/__init__.py")}
    assert packages - set(ALLOWED) <= PACKAGES_ON_TOP


def test_importing_the_core_loads_neither_qt_nor_a_slow_library() -> None:
    names = [name for name in modules("briefbank") if not name.endswith("__main__")]
    program = (
        "import importlib, sys\n"
        f"unwanted = {sorted(SLOW | {'PySide6', 'shiboken6', 'alembic'})!r}\n"
        f"for name in {names!r}:\n"
        "    importlib.import_module(name)\n"
        "    found = [each for each in unwanted if each in sys.modules]\n"
        "    assert not found, f'{name} loads {found}'\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-800:]


def test_a_wrong_import_would_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("def f():\n    from briefbank import files\n    import briefbank.search.searcher\n")
    assert set(imported(file, "briefbank")) == {"briefbank.files", "briefbank.search.searcher"}


_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{\{?[\d,]+\}\}?)\+|\(\?>")


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5, Debian 12's among them, misses matches then: cpython issue 106052."""
    sources = [path for folder in ("briefbank", "ui") for path in (PROJECT / folder).rglob("*.py")]
    found = [path.name for path in sources if _POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))]
    assert sources and found == []
