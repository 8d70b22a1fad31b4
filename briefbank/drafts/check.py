"""The check of a draft against the library: what it relies on, cites wrongly, quotes and argues.

The draft is read like a file of the ingest, in a child process and a private folder that is deleted at the
end (``reading``). The catalogue and the indexes are only read.

*Miscited cases* are known to the library under another volume, page, reporter or year. A citation in full
with a case's name is compared with what other documents call by that name. The parties' first words count, so
that a party may be written in full or abbreviated. A slip is reported only where the two are too near each
other for two decisions, because many cases share a name ("State v. Smith"):

- Another reporter with the same volume and page: "158 N.J. Super. 76" for "158 N.J. 76".
- Another volume with the same page; on page 1, where each volume begins a case, only by a slip of one digit.
- Another page of the same volume by such a slip, or a page within the decision (30 pages) for its first one.
- Another year of the very same citation, if two documents give a year, all of them the same.

No slip is reported where a document has the draft's citation with this name, unless three times as many have
the other one; where one document alone has the other one; where the draft cites both pages; or where the
years of both are known and differ, unless the reporter is wrong. Parallel citations, the history of a case at
another level, short forms and unreported decisions are never compared.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from pathlib import Path

from briefbank.api.law import DraftsApi
from briefbank.catalogue import authority_rows, document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.citations import cases
from briefbank.citations.case_names import case_name
from briefbank.citations.malformed import find_faults, year_of
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.good_law_list import ListStatement, gravity
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.authority_reports import (
    CitingDocument,
    DraftCoverage,
    DraftPlace,
    DraftReport,
    DraftSection,
    MalformedCitation,
    MiscitedCase,
    ReliedOn,
)
from briefbank.domain.documents import Annotation, AnnotationGaps, Document, full_title
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.drafts.quotations import checked_quotations
from briefbank.drafts.reading import DraftProgress, DraftReader, ReadDraft, place_of, sentence_place
from briefbank.drafts.suggestions import (
    MOST_SECTIONS,
    SHOWN,
    Key,
    authorities,
    cited_in,
    forgotten_authorities,
    key_of,
    parts_of,
    searched,
    with_arguments,
)
from briefbank.errors import QueryError
from briefbank.ingest.families import Families
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths
from briefbank.search.searcher import Searcher
from briefbank.storage.lease import private_folder
from briefbank.text.messages import Message, joined

PLACES = 20  # the most places listed for one authority


def relied_on(draft: ReadDraft, catalogue: Database, good_law: GoodLaw) -> list[ReliedOn]:
    """Return the draft's authorities that the office's list warns of, the gravest first. Places in tables are
    given only for authorities cited nowhere else. Any thread. Raises StoreError."""
    cited = list(cited_in(draft))
    statements = good_law.statements({citation.canonical: citation.kind for _, citation in cited})
    places: dict[int, list[tuple[bool, DraftPlace]]] = defaultdict(list)
    warnings: dict[int, tuple[ListStatement, Key]] = {}
    for passage, citation in cited:
        for statement in statements.get(citation.canonical, ()):
            if statement.warns:
                place = sentence_place(draft, passage, citation)
                warnings[statement.entry.id] = statement, key_of(citation)
                places[statement.entry.id].append((passage.role in UNSEARCHED_ROLES, place))
    known = authorities(catalogue, [key for _, key in warnings.values()])
    reliances = []
    for entry_id in sorted(warnings, key=lambda id_: (gravity(warnings[id_][0]), id_)):
        statement, key = warnings[entry_id]
        entry, authority = statement.entry, known[key]
        if not authority.id:
            authority = replace(authority, name=entry.name)
        every = [place for _, place in places[entry_id]]
        in_text = [place for tabled, place in places[entry_id] if not tabled] or every
        shown = tuple(dict.fromkeys(in_text))[:PLACES]
        reliances.append(ReliedOn(authority, entry.standing, statement.text, shown))
    return reliances


MOST = 50  # the most cases that are reported
DOCUMENTS = 5  # the most documents that are named for one case, the newest first
_OPENED = 20  # the most citations of one case whose years are read
_WITHIN_DECISION = 30
_MANY = 3
_NUMBERS = re.compile(r"(?P<volume>\d{1,4}) (?P<reporter>\D.*?) (?P<page>\d{1,5})$")
_UNREPORTED = (cases.Rank.UNREPORTED, cases.Rank.DOCKET, cases.Rank.ANNOTATION)
_IGNORED = frozenset(("the", "of", "in", "re", "matter", "ex", "parte", "estate", "interest", "et", "al"))


@dataclass(frozen=True, slots=True)
class _CaseCite:
    passage: Passage
    citation: Citation
    name: str
    year: int  # The year of the decision; 0 for none


@dataclass(slots=True)
class _KnownForm:
    authority_id: int
    canonical: str
    documents: set[int] = field(default_factory=set)
    years: Counter[int] = field(default_factory=Counter)
    """The number of documents by the year that they give, once ``_read_years`` has read them."""
    passages: dict[int, int] = field(default_factory=dict)
    """The first passage read of each document, the newest document first."""

    @property
    def year(self) -> int:
        """The year that most documents give; 0 for none."""
        return self.years.most_common(1)[0][0] if self.years else 0


def miscited_cases(
    catalogue: Database, draft: ReadDraft, barred: Collection[int]
) -> tuple[MiscitedCase, ...]:
    """Return at most ``MOST`` cases in the draft's order. What ``barred`` documents say does not count. One
    query over the library's citations for each draft. Any thread. Raises StoreError."""
    cites = list(_named_cites(draft))
    if not cites:
        return ()
    cited = {cite.citation.canonical for cite in cites}
    # the library's forms that a slip could turn into one of these citations, by the case's name
    near: dict[tuple[str, ...], list[_KnownForm]] = {_name_key(cite.name): [] for cite in cites}
    for id_, canonical, name in authority_rows.cases_near(catalogue, cited):
        if (key := _name_key(name)) in near:
            near[key].append(_KnownForm(id_, canonical))
    canonicals = cited.union(form.canonical for forms in near.values() for form in forms)
    # the documents that have these forms, by form and by the last word of the name's key
    documents: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for canonical, name, document_id in authority_rows.names_of_forms(catalogue, canonicals):
        if document_id not in barred:
            documents[canonical][_name_key(name)[-1]].add(document_id)
    for form in chain.from_iterable(near.values()):
        form.documents = set().union(*documents[form.canonical].values())
    miscited: dict[str, MiscitedCase] = {}
    for cite in cites:
        if len(miscited) == MOST:
            break
        canonical, key = cite.citation.canonical, _name_key(cite.name)
        own = documents[canonical].get(key[-1], set())
        for form in sorted(near[key], key=lambda form: (-len(form.documents), form.canonical)):
            if canonical in miscited:
                break
            if len(form.documents) > 1 and (slip := _slip(catalogue, cite, form, own, cited)):
                miscited[canonical] = _reported(catalogue, draft, cite, form, slip)
    return tuple(miscited.values())


