"""Which authorities a whole document cites, under which names, and by which sentences of its material.

When the document was read, short forms were given the authority that they mean ("Carty, supra, 170 N.J. at
640", "id."), which a sentence alone cannot tell. A bare name ("the rule of Carty") is known from the full
citation, wherever in the document it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from briefbank.claims import CitedAuthority, SourceSentence
from briefbank.models import Citation, Passage
from briefbank.summary.checks.cited import name_before
from briefbank.summary.checks.outdated import NO_AUTHORITY


@dataclass(slots=True)
class _Found:
    names: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)


def cited(passages: Sequence[Passage], sentences: Sequence[SourceSentence]) -> tuple[CitedAuthority, ...]:
    """In the order of their first citation. Tens of milliseconds for 900 pages."""
    within: dict[int, list[SourceSentence]] = {}
    for sentence in sentences:
        within.setdefault(sentence.passage_id, []).append(sentence)
    found: dict[tuple[str, str], _Found] = {}
    for passage in passages:
        for each in passage.citations:
            if each.canonical and each.sort not in NO_AUTHORITY:
                known = found.setdefault((each.canonical, each.sort), _Found())
                known.sentences += [n.number for n in within.get(passage.id, ()) if _stands_in(each, n)]
                if each.form == "full" and not known.names:
                    known.names += name_before(passage.text, each)
    return tuple(
        CitedAuthority(canonical, sort, tuple(known.names), tuple(dict.fromkeys(known.sentences)))
        for (canonical, sort), known in found.items()
    )


def _stands_in(citation: Citation, sentence: SourceSentence) -> bool:
    return citation.start < sentence.end and citation.end > sentence.start
