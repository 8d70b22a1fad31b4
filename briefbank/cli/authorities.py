"""The commands on the law: what is known of an authority, versions of provisions, and which one governs."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from briefbank.api.library import LibraryApi
from briefbank.cli.commands import Command, Parser, day, positive
from briefbank.cli.json_values import (
    Json,
    authority_json,
    cited_passage_json,
    document_json,
    entry_json,
    proposal_json,
    provision_json,
    record,
)
from briefbank.cli.output import (
    JsonObject,
    Output,
    TerminalPage,
    counted,
    day_words,
    filed,
    named,
    phrase,
    titled,
    warm,
)
from briefbank.domain.authorities import (
    TREATED_AS,
    Citation,
    CitationKind,
    Provision,
    Relation,
    RelationKind,
    Window,
)
from briefbank.domain.authority_reports import AuthorityCount, AuthorityPage, CitingDocument, CitingPassage
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.errors import CorrectionRefused
from briefbank.text.messages import Message

Passages = Mapping[int, tuple[Passage, Document]]  # Passages by id, with their documents
_COURT_OR_DATE = re.compile(
    r"[^()]{0,60}\b(?:1[6-9]|20)\d\d|(?:per curiam|plurality(?: opinion)?|en banc|mem\.|unpublished|West"
    r"|(?:opinion of )?[A-Z][\w.’' ]{0,30}, (?:C\. ?)?J+\..*)$",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(
    r"(?:, \d{1,4} [A-Z][\w.’ ]{0,20} \d{1,5}(?:, \d{1,5}(?:[-–]\d{1,5})?)?)?"
    r" ?\(([^()]{0,300}(?:\([^()]{0,100}\)[^()]{0,300}){0,4})\)"
)
"""A parenthesis behind a citation, perhaps behind a parallel one; others may stand in it."""
_PIN_WITHIN = 40  # The characters behind a citation within which its pin cite is


def _authority_options(command: Parser) -> None:
    which = command.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "text", nargs="?", metavar="AUTHORITY", help="a citation, a part of one, or a case's name"
    )
    which.add_argument("--id", dest="authority_id", type=positive, metavar="ID", help="by its number")
    which.add_argument("--list", nargs="?", const="", metavar="TEXT", help="all that fit, most cited first")
    which.add_argument("--document", type=positive, metavar="ID", help="what a document cites")
    which.add_argument("--same-as", type=positive, metavar="ID", help="documents that cite the same")
    command.add_argument("--limit", type=positive, default=20, help="how many to show of each kind")


def _authority(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    authorities = library.authorities
    if options.list is not None:
        counts = authorities.find(options.list, options.limit)
        listed = {"text": options.list, "authorities": list(map(_count_json, counts))}
        return output.show(listed, _view_list, success=counts)
    if options.document is not None:
        document = library.documents.get(options.document)
        cited = authorities.of_document(document.id)
        rows = list(map(_count_json, cited[: options.limit]))
        cited_by = {**document_json(document), "total": len(cited), "authorities": rows}
        return output.show(cited_by, _view_cited, success=cited)
    if options.same_as is not None:
        same = authorities.same(options.same_as, options.limit)
        passages = authorities.places(other.passage_id for other in same)
        its = library.documents.get(options.same_as)
        shown = record(its, "document_id=id title distinction=distinctions")
        shown["documents"] = [
            {
                **document_json(other.document),
                **_passage_json(other.passage_id, passages),
                "score": round(other.score, 4),
                "shared": list(map(authority_json, other.shared)),
            }
            for other in same
        ]
        return output.show(shown, _view_same, success=same)
    return _page(library, options, output)


def _page(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Show the most cited authority that fits, and list the others; or what may have been meant."""
    authorities, by_id = library.authorities, options.authority_id
    fitting = authorities.find(options.text, options.limit) if by_id is None else []
    if not fitting and by_id is None:
        near = list(map(_count_json, authorities.near(options.text)))
        unknown = {"text": options.text, "authority": None, "near": near}
        return output.show(unknown, _view_unknown, success=False)
    page = authorities.page(fitting[0].authority.id if fitting else by_id)
    mentions = authorities.mentions(page.authority.id, options.limit)
    parts: tuple[Sequence[Any], ...] = (
        *(page.documents, page.limiting, page.done_to, page.does),
        *(page.points, page.quotations),
    )
    passages = authorities.places(item.passage_id for part in parts for item in part)
    shown = _page_json(page, passages, options.limit)
    shown["mentioned"] = list(map(_mentioned_json, mentions))
    shown["others"] = list(map(_count_json, fitting[1:]))
    return output.show(shown, _view_page)


def _count_json(count: AuthorityCount) -> Json:
    """Return an authority with its counts; ``status`` is null if the office's list has no line on it."""
    return {
        **authority_json(count.authority),
        **record(count, "passages documents last_cited status=standing"),
    }


