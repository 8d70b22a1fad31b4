"""Which unit of a segment does what to which other, by the words that stand between them.

Every rule asks for words that it knows in the places between verb and unit, so that a verb said of anything
else ("the objection was overruled, see ■") does not reach a citation. In doubt there is no finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from briefbank.authority import treatment_patterns as patterns
from briefbank.authority.treatment_text import SIGN, Segment, Unit
from briefbank.authority.treatment_words import CASES, PROVISIONS, VERB, Verb, verb_of
from briefbank.law import RelationKind

_BY_DEGREES = frozenset((RelationKind.OVERRULES, RelationKind.SUPERSEDES))
"""Kinds that are a limit where they are done in part."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A statement before it is put into the text's own offsets."""

    kind: RelationKind
    target: Unit
    source: Unit | None
    start: int
    end: int
    """Of the words, in the segment's text."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A verb where it stands."""

    verb: Verb
    start: int
    end: int
    before: str
    """The ``NEAR`` characters before it."""

    def place(self, match: re.Match[str], group: str) -> int:
        """Where in the segment a group of a match in ``before`` begins."""
        return self.start - len(self.before) + match.start(group)


class Reader:
    """Tries the rules on one segment. Linear time."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._text = segment.text
        self._units = segment.units
        self._first = _first_of_case(segment)
        self._objects: set[Unit] = set()
        self._treated: dict[Unit, Unit] = {}
        """What each source did something to: "overruled by ■ and superseded by ■" are said of one."""

    def findings(self) -> list[Finding]:
        """What the segment says, each thing once, in order."""
        found = [*self._by_verbs(), *self._enacted_under(), *self._amendments()]
        once = {(each.kind, each.target, each.source): each for each in reversed(found)}
        return sorted(once.values(), key=lambda each: (each.start, each.target.citation))

    def _by_verbs(self) -> Iterator[Finding]:
        ways = {"done": self._done, "doing": self._doing, "does": self._does, "do": self._do}
        for match in VERB.finditer(self._text):
            verb, form = verb_of(match)
            before = self._text[max(0, match.start() - patterns.NEAR) : match.start()]
            for finding in ways[form](_Said(verb, match.start(), match.end(), before)):
                if finding.source is not None:
                    self._treated[finding.source] = finding.target
                yield finding

    # --- by the verb's form --------------------------------------------------------------------------

    def _done(self, said: _Said) -> Iterator[Finding]:
        """A past form: active where its object follows, or else passive."""
        if patterns.OBJECT.match(self._text, said.end):
            if self._acts(said):
                yield from self._active(said, self._doer(said))
            return
        targets = self._targets(said)
        by = patterns.BY.match(self._text, said.end) if targets else None
        if by is None:
            return
        named = by.group("source") is not None and (by.group("by") != "," or self._is_history(said))
        source = self._units[by.start("source")] if named else None
        said_by = named if by.group("by") in (" in", ", in", ",") else by.group("by") is not None
        if self._says_enough(said, said_by):
            end = by.end("by" if said_by and by.group("by") != "," else "manner")
            yield from (
                each for target in targets for each in _finding(said, target, source, end, self._text)
            )

    def _doing(self, said: _Said) -> Iterator[Finding]:
        if patterns.BEFORE_DOING.search(said.before):
            yield from self._active(said, self._owner(said) or self._doer(said))

    def _does(self, said: _Said) -> Iterator[Finding]:
        if not self._only_wished(said):
            yield from self._active(said, self._doer(said))

    def _do(self, said: _Said) -> Iterator[Finding]:
        plural = said.verb.kind is RelationKind.SUPERSEDES and not said.before.endswith("to ")
        if (plural or patterns.WE.search(said.before)) and not self._only_wished(said):
            yield from self._active(said, None)

    def _active(self, said: _Said, source: Unit | None) -> Iterator[Finding]:
        """Done to what follows at once, and to what is joined to it by "and"."""
        joined = patterns.OBJECT.match(self._text, said.end)
        while joined:
            target = self._units[joined.end()]
            self._objects.add(target)
            yield from _finding(said, target, source, said.end, self._text, joined.end())
            joined = patterns.MORE.match(self._text, joined.end() + len(SIGN))

    # --- who -----------------------------------------------------------------------------------------

    def _acts(self, said: _Said) -> bool:
        """Whether a past form before an object has a subject, and is no adjective ("the amended ■")."""
        if patterns.DIRECT.search(said.before):
            return not self._only_wished(said)
        return not patterns.NO_SUBJECT.search(said.before.rstrip()) and not self._only_wished(said)

    def _doer(self, said: _Said) -> Unit | None:
        """The subject: right before the verb, or in "in ■, the Court …"."""
        for pattern in (patterns.DIRECT, patterns.WHICH, patterns.IN_CASE):
            if found := pattern.search(said.before):
                unit = self._units[said.place(found, "unit")]
                if pattern is patterns.DIRECT and unit in self._objects:
                    return None
                return self._first.get(unit, unit)
        return None

    def _owner(self, said: _Said) -> Unit | None:
        """What the bracket follows whose first word the verb is."""
        opens = said.start == len(said.before) and patterns.OPENING.search(said.before)
        return self._segment.owner if self._segment.bracketed and opens else None

    def _unit(self, place: int) -> Unit:
        unit = self._units[place]
        return self._first.get(unit, unit)

    # --- to whom -------------------------------------------------------------------------------------

    def _is_history(self, said: _Said) -> bool:
        """Whether the verb stands in a string of decisions: right after a citation or an opening bracket."""
        return bool(patterns.DIRECT.search(said.before)) or self._owner(said) is not None

    def _targets(self, said: _Said) -> list[Unit]:
        """What a passive verb is said of."""
        if direct := patterns.DIRECT.search(said.before):
            return self._before_participle(said, direct)
        if owner := self._owner(said):
            return [owner] if patterns.ENDS.match(self._text, said.end) else []
        if self._only_wished(said):
            return []
        for pattern in (*patterns.PASSIVES, *(patterns.FAR_PASSIVES if said.verb.strong else ())):
            if found := pattern.search(said.before):
                return self._subjects(said, found)
        return self._holding_of(said) if said.verb.strong else []

    def _subjects(self, said: _Said, passive: re.Match[str]) -> list[Unit]:
        """Nothing where the citation only stands before the verb: as an object, or behind "under"."""
        units = [self._units[said.place(passive, group)] for group in passive.groupdict()]
        relative = re.search(r"\b(?:which|that) ", passive.group()) is not None
        start = min(passive.start(group) for group in passive.groupdict())
        aside = patterns.NO_SUBJECT_OF_BE.search(said.before[:start]) or units[-1] in self._objects
        return [] if aside and not relative else [self._first.get(unit, unit) for unit in units]

    def _before_participle(self, said: _Said, direct: re.Match[str]) -> list[Unit]:
        between = direct.group("between")
        ends = patterns.ENDS if "," in between else patterns.ENDS_SOON
        if not ends.match(self._text, said.end):
            return []
        written = self._units[said.place(direct, "unit")]
        joined = "and " in between or said.verb.kind is RelationKind.AMENDS
        if joined and written in self._treated:
            return [self._treated[written]]
        if said.verb.done == "withdrawn":
            return [written]
        return [self._first.get(written, written)]

    def _holding_of(self, said: _Said) -> list[Unit]:
        """The case in "The holding in ■, that …, has been superseded"."""
        opening = patterns.HOLDING_OF.match(self._text)
        subject = patterns.SUBJECT.search(said.before)
        if opening is None or subject is None or subject.group("word").lower() in patterns.NO_HOLDING:
            return []
        return [self._unit(opening.start("unit"))] if opening.end() <= said.start < 3 * patterns.NEAR else []

    # --- whether -------------------------------------------------------------------------------------

    def _only_wished(self, said: _Said) -> bool:
        """Whether the clause says that it did not happen, or that somebody would have it so."""
        begin = len(said.before)
        if found := (patterns.DIRECT.search(said.before) or patterns.PASSIVES[-1].search(said.before)):
            begin = found.start("unit")
        return patterns.NOT_MEANT.search(said.before, max(0, begin - patterns.CLAUSE)) is not None

    def _says_enough(self, said: _Said, said_by: bool) -> bool:
        """Whether a passive verb that is said of much else is said of law here."""
        if not said.verb.needs or said_by:
            return True
        if said.verb.kind is RelationKind.AMENDS:
            return patterns.DATED.match(self._text, said.end) is not None
        return said.verb.kind is RelationKind.LIMITS and bool(patterns.TO_FACTS.match(self._text, said.end))

    # --- nouns ---------------------------------------------------------------------------------------

    def _enacted_under(self) -> Iterator[Finding]:
        """ "■, promulgated under ■", "regulations promulgated under ■"."""
        for match in patterns.UNDER.finditer(self._text):
            before = self._text[max(0, match.start() - patterns.NEAR) : match.start()]
            said = _Said(_UNDER, match.start(), match.end(), before)
            source = self._owner(said)
            if source is None and (direct := patterns.DIRECT.search(before)):
                source = self._unit(said.place(direct, "unit"))
            if source is None and not patterns.RULES.search(before):
                continue
            target = self._units[match.end()]
            if source is None:
                source = self._only_regulation(target)
            if source is None or source.sort in PROVISIONS:
                yield from _finding(said, target, source, match.end("words"), self._text)

    def _only_regulation(self, target: Unit) -> Unit | None:
        found = [each for each in self._units.values() if each.sort == "regulation" and each != target]
        return found[0] if len(found) == 1 else None

    def _amendments(self) -> Iterator[Finding]:
        """ "Prior to the 2013 amendment of ■"."""
        for match in patterns.AMENDMENT.finditer(self._text):
            verb = _REPEAL if match.group("what").startswith("repeal") else _AMENDMENT
            said = _Said(verb, match.start("what"), match.end("what"), "")
            yield from _finding(said, self._units[match.end()], None, said.end, self._text)


_UNDER = Verb(RelationKind.IMPLEMENTS, "", targets=PROVISIONS)
_REPEAL = Verb(RelationKind.SUPERSEDES, "", targets=PROVISIONS)
_AMENDMENT = Verb(RelationKind.AMENDS, "", targets=PROVISIONS)


def _finding(
    said: _Said, target: Unit, source: Unit | None, end: int, text: str, at: int = 0
) -> Iterator[Finding]:
    """At most one: nothing where that sort of authority cannot suffer it. ``at``: an object's place."""
    if target.sort not in said.verb.targets or target == source:
        return
    if source and (
        source.sort == "journal" or (said.verb.kind is RelationKind.AMENDS and source.sort in CASES)
    ):
        source = None
    adverbs = patterns.ADVERBS.search(text, max(0, said.start - patterns.CLAUSE), said.start)
    start = adverbs.start() if adverbs else said.start
    in_part = patterns.IN_PART.search(text, start, end)
    if at and not in_part:
        before, behind = (
            patterns.PART_OF.search(text, max(said.end, at - patterns.CLAUSE), at),
            patterns.IN_PART_BEHIND.match(text, at + 1),
        )
        in_part = before or behind or patterns.IN_PART_BEHIND.match(text, said.end)
    kind = RelationKind.LIMITS if in_part and said.verb.kind in _BY_DEGREES else said.verb.kind
    yield Finding(kind, target, source, start, end)


def _first_of_case(segment: Segment) -> dict[Unit, Unit]:
    """Of a later decision in the same case, the unit with which the string of decisions begins."""
    found: dict[Unit, Unit] = {}
    before, end = None, 0
    for at, unit in segment.units.items():
        gap = segment.text[end:at] if at - end < patterns.CLAUSE * 2 else ""
        unnamed = not unit.named or "sub nom" in gap
        if before is not None and unnamed and patterns.SAME_CASE.fullmatch(gap):
            found[unit] = found.get(before, before)
        before, end = unit, at + len(SIGN)
    return found
