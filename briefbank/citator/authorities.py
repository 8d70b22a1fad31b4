"""An authority as the library cites it: by whom, for which points, with which quotations; and documents that
cite the same.

A page is put together from the rows of the authority's citations. In a library of 200,000 passages the most
cited authority has some thousands. All of them are counted. Points, quotations and co-citations come from the
newest, so that a page takes the same time in any library.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import islice
from math import inf, log, sqrt

from briefbank.api.law import AuthoritiesApi
from briefbank.catalogue import authority_rows, document_rows, law_rows, passage_rows
from briefbank.catalogue.columns import unpack_headings
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_rows import CitationCounts
from briefbank.citations import citations
from briefbank.citations.mentions import PROVISIONS
from briefbank.citations.provisions import whole_of
from briefbank.citations.quotations import quotations
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.provision_versions import Validity
from briefbank.domain.authorities import TREATED_AS, Authority, CitationKind, Relation, RelationKind, Standing
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    CitingHeading,
    CitingPassage,
    Quotation,
    SameAuthorities,
)
from briefbank.domain.caption_fields import SETTLED, Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.errors import NotInLibrary
from briefbank.extraction.headings import known_title
from briefbank.extraction.layout import MARKER
from briefbank.index.occurrences import LEAST_PART, citation_key, number_words, plain_words
from briefbank.text.messages import Message

MOST_POINTS = 30  # the most points that a page names
_LEAST_WORDS = 3
"""The fewest words of a point; shorter headings ("Prong one", "The stop") say too little by themselves."""
_MARKERS = 3  # the most enumerators that a heading may begin with: "POINT II. A. (1)" has three.
_WORD = re.compile(r"\w+")


def points(citing: Iterable[tuple[str, int, int]]) -> list[CitingHeading]:
    """Return the points of passages, those of most documents first: the headings over the passages.
    ``citing`` has the packed heading path, document and passage of each, the newest first. The innermost
    informative heading counts. Headings with the same words are one point, whatever their numbering, capitals
    and punctuation, and the newest gives its wording."""
    wordings: dict[str, str] = {}
    passages: dict[str, list[int]] = defaultdict(list)
    documents: dict[str, set[int]] = defaultdict(set)
    for headings, document_id, passage_id in citing:
        if named := _named(headings):
            key, text = named
            wordings.setdefault(key, text)
            passages[key].append(passage_id)
            documents[key].add(document_id)
    ordered = sorted(wordings, key=lambda key: (-len(documents[key]), -len(passages[key])))
    return [
        CitingHeading(wordings[key], len(passages[key]), len(documents[key]), passages[key][0])
        for key in ordered[:MOST_POINTS]
    ]


@lru_cache(maxsize=16384)
def _named(headings: str) -> tuple[str, str] | None:
    """Return a point's identity and its text; None if no heading is informative."""
    for heading in reversed(unpack_headings(headings)):
        text = " ".join(heading.split())
        for _ in range(_MARKERS):
            marker = MARKER.match(text)
            if marker is None or marker.end() == len(text):
                break
            text = text[marker.end() :]
        words = _WORD.findall(text.casefold())
        if len(words) >= _LEAST_WORDS and not known_title(text)[1]:
            return " ".join(words), text
    return None


@dataclass(frozen=True, slots=True)
class AuthorityCitations:
    """The citations of one authority by document and passage."""

    passages: Mapping[int, list[int]]
    """The citing passages in order, by document: the newest document first, undated ones last."""
    at: Mapping[int, list[int]]  # The indexes of a passage's citations of the authority, by passage
    filed: Mapping[int, tuple[date | None, Kind]]
    """The filing date and the kind of each citing document: the newest first, undated ones last."""

    def newest(self, document_id: int) -> int:
        """Return a sort key that puts the newest document first."""
        day = self.filed.get(document_id, (None,))[0]
        return -day.toordinal() if day else 0


def citing_of(catalogue: Database, authority_id: int) -> AuthorityCitations:
    """Read the citations of an authority. Thousands of citations take some milliseconds."""
    passages: dict[int, list[int]] = {}
    at: dict[int, list[int]] = {}
    for document_id, passage_id, number in authority_rows.citing(catalogue, authority_id):
        if passage_id not in at:
            passages.setdefault(document_id, []).append(passage_id)
        at.setdefault(passage_id, []).append(number)
    filed = authority_rows.citing_documents(catalogue, authority_id)
    return AuthorityCitations({id_: passages[id_] for id_ in filed if id_ in passages}, at, filed)


