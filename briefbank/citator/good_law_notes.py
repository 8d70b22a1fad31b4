"""Answers to "is it still good law?" from the office's own list and library.

An answer never claims by itself that an authority holds. Only the list, which people keep, can state that.
"""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.catalogue.good_law import CitationCounts
from briefbank.catalogue.store import Catalogue
from briefbank.citations.typed_authority import TypedAuthority
from briefbank.citator.alerts import GoodLawAlerts, ListStatement
from briefbank.citator.entry_validation import authorities_of, kind_of, words_of_name
from briefbank.citator.good_law_list import GoodLawList
from briefbank.citator.proposals import Proposals
from briefbank.domain.authorities import Authority, AuthorityNote
from briefbank.domain.citations import CitationKind
from briefbank.text.dates import format_date

OF_ONE_NAME = 3
"""The most cases that one name may mean."""
_NOT_CITED = CitationCounts(0, 0, None)


class NoteWriter:
    """The writer of notes on authorities. Any thread."""

    def __init__(
        self, catalogue: Catalogue, listed: GoodLawList, alerts: GoodLawAlerts, proposals: Proposals
    ) -> None:
        self._catalogue, self._listed = catalogue, listed
        self._alerts, self._proposals = alerts, proposals

    def of(self, canonicals: Sequence[str], names: Sequence[str]) -> list[AuthorityNote]:
        """Return a note for each authority in the order named; an authority with two names gets one note."""
        found: dict[str, AuthorityNote] = {}
        for canonical in canonicals:
            named = TypedAuthority(canonical, kind_of(canonical))
            every = authorities_of(self._catalogue, self._listed, named)
            known = every[0] if every else Authority(0, canonical, named.kind)
            found.setdefault(known.canonical, self._note(known, canonical))
        for name in names:
            for known in self._of_name(name):
                if known.canonical not in found:
                    found[known.canonical] = self._note(known, known.canonical)
        return list(found.values())

    def _of_name(self, name: str) -> list[Authority]:
        """Return the cases of a name: the library's, else the list's, else a placeholder."""
        words = words_of_name(name)
        ids = self._catalogue.authorities.named(words, OF_ONE_NAME)
        known = self._catalogue.authorities.by_ids(ids)
        cases = [known[id_] for id_ in ids if id_ in known and known[id_].kind is CitationKind.CASE]
        return cases or self._listed_cases(words) or [Authority(0, " ".join(name.split()), CitationKind.CASE)]

    def _listed_cases(self, words: Sequence[str]) -> list[Authority]:
        """Return the cases of the list whose name contains all these words."""
        found: dict[str, Authority] = {}
        for entry in self._alerts.entries():
            if words and set(words) <= set(words_of_name(entry.name)):
                about = Authority(0, entry.canonical, kind_of(entry.canonical), entry.name)
                found.setdefault(entry.canonical, about)
        return [found[canonical] for canonical in sorted(found)][:OF_ONE_NAME]

    def _note(self, authority: Authority, asked: str) -> AuthorityNote:
        """Return the note on an authority. ``asked`` is the form named, possibly a part of a provision."""
        own = self._alerts.statements({asked: authority.kind}).get(asked, ())
        with_parts = self._alerts.statements({asked: authority.kind}, parts=True).get(asked, ())
        reach = _NOT_CITED
        proposals = 0
        if authority.id:
            reach = self._catalogue.good_law.reach([authority.id]).get(authority.id, _NOT_CITED)
            proposals = len(self._proposals.waiting(authority.id))
        return AuthorityNote(
            authority=authority,
            passages=reach.passages,
            documents=reach.documents,
            last_cited=reach.last_cited,
            alerts=tuple(each.text for each in with_parts if each.warns),
            text=" ".join(
                [*_list_words(own, with_parts), *_proposal_words(proposals), *_library_words(reach)]
            ),
            proposals=proposals,
        )


def _list_words(own: Sequence[ListStatement], with_parts: Sequence[ListStatement]) -> list[str]:
    """Describe the list's statements. ``of_all`` also has those on parts of the authority alone."""
    if not with_parts:
        return ["Not on your office’s list, which leaves open whether it still holds."]
    if any(each.against for each in own):
        return ["Your office’s list speaks against it."]
    if any(each.against for each in with_parts):
        return ["Your office’s list speaks against a part of it."]
    if any(each.warns for each in with_parts):
        return ["Your office’s list says what was done to it on other grounds; your point may still stand."]
    if not own:
        return ["Your office’s list has only a part of it, which leaves open whether the rest still holds."]
    entry = own[0].entry
    since = f" since {format_date(entry.since)}" if entry.since else ""
    entered = format_date(entry.entered_at.astimezone().date())
    return [
        f"Your office’s list says that it is good law{since}, entered by {entry.entered_by} on {entered}."
    ]


def _proposal_words(proposals: int) -> list[str]:
    if not proposals:
        return []
    if proposals == 1:
        return ["A statement in your library speaks against it and waits for a decision."]
    return [f"{proposals} statements in your library speak against it and wait for a decision."]


def _library_words(reach: CitationCounts) -> list[str]:
    looked = "Only your office’s list and library were looked at."
    if not reach.documents:
        return ["No document of your library cites it.", looked]
    documents = "1 document" if reach.documents == 1 else f"{reach.documents:,} documents"
    last = f", last on {format_date(reach.last_cited)}" if reach.last_cited else ""
    return [f"Cited in {documents}{last}.", looked]
