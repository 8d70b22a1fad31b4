"""Reads a draft as the ingest reads a file, and finds what the office argued and cited on the same points.

Nothing of the draft is kept. Only a child process reads the file itself. Derived files (a Word file set as a
PDF, a repaired file, recognised pages) lie in a folder that the caller deletes.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path

from briefbank import files
from briefbank.catalogue import authority_rows
from briefbank.catalogue.database import Database
from briefbank.citations.mentions import AUTHORITY_KINDS
from briefbank.citations.provisions import whole_of
from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import GONE, Authority, Citation, CitationKind
from briefbank.domain.authority_reports import DraftPlace, ForgottenAuthority
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Reading, log_gaps
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.domain.pages import UNSEARCHED_ROLES, PageOrder, PageSource, Passage, RecognisedPage, Role
from briefbank.domain.searches import Filters, Hit, Order, SearchRequest
from briefbank.errors import (
    Crashed,
    Damaged,
    Encrypted,
    FileRefused,
    NeedsLibreOffice,
    NoText,
    NotReadable,
    OcrError,
    OutOfMemory,
    QueryError,
    TooLarge,
    TooSlow,
    UnknownFormat,
)
from briefbank.extraction import convert, sniff
from briefbank.extraction.convert import Converters
from briefbank.extraction.repair import repair
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import (
    FileMetadata,
    FileReading,
    Recognition,
    compose_in_child,
    read_file,
    read_in_child,
    read_recognised,
)
from briefbank.ingest.progress import Progress
from briefbank.jobs import Reporter
from briefbank.ocr.engines import OcrEngine, pack
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile
from briefbank.search.searcher import Searcher
from briefbank.text.language import sentence_ends
from briefbank.text.messages import NO_MESSAGE, Message, joined

READING, RECOGNISING = Message("reading the draft"), Message("recognising scanned pages")
COMPARING, QUOTATIONS = Message("looking for the same arguments"), Message("comparing quotations")


class DraftProgress(Reporter):
    """A reporter that turns a file's progress through the ingest into a stage of the check. It passes
    everything else on to another reporter. The draft is no file of an ingest."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    def progress(self, stage: Message, done: int, total: int) -> None:
        self._reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        stage = RECOGNISING if event.stage is Stage.OCR else READING
        self._reporter.progress(stage, event.done, event.total)

    def check(self) -> None:
        self._reporter.check()


_NOT_CHECKED = Message("The file could not be checked.")
_PRINT = Message("Print it to PDF in another program, and check that.")
_REMEDIES: tuple[tuple[type[FileRefused], Message], ...] = (
    (NotReadable, Message("Check that it still exists and that you may read it, then check it again.")),
    (UnknownFormat, Message("Save or print it as PDF and check that.")),
    (
        NeedsLibreOffice,
        Message("Install LibreOffice Writer, or print it to PDF in another program, and check that."),
    ),
    (Encrypted, Message("Save it without a password and check that.")),
    (NoText, Message("If you can read its pages, scan them again at 300 dpi, or paste its text.")),
    (OutOfMemory, Message("Close other programs and try again, or check it in parts.")),
    (TooLarge, Message("Split it into parts and check those.")),
    (TooSlow, _PRINT),
    (Damaged, _PRINT),
)
"""Advice in place of the reading errors' own, which is about adding the file to the library."""

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """A draft after reading."""

    reading: Reading
    signature: bytes  # The same as ``signatures.compute_signature``
    sha256: str  # The hash of the file; empty for pasted text
    pasted: bool
    unread: tuple[int, ...]  # The indexes from 0 of pages without text
    trouble: Message
    """A sentence why scanned pages could not be read; empty if they could be, or there are none."""