MOST_QUOTATIONS = 20  # the most quotations that a page shows
READ = 100  # newest passages read for quotations, in some 10 ms; a person reads far fewer
_STAR_PAGE = re.compile(r"\[\*+\d{1,4}\]")
_CHANGED = re.compile(r"[\[\]\u00ad]|(?<=\w)-\s+")
"""Brackets around a changed letter, and hyphens of line ends."""
_QUOTED_WORD = re.compile(r"[^\W_]+")


def quoted(
    passages: Iterable[tuple[Passage, Document]], mentions: Mapping[int, Collection[int]]
) -> list[Quotation]:
    """Return the quotations of an authority in these passages, those that most passages quote first; each
    wording once, as the newest passage has it. The passages are given newest first. ``mentions`` has, by
    passage, the indexes of its citations of the authority."""
    newest: dict[str, tuple[Passage, Document, int, int]] = {}
    quoting: dict[str, set[int]] = defaultdict(set)
    for passage, document in passages:
        for start, end, owner in quotations(passage.text, passage.citations):
            if owner in mentions[passage.id]:
                words = plain(passage.text[start:end])
                newest.setdefault(words, (passage, document, start, end))
                quoting[words].add(passage.id)
    ordered = sorted(newest, key=lambda words: -len(quoting[words]))[:MOST_QUOTATIONS]
    return [
        Quotation(
            " ".join(passage.text[start:end].split()), len(quoting[words]), passage.id, document, start, end
        )
        for words, (passage, document, start, end) in ((words, newest[words]) for words in ordered)
    ]


def plain(words: str) -> str:
    """Normalize quoted words so that equal quotations match. Capitals, punctuation, star pages, and the
    brackets around a changed letter are removed."""
    return " ".join(_QUOTED_WORD.findall(_CHANGED.sub("", _STAR_PAGE.sub(" ", words)).casefold()))


CANDIDATES = 300  # documents for which the cosine is computed: those that share the most weight
_RULE = re.compile(r"\s*r(?:ules?\b|\.|\s*\d)", re.IGNORECASE)
_SUBSECTION = re.compile(r"\s*\([^()]*\)\s*$")
_IGNORED_WORDS = frozenset({"v", "vs", "versus", "the", "of", "in", "re", "and"})
"""Words of case names that are too common or have several spellings."""
_MOST = 2000  # the most authorities that are compared with the input
_PREFIX_LENGTH = 4  # initial letters in which a similar name agrees


def _once(ids: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(ids))


MOST_PASSAGES = 1000  # newest passages that points and co-citations are taken from
MOST_COCITED = 20  # the most co-cited authorities that a page names
_WEIGHED = 50  # co-cited authorities that are weighed: those that share the most passages
TREATMENTS = tuple(kind for kind in RelationKind if kind is not RelationKind.CITES)
_LIMITING_KINDS = frozenset((RelationKind.INTERPRETS, *TREATED_AS)) - {RelationKind.AMENDS}
_CONTRARY_SIGNALS = frozenset({"but see", "but cf.", "contra"})
"""Signals of an authority that contradicts the proposition (Bluebook rule 1.2)."""


