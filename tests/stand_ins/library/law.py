"""Authorities, the office's list and proposals of the stand-in library: made up, and changed by its calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.api.law import AuthoritiesApi, GoodLawApi
from briefbank.domain.authorities import (
    Authority,
    CitationKind,
    GoodLawEntry,
    Provision,
    Relation,
    RelationKind,
    Standing,
    Window,
)
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    CitingHeading,
    ImportReport,
    Proposal,
    Quotation,
    Reliance,
    SameAuthorities,
)
from briefbank.domain.pages import Passage
from briefbank.errors import NotInLibrary
from briefbank.text.messages import Message, as_message
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.validity import StubValidity

if TYPE_CHECKING:
    from tests.stand_ins.library.documents import StubDocuments

WHEN = datetime(2026, 3, 3, 12, tzinfo=UTC)
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
YEARS = ((1998, 2), (2004, 1), (2011, 4), (2013, 9), (2015, 12), (2018, 7), (2020, 22), (2023, 5))
SENTENCE = (
    "Consent given during an unlawful detention was thought voluntary; that holding was overruled by State "
    "v. Hollis, 221 N.J. 118 (2015)."
)


def _not_asked(*_asked: Any, **_named: Any) -> Any:
    raise NotImplementedError("the window does not ask")


class StubAuthorities(AuthoritiesApi):
    """A stand-in for ``Authorities``; ``many`` made-up ones follow the six."""

    def __init__(self, law: StubLaw) -> None:
        self._law = law
        self.many = 0

    near = of_document = mentions = places = _not_asked

    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        self._law.calls._call("find_authorities", (text, limit))
        if not self._law.law_here:
            return []
        numbers = range(self.many)
        more = (
            Authority(100 + n, f"{n} N.J. {n + 7}", CitationKind.CASE, f"State v. Person {n}")
            for n in numbers
        )
        everything = [*ALL, *more]
        expected = text.casefold().split()
        results = [item for item in everything if all(word in str(item).casefold() for word in expected)]
        return [self._count(item) for item in results[:limit]]

    def _count(self, authority: Authority) -> AuthorityCount:
        lines = (entry for entry in self._law.entries if entry.canonical == authority.canonical)
        standing = next((line.standing for line in lines), None)
        documents = 0 if authority == DIRECTIVE else max(1, 40 - 6 * authority.id)
        last = date(2021, 3, 3) if documents else None
        return AuthorityCount(authority, 2 * documents, documents, last, standing)

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        self._law.calls._call("same", document_id)
        return list(self._law.near)

    def page(self, authority_id: int) -> AuthorityPage:
        self._law.calls._call("authority_page", authority_id)
        authority = next((item for item in ALL if item.id == authority_id), None)
        if authority is None:
            raise NotInLibrary
        return self._page(authority) if authority != DIRECTIVE else _uncited(authority)

    def _page(self, authority: Authority) -> AuthorityPage:
        law = self._law
        documents = [law.documents.get(n) for n in (1, 2, 3, 4)]
        passages = {each.document_id: each for each, _ in reversed(law.documents.all_passages())}
        citing = tuple(
            CitingDocument(document, document.id + 1, passages[document.id].id) for document in documents
        )
        quoted = passages[1]
        words = "An officer may not extend a completed traffic stop, even briefly"
        at = quoted.text.index(words)
        return AuthorityPage(
            authority,
            ("790 A.2d 903", "2002 N.J. LEXIS 270") if authority == MARLOW else (),
            *(62, 84, YEARS, 3, citing, 31),
            (
                CitingHeading(
                    "THE STOP WAS PROLONGED BEYOND ITS MISSION WITHOUT REASONABLE SUSPICION.", 9, 7, 1
                ),
                CitingHeading("Consent given during an unlawful detention is not voluntary.", 4, 4, 3),
                CitingHeading("The checkpoint stops were not brief.", 1, 1, 5),
            ),
            (Quotation(words, 6, quoted.id, documents[0], at, at + len(words)),),
            ((HOLLIS, 12), (SENTENCING, 5), (LONG, 2)),
            self._relations(authority),
            (Relation(3, RelationKind.CITES, authority, HOLLIS, 1, 1, 0, 20, ""),),
            citing[:1],
            (),
            VERSIONS if authority == SENTENCING else (),
            entries := tuple(entry for entry in law.entries if entry.canonical == authority.canonical),
            tuple(item for item in law.waiting if item.authority == authority),
            entries[0].standing if entries else None,
        )

    def _relations(self, authority: Authority) -> tuple[Relation, ...]:
        if authority != MARLOW:
            return ()
        return (
            Relation(
                1, RelationKind.LIMITS, HOLLIS, MARLOW, 2, 1, 0, 97, "the authority for the seizure ends"
            ),
            Relation(2, RelationKind.INTERPRETS, None, MARLOW, 3, 2, 0, 70, "answers"),
            Relation(4, RelationKind.CITES, HOLLIS, MARLOW, 2, 1, 0, 40, ""),
        )


def _uncited(authority: Authority) -> AuthorityPage:
    nothing = ((), 0, (), 0, (), (), (), (), (), (), (), (), (), ())
    return AuthorityPage(authority, (), 0, 0, *nothing)


class StubGoodLaw(GoodLawApi):
    """A stand-in for ``GoodLaw``, over ``StubLaw.entries`` and ``waiting``."""

    def __init__(self, law: StubLaw) -> None:
        self._law = law

    entry = understood = notes = dismissed = _not_asked

    def entries(self) -> list[GoodLawEntry]:
        self._law.calls._call("entries")
        return list(self._law.entries)

    def enter(
        self,
        authority: str,
        standing: Standing,
        *,
        by: str = "",
        since: date | None = None,
        note: str = "",
        entered_by: str = "",
    ) -> GoodLawEntry:
        self._law.calls._call("enter", authority)
        known = next(
            (item for item in ALL if item.canonical in authority), Authority(0, authority, CitationKind.CASE)
        )
        name = known.name if known.kind is CitationKind.CASE else ""
        return self._keep(known.canonical, name, standing, by, since, note, entered_by)

    def _keep(
        self, canonical: str, name: str, standing: Standing, by: str, since: date | None, note: str, who: str
    ) -> GoodLawEntry:
        number = max((entry.id for entry in self._law.entries), default=0) + 1
        made = GoodLawEntry(number, canonical, name, standing, by, since, note, who, WHEN)
        self._law.entries.append(made)
        return made

    def change(
        self, entry_id: int, standing: Standing, *, by: str, since: date | None, note: str, entered_by: str
    ) -> GoodLawEntry:
        self._law.calls._call("change", entry_id)
        entries = self._law.entries
        place = next(n for n, each in enumerate(entries) if each.id == entry_id)
        entries[place] = replace(
            entries[place], standing=standing, by=by, since=since, note=note, entered_by=entered_by
        )
        return entries[place]

    def remove(self, entry_ids: Collection[int]) -> int:
        self._law.calls._call("remove_entries", list(entry_ids))
        before = len(self._law.entries)
        self._law.entries = [entry for entry in self._law.entries if entry.id not in entry_ids]
        return before - len(self._law.entries)

    def export(self, path: Path) -> int:
        self._law.calls._call("export_list", path)
        return len(self._law.entries)

    def import_from(self, path: Path, entered_by: str = "") -> ImportReport:
        self._law.calls._call("import_list", (path, entered_by))
        self._keep(FILING.canonical, "", Standing.AMENDED, "", None, "", entered_by)
        return ImportReport(1, 2, 30)

    def proposals(self, authority_id: int = 0) -> list[Proposal]:
        self._law.calls._call("proposals")
        return list(self._law.waiting)

    def confirm(
        self,
        key: str,
        *,
        entered_by: str = "",
        standing: Standing | None = None,
        by: str | None = None,
        since: date | None = None,
        note: str = "",
    ) -> GoodLawEntry:
        self._law.calls._call("confirm", key)
        filled = self._take(key)
        about, by = filled.authority, filled.by if by is None else by
        return self._keep(
            about.canonical, about.name, standing or filled.standing, by, since, note, entered_by
        )

    def dismiss(self, key: str) -> None:
        self._law.calls._call("dismiss", key)
        self._law.dismissed.append(self._take(key))

    def undismiss(self, key: str) -> None:
        self._law.calls._call("undismiss", key)
        result = next((item for item in self._law.dismissed if item.key == key), None)
        if result is None:
            raise NotInLibrary
        self._law.dismissed.remove(result)
        self._law.waiting.insert(0, result)

    def _take(self, key: str) -> Proposal:
        result = next((item for item in self._law.waiting if item.key == key), None)
        if result is None:
            raise NotInLibrary
        self._law.waiting.remove(result)
        return result

    def alerts(
        self, passages: Iterable[Passage], as_of: date | None = None
    ) -> dict[int, tuple[Message, ...]]:
        self._law.calls._call("alerts")
        said = self._law.said
        return {
            passage.id: tuple(map(as_message, said[passage.id])) for passage in passages if passage.id in said
        }

    def relying(self, authority: str) -> list[Reliance]:
        self._law.calls._call("relying", authority)
        by_document: dict[int, list[Passage]] = {}
        for passage, document in self._law.documents.all_passages():
            by_document.setdefault(document.id, []).append(passage)
        return [
            Reliance(self._law.documents.get(id_), tuple(some))
            for id_, some in by_document.items()
            if id_ in (1, 2, 4)
        ]

    def export_relying(self, authority: str, path: Path) -> int:
        self._law.calls._call("export_relying", (authority, path))
        return 4


class StubLaw:
    """``entries`` is the list, ``waiting`` what is proposed and ``dismissed`` what no longer is; ``law_here``
    False: nothing is cited."""

    def __init__(self, calls: StubCalls, documents: StubDocuments) -> None:
        self.calls, self.documents = calls, documents
        self.law_here = True
        self.entries: list[GoodLawEntry] = []
        self.waiting: list[Proposal] = []
        self.dismissed: list[Proposal] = []
        self.authorities = StubAuthorities(self)
        self.good_law = StubGoodLaw(self)
        self.validity = StubValidity(self, VERSIONS)
        self.said: dict[int, tuple[str, ...]] = {}
        """The list's alerts on passages, by their id."""
        self.near: list[SameAuthorities] = []

    def fill_list(self) -> None:
        """Four lines, and two sentences that wait."""
        hollis = str(HOLLIS)
        self.entries = [
            _line(1, MARLOW, Standing.LIMITED, hollis, date(2015, 3, 12), "Only the part on consent."),
            _line(2, SENTENCING, Standing.AMENDED, "L. 2019, c. 474", date(2020, 1, 21), ""),
            _line(
                3,
                Authority(9, "101 N.J. 5", CitationKind.CASE, "State v. Tremblay"),
                Standing.OVERRULED,
                "",
                None,
                "",
            ),
            _line(4, HOLLIS, Standing.GOOD, "", None, "Checked in the spring review."),
        ]
        said = "overruled by"
        other = "We question whether the rule of that case outlives the amendment."
        self.waiting = [
            Proposal("k1", MARLOW, Standing.OVERRULED, str(HOLLIS), SENTENCE, said, 3, self.documents.get(2)),
            Proposal("k2", LONG, Standing.QUESTIONED, "", other, "question", 5, self.documents.get(4)),
        ]


def _line(
    number: int, about: Authority, standing: Standing, by: str, since: date | None, note: str
) -> GoodLawEntry:
    name = about.name if about.kind is CitationKind.CASE else ""
    return GoodLawEntry(number, about.canonical, name, standing, by, since, note, "A. Ruiz", WHEN)


VERSIONS = (
    Provision(11, SENTENCING, 3, 0, 0, ("Title 2C. The New Jersey Code of Criminal Justice", "Chapter 44"),
              "2C:44-1", "Criteria", Window(date(2020, 1, 21)), "text"),
    Provision(12, SENTENCING, 3, 0, 0, (), "2C:44-1", "Criteria", Window(date(2013, 7, 1), date(2020, 1, 20)),
              "next"),
)  # fmt: skip
