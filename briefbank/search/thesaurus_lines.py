"""The format of a thesaurus file: text that a lawyer can read and change, one group of words a line.

``car = automobile = motor vehicle``: each finds the others. ``cop > police officer``: the typed word finds
the addition, and not the other way round. ``- car = automobile`` removes a pairing of the list that this one
extends. ``#`` begins a note. A line that cannot be understood is named with its number and skipped, so that a
slip never costs more than its own line. Any thread; linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from briefbank.search.question_phrases import STOP_WORDS, word_set

LINES_LIMIT = 5_000
MEMBERS_LIMIT = 24
WORDS_LIMIT = 8
"""The most words in one member."""
LETTERS_LIMIT = 80
"""The most characters in one member."""
PROBLEMS_LIMIT = 50
"""The most problems that are reported one by one; more are only counted, since the file is no thesaurus
then."""

ALSO_WORDS = word_set(
    """
    ab ace act ad ada add aff age ago aid ail aim air alp am amp an and ant any ape apt arc are arm art as
    ash ask at ate aye bad bag ban bar bat be bed bee beg bet bid big bin bit boo bow box boy bra bud bug
    bum bus but buy by cab cad cam can cap car cat ci con cop cot cow cry cub cue cup cut dad dam dan day de
    den dew did die dig dim dip do doc doe dog don dot dry due dug dye ear eat egg ego el elf end er era etc
    eve ex eye fad fan far fat fax fed fee few fig fin fit fix fly foe fog for fox fry fun fur gag gal gap
    gas gem get gin go god got gum gun gut guy gym had ham has hat he hen her hey hi hid him hip his hit hog
    hop hot how hub hug hut i ice id if ill in ink inn ins ion ire is it its ivy jam jar jaw jay jet jim job
    joe jog joy jug ken key kid kin kit la lab lad lag lap law lay led lee leg les let lid lie lip lit log
    lot low ma mac mad man map mar mat max may me men met mix mob mom mop mr ms mud mug my nap net new nil
    nip no nod nor not now nun nut oak oar odd of off oh oil ok old on one op or ore our out owe owl own ox
    pa pad pal pan par pat paw pay pc pea pen per pet pie pig pin pit ply po pod pop pot pro pub pun pup put
    ram ran rap rat raw ray red ref rep rib rid rig rim rip rob rod rot row rub rug rum run rye sac sad sag
    sap sat saw say sea see set sew sex she shy sin sip sir sit six ski sky sly so sob sol son sow spa spy
    st sue sum sun tab tag tan tap tar tax tea ted ten the tie tim tin tip to toe tom ton too top toy try
    tub two up us use van vat vet via vie vow war was wax way we web wed wet who why wig win wit won wry yes
    yet you
    """
)
"""Words, names and signs of two or three letters. An abbreviation in capitals that is spelled like one of
them is meant only where it is typed in capitals, and is never added to a search, which ignores capitals."""

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?|[^\W_]+")
"""A run of letters and digits, or letters with a full stop after each: N.E.R.A."""
_TAKES_OUT = re.compile(r"[-–−]\s+")
_QUOTES = "\"“”„'‘’ \t"


class FoldedWord(NamedTuple):
    """A word of a text: in lower case without accents and full stops, as written, and its range."""

    folded: str
    written: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ThesaurusGroup:
    """One group of a file. ``members`` are two or more different ones, as written but for blanks."""

    number: int
    """The line number, from 1."""
    members: tuple[str, ...]
    one_way: bool
    """Whether only the first member finds the others."""
    takes_out: bool


class _Problem(Exception):
    """Raised when a line cannot be used; the message is a sentence that says why."""


def words_of(text: str) -> Iterator[FoldedWord]:
    """Yield the words of a text in order; '2C:44-1' and 'K-9' are split, 'D.U.I.' is one."""
    for match in _WORD.finditer(text):
        written = match.group()
        if "." in written:
            written = written.replace(".", "")
        yield FoldedWord(folded(written), written, match.start(), match.end())


@lru_cache(maxsize=8192)
def folded_words(member: str) -> tuple[str, ...]:
    """Return a member's words, folded. Cached: a member stands in many pairings."""
    return tuple(word.folded for word in words_of(member))


