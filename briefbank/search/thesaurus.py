"""The thesaurus: other words for the same thing, searched beside the typed words with less weight.

It is text that a lawyer can read and change, one group of words a line. ``car = automobile = motor vehicle``:
each finds the others. ``cop > police officer``: the typed word finds the addition, and not the other way
round. ``#`` begins a note. A line that cannot be understood is named with its number and skipped. Members of
several words are searched as runs in the sentence, longest first. Nothing is followed from line to line, so
that a person who reads the file can foresee each addition.

The office's file beside its library is checked before every search and read again when its stamp changed, so
that a line that was just added counts at once. If anything is wrong with it, the built-in list is used.
"""

from __future__ import annotations

import codecs
import logging
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

from briefbank.api.law import ThesaurusApi
from briefbank.domain.searches import Related, ThesaurusState
from briefbank.files import write_out
from briefbank.paths import resources_folder
from briefbank.search.typed_text import word_set
from briefbank.storage.viewer_command import refuse_unfit
from briefbank.text.characters import without_accents
from briefbank.text.language import ENGLISH_STOP_WORDS
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

BYTES_LIMIT = 1_000_000  # The largest office file; a longer one was not written by hand, and is not read
HEADER = """\
# Words that your office wants searched beside the typed ones. One group a line. Notes begin with #.
#   car = automobile = motor vehicle      any of them finds the others
#   cop > police officer, patrolman       typing the first finds the others too, not the other way round
# Changes count from the next search on.

"""

WEIGHT = 0.35  # The weight of an addition, where a typed word has 1
ADDITIONS_LIMIT = 24  # The most additions to one query
WORDS_LIMIT = 400  # The most words of a query that are looked up; a longer text uses several wordings itself
SHOUTED_WORDS = 4
"""The number of words from which a text in capitals alone does not distinguish abbreviations from words."""
LINES_LIMIT, PROBLEMS_LIMIT = 5_000, 50
"""The most lines that are used, and the most problems that are reported one by one."""
MEMBERS_LIMIT, MEMBER_WORDS, LETTERS_LIMIT = 24, 8, 80
"""The most members of a line, and the most words and characters of one."""

ALSO_WORDS = word_set(
    """
    ace act ad ada add age aid aim am an ape apt arc arm art as ask at ate bad bag ban bar bat be bed beg bet
    bid big bit bus by cab cad cam can cap car cat ci cop cup cut dad dam did die dim dip do doc dog don
    er fan far fat fax fed few fit fix gal gap gas gem god gun had has he her hip hit hot ice id if ill in ins
    ion is it jam jar job key kid kit la lab law lay led let lie lip log lot ma mac mad man map mat may me men
    met mix mob my net no nor not odd of old on or our out pa pad pal pan par pat pay pc pen per pet pin pit
    po pod pop pot pro pub put ram ran rap rat raw rep rid rim rip rob rod rot sac sad sap sat saw set she sin
    sit so sob spa sue sun tab tag tan tap tar tax tie tip to toe too top try up us use van vat vet via war
    was we web wed who why win wit yes
    """
)
"""Words, names and signs of two or three letters. An abbreviation in capitals that is spelled like one of
them is meant only where it is typed in capitals, and is never added to a search, which ignores capitals."""

_WORD = re.compile(r"(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_]))?|[^\W_]+")
"""A run of letters and digits, or letters with a full stop after each: N.E.R.A."""
_QUOTES = "\"“”„'‘’ \t"
_JOINTS = " \t\r\n-‐‑–'’/&"
"""The signs that may stand between the words of one member: "stop-and-frisk", "K-9"."""

Name = tuple[str, ...]  # The folded words of a member, in one form of its last word


class _Loaded(NamedTuple):
    """The loaded thesaurus, and the stamp that the office's file had; None where there was none."""

    thesaurus: Thesaurus
    own_groups: int
    stamp: tuple[int, int, int] | None


