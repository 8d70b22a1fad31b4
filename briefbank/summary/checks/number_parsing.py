"""Numbers of a text with what they count: "five-year term", "Count II", "$1.5 million", "18 to 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from briefbank.summary.checks.bounds import limit
from briefbank.summary.checks.clocks import clocks
from briefbank.summary.checks.numerals import CARDINALS, ORDINALS, digits, number_words, roman
from briefbank.summary.checks.plain import FUNCTION_WORDS, masked
from briefbank.summary.checks.units import LABELS, LENGTHS, UNITS
from briefbank.text.dates import written_dates
from briefbank.text.stemming import stem

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)"
_CHUNK = re.compile(
    r"(?P<money>\$ ?)?(?P<chunk>(?:(?<![\w.])\.(?=\d))?\w[\w.,:/'()\[\]-]*)|(?P<sign>[§¶%#&])"
    r"|(?P<stop>[;:,.(\"!?])"
)
_PLAIN = re.compile(_NUMBER)
_LONGEST = 30
"""The most characters of a number; a longer one is an identifier."""
_ORDINAL = re.compile(r"(\d+(?:,\d{3})*)(?:st|nd|rd|th|d)", re.IGNORECASE)
_SPAN = re.compile(rf"({_NUMBER})-({_NUMBER})")
_FRACTION = re.compile(r"(\d{1,3})/(\d{1,3})")
_MEASURED = re.compile(
    rf"({_NUMBER})-?(mm|cm|km|m|kg|mg|g|lbs?|oz|ft|in|mph|ml|cc|yrs?|hrs?|mins?|k)", re.IGNORECASE
)
_LINKED = re.compile(r"(?<=[a-z])-(?=[a-z])|(?<=\d)-(?=(?:to-|to\b|[a-z]{3,}))|(?<=\bto)-(?=\d)")
"""Hyphens that join words and are not part of an identifier: "five-year", "25-year-old", "5-to-10"."""
ORDER = "order"
"""The unit of "first" where it only orders what is said."""
CITING = frozenset(str.split("rule section article amendment title chapter clause docket directive part"))
"""The labels of provisions that are cited by number."""
SOFT = frozenset(("degree", "time", "point"))
"""Units that say little by themselves: "second-degree robbery" counts the robbery."""
_CONTINUES = re.compile(r"(?:\b(?:and|but|or)|[,;]) $")
_RANGE = frozenset(("to", "or", "and", "through", "-", ",", "&"))
_AGE_SUFFIX = re.compile(r"(?:(?:years?|months?) )?(?:old|of age)\b")
_AGED = frozenset(("age", "aged", "ages"))
_PERSONS = frozenset(str.split("he she who"))
_AGE_VERBS = frozenset(str.split("is was turned"))
_REACH = 3
"""The number of words after a number among which the counted thing stands."""
_VAGUE = frozenset(str.split("dozens hundreds thousands millions billions scores"))
_TIMES = {"twice": 2, "thrice": 3}
_SHARES_OF_CENTURY = {"half": "50", "quarter": "25"}
_PAIRS = frozenset(("pair", "couple"))
_BEFORE_PRONOUNS = frozenset(str.split("the this that no any every each another some"))
_ADVERBIAL = frozenset(
    str.split(
        "argues argue contends contend asserts assert claims maintains submits asks whether that because "
        "challenges raises addresses explains turns notes points says"
    )
)
"""The words after "first" that show that it only orders what is said."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with what it counts."""

    value: str
    """A fraction in lowest terms, or an identifier in lower case."""
    unit: str
    """The normalized unit or label; empty where the number counts things."""
    things: tuple[str, ...]
    """The stems of the words after the number, without its unit."""
    bound: str = ""
    """The limit, named as in ``bounds``: 'most', 'least', 'more', 'nearly' and the like."""
    ordinal: bool = False
    written: str = field(default="", compare=False)
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class _Token:
    word: str
    start: int
    end: int
    money: bool = False

    @property
    def small(self) -> str:
        return self.word.lower().rstrip(".")