def forms(word: str) -> tuple[str, ...]:
    """Return a folded word and its possible singulars; two words are one where any of these agree."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return (word,)
    if word.endswith("ies"):
        return word, word[:-1], word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        return word, word[:-1], word[:-2]
    return word, word[:-1]


def only_in_capitals(member: str) -> bool:
    """Tell whether a member is an abbreviation meant only where it is typed in capitals: CI, PC, ID."""
    return member.isupper() and member.replace(".", "").lower() in ALSO_WORDS


def read_lines(text: str) -> tuple[tuple[ThesaurusGroup, ...], tuple[str, ...]]:
    """Return the groups of a file, and a sentence for each line that cannot be used. Never raises."""
    lines: list[ThesaurusGroup] = []
    problems: list[str] = []
    written = text.splitlines()
    for number, line in enumerate(written[:LINES_LIMIT], start=1):
        try:
            if bare := line.strip().removeprefix("\ufeff").partition("#")[0].strip():
                lines.append(_line(number, bare))
        except _Problem as problem:
            problems.append(f"Line {number}: {problem}")
    if len(written) > LINES_LIMIT:
        problems.append(f"Only the first {LINES_LIMIT:,} lines are used.")
    return tuple(lines), _limited(problems)


def _limited(problems: Sequence[str]) -> tuple[str, ...]:
    if len(problems) <= PROBLEMS_LIMIT:
        return tuple(problems)
    more = len(problems) - PROBLEMS_LIMIT
    return (*problems[:PROBLEMS_LIMIT], f"{more:,} more lines cannot be used either.")


def _line(number: int, text: str) -> ThesaurusGroup:
    takes_out = _TAKES_OUT.match(text)
    body = text[takes_out.end() :] if takes_out else text
    one_way = ">" in body
    members = tuple(" ".join(member.split()).strip(_QUOTES) for member in _cut(body, one_way))
    for member in members:
        _refuse_unfit(member)
    _refuse_repeated(members)
    return ThesaurusGroup(number, members, one_way, takes_out is not None)


def _cut(body: str, one_way: bool) -> list[str]:
    if one_way and "=" in body:
        raise _Problem("“=” and “>” cannot stand in one line. Write two lines.")
    if body.count(">") > 1:
        raise _Problem("only one “>” can stand in a line. Part what is added by commas.")
    if not one_way:
        if "=" not in body:
            raise _Problem("there is neither “=” nor “>” in it. Write it as: car = automobile")
        return body.split("=")
    typed, added = body.split(">")
    if "," in typed:
        raise _Problem("only one word or phrase can stand before “>”. Write a line for each.")
    return [typed, *added.split(",")]


def _refuse_unfit(member: str) -> None:
    """Raise _Problem for a member without anything to search for, or that would make every search wider."""
    words = folded_words(member)
    if not member:
        raise _Problem("something is missing beside “=”, “>” or a comma.")
    if not any(letter.isalpha() for letter in member):
        raise _Problem(f"“{member[:LETTERS_LIMIT]}” has no letters. Numbers are always searched as typed.")
    if len(member) > LETTERS_LIMIT or len(words) > WORDS_LIMIT:
        raise _Problem(f"“{member[:LETTERS_LIMIT]}” is too long. Use at most {WORDS_LIMIT} words.")
    if all(word in STOP_WORDS for word in words) and not only_in_capitals(member):
        raise _Problem(f"“{member}” stands in nearly every document and cannot be used.")


def _refuse_repeated(members: Sequence[str]) -> None:
    if len(members) > MEMBERS_LIMIT:
        raise _Problem(f"it has more than {MEMBERS_LIMIT} words or phrases. Write several lines.")
    seen: set[tuple[str, ...]] = set()
    for member in members:
        words = folded_words(member)
        if words in seen:
            raise _Problem(f"“{member}” stands in it twice.")
        seen.add(words)


def folded(word: str) -> str:
    """Return the word in lower case without accents, as the word index has it."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