class ThesaurusFiles(ThesaurusApi):
    """The thesaurus in force, read when it is first needed. Any thread."""

    def __init__(
        self, own: Path, built_in: Path | None = None, require: Callable[[], None] = lambda: None
    ) -> None:
        """``own`` is the office's file, which need not exist. ``require`` raises StoreError where it may not
        be created."""
        self.own, self._require = own, require
        self._built_in_file = built_in or resources_folder() / "thesaurus.txt"
        self._loaded: _Loaded | None = None
        self._lock = threading.Lock()

    def related(self, words: Sequence[str], text: str) -> tuple[Related, ...]:
        """Return what to search beside a query; see ``Thesaurus.related``. Some microseconds more."""
        return self._current().thesaurus.related(words, text)

    def added_to(self, text: str) -> tuple[Related, ...]:
        return self.related(text.split(), text)

    def state(self) -> ThesaurusState:
        both, own_groups, _ = self._current()
        return ThesaurusState(self.own, both.groups - own_groups, own_groups, both.problems)

    def path(self) -> Path:
        if not self.own.exists():
            self._require()
            write_out(self.own, HEADER.encode())
        refuse_unfit(self.own)
        return self.own

    def stamp(self) -> tuple[int, int, int] | None:
        """Return a value that changes with the office's file; None where there is none."""
        try:
            status = self.own.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _current(self) -> _Loaded:
        """Return the thesaurus. A file that changes while it is read has another stamp at the next search."""
        stamp, current = self.stamp(), self._loaded
        if current is not None and current.stamp == stamp:
            return current
        with self._lock:
            thesaurus, own_groups = _built_in(self._built_in_file), 0
            if stamp is not None:
                text, problems = self._own_text(stamp[1])
                both = Thesaurus.read(text, upon=thesaurus)
                own_groups = both.groups - thesaurus.groups
                thesaurus = replace(both, problems=(*problems, *both.problems))
                if thesaurus.problems:
                    log.warning("the office's thesaurus: %d problems", len(thesaurus.problems))
            self._loaded = _Loaded(thesaurus, own_groups, stamp)
            return self._loaded

    def _own_text(self, size: int) -> tuple[str, tuple[Message, ...]]:
        """Return the office's text, and a sentence where it could not be read as it is."""
        if size > BYTES_LIMIT:
            return "", (Message("The file is larger than a list of words can be, and is not used."),)
        try:
            untrusted = self.own.read_bytes()
        except OSError as error:
            log.warning("the office's thesaurus cannot be read: errno %s", error.errno)
            return "", (Message("The file could not be opened. Check that you may read it."),)
        wide = untrusted.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        encoding = "utf-16" if wide else "utf-8-sig"
        try:
            return untrusted.decode(encoding), ()
        except UnicodeDecodeError:
            said = Message("Some letters could not be read. Save the file as text in UTF-8.")
            return untrusted.decode(encoding, errors="replace"), (said,)


@cache
def _built_in(file: Path) -> Thesaurus:
    return Thesaurus.read(file.read_text("utf-8"))


class Pair(NamedTuple):
    """One direction of a pairing, as the file writes its two sides."""

    typed: str
    added: str


class FoldedWord(NamedTuple):
    """A word of a text: in lower case without accents and full stops, as written, and its range."""

    folded: str
    written: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ThesaurusGroup:
    """One group of a file. ``members`` are two or more different ones, as written but for blanks."""

    number: int  # The line number, from 1
    members: tuple[str, ...]
    one_way: bool  # Whether only the first member finds the others

    def pairs(self) -> Iterator[Pair]:
        typed = self.members[:1] if self.one_way else self.members
        return (Pair(one, other) for one in typed for other in self.members if other != one)


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """A thesaurus that was read; it never changes. Any thread."""

    groups: int  # The number of lines with a group, including those of the thesaurus that this one extends
    problems: tuple[Message, ...]
    """A sentence for each line that cannot be used, with its number; of its own text only."""
    pairs: tuple[Pair, ...]  # The pairings in force, in the order of the lines, each direction for itself
    _added: Mapping[Name, Sequence[Pair]]  # The pairings by each form of what may be typed

    @classmethod
    def read(cls, text: str, upon: Self | None = None) -> Self:
        """Read a file's text, added to ``upon``.

        A line that cannot be used is reported in ``problems`` and skipped; nothing raises. About 30 ms for a
        thousand lines.
        """
        lines, problems = read_lines(text)
        pairs = [*(upon.pairs if upon else ()), *(pair for line in lines for pair in line.pairs())]
        added: dict[Name, list[Pair]] = defaultdict(list)
        for pair in pairs:
            if not only_in_capitals(pair.added):  # the index has no capitals, and would find the word
                for name in names_of(pair.typed):
                    added[name].append(pair)
        return cls(len(lines) + (upon.groups if upon else 0), problems, tuple(pairs), added)

    def related(self, words: Sequence[str], phrases_in: str) -> tuple[Related, ...]:
        """Return what to search beside a query's content ``words`` and its plain text ``phrases_in``.

        A single word counts only where it is among ``words``; members of several words are searched in the
        text. Give no numbers, citations or quoted text. In the order typed, each addition once, none that is
        typed already, at most ADDITIONS_LIMIT; where there are more, no typed word crowds out the others.
        """
        typed = list(islice(words_of(phrases_in), WORDS_LIMIT))
        content = dict.fromkeys(piece for word in words[:WORDS_LIMIT] for piece in folded_words(word))
        shouted = len(typed) >= SHOUTED_WORDS and phrases_in == phrases_in.upper()

        def is_meant(word: FoldedWord, member: str) -> bool:
            """Tell whether a word was typed as the word or abbreviation that a member is."""
            if only_in_capitals(member):
                return word.written.removesuffix("s").isupper() and not shouted
            dotted = word.end - word.start > len(word.written)  # D.U.I. is no content word
            return dotted or word.folded in content

        runs = [_runs(phrases_in, typed[at : at + MEMBER_WORDS]) for at in range(len(typed))]
        matches: list[tuple[list[Pair], str]] = []
        at = 0
        while at < len(typed):
            length = 1
            for length in range(len(runs[at]), 0, -1):
                pairs = [pair for name in runs[at][length - 1] for pair in self._added.get(name, ())]
                if length == 1:
                    pairs = [pair for pair in pairs if is_meant(typed[at], pair.typed)]
                if pairs:
                    of = phrases_in[typed[at].start : typed[at + length - 1].end]
                    matches.append((pairs, " ".join(of.split())))
                    break
            at += length
        seen = {name for lengths in runs for names in lengths for name in names}
        groups: list[list[Related]] = []
        for pairs, of in matches:
            group = []
            for pair in pairs:
                if seen.isdisjoint(names := names_of(pair.added)):
                    seen |= names
                    searched = " ".join(pair.added.lower().replace("’", "'").split())
                    group.append(Related(searched, WEIGHT, of))
            groups.append(group)
        # The first addition of each typed word, then the second, up to the limit.
        ranks = sorted((rank, number) for number, group in enumerate(groups) for rank in range(len(group)))
        kept = sorted((number, rank) for rank, number in ranks[:ADDITIONS_LIMIT])
        return tuple(groups[number][rank] for number, rank in kept)