@lru_cache(maxsize=256)
def figures(text: str) -> tuple[Figure, ...]:
    """Return all numbers of a plain text except dates and times of day. Takes linear time. Cached, because
    the claims of one summary ask for the same sources again and again."""
    dated = [(each.start, each.end) for each in written_dates(text)]
    dated += [(each.start, each.end) for each in clocks(text)]
    linked = _LINKED.sub(" ", masked(text, dated))
    tokens = list(_tokens(linked))
    found: list[tuple[int, int, Figure]] = []
    at = 0
    while at < len(tokens):
        used = _read(tokens, at, linked, found)
        at += max(1, used)
    return tuple(_with_previous_unit(_with_list_unit(found, tokens), linked))


def _tokens(text: str) -> Iterator[_Token]:
    for match in _CHUNK.finditer(text):
        chunk = match["chunk"]
        if chunk is None:
            yield _Token(match.group(), *match.span())
            continue
        word = _trimmed(chunk)
        start = match.start("chunk")
        yield _Token(word, start, start + len(word), bool(match["money"]))
        yield from (_Token(sign, start + len(word), match.end()) for sign in chunk[len(word) :][:1])


def _trimmed(chunk: str) -> str:
    """Strip the punctuation after a word; brackets stay where both are there."""
    while chunk:
        last = chunk[-1]
        if (
            last in ".,:/'-(["
            or (last == ")" and chunk.count("(") < chunk.count(")"))
            or (last == "]" and chunk.count("[") < chunk.count("]"))
        ):
            chunk = chunk[:-1]
        else:
            break
    return chunk


def _read(tokens: Sequence[_Token], at: int, text: str, found: list[tuple[int, int, Figure]]) -> int:
    """Read the number that begins at a token, and return how many tokens it takes; 0 for none."""
    token, label = tokens[at], _label(tokens, at)
    if any(sign.isdigit() for sign in token.word):
        values, used = _in_digits(tokens, at)
    elif label and (number := roman(token.word)) and token.word.isupper():
        values, used = [(str(number), False, "")], 1
    else:
        values, used = _in_words(tokens, at)
    after_number = at + used
    past = _past_repeated(tokens, after_number, [value for value, _, _ in values])
    for value, ordinal, unit in values:
        unit = unit or _unit_of(tokens, at, past, label, text)
        end = tokens[after_number - 1].end
        bound = limit(text, token.start, end, unit)
        written = text[token.start : end]
        things = _things(tokens, past, unit)
        found.append(
            (at, after_number, Figure(value, unit, things, bound, ordinal, written, token.start, end))
        )
    return used


def _past_repeated(tokens: Sequence[_Token], after_number: int, values: Sequence[str]) -> int:
    """Return the position after a number that is repeated in digits: "six (6) weeks"."""
    repeated = [token.word for token in tokens[after_number : after_number + 3]]
    return (
        after_number + 3
        if len(repeated) == 3 and repeated in [["(", value, ")"] for value in values]
        else after_number
    )


def _label(tokens: Sequence[_Token], at: int) -> str:
    """Return the label before a number, past other numbers and signs of the same list: "Counts 1, 2 and
    3"."""
    back = at - 1
    while back >= 0 and at - back <= 7:
        token = tokens[back]
        if token.small in LABELS and (token.word[0].isupper() or len(token.small) > 2 or token.word in "§¶#"):
            return LABELS[token.small]
        if token.small == "number" or not (token.word in ".,&" or token.small in _RANGE or _counts(token)):
            return ""
        back -= 1
    return ""


def _counts(token: _Token) -> bool:
    return token.word[0].isdigit() or (token.word.isupper() and roman(token.word) > 0)