class DraftReader:
    """The reader of drafts. Any thread. Blocks for seconds, and for seconds a page with scans."""

    def __init__(self, converters: Converters, ocr: OcrEngine) -> None:
        self._processes, self._converters, self._ocr = converters.readers, converters, ocr

    def read(self, draft: Path | str, folder: Path, reporter: DraftProgress) -> ReadDraft:
        """Read a draft. ``folder`` takes intermediate files. Raises FileRefused, with advice for a draft,
        StoreError and Cancelled."""
        try:
            return self._read(draft, folder, reporter)
        except FileRefused as error:
            remedy = next((remedy for kind, remedy in _REMEDIES if isinstance(error, kind)), _PRINT)
            title = _NOT_CHECKED if error.title == FileRefused.default_title else error.title
            raise type(error)(title, remedy, detail=error.detail) from error

    def _read(self, draft: Path | str, folder: Path, reporter: DraftProgress) -> ReadDraft:
        def converted(pool: WorkerPool, maker: object, source: Path) -> Path:
            made = folder / "made.pdf"
            pool.call(maker, InputFile(source), OutputFile(made), check=reporter.check)  # type: ignore[arg-type]
            return made

        if isinstance(draft, str):
            own, name = folder / "pasted.txt", FileMetadata("", converted=True)
            files.write_atomically(own, b"\xef\xbb\xbf" + draft.encode("utf-8", "replace"))
            base = converted(self._processes, convert.to_pdf, own)
        else:
            if not draft.is_file():  # a pipe would never end
                raise NotReadable(Message("There is no such file."), detail="no regular file")
            suffix = self._processes.call(sniff.file_type, OpenedFile(draft), check=reporter.check)
            name = FileMetadata(draft.name, not sniff.is_paged(suffix))
            base = own = _copied(draft, (folder / "draft").with_suffix(suffix))
            if suffix != ".pdf":
                pool = self._converters.pool(suffix)
                try:
                    base = converted(pool, convert.to_pdf, own)
                finally:
                    if pool is self._converters.office:
                        pool.rest()
        progress, trouble = Progress(base, reporter, reporter.check), self._ocr.problem()
        try:
            read = read_in_child(self._processes, base, progress, read_file, name, not trouble)
        except (Crashed, OutOfMemory):
            raise
        except Damaged as damage:
            try:
                base = converted(self._processes, repair, base)
            except FileRefused:
                raise damage from None
            read = read_in_child(self._processes, base, progress, read_file, name, not trouble)
        if read.reading is None:  # there are scanned pages, and they can be recognised
            try:
                read = self._recognised(base, read.orders, name, folder, progress)
            except OcrError as error:
                read = read_in_child(self._processes, base, progress, read_file, name, False)
                trouble = joined((error.title, error.remedy))
        reading, pasted = read.reading, isinstance(draft, str)
        if reading is None or not reading.passages:
            failed = trouble and not pasted
            raise OcrError(trouble, Message("Or paste the draft’s text.")) if failed else NoText()
        log_gaps(reading.gaps)
        unread = tuple(page.index for page in reading.pages if page.source is PageSource.GAP)
        return ReadDraft(
            reading,
            read.signature,
            "" if pasted else files.hash_file(own),
            pasted,
            unread,
            trouble if unread and not pasted else NO_MESSAGE,
        )

    def _recognised(
        self, base: Path, orders: Sequence[PageOrder], name: FileMetadata, folder: Path, progress: Progress
    ) -> FileReading:
        pages: list[RecognisedPage] = []

        def keep(page: RecognisedPage) -> None:
            pages.append(page)
            progress.step(len(pages), len(orders))

        progress.enter(Stage.OCR, len(orders))
        self._ocr.recognise(base, orders, folder, on_page=keep, check=progress.check)
        marks = {page.index: Recognition(page.engine, page.confidence, page.problem) for page in pages}
        good = [pack(page) for page in sorted(pages, key=lambda page: page.index) if not page.problem]
        if not good:
            return read_in_child(self._processes, base, progress, read_file, name, False)
        copy = folder / "recognised.pdf"
        compose_in_child(self._processes, base, good, copy, progress.check)
        return read_in_child(self._processes, copy, progress, read_recognised, name, marks)


def _copied(path: Path, own: Path) -> Path:
    """Copy the draft into the private folder. Its readers can open the library's files and nothing else."""
    try:
        with path.open("rb") as source:
            try:
                with own.open("xb") as copy:
                    shutil.copyfileobj(source, copy, _BLOCK)
            except OSError as error:
                raise files.store_error(error) from error
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    return own


_LONGEST = 600  # the most characters of a sentence that is shown
_AROUND = 150