def _runs(text: str, words: Sequence[FoldedWord]) -> list[list[Name]]:
    """Return the names that begin at the first of some words, by their number of words less one. Words with a
    full stop or a comma between them are in no name."""
    names: list[list[Name]] = []
    for last, word in enumerate(words):
        if last and text[words[last - 1].end : word.start].strip(_JOINTS):
            break
        # an abbreviation of two letters has a plural too: CIs
        plural = len(word.written) == 3 and word.written[:2].isupper() and word.written.endswith("s")
        alike = (word.folded, word.folded[:-1]) if plural else forms(word.folded)
        names.append([(*(before.folded for before in words[:last]), form) for form in alike])
    return names


def words_of(text: str) -> Iterator[FoldedWord]:
    """Yield the words of a text in order; '2C:44-1' and 'K-9' are split, 'D.U.I.' is one."""
    for match in _WORD.finditer(text):
        written = match.group().replace(".", "")
        yield FoldedWord(without_accents(written), written, match.start(), match.end())


@lru_cache(maxsize=8192)
def folded_words(member: str) -> tuple[str, ...]:
    """Return a member's words, folded. Cached: a member stands in many pairings."""
    return tuple(word.folded for word in words_of(member))


@lru_cache(maxsize=8192)
def names_of(member: str) -> frozenset[Name]:
    """Return a member's words, folded, once for each form of the last."""
    words = folded_words(member)
    return frozenset((*words[:-1], form) for form in forms(words[-1]))


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


def read_lines(text: str) -> tuple[tuple[ThesaurusGroup, ...], tuple[Message, ...]]:
    """Return the groups of a file, and a sentence for each line that cannot be used. Never raises."""
    lines: list[ThesaurusGroup] = []
    problems: list[Message] = []
    written = text.splitlines()
    for number, line in enumerate(written[:LINES_LIMIT], start=1):
        if bare := line.strip().removeprefix("\ufeff").partition("#")[0].strip():
            group = _group(number, bare)
            if isinstance(group, ThesaurusGroup):
                lines.append(group)
            else:
                problems.append(Message("Line {number}: {problem}", number=number, problem=group))
    if len(written) > LINES_LIMIT:
        problems.append(Message("Only the first {lines_limit:,} lines are used.", lines_limit=LINES_LIMIT))
    if (more := len(problems) - PROBLEMS_LIMIT) > 0:
        problems[PROBLEMS_LIMIT:] = [Message("{more:,} more lines cannot be used either.", more=more)]
    return tuple(lines), tuple(problems)


def _group(number: int, text: str) -> ThesaurusGroup | Message:
    typed, *added = text.split(">")
    if len(added) > 1 or (added and ("=" in text or "," in typed)) or not (added or "=" in text):
        return Message(
            "it cannot be read. Write it as “car = automobile” or “cop > police officer, patrolman”."
        )
    cut = [typed, *added[0].split(",")] if added else text.split("=")
    members = tuple(" ".join(member.split()).strip(_QUOTES) for member in cut)
    for member in members:
        words, shown = folded_words(member), member[:LETTERS_LIMIT]
        if not any(letter.isalpha() for letter in member):
            return Message("“{member}” has no letters. Numbers are always searched as typed.", member=shown)
        if len(member) > LETTERS_LIMIT or len(words) > MEMBER_WORDS:
            return Message(
                "“{member}” is too long. Use at most {member_words} words.",
                member=shown,
                member_words=MEMBER_WORDS,
            )
        if all(word in ENGLISH_STOP_WORDS for word in words) and not only_in_capitals(member):
            return Message("“{member}” stands in nearly every document and cannot be used.", member=member)
    if len(members) > MEMBERS_LIMIT:
        return Message(
            "it has more than {members_limit} words or phrases. Write several lines.",
            members_limit=MEMBERS_LIMIT,
        )
    named = [folded_words(member) for member in members]
    twice = next((member for at, member in enumerate(members) if named[at] in named[:at]), "")
    if twice:
        return Message("“{member}” stands in it twice.", member=twice)
    return ThesaurusGroup(number, members, bool(added))
