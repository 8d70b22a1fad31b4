"""The command ``authority``: who cites an authority and for what, and how it was treated."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from briefbank.cli import json_schema
from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.good_law import entry_json, proposal_json
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Paragraph, Piece, Rows, Table, choice, counted, text_of
from briefbank.cli.layouts import FILED, TITLE, named
from briefbank.cli.option_values import positive
from briefbank.domain.authorities import TREATED_AS, Relation, RelationKind
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    CitingPassage,
    SameAuthorities,
)
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.search.passage_citation import reference

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output


Places = Mapping[int, tuple[Passage, Document]]
"""Passages by id, with their documents."""


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    asked = command.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "text", nargs="?", metavar="AUTHORITY", help="a citation, a part of one, or a case's name"
    )
    asked.add_argument("--id", dest="authority_id", type=positive, metavar="ID", help="by its number")
    asked.add_argument("--list", nargs="?", const="", metavar="TEXT", help="all that fit, most cited first")
    asked.add_argument("--document", type=positive, metavar="ID", help="what a document cites")
    asked.add_argument("--same-as", type=positive, metavar="ID", help="documents that cite the same")
    command.add_argument("--limit", type=positive, default=20, help="how many to show of each kind")


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Raises BriefBankError."""
    if options.list is not None:
        return _list(library, options, output)
    if options.document is not None:
        return _cited(library, options, output)
    if options.same_as is not None:
        return _same(library, options, output)
    return _page(library, options, output)


