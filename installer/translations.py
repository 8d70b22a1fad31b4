"""Brings the window's translations up to the sources, and compiles them.

    .venv/bin/python -m installer.translations update
    .venv/bin/python -m installer.translations compile

``update`` reads the texts of the window (``tr`` in ``ui/``, by Qt's lupdate) and the templates of the core's
messages (``core_texts``) into ``resources/translations/briefbank_<language>.ts``, keeps what is translated
and drops what is said no more. New texts stand there unfinished, to be translated with Qt Linguist or any
editor.
``compile`` makes of each file the ``.qm`` that is loaded.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installer import core_texts

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = PROJECT / "resources" / "translations"
LANGUAGES = ("es",)
CORE = "core"  # The context of the core's texts; the window's own have none
_TOOLS = Path(sys.executable).parent


def main(arguments: Sequence[str]) -> int:
    if list(arguments) == ["update"]:
        said = core_texts.templates(PROJECT / "briefbank")
        for language in LANGUAGES:
            update(source_file(language), language, said)
    elif list(arguments) == ["compile"]:
        for language in LANGUAGES:
            compile_file(source_file(language), source_file(language).with_suffix(".qm"))
    else:
        sys.stderr.write(__doc__ or "")
        return 2
    return 0


def source_file(language: str) -> Path:
    return FOLDER / f"briefbank_{language}.ts"


def update(ts: Path, language: str, said: Sequence[str]) -> None:
    """Update a file of translations, which may be missing, from the window's sources and ``said``."""
    with tempfile.TemporaryDirectory() as folder:
        core = Path(folder) / "core.py"
        core.write_text("".join(_lupdate_line(text) for text in said), encoding="utf-8")
        listed = Path(folder) / "sources.lst"
        window = sorted((PROJECT / "ui").rglob("*.py"))
        listed.write_text("".join(f"{path}\n" for path in [*window, core]), encoding="utf-8")
        options = ["-no-obsolete", "-locations", "none", "-sort-messages"]
        languages = ["-source-language", "en", "-target-language", language]
        _run("pyside6-lupdate", f"@{listed}", *options, *languages, "-ts", str(ts))


def compile_file(ts: Path, qm: Path) -> None:
    """Compile the finished translations only; an unfinished one shows the source's words."""
    _run("pyside6-lrelease", "-nounfinished", str(ts), "-qm", str(qm))


def _lupdate_line(text: str) -> str:
    """Return a line that lupdate reads as a text of the core."""
    return f"translate({json.dumps(CORE)}, {json.dumps(text, ensure_ascii=False)})\n"


def _run(tool: str, *arguments: str) -> None:
    done = subprocess.run([_TOOLS / tool, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{tool} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