def place_of(draft: ReadDraft, passage: Passage, start: int, end: int) -> DraftPlace:
    """Return a range of a passage as a place, with the range as its text."""
    text = " ".join(passage.text[start:end].split())
    if draft.pasted:
        return DraftPlace(0, "", text)
    page = next((span.page for span in reversed(passage.spans) if span.at <= start), passage.first_page)
    labels = {read.index: read.label for read in draft.reading.pages}
    return DraftPlace(page, labels.get(page, ""), text)


def sentence_place(draft: ReadDraft, passage: Passage, citation: Citation) -> DraftPlace:
    """Return the place of a citation with its sentence as the text."""
    text = passage.text
    span = max(0, citation.start - _AROUND), min(len(text), citation.end + _AROUND)
    for start, end in pairwise([0, *sentence_ends(text), len(text)]):
        if start <= citation.start < end and end - start <= _LONGEST:
            span = start, max(end, citation.end)
    place = place_of(draft, passage, citation.start, citation.end)
    return DraftPlace(place.page, place.label, " ".join(text[span[0] : span[1]].split()))


MOST_SECTIONS = 60
"""The most sections searched, the longest first: half a minute, at a tenth to half a second each."""
SECTION_PASSAGES = 12  # the most passages of a part, about five pages. Longer sections are divided.
SAMPLED = 3  # a part's passages that are searched for; more would not change the result
LEAST_WORDS = 25  # the fewest words of a section that argues something
ENOUGH, SHOWN = 3, 5
"""The least number of passages to find for a section if the library has them, and the most that are named."""
MOST_HITS = 10  # hits from which forgotten authorities are taken
_MOST_CITED = 4  # cited authorities beyond which a passage counts as no more informative

ARGUES = frozenset({Role.BODY, Role.PRELIMINARY})
ARGUING_KINDS = frozenset({Kind.BRIEF, Kind.MEMO, Kind.MAIL, Kind.OPINION, Kind.DIRECTIVE, Kind.OTHER})
"""The kinds of documents that argue or decide. A document that only states the law argues nothing."""
_SKIPPED_IN_PASTED = frozenset({Role.CONTENTS, Role.AUTHORITIES, Role.SERVICE, Role.SIGNATURE})


_FORMAL = re.compile(
    r"(?:statement of )?(?:the )?(?:basis (?:of|for) )?jurisdiction|parties to|list of"
    r"|related (?:cases|proceedings)"
    r"|corporate disclosure|(?:opinions?|decisions?|orders?|proceedings?) below"
    r"|(?:pertinent|relevant) (?:constitutional|statutory)"
    r"|(?:constitutional|statutory)[\w ,&-]{0,40}(?:involved|provisions?)"
    r"|interests? of|conclusion|certificat|glossary|addendum|appendix|oral argument",
    re.IGNORECASE,
)
"""Beginnings of headings under which nothing is argued (Sup. Ct. R. 14.1 and 24.1, Fed. R. App. P. 28)."""
_NUMBER = re.compile(r"(?:[IVXLC]{1,6}|[A-Z]|\d{1,2})\. ")


@dataclass(frozen=True, slots=True)
class DraftPart:
    """A section of the draft, or a part of a long one."""

    heading_path: tuple[str, ...]
    passages: tuple[Passage, ...]
    hits: tuple[Hit, ...] = ()  # The office's passages that argue the same, best first, once they are known

    @property
    def words(self) -> int:
        return sum(len(passage.text.split()) for passage in self.passages)


def parts_of(draft: ReadDraft) -> list[DraftPart]:
    """Return the parts of a draft that argue, section by section; of pasted text all of its text."""

    def argues(passage: Passage) -> bool:
        if draft.pasted:
            return passage.role not in _SKIPPED_IN_PASTED
        formal = any(_FORMAL.match(_NUMBER.sub("", heading, count=1)) for heading in passage.heading_path)
        return passage.role in ARGUES and not formal

    passages = list(filter(argues, draft.reading.passages))
    if not passages and not draft.pasted:  # a motion or letter has no headings of a brief
        passages = [passage for passage in draft.reading.passages if passage.role is Role.FACTS]
    sections: list[list[Passage]] = []
    for passage in passages:
        last = sections[-1] if sections else []
        if last and last[0].heading_path == passage.heading_path and len(last) < SECTION_PASSAGES:
            last.append(passage)
        else:
            sections.append([passage])
    parts = [DraftPart(section[0].heading_path, tuple(section)) for section in sections]
    return [part for part in parts if part.words >= (1 if draft.pasted else LEAST_WORDS)]


