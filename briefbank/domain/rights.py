"""What a person may do with an office's library: roles, and the actions that each allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Action(StrEnum):
    """A kind of operation on an office's library."""

    READ = "read"
    """Search, read and check drafts."""
    MARK = "mark"
    """Mark results: for oneself, and for all where one may edit."""
    SHARE = "share"
    """Share own collections with the office, and stop sharing them."""
    TAKE = "take"
    """Take documents along on a laptop, for a time."""
    CONTRIBUTE = "contribute"
    """Add files."""
    EDIT = "edit"
    """Correct documents, mark results for all, and keep the list of good law."""
    REMOVE = "remove"
    """Remove documents."""
    ADMINISTER = "administer"
    """Look after the server: persons, computers, checks and repairs."""
    SCREEN = "screen"
    """Say from whom matters are kept."""
    AUDIT = "audit"
    """Read the record of what was done."""


class Role(StrEnum):
    """The role of a person in the office."""

    READER = "reader"
    CONTRIBUTOR = "contributor"
    EDITOR = "editor"
    RECORDS_OFFICER = "records officer"
    ADMINISTRATOR = "administrator"
    AUDITOR = "auditor"


_READER = frozenset({Action.READ, Action.MARK, Action.SHARE, Action.TAKE})
_EDITOR = _READER | {Action.CONTRIBUTE, Action.EDIT}

ALLOWED: Mapping[Role, frozenset[Action]] = {
    Role.READER: _READER,
    Role.CONTRIBUTOR: _READER | {Action.CONTRIBUTE},
    Role.EDITOR: _EDITOR,
    Role.RECORDS_OFFICER: _EDITOR | {Action.REMOVE, Action.SCREEN},
    Role.ADMINISTRATOR: _EDITOR | {Action.REMOVE, Action.SCREEN, Action.ADMINISTER},
    Role.AUDITOR: frozenset({Action.AUDIT}),
}
"""The actions that each role allows. An auditor sees who did what, and no brief."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who is signed in, as the server knows them."""

    name: str
    role: Role
    device: str = ""
    """The name of the computer."""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory that they belong to, as DNs in small letters."""

    def may(self, action: Action) -> bool:
        """Tell whether the role allows an action."""
        return action in ALLOWED[self.role]

    @property
    def marks_for(self) -> str:
        """The person for whom a mark of theirs counts: empty for all in the office, where they may edit."""
        return "" if self.may(Action.EDIT) else self.name
