"""The draft check and the provision finder of the stand-in library: made-up reports, forced and held."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from briefbank.api.law import DraftsApi, ProvisionFinderApi
from briefbank.domain.authorities import Citation, CitationKind, Provision, Standing, Window
from briefbank.domain.authority_reports import (
    CitingDocument,
    Difference,
    DraftCoverage,
    DraftPlace,
    DraftReport,
    DraftSection,
    ForgottenAuthority,
    MalformedCitation,
    MiscitedCase,
    ProvisionAnswer,
    ProvisionCandidate,
    QuotationCheck,
    ReliedOn,
)
from briefbank.domain.searches import Filters, Hit
from briefbank.jobs import Reporter
from briefbank.text.messages import Message, as_message
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.documents import StubDocuments
from tests.stand_ins.library.law import HOLLIS, MARLOW, SENTENCING

ALERT = "Your office’s list: limited by State v. Hollis, 221 N.J. 118, since March 12, 2015."
CITING = "The court may not presume consent. State v. Marlow, 170 N.J. 640, 647 (2002)."
DIFFERENCES = (
    Difference("same", "Once the tasks tied to the traffic infraction are completed, or reasonably"),
    Difference("removed", "should have been"),
    Difference("added", "ought to be"),
    Difference("same", "the authority for the seizure ends"),
)
CODE = ("Title 30. Administration of estates", "Chapter 1. Wills", "30-1-104. Execution of a will")


class StubDrafts(DraftsApi):
    """A stand-in for ``DraftsApi``; ``result`` is a check's report, ``steps`` its progress."""

    def __init__(self, drafting: StubDrafting) -> None:
        self._drafting = drafting
        self.result: DraftReport | None = None
        self.steps = [
            (Message("reading the draft"), 2, 12),
            (Message("looking for the same arguments"), 3, 7),
        ]

    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        for step in self.steps:
            reporter.progress(*step)
        self._drafting.calls._call("check_draft", draft)
        reporter.check()
        made = self.result or self._drafting.draft_report()
        return made if isinstance(draft, Path) else replace(made, title="Pasted text", pages=0)


class StubFinder(ProvisionFinderApi):
    """A stand-in for ``ProvisionFinderApi``: passages of the made-up briefs as sections of a code."""

    def __init__(self, drafting: StubDrafting) -> None:
        self._drafting = drafting
        self.answer: ProvisionAnswer | None = None

    def find(
        self,
        statement: str,
        condition: str = "",
        filters: Filters | None = None,
        day: date | None = None,
        reporter: Reporter | None = None,
    ) -> ProvisionAnswer:
        self._drafting.calls._call("find_provision", (statement, condition))
        if reporter is not None:
            reporter.check()
        return self.answer or self._drafting.provision_answer()


class StubDrafting:
    """``drafts`` and ``provision_finder`` of the library."""

    def __init__(self, calls: StubCalls, documents: StubDocuments) -> None:
        self.calls, self._documents = calls, documents
        self.drafts = StubDrafts(self)
        self.provision_finder = StubFinder(self)

    def _hits_of_drafts(self) -> list[Hit]:
        return [
            Hit(rank, passage, document, 0.5, ((4, 8),), (), (), f"{document.title}, file page 3")
            for rank, (passage, document) in enumerate(self._documents.all_passages(), start=1)
        ]

    def draft_report(self) -> DraftReport:
        """Something of everything."""
        hits = self._hits_of_drafts()
        at = hits[1].passage.text.index("authority for")
        cited = replace(
            hits[1].passage, citations=(Citation(at, at + 9, HOLLIS.canonical, CitationKind.CASE),)
        )
        alerted = replace(hits[2], alerts=(as_message(ALERT),))
        sections = (
            DraftSection(("I. THE STOP WAS PROLONGED.",), DraftPlace(3, "1", ""), 420, (hits[0], alerted)),
            DraftSection(("II. THE SENTENCE IS EXCESSIVE.",), DraftPlace(9, "7", ""), 310, ()),
        )
        return DraftReport(
            title="State v. Person, Brief for Defendant-Appellant",
            pages=12,
            words=4210,
            sections=sections,
            forgotten=(
                ForgottenAuthority(HOLLIS, 3, sections[0].heading_path, replace(hits[1], passage=cited)),
            ),
            relied_on=(
                ReliedOn(
                    MARLOW,
                    Standing.LIMITED,
                    as_message(ALERT),
                    (DraftPlace(4, "2", CITING), DraftPlace(9, "", CITING)),
                ),
            ),
            quotations=self._quotations(hits),
            malformed=(
                MalformedCitation(
                    DraftPlace(6, "4", "170 N.J 6322"),
                    "170 N.J 6322",
                    Message("Volume 170 of N.J. has no page 6322; the usual form is 170 N.J. 632."),
                ),
            ),
            miscited=(
                MiscitedCase(
                    DraftPlace(6, "4", "107 N.J. 632"),
                    "State v. Marlow, 107 N.J. 632",
                    Message(
                        "The library knows State v. Marlow as 170 N.J. 632, in 2 documents. Check the volume."
                    ),
                    MARLOW,
                    (CitingDocument(hits[1].document, 1, hits[1].passage.id),),
                ),
            ),
            cited=(MARLOW, SENTENCING),
            coverage=DraftCoverage(1, 0, 0, 0, 1),
            notes=(Message("Pages of the file without text that could be read, which were not checked: 5."),),
        )

    def _quotations(self, hits: list[Hit]) -> tuple[QuotationCheck, ...]:
        passage, document = hits[1].passage, hits[1].document
        place, quoted = DraftPlace(5, "3", ""), "the authority for the seizure lapses"
        return (
            QuotationCheck(place, quoted, HOLLIS, "differs", True, DIFFERENCES, passage.id, document),
            QuotationCheck(place, quoted, SENTENCING, "not here", True, (), passage.id, document),
            QuotationCheck(place, quoted, MARLOW, "not here", False, ()),
            QuotationCheck(place, quoted, MARLOW, "same", True, (), passage.id, document),
        )

    def provision_answer(self, *, chosen_by: str = "rule", doubt: str = "") -> ProvisionAnswer:
        made = []
        for n, hit in enumerate(self._hits_of_drafts()[:4]):
            window = Window(date(2016, 7, 1)) if n == 0 else Window()
            provision = Provision(n + 1, SENTENCING, hit.document.id, 0, 0, CODE[:2], "30-1-104", "", window)
            path = (*CODE[:2], CODE[2] if n == 0 else f"30-1-{110 + n}. Another section")
            made.append(
                ProvisionCandidate(
                    provision if n < 2 else None,
                    hit.passage,
                    hit.document,
                    path,
                    0.9 - n / 10,
                    hit.citation,
                    closeness=1 - n / 20,
                )
            )
        reason = "Its nearest sentence is the closest."
        return ProvisionAnswer(made[0], tuple(made), chosen_by, as_message(reason), doubt=as_message(doubt))
