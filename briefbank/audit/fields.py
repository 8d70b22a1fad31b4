"""The details that an entry of the audit log may hold: numbers, switches, and words of closed lists.

This keeps anybody who notes an act from writing down a text, a title, a search or a path, even by mistake. Of
names only those of an office's persons and computers fit, and docket numbers. Text that somebody wrote into
the file by hand is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from briefbank.domain.audit_events import Value
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.kinds import Kind
from briefbank.domain.refusals import Refusal
from briefbank.settings import Settings

NUMBERS = frozenset(
    {
        *("document", "documents", "pages", "files", "passages", "lines", "problems", "mended"),
        *("passed", "failed", "entries", "bytes", "known", "found", "collection"),
    }
)
SWITCHES = frozenset({"on", "sample", "moved"})
WORDS: Mapping[str, frozenset[str]] = {
    "kind": frozenset(Kind),
    "field": frozenset(CaptionField),
    "reason": frozenset(Refusal),
    "what": frozenset({"results", "collection", "marks", "good law", "report", "record", "ingest"}),
    "format": frozenset({"csv", "docx", "ris", "json"}),
    "summary": frozenset({"extractive", "generated"}),
    "change": frozenset({"added", "changed", "removed", "imported"}),
    "setting": frozenset(field.name for field in fields(Settings)),
}
_DOCKET = r"(?=[^;]{0,39}\d)[A-Za-z0-9.:/()-]{1,40}"
_FORMS = {
    "before": re.compile(r"\d{1,4}(\.[0-9a-z]{1,8}){1,4}"),
    "earlier": re.compile(r"[0-9a-f]{64}"),
    "chain": re.compile(r"[0-9a-f]{32}"),
    "person": re.compile(r"[^\x00-\x1f\x7f\n]{1,100}"),
    "device": re.compile(r"[^\x00-\x1f\x7f\n]{1,100}"),
    "matter": re.compile(rf"{_DOCKET}(; {_DOCKET}){{0,8}}"),
}
"""Patterns of a version of BriefBank, the hash of another log's last entry, a log's own random number, the
names under which persons and computers of an office are enrolled, and docket numbers."""


def fits(name: str, value: object) -> bool:
    """Tell whether an entry may hold this detail."""
    if name in SWITCHES:
        return isinstance(value, bool)
    if name in NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not isinstance(value, str):
        return False
    form = _FORMS.get(name)
    return value in WORDS.get(name, frozenset()) or bool(form and form.fullmatch(value))


def checked(details: Mapping[str, Value]) -> dict[str, Value]:
    """Return the details in order of name. Raises ValueError for any that may not be written, a programming
    error."""
    if wrong := sorted(name for name, value in details.items() if not fits(name, value)):
        raise ValueError(f"not for the record: {', '.join(wrong)}")
    return {name: _plain(details[name]) for name in sorted(details)}


def known(untrusted: object) -> dict[str, Value]:
    """Return the details of a line that fit."""
    if not isinstance(untrusted, dict):
        return {}
    return {
        name: value
        for name, value in untrusted.items()
        if isinstance(name, str) and isinstance(value, int | str) and fits(name, value)
    }


def _plain(value: Value) -> Value:
    """Return members of enumerations as their words."""
    return str(value) if isinstance(value, str) else value
