"""What an entry of the record may say beside what was done: numbers, switches, and words of closed lists.

Whoever notes an act can thereby not write down a text, a title, a name, a search or a path, not even by
mistake; and what somebody wrote into the file by hand is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from briefbank.acts import Refusal, Value
from briefbank.models import CaptionField, Kind
from briefbank.settings import Settings

NUMBERS = frozenset(
    {
        *("document", "documents", "pages", "files", "passages", "lines", "problems", "mended"),
        *("passed", "failed", "entries", "bytes", "known", "found"),
    }
)
SWITCHES = frozenset({"on", "sample"})
WORDS: Mapping[str, frozenset[str]] = {
    "kind": frozenset(Kind),
    "field": frozenset(CaptionField),
    "reason": frozenset(Refusal),
    "what": frozenset({"results", "collection", "marks", "good law", "report", "record"}),
    "format": frozenset({"csv", "docx", "ris", "json"}),
    "summary": frozenset({"extractive", "generated"}),
    "change": frozenset({"added", "changed", "removed", "imported"}),
    "setting": frozenset(field.name for field in fields(Settings)),
}
_FORMS = {
    "before": re.compile(r"\d{1,4}(\.[0-9a-z]{1,8}){1,4}"),
    "earlier": re.compile(r"[0-9a-f]{64}"),
    "chain": re.compile(r"[0-9a-f]{32}"),
}
"""A version of BriefBank, the hash of another record's last entry, and a record's own random number."""


def fits(name: str, value: object) -> bool:
    """Whether an entry may say this."""
    if name in SWITCHES:
        return isinstance(value, bool)
    if name in NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not isinstance(value, str):
        return False
    form = _FORMS.get(name)
    return value in WORDS.get(name, frozenset()) or bool(form and form.fullmatch(value))


def checked(details: Mapping[str, Value]) -> dict[str, Value]:
    """The same, in order of name. Raises ValueError for what may not be written down: a fault of ours."""
    if wrong := sorted(name for name, value in details.items() if not fits(name, value)):
        raise ValueError(f"not for the record: {', '.join(wrong)}")
    return {name: _plain(details[name]) for name in sorted(details)}


def known(untrusted: object) -> dict[str, Value]:
    """What fits of a line that was read."""
    if not isinstance(untrusted, dict):
        return {}
    return {
        name: value
        for name, value in untrusted.items()
        if isinstance(name, str) and isinstance(value, int | str) and fits(name, value)
    }


def _plain(value: Value) -> Value:
    """Members of enumerations as the words that they stand for."""
    return str(value) if isinstance(value, str) else value
