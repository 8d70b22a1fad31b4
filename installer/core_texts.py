"""Reads the templates of the core's messages out of its source, for the translations of the window.

A template is a literal in a call of ``Message`` or ``plural`` (``briefbank.text.messages``), with a named
place for each value, or of ``template``, whose values come later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from briefbank.text.messages import places

_FIRST_TEMPLATE = {"Message": 0, "plural": 1, "template": 0}
"""What makes messages, and the index of its first template among its arguments."""


def templates(package: Path) -> list[str]:
    """Return the templates of all messages that the package at a folder makes, each once.

    Raises SyntaxError for a template that is not a literal or whose places are not those of its values.
    """
    texts: dict[str, None] = {}
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "briefbank.text.messages import" in source or "class Message(str)" in source:
            try:
                texts.update(dict.fromkeys(_templates_in(ast.parse(source))))
            except SyntaxError as error:
                error.filename = str(path)
                raise
    return list(texts)


def _templates_in(tree: ast.Module) -> Iterator[str]:
    names: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "briefbank.text.messages":
            names |= {
                name.asname or name.name: _FIRST_TEMPLATE[name.name]
                for name in node.names
                if name.name in _FIRST_TEMPLATE
            }
        elif isinstance(node, ast.ClassDef) and node.name == "Message":
            names[node.name] = 0
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and _name(node.func) in names
    ]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        first = names[_name(call.func)]
        texts = [text for argument in call.args[first:] for text in _literals(argument)]
        values = {keyword.arg for keyword in call.keywords} | ({"number"} if first else set())
        used = {name for text in texts for name in places(text)}
        if _name(call.func) != "template" and (used - values or values - used - {"number"}):
            raise SyntaxError(f"the places are {used}, the values {values}", ("", call.lineno, 0, ""))
        yield from texts


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    raise SyntaxError("a template must be a literal", ("", node.lineno, 0, ""))


def _name(node: ast.AST) -> str:
    """Return the last name of a reference: ``b`` for ``a.b``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