def _in_digits(tokens: Sequence[_Token], at: int) -> tuple[list[tuple[str, bool, str]], int]:
    """Return the numbers of a chunk with digits: value, whether ordinal, and the unit if the chunk has it."""
    token = tokens[at]
    word = token.word
    if len(word) > _LONGEST:
        return [(word.casefold(), False, "identifier")], 1
    if _PLAIN.fullmatch(word):
        return _with_scale(tokens, at, digits(word))
    if match := _ORDINAL.fullmatch(word):
        return [(str(digits(match[1])), True, "")], 1
    if match := _SPAN.fullmatch(word):
        money = "dollar" if token.money else ""
        return [(str(digits(each)), False, money) for each in match.groups()], 1
    if (match := _FRACTION.fullmatch(word)) and int(match[2]):
        return [(str(Fraction(int(match[1]), int(match[2]))), False, "")], 1
    if match := _MEASURED.fullmatch(word):
        unit = match[2].lower()
        return [(str(digits(match[1])), False, UNITS.get(unit, unit))], 1
    return [(name, False, "identifier") for name in _enclosing_identifiers(word)], 1


def _with_scale(
    tokens: Sequence[_Token], at: int, number: Fraction
) -> tuple[list[tuple[str, bool, str]], int]:
    """Return a number in digits times the scale word after it, or plus a fraction: "$1.5 million", "2
    1/2"."""
    used, unit = 1, "dollar" if tokens[at].money else ""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    scale = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
    if after and after.small in scale:
        number, used = number * scale[after.small], 2
    elif after and (match := _FRACTION.fullmatch(after.word)) and 0 < int(match[1]) < int(match[2]):
        number, used = number + Fraction(int(match[1]), int(match[2])), 2
    return [(str(number), False, unit)], used


def _enclosing_identifiers(word: str) -> Iterator[str]:
    """Yield an identifier and the wholes to which it belongs: '404(b)(1)', '404(b)', '404'."""
    name = word.casefold()
    yield name
    while "(" in name[1:]:
        name = name[: name.rindex("(")]
        yield name


def _in_words(tokens: Sequence[_Token], at: int) -> tuple[list[tuple[str, bool, str]], int]:
    small = tokens[at].small
    if small in _TIMES:
        return [(str(_TIMES[small]), False, "time")], 1
    if small in _VAGUE:
        return [(small, False, "vague")], 1
    if span := _long_time(tokens, at):
        return span
    if small in _PAIRS and at + 1 < len(tokens) and tokens[at + 1].small == "of":
        return [("2", False, "")], 2
    if (
        small == "a"
        and at + 1 < len(tokens)
        and tokens[at + 1].small in ("dozen", "hundred", "thousand", "million")
    ):
        read = number_words(["one", *(each.small for each in tokens[at + 1 : at + 9])])
    elif small in CARDINALS or small in ORDINALS or small == "half":
        read = number_words([each.small for each in tokens[at : at + 10]])
    else:
        return [], 0
    if read is None or (small == "one" and read[2] == 1 and _is_pronoun(tokens, at)):
        return [], 0
    value, ordinal, used = read
    if ordinal and used == 1 and _only_orders(tokens, at):
        return [(str(value), True, ORDER)], 1
    return [(str(value), ordinal, "")], used


def _long_time(tokens: Sequence[_Token], at: int) -> tuple[list[tuple[str, bool, str]], int] | None:
    """Return the number in "a decade", "half a century", "half an hour" and "a year and a half"."""
    words = [each.small for each in tokens[at : at + 5]]
    if words[0] == "half" and words[1:2] in (["a"], ["an"]) and "".join(words[2:3]) in LENGTHS:
        return [("1/2", False, LENGTHS[words[2]])], 3
    if words[2:] == ["and", "a", "half"] and words[0] in ("a", "an", "one") and words[1] in LENGTHS:
        return [("3/2", False, LENGTHS[words[1]])], 5
    if words[:2] in (["a", "decade"], ["a", "century"]):
        return [("1", False, words[1])], 2
    if words[0] in _SHARES_OF_CENTURY:
        rest = [word for word in words[1:] if word not in ("of", "a")]
        if rest[:1] == ["century"]:
            return [(_SHARES_OF_CENTURY[words[0]], False, "year")], words.index("century") + 1
    return None