def _slip(
    catalogue: Database, cite: _CaseCite, known: _KnownForm, own: Collection[int], cited: Collection[str]
) -> str:
    """Return what seems wrong: 'volume', 'page', 'reporter' or 'year'; empty for nothing. Where something
    does, the years of the form are read."""
    if known.canonical == cite.citation.canonical:
        _read_years(catalogue, known)
        agreed = len(known.years) == 1 and known.years[known.year] > 1
        return "year" if agreed and cite.year and cite.year != known.year else ""
    slip = _near(cite.citation.canonical, known.canonical)
    both_cited = slip == "page" and known.canonical in cited
    if not slip or len(own) * _MANY > len(known.documents) or both_cited:
        return ""
    _read_years(catalogue, known)
    differ = cite.year and known.years and cite.year not in known.years
    return "" if differ and slip != "reporter" else slip


def _read_years(catalogue: Database, form: _KnownForm) -> None:
    """Read what the newest documents give as the year of a decision."""
    if form.passages:
        return
    mentions = authority_rows.mentions(catalogue, form.authority_id, _OPENED, 0)
    passages = passage_rows.by_ids(catalogue, [passage_id for passage_id, *_ in mentions])
    years: dict[int, int] = {}
    for passage_id, at, _ in mentions:
        passage = passages.get(passage_id)
        if passage is None or passage.document_id not in form.documents:
            continue
        citation = passage.citations[at]
        form.passages.setdefault(passage.document_id, passage_id)
        full = citation.canonical == form.canonical and citation.form is CitationForm.FULL
        if full and (year := year_of(passage.text, citation)):
            years.setdefault(passage.document_id, year)
    form.years.update(years.values())


def _reported(
    catalogue: Database, draft: ReadDraft, cite: _CaseCite, known: _KnownForm, slip: str
) -> MiscitedCase:
    newest = list(known.passages.items())[:DOCUMENTS]
    documents = document_rows.get_many(catalogue, [id_ for id_, _ in newest])
    authority = authority_rows.by_ids(catalogue, [known.authority_id])[known.authority_id]
    place = place_of(draft, cite.passage, cite.citation.start, cite.citation.end)
    citation = f"{known.canonical} ({known.year})" if known.year else known.canonical
    as_known = Message(
        "The library knows {name} as {citation}, in {number} documents.",
        number=len(known.documents),
        name=authority.name or cite.name,
        citation=citation,
    )
    return MiscitedCase(
        place=place,
        written=f"{cite.name}, {place.text}" + (f" ({cite.year})" if cite.year else ""),
        text=joined((as_known, _ADVICE[slip])),
        authority=authority,
        documents=tuple(
            CitingDocument(documents[id_], 1, passage_id) for id_, passage_id in newest if id_ in documents
        ),
    )


