"""Translates sentences of the core by recognising the templates that they were made from.

The core uses English in its JSON, its logs and what it stores; the window translates where it shows. A
template has a named place for each value, as ``{count} files are missing.``. A value is itself translated if
it is the core's own (a count, a date, a part of a sentence). Text between quotation marks is somebody's own
and stays as it is, and so does whatever is not recognised. There is no Qt here, so that it is tested without
a display.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from string import Formatter
from typing import NamedTuple

from briefbank.text.dates import MONTHS

KEPT = 4096
"""The number of texts whose translation is cached; beyond it the cache is cleared."""

OF_OTHERS = frozenset(
    (
        *("beginning", "by", "citation", "column", "entered_by", "known", "label", "matching", "name"),
        *("query", "shown", "standing", "title", "typed"),
    )
)
"""Places that hold names or words of documents, people and models, and text that has to be typed exactly."""
LISTS = frozenset({"listed", "held", "wanted"})
"""Places that hold several things: "a, b and c"."""
MUCH = 12
"""The letters in a template's own words above which a template that begins with a place is trusted."""

_WORD = re.compile(r"[A-Za-z’']{2,}")
_FORMAT = re.compile(r":[,.\df]+\}")
_BREAK = re.compile(
    r"(?<=[a-z0-9)”’%“\]][.!?…])(?<! v\.)(?<!No\.)(?<!St\.) (?=[A-Z“0-9])|(?<=[.!?]”) (?=[A-Z“])"
)
_QUOTED = re.compile(r"“[^“”]*”")
_FRAMED = re.compile(r"(“[^“”]*”: )?(.+?)(\.?)", re.DOTALL)
"""Matches a sentence after a quotation; the full stop may have been added behind it."""
_JOINTS = ("; ", ", ", " and ", " or ")
_MONTH_AND_DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}}$")
_YEAR = re.compile(r"\d{4}\b")


class _Translated(NamedTuple):
    text: str
    known: bool


class _Template:
    """A source text with places, and its translation."""

    def __init__(self, source: str, translation: str) -> None:
        parts = list(Formatter().parse(source))
        self.literals = [literal for literal, *_ in parts]
        self.names = [name for _, name, *_ in parts if name is not None]
        if len(self.literals) == len(self.names):
            self.literals.append("")
        self.translation = translation
        self.letters = sum(map(len, _WORD.findall(" ".join(self.literals))))
        self.anchor = max(self._whole_words(), key=len)
        """Its longest word, which a text must contain to match."""
        self.loose = not self.literals[0].strip() and self.letters <= MUCH

    def _whole_words(self) -> list[str]:
        """Return its own words, without those that run into a place."""
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
        """Tell whether a place stands between quotation marks."""
        at = self.names.index(name)
        return self.literals[at].endswith("“") and self.literals[at + 1].startswith("”")

    def of_others(self, name: str) -> bool:
        """Tell whether the value of a place is not the core's own text: quoted, a name, or the name of a
        field."""
        field = re.match(":[^ ]", self.literals[self.names.index(name) + 1])
        return self.quoted(name) or name.rstrip("0123456789") in OF_OTHERS or field is not None

    def values(self, text: str) -> dict[str, str] | None:
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        return {self.names[int(key[1:])]: value for key, value in match.groupdict().items()}