class AuthorityDirectory(AuthoritiesApi):
    """The library's authorities as lists and pages. Any thread; calls block for some milliseconds."""

    LISTED = 50  # The most documents that a page names; ``mentions`` has the rest

    def __init__(self, catalogue: Database, good_law: GoodLaw, validity: Validity) -> None:
        self._catalogue, self._good_law, self._validity = catalogue, good_law, validity

    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        text = text.strip()
        if text:
            ids = self._cited(text) or self._by_part(text) or self._named(text, limit)
        else:
            ids = authority_rows.most_cited(self._catalogue, limit)
        counts = self._counted(ids)
        return sorted(counts, key=lambda c: (-c.documents, -c.passages, c.authority.canonical))[:limit]

    def near(self, text: str, limit: int = 5) -> list[AuthorityCount]:
        return self._counted(self._ids_near(text.strip(), limit))

    def _ids_near(self, text: str, limit: int) -> list[int]:
        """Find what may have been meant by text that names nothing, the likeliest first. These are the case
        of that name, the nearest of the same volume or chapter, and names that begin alike."""
        cited = citations.find(text)
        if cited:
            key = citation_key(cited[0].canonical)
            return _once([*self._named(text[: cited[0].start], limit), *self._neighbours(key)])[:limit]
        # the names that share the beginning of the rarest word
        words = [word for word in plain_words(text) if len(word) >= _PREFIX_LENGTH]
        named = [authority_rows.named(self._catalogue, [word[:_PREFIX_LENGTH]], _MOST) for word in words]
        similar: list[int] = min(filter(None, named), key=len, default=[])
        return _once([*self._neighbours(citation_key(text)), *similar])[:limit]

    def _cited(self, text: str) -> list[int]:
        """Find authorities by a citation in full, including one of a subsection that no document cites."""
        cited = citations.find(text)
        names = [name for c in cited for name in (c.canonical, whole_of(c.canonical, c.kind))]
        by_name = authority_rows.ids_of(self._catalogue, [*names, text.strip()])
        if by_name:
            return sorted(set(by_name.values()))
        by_key = authority_rows.ids_by_key(self._catalogue, [key for key in [citation_key(text)] if key])
        return [id_ for ids in by_key.values() for id_ in ids]

    def _by_part(self, text: str) -> list[int]:
        """Find authorities by a number without its code or book: "2C:44-1(a)", "Rule 803(c)(27)"."""
        if not any(map(str.isdigit, text)):
            return []
        is_rule = _RULE.match(text) is not None
        kinds = frozenset((CitationKind.RULE,)) if is_rule else PROVISIONS
        rest = text
        while rest:
            part = citation_key(" ".join(number_words(rest)))
            long_enough = part and (is_rule or len(part.replace(" ", "")) >= LEAST_PART)
            same = authority_rows.containing(self._catalogue, part, kinds, _MOST) if long_enough else ()
            if same:
                return _once(id_ for _, id_ in same)
            shorter = _SUBSECTION.sub("", rest)
            rest = shorter if shorter != rest else ""
        return []

    def _named(self, text: str, limit: int) -> list[int]:
        words = [word for word in plain_words(text) if word not in _IGNORED_WORDS]
        return authority_rows.named(self._catalogue, words, limit)

    def _neighbours(self, key: str) -> list[int]:
        """Find the citations with the same words before a number, those with the nearest numbers first."""
        words = key.split() if any(map(str.isdigit, key)) else []
        for size in range(len(words) - 1, 1, -1):
            part, number = " ".join(words[:size]), words[size]

            def distance(pair: tuple[str, int], part: str = part, number: str = number) -> float:
                behind = f" {pair[0]} ".partition(f" {part} ")[2].partition(" ")[0]
                return abs(int(behind) - int(number)) if (behind + number).isdecimal() and behind else inf

            if same := authority_rows.containing(self._catalogue, part, (), _MOST):
                return _once(id_ for _, id_ in sorted(same, key=lambda pair: (distance(pair), pair)))
        return []

    def of_document(self, document_id: int) -> list[AuthorityCount]:
        cited = authority_rows.cited_by(self._catalogue, document_id)
        return self._counted(sorted(cited, key=lambda id_: (-cited[id_][0], cited[id_][1], id_)))

    def _counted(self, ids: Collection[int]) -> list[AuthorityCount]:
        """Return the counts in the same order, without authorities that no longer exist."""
        known = authority_rows.by_ids(self._catalogue, ids)
        reach = law_rows.reach(self._catalogue, ids)
        standings = self._standings(known.values())
        never = CitationCounts(0, 0, None)
        return [
            AuthorityCount(
                one, cited.passages, cited.documents, cited.last_cited, standings.get(one.canonical)
            )
            for one, cited in ((known[id_], reach.get(id_, never)) for id_ in ids if id_ in known)
        ]

    def _standings(self, authorities: Iterable[Authority]) -> dict[str, Standing]:
        """Return the standing of each listed authority by canonical name: the one rule of lists and pages."""
        named = {authority.canonical: authority.kind for authority in authorities}
        statements = self._good_law.statements(named)
        return {canonical: of[0].entry.standing for canonical, of in statements.items()}

    def page(self, authority_id: int) -> AuthorityPage:
        authority = authority_rows.by_ids(self._catalogue, [authority_id]).get(authority_id)
        if authority is None:
            raise NotInLibrary(
                Message("There is no such authority in this library."),
                Message("No document cites it any more. Look for it by its name."),
            )
        citings = citing_of(self._catalogue, authority_id)
        every = ((document_id, id_) for document_id, own in citings.passages.items() for id_ in own)
        newest = list(islice(every, MOST_PASSAGES))
        ids = [passage_id for _, passage_id in newest]
        years: Counter[int] = Counter()  # citing passages by year of filing, 0 for none
        for document_id, own in citings.passages.items():
            day = citings.filed[document_id][0]
            years[day.year if day else 0] += len(own)
        undated = years.pop(0, 0)
        places = authority_rows.places(self._catalogue, ids)
        arguing = (  # statutes and rules argue no point
            (places[passage_id].headings, document_id, passage_id)
            for document_id, passage_id in newest
            if passage_id in places and citings.filed[document_id][1] not in SETTLED
        )
        done_to = self._relations(citings, target_ids=[authority_id])
        contrary = [id_ for id_ in ids if id_ in places and places[id_].contrary]
        marked = passage_rows.by_ids(self._catalogue, contrary)
        limiting = {
            (passage.document_id, passage.id)
            for passage in marked.values()
            if any(passage.citations[at].signal in _CONTRARY_SIGNALS for at in citings.at[passage.id])
        }
        limiting |= {(one.document_id, one.passage_id) for one in done_to if one.kind in _LIMITING_KINDS}
        limited: dict[int, list[int]] = {}
        for document_id, passage_id in sorted(limiting, key=lambda pair: (citings.newest(pair[0]), pair[1])):
            limited.setdefault(document_id, []).append(passage_id)
        names = authority_rows.names_of(self._catalogue, authority_id)
        recent = self.places(ids[:READ])
        texts = authority_rows.texts(self._catalogue, authority_id)
        documents = document_rows.get_many(self._catalogue, texts)
        return AuthorityPage(
            authority=authority,
            also=tuple(name for name in names if name != authority.canonical),
            passages=len(citings.at),
            mentions=sum(map(len, citings.at.values())),
            years=tuple(sorted(years.items())),
            undated=undated,
            documents=self._listed(citings.passages),
            documents_total=len(citings.passages),
            points=tuple(points(arguing)),
            quotations=tuple(quoted([recent[id_] for id_ in ids[:READ] if id_ in recent], citings.at)),
            together=self._cocited(authority_id, ids),
            done_to=tuple(done_to[: self.LISTED]),
            does=tuple(self._relations(citings, source_ids=[authority_id])[: self.LISTED]),
            limiting=self._listed(limited),
            texts=tuple(documents[id_] for id_ in texts if id_ in documents),
            versions=tuple(self._validity.versions(authority_id)),
            entries=tuple(self._good_law.entries_on(authority.canonical, authority.kind)),
            standing=self._standings([authority]).get(authority.canonical),
            proposals=tuple(self._good_law.proposals(authority_id)),
            passages_read=len(newest),
        )

    def mentions(self, authority_id: int, limit: int = 50, offset: int = 0) -> list[CitingPassage]:
        rows = authority_rows.mentions(self._catalogue, authority_id, limit, offset)
        places = self.places(id_ for id_, _, _ in rows)
        return [CitingPassage(*places[id_], at, treatment) for id_, at, treatment in rows if id_ in places]

    def places(self, passage_ids: Iterable[int]) -> dict[int, tuple[Passage, Document]]:
        passages = passage_rows.by_ids(self._catalogue, dict.fromkeys(passage_ids))
        ids = {passage.document_id for passage in passages.values()}
        documents = document_rows.get_many(self._catalogue, ids)
        return {
            id_: (passage, documents[passage.document_id])
            for id_, passage in passages.items()
            if passage.document_id in documents
        }

    def _relations(self, citings: AuthorityCitations, **of: Collection[int]) -> list[Relation]:
        """Return the treatments, those of the newest document first."""
        relations = authority_rows.relations(self._catalogue, kinds=TREATMENTS, **of)
        return sorted(relations, key=lambda relation: citings.newest(relation.document_id))

    def _listed(self, passages: Mapping[int, Sequence[int]]) -> tuple[CitingDocument, ...]:
        """Return the first ``LISTED`` documents. They are given newest first with their passages in order."""
        shown = list(islice(passages, self.LISTED))
        documents = document_rows.get_many(self._catalogue, shown)
        return tuple(
            CitingDocument(documents[id_], len(passages[id_]), passages[id_][0])
            for id_ in shown
            if id_ in documents
        )

    def _cocited(self, authority_id: int, newest: Collection[int]) -> tuple[tuple[Authority, int], ...]:
        """Return the authorities that are characteristically cited in the same passages, best first.

        Authorities that are cited everywhere are cited together with any other. Each one is therefore weighed
        by the number of passages that cite both, times its excess over chance: n log(1 + n N / (a b)) for n
        shared of a and b in N passages, after the local mutual information of Evert, "The Statistics of Word
        Cooccurrences" (2005).
        """
        shared = authority_rows.together(self._catalogue, newest)
        shared.pop(authority_id, None)
        often = sorted(shared, key=lambda id_: (-shared[id_], id_))[:_WEIGHED]
        cited = authority_rows.citations(self._catalogue, often)
        everywhere = max(1, document_rows.totals(self._catalogue)[1])

        def weight(id_: int) -> float:
            number = shared[id_]
            return number * log(1 + number * everywhere / (len(newest) * max(number, cited.get(id_, 0))))

        ids = sorted(often, key=lambda id_: (-weight(id_), id_))[:MOST_COCITED]
        known = authority_rows.by_ids(self._catalogue, ids)
        return tuple((known[id_], shared[id_]) for id_ in ids if id_ in known)

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        """Return the documents that cite the same authorities as another one, the nearest first.

        Bibliographic coupling is from Kessler, "Bibliographic coupling between scientific papers", American
        Documentation 14, 1963. An authority weighs more the rarer it is, log(1 + N / n) for n of N documents
        (Spärck Jones, 1972), so that the Fourth Amendment joins no two documents. The score is the cosine of
        the two documents' authorities: it is 1 for the same authorities, and a document that cites everything
        is close to none.
        """
        document = document_rows.get(self._catalogue, document_id)
        own = authority_rows.cited_by(self._catalogue, document_id)
        versions = {document_id, *document_rows.family_members(self._catalogue, [document.family])}
        number = document_rows.totals(self._catalogue)[0]
        spread = authority_rows.spread(self._catalogue)
        weight = {id_: log(1 + number / count) for id_, count in spread.items()}
        total: dict[int, float] = defaultdict(float)
        for id_, authority_id in authority_rows.citing_any(self._catalogue, own):
            if id_ not in versions:
                total[id_] += weight[authority_id] ** 2
        candidates = sorted(total, key=lambda id_: (-total[id_], id_))[:CANDIDATES]
        cited: dict[int, set[int]] = defaultdict(set)
        for id_, authority_id in authority_rows.cited_by_any(self._catalogue, candidates):
            cited[id_].add(authority_id)

        def norm(ids: Iterable[int]) -> float:
            return sqrt(sum(weight[id_] ** 2 for id_ in sorted(ids)))

        rarest = {
            id_: sorted(theirs.intersection(own), key=lambda shared_id: (-weight[shared_id], shared_id))
            for id_, theirs in cited.items()
        }
        length = norm(own)
        scores = {
            id_: sum(weight[shared_id] ** 2 for shared_id in shared) / (length * norm(cited[id_]))
            for id_, shared in rarest.items()
            if shared
        }
        nearest = sorted(scores, key=lambda id_: (-scores[id_], id_))[:limit]
        documents = document_rows.get_many(self._catalogue, nearest)
        shared_ids = {shared_id for id_ in nearest if id_ in documents for shared_id in rarest[id_]}
        known = authority_rows.by_ids(self._catalogue, shared_ids)
        same = []
        for id_ in nearest:
            if id_ in documents:
                theirs = authority_rows.cited_by(self._catalogue, id_)
                shared = tuple(known[shared_id] for shared_id in rarest[id_] if shared_id in known)
                first_passage = theirs.get(rarest[id_][0], (0, 0))[1]
                same.append(SameAuthorities(documents[id_], scores[id_], shared, first_passage))
        return same