def _named_cites(draft: ReadDraft) -> Iterator[_CaseCite]:
    """Yield the draft's citations of reported cases in full; a parallel one has the name of the first."""
    for passage in draft.reading.passages:
        leaders = cases.leaders(passage.text, passage.citations)
        names: dict[int, str] = {}
        floor = 0
        for at, citation in enumerate(passage.citations):
            if citation.kind is CitationKind.CASE and citation.form is CitationForm.FULL:
                names[at] = names.get(leaders.get(at, -1)) or case_name(passage.text, citation.start, floor)
                reported = cases.rank(citation.canonical, citation.kind) not in _UNREPORTED
                if names[at] and citation.canonical and citation.certain and reported:
                    yield _CaseCite(passage, citation, names[at], year_of(passage.text, citation))
            floor = citation.end


def _name_key(name: str) -> tuple[str, ...]:
    """Return the first word of each party, initials joined: ('state', 'frost'), ('us', 'jones'), ('jd',)."""
    parties = []
    for party in name.casefold().replace("united states", "us").split(" v. "):
        words = [word for word in re.split(r"\W+", party.replace(".", " ")) if word and word not in _IGNORED]
        initials = []
        while words and len(words[0]) == 1:
            initials.append(words.pop(0))
        parties.append("".join(initials) or (words[0] if words else ""))
    return tuple(parties)


def _near(written: str, known: str) -> str:
    """Return the one part in which two citations differ by what can be a slip; empty for none."""
    one, other = _NUMBERS.fullmatch(written), _NUMBERS.fullmatch(known)
    if one is None or other is None:
        return ""
    same = {part for part in ("volume", "reporter", "page") if one[part] == other[part]}
    if same == {"volume", "page"}:
        return "reporter"
    if same == {"reporter", "page"}:
        return "volume" if one["page"] != "1" or _one_slip(one["volume"], other["volume"]) else ""
    if same == {"volume", "reporter"}:
        behind = int(one["page"]) - int(other["page"])
        near = 0 < behind <= _WITHIN_DECISION or _one_slip(one["page"], other["page"])
        return "page" if near else ""
    return ""


def _one_slip(one: str, other: str) -> bool:
    """Tell whether numbers differ by one digit, added, left out or changed, or by two that changed places."""
    if len(one) == len(other):
        at = [number for number in range(len(one)) if one[number] != other[number]]
        swapped = (
            len(at) == 2 and at[1] == at[0] + 1 and one[at[0] : at[1] + 1] == other[at[0] : at[1] + 1][::-1]
        )
        return len(at) == 1 or swapped
    short, long = sorted((one, other), key=len)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


_ADVICE = {
    "volume": Message("Check the volume."),
    "page": Message("Check the page."),
    "reporter": Message("Check the reporter."),
    "year": Message("Check the year."),
}


_SHOWN = 12


def _notes(
    draft: ReadDraft, itself: Sequence[Document], coverage: DraftCoverage, *, sections: int, cited: int
) -> Iterator[Message]:
    """Yield the notes of one check, the most important first."""
    if draft.unread:
        unread = Message(
            "Pages of the file without text that could be read, which were not checked: {pages}.",
            pages=_pages(draft.unread),
        )
        yield joined((unread, draft.trouble))
    if coverage.unread_citations:
        yield Message(
            "BriefBank made a mistake: passages whose citations could not be read and were not compared: "
            "{number}.",
            number=coverage.unread_citations,
        )
    if doubtful := [page.index for page in draft.reading.pages if page.doubtful]:
        yield Message(
            "Pages of the file that could not be read with certainty: {pages}. Differences found there "
            "may be misreadings.",
            pages=_pages(doubtful),
        )
    if itself:
        names = [f"“{full_title(document)}”" for document in itself]
        yield Message(
            "The library has this draft, or a version of it: {names}. What stands there was left out.",
            names="; ".join((*names[:_SHOWN], "…") if len(names) > _SHOWN else names),
        )
    if not sections:
        yield Message(
            "No part that argues was found in the draft, so it was not compared with what your office argued."
        )
    if coverage.sections_left_out:
        yield Message(
            "The draft is long. Shorter sections that were not compared: {number}. The {most_sections} "
            "longest were.",
            number=coverage.sections_left_out,
            most_sections=MOST_SECTIONS,
        )
    if coverage.quotations_left_out:
        yield Message(
            "{quotations} more quotations were not compared. Check the draft in parts to compare all.",
            quotations=coverage.quotations_left_out,
        )
    if not cited:
        yield Message("The draft cites no authority that BriefBank knows by its form.")