def searched(parts: Sequence[DraftPart]) -> list[DraftPart]:
    """Return the parts to search, the longest ones, in order."""
    longest = sorted(range(len(parts)), key=lambda at: (-parts[at].words, at))[:MOST_SECTIONS]
    return [parts[at] for at in sorted(longest)]


def with_arguments(
    searcher: Searcher, parts: Sequence[DraftPart], barred: Collection[int], reporter: DraftProgress
) -> list[DraftPart]:
    """Return the parts with the office's passages that argue the same, none of them from the documents
    ``barred``. Raises Cancelled, IndexFault and StoreError."""

    def hits_on(part: DraftPart, excluded: Collection[int]) -> tuple[Hit, ...]:
        request = SearchRequest(
            text=_search_text(part),
            limit=MOST_HITS,
            order=Order.BEST,
            filters=Filters(kinds=ARGUING_KINDS),
            literal=True,
            excluded_documents=frozenset(excluded),
        )
        try:
            return searcher.search(request).close
        except QueryError:  # the section has no words
            return ()

    argued = []
    for number, part in enumerate(parts):
        reporter.check()
        reporter.progress(COMPARING, number, len(parts))
        hits = hits_on(part, barred)
        # a search ends where the scores drop, and a nearly copied passage scores far above the others
        if 0 < len(hits) < ENOUGH:
            hits += hits_on(part, {*barred, *(hit.document.id for hit in hits)})
        ranked = (replace(hit, rank=rank) for rank, hit in enumerate(hits[:MOST_HITS], start=1))
        argued.append(replace(part, hits=tuple(ranked)))
    return argued


def _search_text(part: DraftPart) -> str:
    """Return the heading and the most informative passages, a paragraph each, as one text to search for. A
    passage is the more informative on its point the more it cites and the longer it is."""

    def informativeness(passage: Passage) -> float:
        cited = len({citation.canonical for citation in passage.citations if citation.canonical})
        return min(cited, _MOST_CITED) + min(1.0, len(passage.text) / 1000)

    order = sorted(range(len(part.passages)), key=lambda at: (-informativeness(part.passages[at]), at))
    texts = [" ".join(part.passages[at].text.split()) for at in sorted(order[:SAMPLED])]
    heading = part.heading_path[-1] if part.heading_path else ""
    return "\n\n".join(texts if not heading else [f"{heading}. {texts[0]}", *texts[1:]])


Key = tuple[str, CitationKind]  # the canonical name and the kind of a whole authority


def cited_in(draft: ReadDraft) -> Iterator[tuple[Passage, Citation]]:
    """Yield every citation of an authority, in order."""
    for passage in draft.reading.passages:
        for citation in passage.citations:
            if citation.canonical and citation.kind is not CitationKind.RECORD:
                yield passage, citation


def key_of(citation: Citation) -> Key:
    """Return the key of the whole authority that a citation belongs to."""
    return whole_of(citation.canonical, citation.kind), citation.kind


def authorities(catalogue: Database, keys: Collection[Key]) -> dict[Key, Authority]:
    """Return the authority of each key; an unknown one has the id 0. Raises StoreError."""
    ids = authority_rows.ids_of(catalogue, [name for name, _ in keys])
    known = authority_rows.by_ids(catalogue, list(ids.values()))
    return {(name, kind): known.get(ids.get(name, 0)) or Authority(0, name, kind) for name, kind in keys}


MOST = 10  # the most suggestions for one draft
SURE_RANK, SURE_RANK_OF_STRANGERS = 3, 1
"""The last ranks within a section at which a hit suffices for an authority that only one document cites. The
first limit is for documents that also cite a case of the draft, the second if no document found does."""
_KINDS = AUTHORITY_KINDS - {CitationKind.OTHER}
_LEAST_NAME = 8  # the fewest letters of a case's name by which the draft is taken to name it


