"""The statements of a text that one authority treated another: overruled, amended or construed it.

A statement needs a verb of treatment (``treatment_text``) with known words between it and a citation of its
sentence, so that a verb said of anything else ("the objection was overruled, see ■") does not reach one. What
somebody requests, argues, doubts or denies is no statement, nor is what is said of objections, judgments or
complaints, or by a reference back ("that decision was overruled"). "In part" and "on other grounds" belong to
what is stated. A bare "as amended" states nothing. A case that is distinguished still holds. In doubt there
is no finding.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from briefbank.citations import treatment_text as patterns
from briefbank.citations.mentions import PROVISIONS
from briefbank.citations.treatment_text import CASES, SIGN, STEMS, VERB, CitedUnit, Segment, Verb
from briefbank.domain.authorities import Citation, CitationKind, Extent, RelationKind
from briefbank.text.language import sentence_ends


@dataclass(frozen=True, slots=True)
class _Finding:
    """A statement whose offsets are still those of the segment."""

    kind: RelationKind
    target: CitedUnit
    source: CitedUnit | None
    start: int
    end: int  # The range of the words in the segment's text


@dataclass(frozen=True, slots=True)
class _VerbUse:
    verb: Verb
    start: int
    end: int
    before: str  # The ``NEAR`` characters before the verb


class _SegmentParser:
    """A reader that tries the rules on one segment. Linear time."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment
        self._text = segment.text
        self._units = segment.units
        self._first = _first_of_case(segment)
        self._objects: set[CitedUnit] = set()
        self._treated: dict[CitedUnit, CitedUnit] = {}
        """The target of each source: "overruled by ■ and superseded by ■" are both about one target."""

    def findings(self) -> list[_Finding]:
        """Return the findings of the segment in order, each once."""
        findings = [*self._by_verbs(), *self._enacted_under(), *self._amendments()]
        once = {(finding.kind, finding.target, finding.source): finding for finding in reversed(findings)}
        return sorted(once.values(), key=lambda finding: (finding.start, finding.target.citation))

    def _by_verbs(self) -> Iterator[_Finding]:
        for match in VERB.finditer(self._text):
            verb, form = patterns.verb_of(match)
            before = self._text[max(0, match.start() - patterns.NEAR) : match.start()]
            use = _VerbUse(verb, match.start(), match.end(), before)
            findings: Iterable[_Finding] = ()
            if form == "done":
                findings = self._done(use)
            elif form == "doing":
                if patterns.BEFORE_DOING.search(before):
                    findings = self._active(use, self._owner(use) or self._subject(use))
            elif not self._negated_or_wished(use):
                # "we overrule"; of these two kinds the subject may be a plural: "the amendments repeal ■"
                plural = verb.kind in (RelationKind.SUPERSEDES, RelationKind.REPEALS)
                if form == "does":
                    findings = self._active(use, self._subject(use))
                elif (plural and not before.endswith("to ")) or patterns.WE.search(before):
                    findings = self._active(use, None)
            for finding in findings:
                if finding.source is not None:
                    self._treated[finding.source] = finding.target
                yield finding

    def _done(self, use: _VerbUse) -> Iterator[_Finding]:
        """Yield the findings of a past form: active if its object follows, otherwise passive."""
        direct, owner = patterns.DIRECT.search(use.before), self._owner(use)
        if patterns.OBJECT_OF_PAST.match(self._text, use.end):
            # without a subject it is an adjective: "the amended ■"
            has_subject = direct or not patterns.NO_SUBJECT.search(use.before.rstrip())
            if has_subject and not self._negated_or_wished(use):
                yield from self._active(use, self._subject(use))
            return
        targets = self._targets(use)
        by = patterns.BY.match(self._text, use.end) if targets else None
        if by is None:
            return
        # right after a citation or an opening bracket the verb is part of a case's history
        history = direct is not None or owner is not None
        named = by["source"] is not None and (by["by"] != "," or history)
        source = self._units[by.start("source")] if named else None
        agent_named = named if by["by"] in (" in", ", in", ",") else by["by"] is not None
        about_law = agent_named or not use.verb.needs  # other verbs have many other uses
        if not about_law and use.verb.kind is RelationKind.AMENDS:
            about_law = patterns.DATED.match(self._text, use.end) is not None
        elif not about_law and use.verb.kind is RelationKind.LIMITS:
            about_law = patterns.TO_FACTS.match(self._text, use.end) is not None
        if about_law:
            end = by.end("by" if agent_named and by["by"] != "," else "manner")
            said = by.start("source") if source else by.end()
            for target in targets:
                yield from _finding(use, target, source, end, self._text, said_until=said)

    def _active(self, use: _VerbUse, source: CitedUnit | None) -> Iterator[_Finding]:
        """Yield a finding for the object right after the verb, and for each object joined to it by "and"."""
        joined = patterns.OBJECT.match(self._text, use.end)
        while joined:
            target = self._units[joined.end()]
            self._objects.add(target)
            at = joined.end()
            yield from _finding(use, target, source, use.end, self._text, at, at)
            joined = patterns.MORE.match(self._text, joined.end() + len(SIGN))

    def _unit(self, use: _VerbUse, match: re.Match[str], group: str = "unit") -> CitedUnit:
        """Return the unit that a group of a match in ``use.before`` is."""
        return self._units[use.start - len(use.before) + match.start(group)]

    def _subject(self, use: _VerbUse) -> CitedUnit | None:
        """Return the subject, which is right before the verb or in "in ■, the Court …"; None for none."""
        for pattern in (patterns.DIRECT, patterns.WHICH, patterns.IN_CASE):
            if match := pattern.search(use.before):
                unit = self._unit(use, match)
                if pattern is patterns.DIRECT and unit in self._objects:
                    return None
                return self._first.get(unit, unit)
        return None

    def _owner(self, use: _VerbUse) -> CitedUnit | None:
        """Return the unit before the bracket whose first word is the verb; None for none."""
        opens = use.start == len(use.before) and patterns.OPENING.search(use.before)
        return self._segment.owner if self._segment.bracketed and opens else None

    def _targets(self, use: _VerbUse) -> list[CitedUnit]:
        """Return the units that a passive verb is said of."""
        if direct := patterns.DIRECT.search(use.before):
            return self._before_participle(use, direct)
        if owner := self._owner(use):
            ends = patterns.ENDS.match(self._text, use.end)
            return [owner] if ends and not _is_no_law(use, "", owner) else []
        if self._negated_or_wished(use):
            return []
        for pattern in (*patterns.PASSIVES, *(patterns.FAR_PASSIVES if use.verb.strong else ())):
            if passive := pattern.search(use.before):
                return self._subjects(use, passive)
        # the case in "The holding in ■, that …, has been superseded"
        opening = patterns.HOLDING_OF.match(self._text) if use.verb.strong else None
        subject = patterns.SUBJECT.search(use.before)
        if opening is None or subject is None or subject["word"].lower() in patterns.NO_HOLDING:
            return []
        unit = self._units[opening.start("unit")]
        return [self._first.get(unit, unit)] if opening.end() <= use.start < 3 * patterns.NEAR else []

    def _subjects(self, use: _VerbUse, passive: re.Match[str]) -> list[CitedUnit]:
        """Return a passive's subjects; none if the citation is an object or follows "under" or the like."""
        units = [self._unit(use, passive, group) for group in passive.groupdict()]
        relative = re.search(r"\b(?:which|that) ", passive.group()) is not None
        start = min(passive.start(group) for group in passive.groupdict())
        before = use.before[:start]
        aside = patterns.NO_SUBJECT_OF_BE.search(before) or units[-1] in self._objects
        if _is_no_law(use, before, units[0]):
            return []
        return [] if aside and not relative else [self._first.get(unit, unit) for unit in units]

    def _before_participle(self, use: _VerbUse, direct: re.Match[str]) -> list[CitedUnit]:
        between = direct["between"]
        ends = patterns.ENDS if "," in between else patterns.ENDS_SOON
        written = self._unit(use, direct)
        before = use.before[: direct.start("unit")]
        if not ends.match(self._text, use.end) or _is_no_law(use, before, written):
            return []
        joined = "and " in between or use.verb.kind is RelationKind.AMENDS
        if joined and written in self._treated:
            return [self._treated[written]]
        if use.verb.done == "withdrawn":
            return [written]
        return [self._first.get(written, written)]

    def _negated_or_wished(self, use: _VerbUse) -> bool:
        """Tell whether the clause negates the verb, or makes it a wish or an argument."""
        subject = patterns.DIRECT.search(use.before) or patterns.PASSIVES[-1].search(use.before)
        begin = subject.start("unit") if subject else len(use.before)
        return patterns.NOT_MEANT.search(use.before, max(0, begin - patterns.CLAUSE)) is not None

    def _enacted_under(self) -> Iterator[_Finding]:
        """Find statements such as "■, promulgated under ■" and "regulations promulgated under ■"."""
        for match in patterns.UNDER.finditer(self._text):
            before = self._text[max(0, match.start() - patterns.NEAR) : match.start()]
            use = _VerbUse(_UNDER, match.start(), match.end(), before)
            source, target = self._owner(use), self._units[match.end()]
            if source is None and (direct := patterns.DIRECT.search(before)):
                unit = self._unit(use, direct)
                source = self._first.get(unit, unit)
            if source is None:
                if not patterns.RULES.search(before):
                    continue
                others = [unit for unit in self._units.values() if unit != target]
                regulations = [unit for unit in others if unit.kind is CitationKind.REGULATION]
                source = regulations[0] if len(regulations) == 1 else None
            if source is None or source.kind in PROVISIONS:
                yield from _finding(use, target, source, match.end("words"), self._text)

    def _amendments(self) -> Iterator[_Finding]:
        """Find statements such as "Prior to the 2013 amendment of ■"."""
        for match in patterns.AMENDMENT.finditer(self._text):
            verb = _REPEAL if match["what"].startswith("repeal") else _AMENDMENT
            use = _VerbUse(verb, match.start("what"), match.end("what"), "")
            yield from _finding(use, self._units[match.end()], None, use.end, self._text)


