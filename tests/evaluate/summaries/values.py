"""The types of the adversarial set: briefs, honest sentences about them, and edited sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from briefbank.domain.summaries import Claim, ClaimFault, SummarySource
from tests.evaluate.summaries.vocabulary import DocumentVocabulary


class HonestRule(StrEnum):
    """The way in which an honest sentence was made from its source."""

    VERBATIM = "verbatim"
    WITHOUT_CITATIONS = "without citations"
    SHORTENED = "clause dropped"
    WITHOUT_OPENING = "opening dropped"
    WITHOUT_ASIDE = "aside dropped"
    WITHOUT_EMPHASIS = "emphasis dropped"
    REORDERED = "clause put first"
    SYNONYM = "synonym"
    ROLE = "role for a name"
    PASSIVE = "passive"
    FRAMED = "said of the brief"
    ARGUED = "point as an argument"
    ASKED = "question as a question"
    QUOTED = "quoted"
    JOINED = "two joined"
    TWICE = "two changes"


class Edit(StrEnum):
    """The edit that makes an honest sentence wrong."""

    NUMBER = "changed number"
    DATE = "changed date"
    NAME = "changed name"
    CASE = "invented authority"
    CITATION = "altered citation"
    QUOTATION = "altered quotation"
    HOLDING = "swapped holding"
    DROPPED_NOT = "dropped “not”"
    ADDED_NOT = "added “not”"
    ROLES = "swapped roles"
    INVENTED = "invented statement"
    MERGED = "merged facts"
    OVERCLAIM = "overclaim"
    CAVEAT = "dropped limit"
    OVERRULED = "overruled authority"


EXPECTED: Mapping[Edit, ClaimFault] = {
    Edit.NUMBER: ClaimFault.UNSUPPORTED,
    Edit.DATE: ClaimFault.UNSUPPORTED,
    Edit.NAME: ClaimFault.UNSUPPORTED,
    Edit.CASE: ClaimFault.CITATION,
    Edit.CITATION: ClaimFault.CITATION,
    Edit.QUOTATION: ClaimFault.MISQUOTATION,
    Edit.HOLDING: ClaimFault.UNSUPPORTED,
    Edit.DROPPED_NOT: ClaimFault.UNSUPPORTED,
    Edit.ADDED_NOT: ClaimFault.UNSUPPORTED,
    Edit.ROLES: ClaimFault.UNSUPPORTED,
    Edit.INVENTED: ClaimFault.UNSUPPORTED,
    Edit.MERGED: ClaimFault.UNSUPPORTED,
    Edit.OVERCLAIM: ClaimFault.OVERCONFIDENT,
    Edit.CAVEAT: ClaimFault.CAVEAT,
    Edit.OVERRULED: ClaimFault.OUTDATED,
}
"""The fault that each edit exemplifies. An edit with any finding counts as caught, because it is not
shown."""
EXACT = (Edit.NUMBER, Edit.DATE, Edit.NAME, Edit.CASE, Edit.CITATION, Edit.QUOTATION)
"""Edits of what is checked letter for letter: none may ever be shown."""
CLAIMS = tuple(
    edit for edit, fault in EXPECTED.items() if fault is ClaimFault.UNSUPPORTED and edit not in EXACT
)
"""Edits that leave every name, number and date unchanged and still say what the source does not."""


@dataclass(frozen=True, slots=True)
class BriefMaterial:
    """The material and the vocabulary of one document."""

    material: SummarySource
    vocabulary: DocumentVocabulary  # The document's spellings: the running-text form of a heading in capitals

    @property
    def fingerprint(self) -> str:
        """A hash of the words, and not of the document's number, which depends on the order of ingestion."""
        words = "\n".join(sentence.text for sentence in self.material.sentences)
        return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class WrittenStatement:
    """A sentence of a generated summary, honest or edited."""

    claim: Claim
    way: HonestRule
    edit: Edit | None = None
    against: tuple[str, ...] = ()
    """The canonical forms of authorities that the good-law list speaks against while this is checked."""


@dataclass(frozen=True, slots=True)
class WrittenSummary:
    """Three to six statements about one brief, of which at most one is edited."""

    brief: BriefMaterial
    statements: tuple[WrittenStatement, ...]

    @property
    def edited(self) -> WrittenStatement | None:
        """The edited statement, if there is one."""
        return next((statement for statement in self.statements if statement.edit is not None), None)


@dataclass(frozen=True, slots=True)
class AdversarialSet:
    """Summaries with one known edit, and for each the same summary without it."""

    edited: tuple[WrittenSummary, ...]
    clean: tuple[WrittenSummary, ...]