class CoreTranslator:
    """Translates texts of the core into one language. Any thread."""

    def __init__(
        self, templates: Iterable[str], translated: Callable[[str], str], value: Callable[[str], str | None]
    ) -> None:
        """``translated`` returns a template in the language, '' where there is none; ``value`` returns a
        number or a day in the language's form, None for anything else."""
        self._value = value
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[_Template]] = defaultdict(list)
        self._cache: dict[str, str] = {}
        self._and, self._or = translated("{left} and {right}"), translated("{left} or {right}")
        for source in templates:
            if translation := translated(source):
                self._add_template(_FORMAT.sub("}", source), _FORMAT.sub("}", translation))

    def translate(self, text: str) -> str:
        """Return a text in the language; parts that are not recognised stay as they are."""
        if text not in self._cache:
            if len(self._cache) >= KEPT:
                self._cache = {}
            self._cache[text] = "\n".join(self._translate(line).text for line in text.split("\n"))
        return self._cache[text]

    def _add_template(self, source: str, translation: str) -> None:
        if any(name is not None for _, name, *_ in Formatter().parse(source)):
            template = _Template(source, translation)
            self._by_word[template.anchor].append(template)
        else:
            self._exact[source.format()] = translation.format()

    def _translate(self, text: str) -> _Translated:
        """Translate a text as a whole where possible, else sentence by sentence."""
        bare = text.strip()
        if not bare:
            return _Translated(text, False)
        translation = self._translate_one(bare) or self._translate_sentences(bare, whole=True)
        translation = translation or self._fill_template(bare, sure=False, loosely=True)
        translated = translation or self._translate_sentences(bare, whole=False) or _Translated(bare, False)
        return _Translated(text.replace(bare, translated.text, 1), translated.known)

    def _translate_one(self, text: str) -> _Translated | None:
        """Translate one text: exactly, by a template all of whose values are known, in a frame, or by any
        template."""
        if text in self._exact:
            return _Translated(self._exact[text], True)
        return (
            self._fill_template(text, sure=True)
            or self._translate_framed(text)
            or self._fill_template(text, sure=False)
        )

    def _translate_framed(self, text: str) -> _Translated | None:
        match = _FRAMED.fullmatch(text)
        if match is None or match[2] == text:
            return None
        inside = self._exact.get(match[2])
        return _Translated(f"{match[1] or ''}{inside}{match[3]}", True) if inside else None

    def _fill_template(self, text: str, *, sure: bool, loosely: bool = False) -> _Translated | None:
        """Translate by the matching template with the most words of its own. ``sure``: only if each value is
        known; ``loosely``: a value may hold several sentences."""
        for template in sorted(self._candidates(text), key=lambda text_part: -text_part.letters):
            values = template.values(text)
            if values is None or (not loosely and any(map(_has_break, values.values()))):
                continue
            translated = {name: self._place_value(template, name, value) for name, value in values.items()}
            if not (template.loose or sure) or all(piece.known for piece in translated.values()):
                filled = {name: piece.text for name, piece in translated.items()}
                return _Translated(template.translation.format(**filled), True)
        return None

    def _candidates(self, text: str) -> Iterator[_Template]:
        for word in set(_WORD.findall(text)):
            yield from self._by_word.get(word, ())

    def _place_value(self, template: _Template, name: str, value: str) -> _Translated:
        if template.of_others(name):
            return _Translated(value, True)
        if name.rstrip("0123456789") in LISTS:
            return _Translated(self._translate_part(value, listed=True).text, True)
        return self._translate_part(value)

    def _translate_part(self, value: str, *, listed: bool = False) -> _Translated:
        """Translate the value of a place: a number, a day, a part of a sentence, or several of them."""
        bare = value.strip()
        if bare != value:
            translated = self._translate_part(bare, listed=listed)
            return _Translated(value.replace(bare, translated.text, 1), translated.known)
        if (number_or_day := self._value(value)) is not None:
            return _Translated(number_or_day, True)
        if _QUOTED.fullmatch(value):
            return _Translated(value, True)
        if value.startswith("(") and _closing_bracket(value) == len(value) - 1:
            translated = self._translate_part(value[1:-1], listed=listed)
            return _Translated(f"({translated.text})", translated.known)
        return (
            self._translate_own(value)
            or self._translate_list(value, _JOINTS, sure=not listed)
            or self._translate(value)
        )

    def _translate_own(self, value: str) -> _Translated | None:
        """Translate words of the core, or a list of them; None if any of them is somebody else's."""
        if value in self._exact:
            return _Translated(self._exact[value], True)
        return (
            self._translate_list(value, ("; ",), sure=True)
            or self._fill_template(value, sure=True)
            or self._translate_list(value, _JOINTS, sure=True)
            or self._translate_framed(value)
            or self._fill_template(value, sure=False)
        )

    def _translate_list(self, value: str, joints: Sequence[str], *, sure: bool) -> _Translated | None:
        """Translate a list, split at the first of these joints that occurs in it. Return None for what is no
        list and, if ``sure``, for a list with an unknown item."""
        for joint in joints:
            if len(pieces := _split(value, joint)) > 1:
                translated = [self._translate_part(piece, listed=True) for piece in pieces]
                made = translated[0].text
                for item in translated[1:]:
                    made = self._join(made, joint, item.text)
                known = all(item.known for item in translated)
                return _Translated(made, known) if known or not sure else None
        return None

    def _join(self, left: str, joint: str, right: str) -> str:
        template = {" and ": self._and, " or ": self._or}.get(joint) or "{left}" + joint + "{right}"
        return template.format(left=left, right=right)

    def _translate_sentences(self, text: str, *, whole: bool) -> _Translated | None:
        """Translate several sentences. ``whole``: return None unless each is known; else translate the known
        ones."""
        ends = [0, *(match.end() for match in _breaks_of(text)), len(text) + 1]
        if len(ends) < 3:
            return None
        translated: list[str] = []
        start, known = 0, False
        while start < len(ends) - 1:
            stop, sentence = self._longest_run(text, ends, start)
            if whole and not sentence.known:
                return None
            known = known or sentence.known
            translated.append(sentence.text)
            start = stop
        return _Translated(" ".join(translated), known)

    def _longest_run(self, text: str, ends: Sequence[int], start: int) -> tuple[int, _Translated]:
        """Translate the longest run of sentences that is one text of the core, from one on; else keep that
        sentence."""
        last = len(ends) - 1 if start else len(ends) - 2
        for stop in range(last, start, -1):
            if translation := self._translate_one(text[ends[start] : ends[stop] - 1]):
                return stop, translation
        return start + 1, _Translated(text[ends[start] : ends[start + 1] - 1], False)


def _has_break(text: str) -> bool:
    return next(_breaks_of(text), None) is not None


def _breaks_of(text: str) -> Iterator[re.Match[str]]:
    """Yield the blanks between sentences, except within quotation marks."""
    for match in _BREAK.finditer(text):
        if text.count("“", 0, match.start()) == text.count("”", 0, match.start()):
            yield match


def _closing_bracket(text: str) -> int:
    """Return where the bracket that a text begins with is closed; -1 where it is not."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return at
    return -1


def _split(text: str, joint: str) -> list[str]:
    """Split a text at a joint wherever it stands outside of quotation marks, brackets and dates."""
    pieces = [""]
    for piece in text.split(joint):
        inside = any(
            pieces[-1].count(opening) > pieces[-1].count(closing) for opening, closing in ("“”", "()")
        ) or bool(joint == ", " and _MONTH_AND_DAY.search(pieces[-1]) and _YEAR.match(piece))
        if inside:
            pieces[-1] += joint + piece
        elif pieces == [""]:
            pieces = [piece]
        else:
            pieces.append(piece)
    return pieces