def _page_json(page: AuthorityPage, passages: Passages, limit: int) -> Json:
    """Return an authority's page with at most ``limit`` items of each kind.

    ``total_documents``, ``passages`` and ``mentions`` count all.
    """

    def placed(items: Sequence[Any], fields: str) -> list[Json]:
        return [
            {**record(item, fields), **_passage_json(item.passage_id, passages)} for item in items[:limit]
        ]

    def citing(documents: Sequence[CitingDocument]) -> list[Json]:
        return [
            {
                **document_json(cited.document),
                **_passage_json(cited.passage_id, passages),
                "citing_passages": cited.passages,
            }
            for cited in documents[:limit]
        ]

    return {
        **authority_json(page.authority),
        **record(page, "also passages mentions total_documents=documents_total"),
        "years": [{"year": year, "passages": number} for year, number in page.years],
        **record(page, "undated looked_at=passages_read"),
        "documents": citing(page.documents),
        "points": placed(page.points, "text passages documents"),
        "quotations": placed(page.quotations, "text passages start end"),
        "together": [
            {**authority_json(other), "passages": number} for other, number in page.together[:limit]
        ],
        "done_to": [_relation_json(relation, passages) for relation in page.done_to[:limit]],
        "does": [_relation_json(relation, passages) for relation in page.does[:limit]],
        "limiting": citing(page.limiting),
        "texts": list(map(document_json, page.texts[:limit])),
        "versions": list(map(provision_json, page.versions[:limit])),
        "good_law": list(map(entry_json, page.entries)),
        "proposals": list(map(proposal_json, page.proposals[:limit])),
    }


def _passage_json(passage_id: int, passages: Passages) -> Json:
    """Return a passage with its document and citation; only its id if it was removed meanwhile."""
    return cited_passage_json(*passages[passage_id]) if passage_id in passages else {"passage_id": passage_id}


def _mentioned_json(mentioned: CitingPassage) -> Json:
    passage = mentioned.passage
    citation = passage.citations[mentioned.citation]
    return {
        **cited_passage_json(passage, mentioned.document),
        **record(passage, "headings=heading_path text"),
        **record(citation, "start end pin signal"),
        "parenthetical": _parenthetical(passage.text, citation),
        "certain": citation.certain,
        "treatment": mentioned.treatment,
    }


def _parenthetical(text: str, citation: Citation) -> str:
    """Return the first parenthetical after a citation that is no court or date; empty for none."""
    if citation.kind is CitationKind.RECORD:
        return ""
    at = citation.end
    if citation.pin and (pin := text.find(citation.pin, at, at + _PIN_WITHIN)) >= 0:
        at = pin + len(citation.pin)
    while parenthesis := _PARENTHESIS.match(text, at):
        if not _COURT_OR_DATE.match(parenthesis[1]):
            return parenthesis[1].strip()
        at = parenthesis.end()
    return ""


def _relation_json(relation: Relation, passages: Passages) -> Json:
    passage = passages[relation.passage_id][0] if relation.passage_id in passages else None
    return {
        **_passage_json(relation.passage_id, passages),
        "kind": relation.kind,  # replaces the document's kind
        "source": authority_json(relation.source) if relation.source else None,
        "target": authority_json(relation.target),
        "words": relation.words,
        "sentence": passage.text[relation.start : relation.end] if passage else "",
        **record(relation, "start end"),
    }


def _view_authorities(
    page: TerminalPage, counts: Sequence[JsonObject], title: str = "", empty: str = ""
) -> None:
    page.table(
        ("Authority", ">Passages", ">Documents", "Last cited", "Your good-law list"),
        [
            (
                *(named(count), f"{count.passages:,}", f"{count.documents:,}"),
                day_words(count.last_cited) if count.passages else "not cited; the library has its text",
                count.status or "",
            )
            for count in page.listed(counts, title, empty)
        ],
    )


def _view_list(page: TerminalPage, shown: JsonObject) -> None:
    empty = "No document of the library cites anything yet."
    if shown.text:
        empty = f"No document cites anything like “{shown.text}”."
    _view_authorities(page, shown.authorities, empty=empty)


def _view_cited(page: TerminalPage, cited: JsonObject) -> None:
    page.line(titled(cited), "bold")
    empty = "It cites nothing that BriefBank knows as an authority."
    _view_authorities(page, cited.authorities, empty=empty)
    if more := cited.total - len(cited.authorities):
        page.line(f"And {more} more. Show them with --limit {cited.total}.", "dim")


def _view_same(page: TerminalPage, shown: JsonObject) -> None:
    for other in page.listed(shown.documents, empty=f"No other document cites what “{titled(shown)}” cites."):
        page.line(titled(other), "bold")
        page.line(f"{other.kind}, {filed(other)}  [document {other.document_id}]", "dim", indent=3)
        shared = list(map(named, other.shared))
        more = f"; and {len(shared) - 5} more" if len(shared) > 5 else ""
        page.line(f"Both cite {'; '.join(shared[:5])}{more}", indent=3)