def _pages(indexes: Sequence[int]) -> str:
    numbers = [str(index + 1) for index in indexes]
    return ", ".join((*numbers[:_SHOWN], "…") if len(numbers) > _SHOWN else numbers)


PASTED = "Pasted text"
LONGEST_PASTED = 5_000_000
"""The most characters of pasted text: more than any brief has. The text is set as a PDF to be read."""


class DraftChecker(DraftsApi):
    """The draft checker. Any thread. A check takes seconds, half a minute for 300 pages, and seconds more for
    each scanned page."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        families: Families,
        good_law: GoodLaw,
        searcher: Searcher,
        reader: DraftReader,
    ) -> None:
        self._paths, self._catalogue, self._families = paths, catalogue, families
        self._good_law, self._reader = good_law, reader
        self._searcher = searcher

    def check(self, draft: Path | str, reporter: Reporter) -> DraftReport:
        progress = DraftProgress(reporter)
        progress.check()
        if isinstance(draft, str) and not any(map(str.isalnum, draft)):
            raise QueryError(
                Message("There is no text to check."),
                Message("Paste a paragraph of your draft, or choose its file."),
            )
        if isinstance(draft, str) and len(draft) > LONGEST_PASTED:
            raise QueryError(
                Message("This is more text than can be pasted."), Message("Save it as a file and check that.")
            )
        with private_folder(self._paths.work, "draft-") as folder:
            read = self._reader.read(draft, folder, progress)
        title = PASTED if isinstance(draft, str) else read.reading.caption.title or draft.name
        return self._report(read, title, progress)

    def _report(self, draft: ReadDraft, title: str, progress: DraftProgress) -> DraftReport:
        itself: list[Document] = []  # pasted text is part of some document, which is worth knowing
        if not draft.pasted:
            versions = self._families.versions_of(draft.signature)
            same = document_rows.find_by_hash(self._catalogue, draft.sha256)
            documents = document_rows.get_many(self._catalogue, versions | ({same.id} if same else set()))
            itself = [documents[id_] for id_ in sorted(documents)]
        barred = {document.id for document in itself}
        parts = parts_of(draft)
        searched_parts = searched(parts)
        argued = with_arguments(self._searcher, searched_parts, barred, progress)
        gaps = AnnotationGaps()
        quoted = checked_quotations(self._catalogue, self._searcher, draft, barred, progress, gaps)
        malformed = gaps.attempt(Annotation.CITATIONS, (), _malformed, draft)
        keys = list(dict.fromkeys(key_of(citation) for _, citation in cited_in(draft)))
        cited = tuple(dict.fromkeys(authorities(self._catalogue, keys).values()))
        all_gaps = (*draft.reading.gaps, *gaps.all())
        coverage = DraftCoverage(
            unread_pages=len(draft.unread),
            sections_left_out=len(parts) - len(searched_parts),
            quotations_left_out=quoted.left_out,
            record_quotations=quoted.of_record,
            list_entries=len(self._good_law.entries()),
            unread_citations=sum(gap.count for gap in all_gaps if gap.annotation is Annotation.CITATIONS),
        )
        return DraftReport(
            title=title,
            pages=0 if draft.pasted else len(draft.reading.pages),
            words=sum(len(passage.text.split()) for passage in draft.reading.passages),
            sections=tuple(
                DraftSection(
                    part.heading_path, place_of(draft, part.passages[0], 0, 0), part.words, part.hits[:SHOWN]
                )
                for part in argued
            ),
            forgotten=tuple(forgotten_authorities(self._catalogue, self._good_law, draft, argued)),
            relied_on=tuple(relied_on(draft, self._catalogue, self._good_law)),
            quotations=quoted.checks,
            malformed=malformed,
            miscited=miscited_cases(self._catalogue, draft, barred),
            cited=cited,
            coverage=coverage,
            notes=tuple(_notes(draft, itself, coverage, sections=len(parts), cited=len(cited))),
        )


def _malformed(draft: ReadDraft) -> tuple[MalformedCitation, ...]:
    passages = draft.reading.passages
    faults = find_faults(
        [passage.text for passage in passages],
        [passage.citations for passage in passages],
        date.today(),
        [passage.role for passage in passages],
        whole=not draft.pasted,
    )
    placed = ((place_of(draft, passages[fault.text], fault.start, fault.end), fault) for fault in faults)
    return tuple(MalformedCitation(place, place.text, fault.words) for place, fault in placed)