_UNDER = Verb(RelationKind.IMPLEMENTS, "", targets=PROVISIONS)
_REPEAL = Verb(RelationKind.REPEALS, "", targets=PROVISIONS)
_AMENDMENT = Verb(RelationKind.AMENDS, "", targets=PROVISIONS)


def _is_no_law(use: _VerbUse, before: str, unit: CitedUnit) -> bool:
    """Tell whether what was amended is a compact, a pleading or the like, which only names a law."""
    said = (unit.name, before)
    return use.verb.kind is RelationKind.AMENDS and any(map(patterns.NO_LAW.search, said))


def _finding(
    use: _VerbUse,
    target: CitedUnit,
    source: CitedUnit | None,
    end: int,
    text: str,
    at: int = 0,
    said_until: int = 0,
) -> Iterator[_Finding]:
    """Yield at most one finding: none if that kind cannot be treated so. ``at`` is the object's place. The
    extent may be told up to ``said_until`` and right behind it."""
    if target.kind not in use.verb.targets or target == source:
        return
    amends = use.verb.kind is RelationKind.AMENDS
    if source and (source.kind is CitationKind.JOURNAL or (amends and source.kind in CASES)):
        source = None
    adverbs = patterns.ADVERBS.search(text, max(0, use.start - patterns.CLAUSE), use.start)
    start = adverbs.start() if adverbs else use.start
    extent = _extent(text, start, max(end, said_until))
    if at and not extent and patterns.PART_OF.search(text, max(use.end, at - patterns.CLAUSE), at):
        extent = Extent.IN_PART
    yield _Finding(use.verb.kind.with_extent(extent), target, source, start, end)