def _view_unknown(page: TerminalPage, shown: JsonObject) -> None:
    page.line(f"Your library does not know “{shown.text}”.")
    empty = "See what it knows with: briefbank authority --list"
    _view_authorities(page, shown.near, "Did you mean one of these?", empty)


_DONE = {
    RelationKind.INTERPRETS.value: "Interpreted",
    RelationKind.IMPLEMENTS.value: "Implemented",
    **{kind.value: standing.capitalize() for kind, standing in TREATED_AS.items()},
}


def _cite(row: JsonObject) -> str:
    return f"{row.get('citation', 'removed')}  [passage {row.passage_id}]"


def _citing(row: JsonObject) -> str:
    number = counted(row.citing_passages, "passage")
    return f"{row.kind}, {filed(row)}: {_cite(row)}  ({number})"


def _relation(relation: JsonObject, before: str, other: JsonObject | None) -> str:
    whom = f" {before}{named(other)}" if other else ""
    return f"{_DONE.get(relation.kind, '')}{whom}: “{relation.sentence}”  ({_cite(relation)})"


def _window(version: JsonObject) -> str:
    days = day_words(version["from"]), day_words(version.to)
    return " ".join(filter(None, map(phrase, ("from {}", "to {}"), days))) or "no dates known"


def _view_page(page: TerminalPage, shown: JsonObject) -> None:
    def part(title: str, texts: Sequence[str]) -> None:
        page.lines(page.listed(texts, title), indent=3)

    page.line(named(shown), "bold")
    if shown.passages:
        documents = counted(shown.total_documents, "document")
        page.line(f"Cited in {counted(shown.passages, 'passage')} of {documents}.")
    else:
        page.line("No document cites it.")
    page.line(phrase("Also cited as: {}", "; ".join(shown.also[:10])), "dim")
    for entry in page.listed(shown.good_law, empty="Your good-law list says nothing of it."):
        since = phrase(", since {}", day_words(entry.since))
        page.line(f"Your good-law list: {entry.status}{phrase(' by {}', entry.by)}{since}.", "bold")
    if shown.proposals:
        page.line(
            f"{counted(len(shown.proposals), 'sentence')} of your library may speak against it. Decide on "
            "them with: briefbank good-law proposals",
            "bold",
        )
    years = [f"{row.year}  {row.passages}" for row in shown.years]
    part("Passages by the year in which they were filed", years)
    if shown.years and shown.undated:
        page.line(f"Without a date: {shown.undated}", "dim", indent=3)
    points = [
        f"{row.text}  ({counted(row.passages, 'passage')} in {counted(row.documents, 'document')})"
        for row in shown.points
    ]
    part("For these points", points)
    quoted = [f"“{row.text}”  ({counted(row.passages, 'passage')}; {_cite(row)})" for row in shown.quotations]
    part("Quoted", quoted)
    together = [f"{named(row)}  ({counted(row.passages, 'passage')})" for row in shown.together]
    part("Cited together with", together)
    part("What others do to it", [_relation(row, "by ", row.source) for row in shown.done_to])
    part("What it does to others", [_relation(row, "", row.target) for row in shown.does])
    part("Interpreted, limited or spoken against in", list(map(_citing, shown.limiting)))
    texts = [
        f"{titled(row)}  ({row.kind}, {filed(row)})  [document {row.document_id}]" for row in shown.texts
    ]
    part("Its text", texts)
    part("Versions", [f"{_window(row)}  [document {row.document_id}]" for row in shown.versions])
    part("Cited in", list(map(_citing, shown.documents)))
    _view_authorities(page, shown.others, "What you typed also fits:")


def _versions_options(command: Parser) -> None:
    command.add_argument("citation", nargs="?", metavar="CITATION", help="as in 2C:44-1 or N.J.R.E. 803")
    command.add_argument("--as-of", type=day, metavar="DATE", help="only what was in force on that day")
    command.add_argument("--differences", action="store_true", help="how each version differs from the last")
    command.add_argument("--text", action="store_true", help="with the words of each version")
    correction = command.add_mutually_exclusive_group()
    correction.add_argument("--set", type=positive, metavar="ID", help="say when a version is in force")
    correction.add_argument("--unset", type=positive, metavar="ID", help="go back to what was read")
    command.add_argument("--from", dest="first", type=day, metavar="DATE", help="the first day, with --set")
    command.add_argument("--to", dest="last", type=day, metavar="DATE", help="the last day, with --set")


