"""The authorities that a whole document cites, their names, and the sentences that cite them.

When the document was read, its short forms were resolved to the authority that they mean ("Carty, supra, 170
N.J. at 640", "id."), which cannot be done from a sentence alone. A bare name ("the rule of Carty") is known
from the full citation, wherever in the document that stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from briefbank.domain.citations import Citation, CitationForm, CitationKind
from briefbank.domain.claims import CitedAuthority, SourceSentence
from briefbank.domain.passages import Passage
from briefbank.summary.checks.outdated import NO_AUTHORITY, name_before


@dataclass(slots=True)
class _Mentions:
    names: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)


def find_cited_authorities(
    passages: Sequence[Passage], sentences: Sequence[SourceSentence]
) -> tuple[CitedAuthority, ...]:
    """Return the cited authorities in the order of their first citation. Takes tens of milliseconds for 900
    pages."""
    by_passage: dict[int, list[SourceSentence]] = {}
    for sentence in sentences:
        by_passage.setdefault(sentence.passage_id, []).append(sentence)
    found: dict[tuple[str, CitationKind], _Mentions] = {}
    for passage in passages:
        for each in passage.citations:
            if each.canonical and each.kind not in NO_AUTHORITY:
                known = found.setdefault((each.canonical, each.kind), _Mentions())
                known.sentences += [n.number for n in by_passage.get(passage.id, ()) if _overlaps(each, n)]
                if each.form is CitationForm.FULL and not known.names:
                    known.names += name_before(passage.text, each)
    return tuple(
        CitedAuthority(canonical, kind, tuple(known.names), tuple(dict.fromkeys(known.sentences)))
        for (canonical, kind), known in found.items()
    )


def _overlaps(citation: Citation, sentence: SourceSentence) -> bool:
    return citation.start < sentence.end and citation.end > sentence.start
