"""Brings the translations up to the sources, and compiles them.

    .venv/bin/python -m installer.translations update
    .venv/bin/python -m installer.translations compile

``update`` reads the texts of the window (``tr`` in ``ui/``) and the templates of the core's messages into
``resources/translations/briefbank_<language>.ts``, a file for Qt Linguist or any editor. The context of a
text is its module, that of the core's messages is "core"; the location is where it stands. What is translated
is kept; a text that moved to another module takes its translation along; what is no longer said is dropped.
New texts stand there unfinished.

``compile`` makes of each file the ``.qm`` that is loaded, where it is missing or older. Set-up, tests and
packages do that; without it the window speaks English.

A template of the core is a literal in a call of ``Message`` or ``plural`` (``briefbank.text.messages``), with
a named place for each value, or of ``template``, whose values come later.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from briefbank.text.messages import places

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = PROJECT / "resources" / "translations"
LANGUAGES = ("es",)
CORE = "core"  # The context of the core's texts
WINDOW_CALLS = {"tr": 0, "QT_TR_NOOP": 0}
CORE_CALLS = {"Message": 0, "plural": 1, "template": 0}
"""The functions that take texts, and the index of the first text among their arguments."""


class Text(NamedTuple):
    """A text of the source: its context, itself, and where it stands."""

    context: str
    source: str
    path: Path
    line: int


def main(arguments: Sequence[str]) -> int:
    if list(arguments) == ["update"]:
        for language in LANGUAGES:
            update(source_file(language), language, all_texts())
    elif list(arguments) == ["compile"]:
        compile_all()
    else:
        sys.stderr.write(__doc__ or "")
        return 2
    return 0


def source_file(language: str) -> Path:
    return FOLDER / f"briefbank_{language}.ts"


def compile_all() -> None:
    """Compile each file whose ``.qm`` is missing or older than it."""
    for ts in map(source_file, LANGUAGES):
        qm = ts.with_suffix(".qm")
        if not qm.exists() or qm.stat().st_mtime < ts.stat().st_mtime:
            compile_file(ts, qm)


def compile_file(ts: Path, qm: Path) -> None:
    """Compile the finished translations only; an unfinished one shows the source's words."""
    tool = Path(sys.executable).parent / "pyside6-lrelease"
    command = [tool, "-nounfinished", str(ts), "-qm", str(qm)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"pyside6-lrelease failed:\n{done.stdout}{done.stderr}")


# --- the texts of the sources ---


def all_texts() -> list[Text]:
    return [*window_texts(PROJECT / "ui"), *core_texts(PROJECT / "briefbank")]


def window_texts(package: Path) -> Iterator[Text]:
    """Yield the texts of the window in the package at a folder, by module and line."""
    for path in sorted(package.rglob("*.py")):
        module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for call in _calls(ast.parse(path.read_text(encoding="utf-8")), WINDOW_CALLS):
            if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
                yield Text(module, call.args[0].value, path, call.lineno)


def core_texts(package: Path) -> Iterator[Text]:
    """Yield the templates of all messages that the package at a folder makes.

    Raises SyntaxError for a template that is not a literal or whose places are not those of its values.
    """
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "briefbank.text.messages import" in source or "class Message(str)" in source:
            try:
                for template, line in _templates(ast.parse(source)):
                    yield Text(CORE, template, path, line)
            except SyntaxError as error:
                error.filename = str(path)
                raise


def _templates(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield each template with its line."""
    names: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "briefbank.text.messages":
            imported = ((name.asname or name.name, name.name) for name in node.names)
            names |= {own: CORE_CALLS[name] for own, name in imported if name in CORE_CALLS}
        elif isinstance(node, ast.ClassDef) and node.name == "Message":
            names[node.name] = 0
    for call in _calls(tree, names):
        first = names[_name(call.func)]
        texts = [text for argument in call.args[first:] for text in _literals(argument)]
        values = {keyword.arg for keyword in call.keywords} | ({"number"} if first else set())
        used = {name for text in texts for name in places(text)}
        if _name(call.func) != "template" and (used - values or values - used - {"number"}):
            raise SyntaxError(f"the places are {used}, the values {values}", ("", call.lineno, 0, ""))
        yield from ((text, call.lineno) for text in texts)


def _calls(tree: ast.Module, names: Iterable[str]) -> list[ast.Call]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args)
    chosen = (call for call in calls if _name(call.func) in names)
    return sorted(chosen, key=lambda call: (call.lineno, call.col_offset))


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    raise SyntaxError("a template must be a literal", ("", node.lineno, 0, ""))


def _name(node: ast.AST) -> str:
    """Return the last name of a reference: ``b`` for ``a.b``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


# --- the file of translations ---


def update(ts: Path, language: str, texts: Iterable[Text]) -> None:
    """Update a file of translations, which may be missing, to hold exactly these texts."""
    known, moved = _messages(ts)
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ElementTree.Element] = {}
    messages: dict[tuple[str, str], ElementTree.Element] = {}
    for text in texts:
        if text.context not in contexts:
            contexts[text.context] = ElementTree.SubElement(root, "context")
            ElementTree.SubElement(contexts[text.context], "name").text = text.context
        key = text.context, text.source
        if key not in messages:
            message = messages[key] = known.get(key) or _message(text.source, moved.get(text.source, ""))
            contexts[text.context].append(message)
        where = "../../" + text.path.relative_to(PROJECT).as_posix()
        place = len(messages[key].findall("location"))
        messages[key].insert(place, ElementTree.Element("location", filename=where, line=str(text.line)))
    ElementTree.indent(root, "    ")
    content = ElementTree.tostring(root, encoding="unicode")
    ts.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{content}\n', encoding="utf-8")


def _messages(ts: Path) -> tuple[dict[tuple[str, str], ElementTree.Element], dict[str, str]]:
    """Return the messages of a file without their locations, and each text that has one translation alone."""
    known: dict[tuple[str, str], ElementTree.Element] = {}
    translations: dict[str, set[str]] = {}
    for context in ElementTree.parse(ts).iter("context") if ts.exists() else ():
        for message in context.findall("message"):
            for location in message.findall("location"):
                message.remove(location)
            source, translation = message.findtext("source") or "", message.find("translation")
            known[context.findtext("name") or "", source] = message
            if translation is not None and translation.text and not translation.get("type"):
                translations.setdefault(source, set()).add(translation.text)
    return known, {source: min(said) for source, said in translations.items() if len(said) == 1}


def _message(source: str, translation: str) -> ElementTree.Element:
    message = ElementTree.Element("message")
    ElementTree.SubElement(message, "source").text = source
    state = {} if translation else {"type": "unfinished"}
    ElementTree.SubElement(message, "translation", state).text = translation
    return message


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