def _extent(text: str, start: int, end: int) -> Extent:
    """Return the extent that a statement's words tell, or those right behind them."""
    behind = end + len(SIGN) if text.startswith(SIGN, end) else end
    for extent, within, right_behind in (
        (Extent.ON_OTHER_GROUNDS, patterns.ON_OTHER_GROUNDS, patterns.ON_OTHER_GROUNDS_BEHIND),
        (Extent.IN_PART, patterns.IN_PART, patterns.IN_PART_BEHIND),
    ):
        if within.search(text, start, end) or right_behind.match(text, behind):
            return extent
    return Extent.WHOLE


def _first_of_case(segment: Segment) -> dict[CitedUnit, CitedUnit]:
    """Map each later decision in a case to the unit with which the case's history begins."""
    first: dict[CitedUnit, CitedUnit] = {}
    before, end = None, 0
    for at, unit in segment.units.items():
        gap = segment.text[end:at] if at - end < patterns.CLAUSE * 2 else ""
        unnamed = not unit.name or "sub nom" in gap
        if before is not None and unnamed and patterns.SAME_CASE.fullmatch(gap):
            first[unit] = first.get(before, before)
        before, end = unit, at + len(SIGN)
    return first


@dataclass(frozen=True, slots=True)
class TreatmentStatement:
    """A statement of one sentence that one authority treated another."""

    kind: RelationKind
    source: int | None  # The index of the citation that did it; None if the sentence names none
    target: int
    start: int  # The start of the sentence in the text
    end: int  # The end of the sentence in the text
    words: str  # The words of the statement as written


