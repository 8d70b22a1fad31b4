"""Writes the manual page: a fixed text with the commands that the program's own parser knows."""

from __future__ import annotations

import argparse
from pathlib import Path

from briefbank.cli.commands import parser

TEMPLATE = Path(__file__).with_name("briefbank.1.in")


def commands() -> dict[str, str]:
    """Return each command's help by its name, in the order of ``briefbank --help``."""
    for action in parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return {str(choice.dest): str(choice.help) for choice in action._choices_actions}
    return {}


def manual_page(version: str, date: str) -> str:
    """Return the page in man(7)'s macros; ``date`` is written as 2026-11-22."""
    listed = "\n".join(f".TP\n.B {_plain(name)}\n{_sentence(text)}" for name, text in commands().items())
    text = TEMPLATE.read_text("utf-8")
    return text.replace("@COMMANDS@", listed).replace("@VERSION@", version).replace("@DATE@", date)


def _sentence(text: str) -> str:
    whole = f"{text[:1].upper()}{text[1:]}."
    return _plain(whole)


def _plain(text: str) -> str:
    """Escape a text for man(7), so that a typed hyphen does not become a typographic one."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