def _list(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    found = library.authorities.find(options.list, options.limit)
    shown = {"text": options.list, "authorities": [count_json(each) for each in found]}
    output.show(shown, _LIST)
    return DONE if found else NOTHING


def _cited(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    document = library.documents.get(options.document)
    cited = library.authorities.of_document(document.id)
    shown = {
        **json_schema.document_json(document),
        "total": len(cited),
        "authorities": [count_json(each) for each in cited[: options.limit]],
    }
    output.show(shown, _CITED)
    return DONE if cited else NOTHING


def _same(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    found = library.authorities.same(options.same_as, options.limit)
    places = library.authorities.places(each.passage_id for each in found)
    shown = {
        "document_id": options.same_as,
        **json_schema.title_json(library.documents.get(options.same_as)),
        "documents": [_same_json(each, places) for each in found],
    }
    output.show(shown, _SAME)
    return DONE if found else NOTHING


def _page(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Show the most cited authority that fits, and list the others; or what may have been meant."""
    authorities = library.authorities
    found = authorities.find(options.text, options.limit) if options.authority_id is None else []
    if not found and options.authority_id is None:
        near = [count_json(each) for each in authorities.near(options.text)]
        output.show({"text": options.text, "authority": None, "near": near}, _UNKNOWN)
        return NOTHING
    page = authorities.page(found[0].authority.id if found else options.authority_id)
    mentions = authorities.mentions(page.authority.id, options.limit)
    shown = page_json(page, authorities.places(_passages_of(page)), options.limit)
    shown["mentioned"] = [_mentioned_json(each) for each in mentions]
    shown["others"] = [count_json(each) for each in found[1:]]
    output.show(shown, _PAGE)
    return DONE


# --- JSON ----------------------------------------------------------------------------------------


def count_json(count: AuthorityCount) -> Json:
    """Return an authority with its counts; ``status`` is None if the office's list has no line on it."""
    return {
        **json_schema.authority_json(count.authority),
        "passages": count.passages,
        "documents": count.documents,
        "last_cited": json_schema.day_json(count.last_cited),
        "status": count.standing.value if count.standing else None,
    }


def page_json(page: AuthorityPage, places: Places, limit: int) -> Json:
    """Return an authority's page with at most ``limit`` items of each kind.

    ``total_documents``, ``passages`` and ``mentions`` count all.
    """
    return {
        **json_schema.authority_json(page.authority),
        "also": list(page.also),
        "passages": page.passages,
        "mentions": page.mentions,
        "total_documents": page.documents_total,
        "years": [{"year": year, "passages": passages} for year, passages in page.years],
        "undated": page.undated,
        "looked_at": page.passages_read,
        "documents": [_citing_json(each, places) for each in page.documents[:limit]],
        "points": [
            {"text": each.text, "passages": each.passages, "documents": each.documents}
            | _place_json(each.passage_id, places)
            for each in page.points[:limit]
        ],
        "quotations": [
            {"text": each.text, "passages": each.passages, "start": each.start, "end": each.end}
            | _place_json(each.passage_id, places)
            for each in page.quotations[:limit]
        ],
        "together": [
            {**json_schema.authority_json(each), "passages": passages}
            for each, passages in page.together[:limit]
        ],
        "done_to": [_relation_json(each, places) for each in page.done_to[:limit]],
        "does": [_relation_json(each, places) for each in page.does[:limit]],
        "limiting": [_citing_json(each, places) for each in page.limiting[:limit]],
        "texts": [json_schema.document_json(each) for each in page.texts[:limit]],
        "versions": [json_schema.provision_json(each) for each in page.versions[:limit]],
        "good_law": [entry_json(each) for each in page.entries],
        "proposals": [proposal_json(each) for each in page.proposals[:limit]],
    }


def _passages_of(page: AuthorityPage) -> list[int]:
    """Return the ids of all passages that a page refers to."""
    parts: Sequence[Sequence[CitingDocument | Relation]] = (
        *(page.documents, page.limiting),
        *(page.done_to, page.does),
    )
    ids = [each.passage_id for part in parts for each in part]
    ids += [each.passage_id for each in page.points]
    return ids + [each.passage_id for each in page.quotations]


def _place_json(passage_id: int, places: Places) -> Json:
    """Return a passage with its document and citation; only its id if it was removed meanwhile."""
    if passage_id not in places:
        return {"passage_id": passage_id}
    passage, document = places[passage_id]
    return {
        "passage_id": passage.id,
        "document_id": document.id,
        **json_schema.title_json(document),
        "kind": document.kind.value,
        "filed": json_schema.day_json(document.filed),
        "page": passage.first_page + 1,
        "page_label": passage.page_label,
        "citation": reference(document, passage),
    }


def _citing_json(citing: CitingDocument, places: Places) -> Json:
    return {
        **json_schema.document_json(citing.document),
        **_place_json(citing.passage_id, places),
        "citing_passages": citing.passages,
    }


def _same_json(same: SameAuthorities, places: Places) -> Json:
    return {
        **json_schema.document_json(same.document),
        **_place_json(same.passage_id, places),
        "score": round(same.score, 4),
        "shared": [json_schema.authority_json(each) for each in same.shared],
    }


def _mentioned_json(mentioned: CitingPassage) -> Json:
    passage, document = mentioned.passage, mentioned.document
    citation = passage.citations[mentioned.citation]
    return {
        **_place_json(passage.id, {passage.id: (passage, document)}),
        "headings": list(passage.heading_path),
        "text": passage.text,
        "start": citation.start,
        "end": citation.end,
        "pin": citation.pin,
        "signal": citation.signal,
        "parenthetical": citation.parenthetical,
        "certain": citation.certain,
        "treatment": mentioned.treatment,
    }


def _relation_json(relation: Relation, places: Places) -> Json:
    there = places.get(relation.passage_id)
    return {
        **_place_json(relation.passage_id, places),
        "kind": relation.kind.value,  # replaces the document's kind
        "source": json_schema.authority_json(relation.source) if relation.source else None,
        "target": json_schema.authority_json(relation.target),
        "words": relation.words,
        "sentence": there[0].text[relation.start : relation.end] if there else "",
        "start": relation.start,
        "end": relation.end,
    }


# --- layouts -------------------------------------------------------------------------------------


def _last_cited(count: Json) -> str:
    if not count["passages"]:
        return "not cited; the library has its text"
    return text_of("{last_cited:day}", count)


def _authorities(rows: str, title: str = "", empty: Piece = "") -> Table:
    columns: dict[str, Piece] = {
        "Authority": named,
        "Passages": "{passages:,}",
        "Documents": "{documents:,}",
        "Last cited": _last_cited,
        "Your office’s list": "{status}",
    }
    return Table(rows, columns, numbers=("Passages", "Documents"), title=title, empty=empty)


def _nothing_like(document: Json) -> str:
    said = text_of("No document cites anything like “{text}”.", document)
    return said or "No document of the library cites anything yet."


def _both_cite(same: Json) -> str:
    shared = [named(authority) for authority in same["shared"]]
    more = f"; and {len(shared) - 5} more" if len(shared) > 5 else ""
    return f"Both cite {'; '.join(shared[:5])}{more}"


_LIST = _authorities("authorities", empty=_nothing_like)
_CITED = (
    Paragraph(TITLE, style="bold"),
    _authorities("authorities", empty="It cites nothing that BriefBank knows as an authority."),
    Paragraph(
        lambda cited: (
            f"And {cited['total'] - len(cited['authorities'])} more. Show them with --limit {cited['total']}."
        ),
        style="dim",
        when=lambda cited: cited["total"] > len(cited["authorities"]),
    ),
)
_SAME = Each(
    "documents",
    (
        Paragraph(TITLE, style="bold"),
        Paragraph(f"{{kind}}, {FILED}  [document {{document_id}}]", style="dim", indent=3),
        Paragraph(_both_cite, indent=3),
    ),
    empty=("No other document cites what “", TITLE, "” cites."),
)
_UNKNOWN = (
    Paragraph("Your library does not know “{text}”."),
    _authorities(
        "near",
        title="Did you mean one of these?",
        empty="See what it knows with: briefbank authority --list",
    ),
)

_BAR = 30
"""The length in characters of the longest bar in the chart of years."""
_DONE = {
    RelationKind.INTERPRETS: "Interpreted",
    RelationKind.IMPLEMENTS: "Implemented",
    **{kind: standing.capitalize() for kind, standing in TREATED_AS.items()},
}


def _years(page: Json) -> list[Json]:
    most = max((each["passages"] for each in page["years"]), default=0)
    bars = ["█" * max(1, round(_BAR * each["passages"] / most)) for each in page["years"]]
    return [{**year, "bar": bar} for year, bar in zip(page["years"], bars, strict=True)]


def _proposals(page: Json) -> str:
    number = counted(len(page["proposals"]), "sentence")
    return f"{number} of your library may speak against it. Decide on them with: briefbank good-law proposals"


def _cite(place: Json) -> str:
    return f"{place.get('citation', 'removed')}  [passage {place['passage_id']}]"


def _window(version: Json) -> str:
    return text_of(("from {from:day} ", "to {to:day}"), version).strip() or "no dates known"


def _part(title: str, rows: Rows, *pieces: Piece) -> Each:
    return Each(rows, Paragraph(pieces, indent=3), title=title)


def _related(field: str, before: str) -> Piece:
    return lambda relation: f"{before} {named(relation[field])}" if relation[field] else ""


_HOW_OFTEN = "{passages:count passage} in {documents:count document}"
_SENTENCE: Piece = (": “{sentence}”  (", _cite, ")")
_CITING: Piece = (f"{{kind}}, {FILED}: ", _cite, "  ({citing_passages:count passage})")
_PAGE = (
    Paragraph(named, style="bold"),
    Paragraph("Cited in {passages:count passage} of {total_documents:count document}.", when="passages"),
    Paragraph("No document cites it.", when=lambda page: not page["passages"]),
    Paragraph(lambda page: text_of("Also cited as: {also:; }", {"also": page["also"][:10]}), style="dim"),
    Each(
        "good_law",
        Paragraph(("Your office’s list: {status}", " by {by}", ", since {since:day}", "."), style="bold"),
        empty="Your office’s list says nothing of it.",
    ),
    Paragraph(_proposals, style="bold", when="proposals"),
    _part("Passages by the year in which they were filed", _years, "{year}  {bar} {passages}"),
    Paragraph(
        "Without a date: {undated}",
        style="dim",
        indent=3,
        when=lambda page: page["years"] and page["undated"],
    ),
    _part("For these points", "points", "{text}  (", _HOW_OFTEN, ")"),
    _part("Quoted", "quotations", "“{text}”  ({passages:count passage}; ", _cite, ")"),
    _part("Cited together with", "together", named, "  ({passages:count passage})"),
    _part("What others do to it", "done_to", choice("kind", _DONE), _related("source", " by"), _SENTENCE),
    _part("What it does to others", "does", choice("kind", _DONE), _related("target", ""), _SENTENCE),
    _part("Interpreted, limited or spoken against in", "limiting", _CITING),
    _part("Its text", "texts", (TITLE, f"  ({{kind}}, {FILED})  [document {{document_id}}]")),
    _part("Versions", "versions", _window, "  [document {document_id}]"),
    _part("Cited in", "documents", _CITING),
    _authorities("others", title="What you typed also fits:"),
)