def _versions(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    validity = library.validity
    if options.set is not None or options.unset is not None:
        if options.unset is not None and (options.first or options.last):
            raise CorrectionRefused(Message("--unset takes no days."), Message("Use --set to say them."))
        window = Window(options.first, options.last) if options.unset is None else None
        changed = validity.set_window(options.unset or options.set, window)
        corrected = {"citation": changed.authority.canonical, "versions": [_version_json(library, changed)]}
        return output.show(corrected, _view_versions)
    if options.first or options.last or not options.citation:
        raise CorrectionRefused(Message("Nothing was asked for."), Message("See: briefbank versions --help"))
    every = validity.versions(options.citation)
    shown = [version for version in every if options.as_of is None or version.window.holds(options.as_of)]
    versions = [_version_json(library, version) for version in shown]
    if options.text:
        for version, provision in zip(versions, shown, strict=True):
            version["text"] = validity.text(provision.id)
    document: Json = {
        "citation": every[0].authority.canonical if every else options.citation,
        "as_of": options.as_of,
        "total": len(every),
        "versions": versions,
        "problems": validity.problems(every[0].authority.id) if every else [],
    }
    if options.differences:  # from each version to the next newer one, the oldest first
        document["differences"] = [
            {"before": before.id, "after": after.id, "runs": validity.differences(before.id, after.id)}
            for before, after in pairwise(reversed(shown))
        ]
    return output.show(document, _view_versions, success=shown)


def _version_json(library: LibraryApi, provision: Provision) -> Json:
    return {
        **provision_json(provision),
        **record(provision, "first_passage=first last_passage=last"),
        "document": document_json(library.documents.get(provision.document_id)),
    }


def _view_versions(page: TerminalPage, shown: JsonObject) -> None:
    if shown.get("total"):
        empty = f"No version of {shown.citation} that the library has was in force on "
        empty += f"{day_words(shown.as_of)}."
    else:
        empty = (
            f"The library has no text of “{shown.citation}”. Ask for it by its whole citation, or add the "
            "statute, rule or directive."
        )
    for version in page.listed(shown.versions, empty=empty):
        page.line(f"{version.citation} {version.catchline}", "bold")
        page.line(f"In force: {_window(version)}{phrase(' ({})', version.source)}", indent=2)
        page.line(f"{titled(version.document)}, version number {version.provision_id}", indent=2)
        page.line(version.get("text"), indent=2)
    page.lines(shown.get("problems", []))
    for difference in shown.get("differences", []):
        page.line(f"From version {difference.before} to version {difference.after}:", "bold")
        page.differences(difference.runs, removed=("[-", "-]"), added=("{+", "+}"))


def _provision_options(command: Parser) -> None:
    command.add_argument("statement", metavar="STATEMENT", help="what was said or done")
    command.add_argument("condition", nargs="?", default="", metavar="CONDITION", help="what must be decided")
    command.add_argument("--as-of", type=day, metavar="DATE", help="the law of this day; otherwise today's")
    command.add_argument("--limit", type=positive, default=5, help="provisions to show")


def _provision(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Show provisions that may govern a statement, best first, and what chose that: "rule" or "model"."""
    warm(library, output)
    answer = library.provision_finder.find(options.statement, options.condition, day=options.as_of)
    fields = (
        "path passage_id=passage.id document_id=document.id title=document.title "
        "distinction=document.distinctions page=passage.first_page+1 page_label=passage.page_label "
        "text=passage.text citation score=score:4 closeness=closeness:4"
    )
    none = dict.fromkeys(("provision_id", "authority", "number"))
    results = [
        {
            "rank": rank,
            **(record(of, "provision_id=id authority=authority.canonical number") if of else none),
            **record(candidate, fields),
        }
        for rank, candidate in enumerate(answer.candidates[: options.limit], start=1)
        for of in [candidate.provision]
    ]
    shown = record(answer, "chosen_by reason doubt advice")
    shown |= {"total": len(answer.candidates), "results": results}
    return output.show(shown, _view_provisions, success=answer.chosen)


def _view_provisions(page: TerminalPage, answer: JsonObject) -> None:
    page.line(answer.doubt, "bold")
    page.line(answer.results and answer.reason, "dim")
    for result in answer.results:
        has_rival = result.rank > 1 and result.closeness is not None
        near = f" ({result.closeness:.0%} of the first)" if has_rival else ""
        page.line(f"{result.rank}. {' > '.join(result.path)}{near}", "bold", gap=True)
        page.line(f"{titled(result)}  [passage {result.passage_id}]", "dim", indent=3)
        page.line(result.text, indent=3)
        page.line(phrase("Cite: {}", result.citation), "dim", indent=3)
    page.line(answer.advice)


COMMANDS = {
    "authority": Command(_authority_options, _authority, reads_authorities=True),
    "versions": Command(_versions_options, _versions, reads_authorities=True),
    "provision": Command(_provision_options, _provision, reads_authorities=True),
}