def _is_pronoun(tokens: Sequence[_Token], at: int) -> bool:
    """Tell whether "one" is a pronoun: "the one approved", "no one", "one another"."""
    after = tokens[at + 1].small if at + 1 < len(tokens) else ""
    return (at > 0 and tokens[at - 1].small in _BEFORE_PRONOUNS) or after in ("another", "who", "that")


def _only_orders(tokens: Sequence[_Token], at: int) -> bool:
    """Tell whether an ordinal counts nothing: "First, the stop was ...", "at first"."""
    after = tokens[at + 1].small if at + 1 < len(tokens) else ""
    before = tokens[at - 1].small if at else ""
    opens = before in ("", ";", ":", "!", "?")  # a full stop is an empty word here
    return after in _ADVERBIAL or before == "at" or (opens and after in (",", ""))


def _unit_of(tokens: Sequence[_Token], at: int, after_number: int, label: str, text: str) -> str:
    """Return the unit after a number, or the label before it."""
    rest = (
        text[tokens[after_number].start : tokens[after_number].start + 20]
        if after_number < len(tokens)
        else ""
    )
    if _AGE_SUFFIX.match(rest) or (at and tokens[at - 1].small in _AGED) or _age_of(tokens, at):
        return "age"
    for token in tokens[after_number : after_number + _REACH]:
        if token.small in UNITS:
            return UNITS[token.small]
        if token.small in FUNCTION_WORDS or token.small in CARDINALS or not token.word[0].isalpha():
            break
    return label


def _age_of(tokens: Sequence[_Token], at: int) -> bool:
    """Tell whether the number is an age: "of the age of 17", "he was 17 when", "she turned 18"."""
    if at < 2:
        return False
    before, last = tokens[at - 2].small, tokens[at - 1].small
    after = tokens[at + 1].small if at + 1 < len(tokens) else ""
    ends = after in ("", ",", ";", "at", "when", "and", "in", "on")
    return (last == "of" and before in _AGED) or (before in _PERSONS and last in _AGE_VERBS and ends)


def _things(tokens: Sequence[_Token], after_number: int, unit: str) -> tuple[str, ...]:
    """Return the stems of the words after a number, past "of the"."""
    at = after_number
    while at < len(tokens) and tokens[at].small in ("of", "the", "his", "her", "their", "these", "those"):
        at += 1
    found: list[str] = []
    for token in tokens[at : at + _REACH + 1]:
        if token.small in ("in", "of", "for") and found == [] and unit:
            continue
        if not token.word[0].isalpha() or token.small in FUNCTION_WORDS:
            if token.small in UNITS:
                continue
            break
        if token.small in CARDINALS or any(sign.isdigit() for sign in token.word):
            break
        if UNITS.get(token.small) != unit or not unit:
            found.append(stem(token.small))
    return tuple(found[:_REACH])


def _with_previous_unit(found: Sequence[Figure], text: str) -> Iterator[Figure]:
    """Yield the figures, with the previous unit for a bare number: the 10 in "5 years for theft and 10 for
    arson"."""
    before = ""
    for figure in found:
        bare = not (figure.unit or figure.things or figure.ordinal)
        if bare and before in LENGTHS and _CONTINUES.search(text[: figure.start]):
            figure = replace(figure, unit=before)
        before = figure.unit
        yield figure


def _with_list_unit(found: Sequence[tuple[int, int, Figure]], tokens: Sequence[_Token]) -> list[Figure]:
    """Give each number of a list the unit after the last one: "30, 60 or 90 days". Drop a "one" that counts
    nothing, because it is a pronoun: "no one", "the one who"."""
    shared: list[Figure] = []
    follows = len(tokens)
    for begin, after_number, figure in reversed(found):
        between = tokens[after_number:follows]
        listed = all(token.small in _RANGE or token.word in ",-&" for token in between)
        if shared and listed and not figure.unit and not figure.things:
            figure = replace(figure, unit=shared[-1].unit, things=shared[-1].things)
        if figure.written.lower() != "one" or figure.unit or figure.things:
            shared.append(figure)
        follows = begin
    return shared[::-1]