@dataclass(slots=True)
class _Candidate:
    """An authority that hits cite, as a candidate for a suggestion."""

    passages: set[int] = field(default_factory=set)
    best: dict[int, float] = field(default_factory=dict)
    """The weight of the best passage by document; all versions of a document count as one."""
    sections: dict[tuple[str, ...], float] = field(default_factory=dict)
    hits: dict[tuple[str, ...], Hit] = field(default_factory=dict)
    rank: int = 10**6
    related: bool = False  # A document that cites the authority also cites a case that the draft cites

    def is_sure(self, *, related_found: bool) -> bool:
        """Tell whether the evidence suffices: two documents, or one of a high enough rank."""
        strangers = 0 if related_found else SURE_RANK_OF_STRANGERS
        return len(self.best) > 1 or self.rank <= (SURE_RANK if self.related else strangers)

    def add(self, heading_path: tuple[str, ...], hit: Hit, *, related: bool) -> None:
        weight = 1 / sqrt(hit.rank)
        document = -hit.document.family or hit.document.id
        self.passages.add(hit.passage.id)
        self.related = self.related or related
        self.rank = min(self.rank, hit.rank)
        self.best[document] = max(weight, self.best.get(document, 0.0))
        self.sections[heading_path] = self.sections.get(heading_path, 0.0) + weight
        known = self.hits.get(heading_path)
        if known is None or hit.rank < known.rank:
            self.hits[heading_path] = hit


def forgotten_authorities(
    catalogue: Database, good_law: GoodLaw, draft: ReadDraft, argued: Sequence[DraftPart]
) -> list[ForgottenAuthority]:
    """Return authorities that the office cited on the same points and the draft does not cite, at most
    ``MOST``, first what most documents cite. Authorities that the office's list calls overruled or superseded
    are left out. Any thread. Raises StoreError."""
    own = {key_of(citation) for _, citation in cited_in(draft)}
    cases = authority_rows.ids_of(catalogue, [name for name, kind in own if kind is CitationKind.CASE])
    related = {id_ for id_, _ in authority_rows.citing_any(catalogue, list(cases.values()))}
    candidates: dict[Key, _Candidate] = {}
    for part, hit in ((arguing, hit) for arguing in argued for hit in arguing.hits):
        if hit.passage.role not in UNSEARCHED_ROLES:
            cited = (c for c in hit.passage.citations if c.canonical and c.kind in _KINDS)
            for key in dict.fromkeys(map(key_of, cited)):
                candidate = candidates.setdefault(key, _Candidate())
                candidate.add(part.heading_path, hit, related=hit.document.id in related)
    known = authorities(catalogue, list({*candidates, *own}))
    merged: dict[int | str, tuple[Key, _Candidate]] = {}  # parallel citations under the form that came first
    for key, candidate in candidates.items():
        first, into = merged.setdefault(_identity(known[key]), (key, candidate))
        if first is not key:
            for path, hit in candidate.hits.items():
                if hit.passage.id not in into.passages:
                    into.add(path, hit, related=candidate.related)
            into.passages |= candidate.passages
    cited_ids = {_identity(known[key]) for key in own}
    text = " ".join(" ".join(passage.text.split()) for passage in draft.reading.passages).casefold()
    related_found = any(candidate.related for _, candidate in merged.values())

    def order(pair: tuple[Key, _Candidate]) -> tuple[bool, int, float, str]:
        best = pair[1].best
        return not pair[1].related, -len(best), -sum(sorted(best.values())), pair[0][0]

    suggestions: list[ForgottenAuthority] = []
    for key, candidate in sorted(merged.values(), key=order):
        if len(suggestions) == MOST:
            break
        authority = known[key]
        name = " ".join(authority.name.split()).casefold()
        # the draft may name a case without its reporter
        named = authority.kind is CitationKind.CASE and len(name) >= _LEAST_NAME and name in text
        sure = candidate.is_sure(related_found=related_found)
        if named or not sure or _identity(authority) in cited_ids:
            continue
        stated = good_law.statements({authority.canonical: authority.kind}).get(authority.canonical, ())
        if not any(statement.entry.standing in GONE for statement in stated):
            path = max(candidate.sections, key=lambda path: candidate.sections[path])
            passages = len(candidate.passages)
            suggestions.append(ForgottenAuthority(authority, passages, path, candidate.hits[path]))
    return suggestions


def _identity(authority: Authority) -> int | str:
    """Return an identity that all forms of an authority share."""
    return authority.id or authority.canonical
