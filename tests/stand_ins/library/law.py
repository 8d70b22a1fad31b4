"""The law in the stand-in library: six authorities, and alerts on passages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

from briefbank.api.law import AuthoritiesApi, DraftsApi, GoodLawApi, ProvisionFinderApi
from briefbank.domain.authorities import (
    Authority,
    CitationKind,
    GoodLawEntry,
    Provision,
    Window,
)
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    Proposal,
    SameAuthorities,
)
from briefbank.domain.pages import Passage
from briefbank.text.messages import Message, as_message
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.validity import StubValidity

if TYPE_CHECKING:
    pass

MARLOW = Authority(1, "170 N.J. 640", CitationKind.CASE, "State v. Marlow")
SENTENCING = Authority(
    2, "N.J.S.A. 2C:44-1", CitationKind.STATUTE, "Criteria for withholding or imposing sentence"
)
HOLLIS = Authority(3, "221 N.J. 118", CitationKind.CASE, "State v. Hollis")
FILING = Authority(4, "R. 3:5-7", CitationKind.RULE, "Motion to suppress evidence")
DIRECTIVE = Authority(5, "Directive 2018-1", CitationKind.DIRECTIVE)
LONG = Authority(
    6,
    "88 N.J. Super. 12",
    CitationKind.CASE,
    "In re the Consolidated Appeals of " + "Thirteen Drivers; " * 20,
)
ALL = (MARLOW, SENTENCING, HOLLIS, FILING, DIRECTIVE, LONG)


def _not_asked(*_arguments: Any, **_named: Any) -> Any:
    raise NotImplementedError("the window does not ask")


class StubAuthorities(AuthoritiesApi):
    """A stand-in for ``Authorities``: six that nobody cites."""

    def __init__(self, law: StubLaw) -> None:
        self._law = law

    near = of_document = mentions = places = _not_asked

    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        return [AuthorityCount(authority, 0, 0, None, None) for authority in ALL if self._law.law_here]

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        return list(self._law.near)

    def page(self, authority_id: int) -> AuthorityPage:
        nothing = ((), 0, (), 0, (), (), (), (), (), (), (), (), (), ())
        return AuthorityPage(ALL[authority_id - 1], (), 0, 0, *nothing)


class StubGoodLaw(GoodLawApi):
    """A stand-in for ``GoodLaw``: an empty list, and alerts."""

    def __init__(self, law: StubLaw) -> None:
        self._law = law

    entry = understood = notes = dismissed = enter = change = remove = export = import_from = _not_asked
    confirm = dismiss = undismiss = relying = export_relying = _not_asked

    def entries(self) -> list[GoodLawEntry]:
        return []

    def proposals(self, authority_id: int = 0) -> list[Proposal]:
        return []

    def alerts(
        self, passages: Iterable[Passage], as_of: date | None = None
    ) -> dict[int, tuple[Message, ...]]:
        self._law.calls._call("alerts")
        notes_by_passage = self._law.said
        return {
            passage.id: tuple(map(as_message, notes_by_passage[passage.id]))
            for passage in passages
            if passage.id in notes_by_passage
        }


class StubDrafts(DraftsApi):
    check = _not_asked


class StubFinder(ProvisionFinderApi):
    find = _not_asked


class StubLaw:
    """What the library knows of the law; ``law_here`` False: nothing is cited."""

    def __init__(self, calls: StubCalls) -> None:
        self.calls = calls
        self.law_here = True
        self.authorities = StubAuthorities(self)
        self.good_law = StubGoodLaw(self)
        self.validity = StubValidity(self, VERSIONS)
        self.said: dict[int, tuple[str, ...]] = {}
        """The list's alerts on passages, by their id."""
        self.near: list[SameAuthorities] = []


VERSIONS = (
    Provision(11, SENTENCING, 3, 0, 0, ("Title 2C. The New Jersey Code of Criminal Justice", "Chapter 44"),
              "2C:44-1", "Criteria", Window(date(2020, 1, 21)), "text"),
    Provision(12, SENTENCING, 3, 0, 0, (), "2C:44-1", "Criteria", Window(date(2013, 7, 1), date(2020, 1, 20)),
              "next"),
)  # fmt: skip
