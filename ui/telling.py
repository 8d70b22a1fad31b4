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
    (
        *("beginning", "by", "citation", "column", "entered_by", "known", "label", "matching", "name"),
        *("query", "shown", "standing", "title", "typed"),
    )
)
"""Places that hold what documents, people and models are called or say, and what has to be typed so."""
LISTS = frozenset({"listed", "held", "wanted"})
"""Places that hold several things: "a, b and c"."""
MUCH = 12
"""Letters of its own from which a template that begins with a place is taken for certain."""

_WORD = re.compile(r"[A-Za-z’']{2,}")
_BREAK = re.compile(
    r"(?<=[a-z0-9)”’%“\]][.!?…])(?<! v\.)(?<!No\.)(?<!St\.) (?=[A-Z“0-9])|(?<=[.!?]”) (?=[A-Z“])"
)
_QUOTED = re.compile(r"“[^“”]*”")
_FRAMED = re.compile(r"(“[^“”]*”: )?(.+?)(\.?)", re.DOTALL)
"""A sentence about something quoted; the full stop may have been put behind it."""
_JOINTS = ("; ", ", ", " and ", " or ")


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
        self.anchor = max(self._whole_words(), key=len)
        """Its longest word, which a text must have to be one of these."""
        self.loose = not self.literals[0].strip() and self.letters <= MUCH

    def _whole_words(self) -> list[str]:
        """Its own words, without those that run into a place where others are."""
        marked = "\0".join(self.literals)
        apart = re.findall(rf"(?<!\0)\b{_WORD.pattern}(?!\0)\b(?!\0)", marked)
        return apart or _WORD.findall(marked)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        seen: dict[str, int] = {}
        made = re.escape(self.literals[0])
        for number, (name, literal) in enumerate(zip(self.names, self.literals[1:], strict=True)):
            inside = r"(?:[^“”]|“[^“”]*”)+?" if self.quoted(name) else ".+?"
            made += f"(?P=p{seen[name]})" if name in seen else f"(?P<p{number}>{inside})"
            seen.setdefault(name, number)
            made += re.escape(literal)
        return re.compile(made, re.DOTALL)

    def quoted(self, name: str) -> bool:
        """Whether a place stands between quotation marks."""
        at = self.names.index(name)
        return self.literals[at].endswith("“") and self.literals[at + 1].startswith("”")

    def of_others(self, name: str) -> bool:
        """Whether what stands in a place is nothing of ours: quoted, a name, or the name of a field."""
        field = re.match(":[^ ]", self.literals[self.names.index(name) + 1])
        return self.quoted(name) or name.rstrip("0123456789") in OF_OTHERS or field is not None

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
        found = self._one(bare) or self._sentences(bare, whole=True)
        found = found or self._filled(bare, sure=False, loosely=True)
        told = found or self._sentences(bare, whole=False) or _Told(bare, False)
        return _Told(text.replace(bare, told.text, 1), told.known)

    def _one(self, text: str) -> _Told | None:
        """One text of ours: exactly, by a template all of whose values are known, in a frame, or by any."""
        if text in self._exact:
            return _Told(self._exact[text], True)
        return self._filled(text, sure=True) or self._framed(text) or self._filled(text, sure=False)

    def _framed(self, text: str) -> _Told | None:
        found = _FRAMED.fullmatch(text)
        if found is None or found[2] == text:
            return None
        inside = self._exact.get(found[2])
        return _Told(f"{found[1] or ''}{inside}{found[3]}", True) if inside else None

    def _filled(self, text: str, *, sure: bool, loosely: bool = False) -> _Told | None:
        """By the template with the most words of its own. ``sure``: only where each value is known;
        ``loosely``: a value may hold several sentences."""
        for template in sorted(self._possible(text), key=lambda each: -each.letters):
            values = template.values(text)
            if values is None or (not loosely and any(map(_breaks, values.values()))):
                continue
            told = {name: self._in_place(template, name, value) for name, value in values.items()}
            if not (template.loose or sure) or all(each.known for each in told.values()):
                filled = {name: each.text for name, each in told.items()}
                return _Told(template.translation.format(**filled), True)
        return None

    def _possible(self, text: str) -> Iterator[_Template]:
        for word in set(_WORD.findall(text)):
            yield from self._by_word.get(word, ())

    def _in_place(self, template: _Template, name: str, value: str) -> _Told:
        if template.of_others(name):
            return _Told(value, True)
        if name.rstrip("0123456789") in LISTS:
            return _Told(self._part(value, listed=True).text, True)
        return self._part(value)

    def _part(self, value: str, *, listed: bool = False) -> _Told:
        """What stands in a place: a number, a day, a part of a sentence, or several of them."""
        bare = value.strip()
        if bare != value:
            told = self._part(bare, listed=listed)
            return _Told(value.replace(bare, told.text, 1), told.known)
        if (plain := self._value_of(value)) is not None:
            return _Told(plain, True)
        if _QUOTED.fullmatch(value):
            return _Told(value, True)
        if value.startswith("(") and _closing(value) == len(value) - 1:
            told = self._part(value[1:-1], listed=listed)
            return _Told(f"({told.text})", told.known)
        return self._ours(value) or self._items(value, _JOINTS, sure=not listed) or self._told(value)

    def _ours(self, value: str) -> _Told | None:
        """Words of ours, or several of them, of which not one is somebody else's."""
        if value in self._exact:
            return _Told(self._exact[value], True)
        return (
            self._items(value, ("; ",), sure=True)
            or self._filled(value, sure=True)
            or self._items(value, _JOINTS, sure=True)
            or self._framed(value)
            or self._filled(value, sure=False)
        )

    def _items(self, value: str, joints: Sequence[str], *, sure: bool) -> _Told | None:
        """A list, parted at the first of these joints that stands in it; None for what is none, and where an
        item is unknown and ``sure`` asked for."""
        for joint in joints:
            if len(pieces := _parted(value, joint)) > 1:
                told = [self._part(piece, listed=True) for piece in pieces]
                made = told[0].text
                for item in told[1:]:
                    made = self._joined(made, joint, item.text)
                known = all(item.known for item in told)
                return _Told(made, known) if known or not sure else None
        return None

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


def _closing(text: str) -> int:
    """Where the bracket that a text begins with is closed; -1 where it is not."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at
    return -1


def _parted(text: str, joint: str) -> list[str]:
    """Parted at a joint wherever it stands outside of quotation marks and brackets."""
    pieces = [""]
    for piece in text.split(joint):
        inside = any(
            pieces[-1].count(opening) > pieces[-1].count(closing) for opening, closing in ("“”", "()")
        )
        if inside:
            pieces[-1] += joint + piece
        elif pieces == [""]:
            pieces = [piece]
        else:
            pieces.append(piece)
    return pieces