def statements(text: str, citations: Sequence[Citation]) -> list[TreatmentStatement]:
    """Find the statements of a passage, in order. ``source`` and ``target`` are indexes into ``citations``;
    of parallel citations the first counts. Citations without a canonical form and cites to the record take no
    part. Any thread; never raises; linear time."""
    record = CitationKind.RECORD
    usable = [at for at, cited in enumerate(citations) if cited.canonical and cited.kind is not record]
    if not usable or not _may_state(text):
        return []
    usable.sort(key=lambda at: citations[at].start)
    unique: dict[tuple[object, ...], TreatmentStatement] = {}
    for start, end, inside in _sentences(text, citations, usable):
        if not inside or not _may_state(text[start:end]):
            continue
        findings = [
            (segment, finding)
            for segment in patterns.segments(text, start, end, citations, inside)
            if segment.units or segment.owner
            for finding in _SegmentParser(segment).findings()
        ]
        for segment, finding in sorted(findings, key=lambda pair: pair[0].offset(pair[1].start)):
            written = text[segment.offset(finding.start) : segment.offset(finding.end - 1) + 1]
            source, target = finding.source.citation if finding.source else None, finding.target.citation
            words = " ".join(written.split())
            statement = TreatmentStatement(finding.kind, source, target, start, end, words)
            unique.setdefault((end, finding.kind, target, source), statement)
    return list(unique.values())


def _may_state(text: str) -> bool:
    lower = text.lower()
    return any(stem in lower for stem in STEMS)


def _sentences(
    text: str, citations: Sequence[Citation], usable: Sequence[int]
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the start and end of each sentence, and the indexes of its usable citations in order. No sentence
    ends within a citation."""
    starts = [citations[at].start for at in usable]
    start = first = 0
    for end in (*sentence_ends(text), len(text)):
        last = bisect_left(starts, end, first)
        if last > first and citations[usable[last - 1]].end > end:
            continue
        yield start + len(text[start:end]) - len(text[start:end].lstrip()), end, list(usable[first:last])
        start, first = end, last
