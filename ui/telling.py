"""Sentences of the core in another language: known again by the templates that they were made from.

The core speaks English, in its JSON, its logs and what it stores; the window translates where it shows. A
template has a named place for each value, as ``{count} files are missing.``. A value is itself told where it
is ours (a count, a date, a part of a sentence); what stands between quotation marks is somebody's and stays
as it is, and so does whatever is not known. No Qt, so that it is tried without a display.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from string import Formatter
from typing import NamedTuple

KEPT = 4096
"""Texts whose translation is kept; beyond, all are forgotten at once."""

OF_OTHERS = frozenset(
    {"beginning", "column", "entered_by", "matching", "name", "query", "shown", "title", "typed"}
)
"""Places that hold what documents, people and models are called or say."""
LISTS = frozenset({"listed", "held", "wanted"})
"""Places that hold several things: "a, b and c"."""
MUCH = 12
"""Letters of its own from which a template that begins with a place is taken for certain."""

_WORD = re.compile(r"[A-Za-z’']{2,}")
_BREAK = re.compile(
    r"(?<=[a-z0-9)”’%“\]][.!?…])(?<! v\.)(?<!No\.)(?<!St\.) (?=[A-Z“0-9])|(?<=[.!?]”) (?=[A-Z“])"
)
_QUOTED = re.compile(r"“[^“”]*”")
_ITEMS = re.compile(r"(, | and | or )")


class _Told(NamedTuple):
    text: str
    known: bool


class _Template:
    """A text with places, and what it becomes."""

    def __init__(self, source: str, translation: str) -> None:
        parts = list(Formatter().parse(source))
        self.literals = [literal for literal, *_ in parts]
        self.names = [name for _, name, *_ in parts if name is not None]
        if len(self.literals) == len(self.names):
            self.literals.append("")
        self.translation = translation
        self.letters = sum(map(len, _WORD.findall(" ".join(self.literals))))
        self.anchor = max(_WORD.findall(" ".join(self.literals)), key=len)
        """Its longest word, which a text must have to be one of these."""
        self.loose = not self.literals[0].strip() and self.letters <= MUCH

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        seen: dict[str, int] = {}
        made = re.escape(self.literals[0])
        for number, (name, literal) in enumerate(zip(self.names, self.literals[1:], strict=True)):
            made += f"(?P=p{seen[name]})" if name in seen else f"(?P<p{number}>.+?)"
            seen.setdefault(name, number)
            made += re.escape(literal)
        return re.compile(made, re.DOTALL)

    def quoted(self, name: str) -> bool:
        """Whether a place stands between quotation marks."""
        at = self.names.index(name)
        return self.literals[at].endswith("“") and self.literals[at + 1].startswith("”")

    def values(self, text: str) -> dict[str, str] | None:
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        return {self.names[int(key[1:])]: value for key, value in found.groupdict().items()}


class Teller:
    """Tells texts of the core in one language. Any thread."""

    def __init__(
        self, templates: Iterable[str], translated: Callable[[str], str], value: Callable[[str], str | None]
    ) -> None:
        """``translated`` gives a template in the language, empty where there is none; ``value`` a number or a
        day as the language writes it, None for what is neither."""
        self._value_of = value
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[_Template]] = defaultdict(list)
        self._kept: dict[str, str] = {}
        self._and, self._or = translated("{left} and {right}"), translated("{left} or {right}")
        for source in templates:
            if translation := translated(source):
                self._learn(source, translation)

    def told(self, text: str) -> str:
        """A text in the language; what is not known stays as it is."""
        if text not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept = {}
            self._kept[text] = "\n".join(self._told(line).text for line in text.split("\n"))
        return self._kept[text]

    def _learn(self, source: str, translation: str) -> None:
        if any(name is not None for _, name, *_ in Formatter().parse(source)):
            template = _Template(source, translation)
            self._by_word[template.anchor].append(template)
        else:
            self._exact[source.format()] = translation.format()

    def _told(self, text: str) -> _Told:
        """Whole where it can be, else sentence by sentence."""
        bare = text.strip()
        if not bare:
            return _Told(text, False)
        found = self._one(bare) or self._sentences(bare, whole=True) or self._filled(bare, loosely=True)
        told = found or self._sentences(bare, whole=False) or _Told(bare, False)
        return _Told(text.replace(bare, told.text, 1), told.known)

    def _one(self, text: str) -> _Told | None:
        """One text of ours."""
        if text in self._exact:
            return _Told(self._exact[text], True)
        return self._filled(text, loosely=False)

    def _filled(self, text: str, *, loosely: bool) -> _Told | None:
        """By the template with the most words of its own; ``loosely``: a value may hold several sentences."""
        for template in sorted(self._possible(text), key=lambda each: -each.letters):
            values = template.values(text)
            if values is None or (not loosely and any(map(_breaks, values.values()))):
                continue
            told = {name: self._in_place(template, name, value) for name, value in values.items()}
            if not template.loose or all(each.known for each in told.values()):
                filled = {name: each.text for name, each in told.items()}
                return _Told(template.translation.format(**filled), True)
        return None

    def _possible(self, text: str) -> Iterator[_Template]:
        for word in set(_WORD.findall(text)):
            yield from self._by_word.get(word, ())

    def _in_place(self, template: _Template, name: str, value: str) -> _Told:
        kind = name.rstrip("0123456789")
        if template.quoted(name) or kind in OF_OTHERS:
            return _Told(value, True)
        return self._part(value, listed=kind in LISTS)

    def _part(self, value: str, *, listed: bool = False) -> _Told:
        """What stands in a place: a number, a day, a part of a sentence, or several of them."""
        if (plain := self._value_of(value)) is not None:
            return _Told(plain, True)
        if _QUOTED.fullmatch(value):
            return _Told(value, True)
        if found := self._one(value.strip()):
            return _Told(value.replace(value.strip(), found.text, 1), True)
        if "; " in value:
            parts = [self._part(part) for part in value.split("; ")]
            return _Told("; ".join(part.text for part in parts), all(part.known for part in parts))
        items = self._items(value)
        if items is not None and (listed or items.known):
            return items
        return self._told(value)

    def _items(self, value: str) -> _Told | None:
        """A list with its last joint in the language; known where all that it lists is."""
        pieces = _ITEMS.split(value)
        if len(pieces) < 3:
            return None
        told = [self._part(piece) for piece in pieces[::2]]
        made = told[0].text
        for joint, item in zip(pieces[1::2], told[1:], strict=True):
            made = self._joined(made, joint, item.text)
        return _Told(made, all(item.known for item in told))

    def _joined(self, left: str, joint: str, right: str) -> str:
        form = {" and ": self._and, " or ": self._or}.get(joint) or "{left}" + joint + "{right}"
        return form.format(left=left, right=right)

    def _sentences(self, text: str, *, whole: bool) -> _Told | None:
        """Several sentences; ``whole``: None unless each is known, else those that are known are told."""
        ends = [0, *(found.end() for found in _breaks_of(text)), len(text) + 1]
        if len(ends) < 3:
            return None
        told: list[str] = []
        start, known = 0, False
        while start < len(ends) - 1:
            stop, sentence = self._longest(text, ends, start)
            if whole and not sentence.known:
                return None
            known = known or sentence.known
            told.append(sentence.text)
            start = stop
        return _Told(" ".join(told), known)

    def _longest(self, text: str, ends: Sequence[int], start: int) -> tuple[int, _Told]:
        """The longest run of sentences that is one text of ours, from one on; else that sentence alone."""
        last = len(ends) - 1 if start else len(ends) - 2
        for stop in range(last, start, -1):
            if found := self._one(text[ends[start] : ends[stop] - 1]):
                return stop, found
        return start + 1, _Told(text[ends[start] : ends[start + 1] - 1], False)


def _breaks(text: str) -> bool:
    return next(_breaks_of(text), None) is not None


def _breaks_of(text: str) -> Iterator[re.Match[str]]:
    """The blanks between sentences, but not within quotation marks."""
    for found in _BREAK.finditer(text):
        if text.count("“", 0, found.start()) == text.count("”", 0, found.start()):
            yield found
