"""The text output of ``briefbank authority`` for a person at a terminal."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from briefbank.cli.json_schema import Json
from briefbank.cli.renderer import counted, day_words, named

_BAR = 30
"""The length in characters of the longest bar in the chart of years."""
_DOES = {
    "interprets": "interpreted",
    "implements": "implemented",
    "amends": "amended",
    "overrules": "overruled",
    "supersedes": "superseded",
    "limits": "limited",
    "questions": "questioned",
}


def say_list(console: Console, document: Json) -> None:
    """Print authorities, a line each."""
    if not document["authorities"]:
        said = f"No document cites anything like “{document['text']}”." if document["text"] else ""
        console.print(Text(said or "No document of the library cites anything yet."))
    _say_counts(console, document["authorities"])


def say_cited(console: Console, document: Json) -> None:
    """Print what a document cites."""
    console.print(Text(document["title"], style="bold"))
    if not document["authorities"]:
        console.print(Text("It cites nothing that BriefBank knows as an authority."))
    _say_counts(console, document["authorities"])
    left = document["total"] - len(document["authorities"])
    if left:
        console.print(Text(f"And {left} more. Show them with --limit {document['total']}.", style="dim"))


def say_same(console: Console, document: Json) -> None:
    """Print the documents that cite the same authorities."""
    if not document["documents"]:
        console.print(Text(f"No other document cites what “{document['title']}” cites."))
    for each in document["documents"]:
        facts = f"({each['kind']}, {day_words(each['filed'])})  [document {each['document_id']}]"
        console.print(Text(each["title"], style="bold").append(f"  {facts}", style="not bold"))
        shared = [named(authority) for authority in each["shared"]]
        more = f"; and {len(shared) - 5} more" if len(shared) > 5 else ""
        console.print(Text(f"   Both cite {'; '.join(shared[:5])}{more}"))


def say_unknown(console: Console, document: Json) -> None:
    """Print what may have been meant."""
    console.print(Text(f"Your library does not know “{document['text']}”."))
    if document["near"]:
        console.print(Text("Did you mean one of these?"))
        _say_counts(console, document["near"])
    else:
        console.print(Text("See what it knows with: briefbank authority --list"))


def say_page(console: Console, document: Json) -> None:
    """Print an authority's page."""
    console.print(Text(named(document), style="bold"))
    console.print(Text(_cited_words(document)))
    if document["also"]:
        console.print(Text("Also cited as: " + "; ".join(document["also"][:10]), style="dim"))
    _say_standing(console, document)
    _say_years(console, document)
    _say_part(console, "For these points", document["points"], _point)
    _say_part(console, "Quoted", document["quotations"], _quotation)
    _say_part(console, "Cited together with", document["together"], _together)
    _say_part(console, "What others do to it", document["done_to"], _done_to)
    _say_part(console, "What it does to others", document["does"], _does)
    _say_part(console, "Interpreted, limited or spoken against in", document["limiting"], _citing)
    _say_part(console, "Its text", document["texts"], _text)
    _say_part(console, "Versions", document["versions"], _version)
    _say_part(console, "Cited in", document["documents"], _citing)
    if document["others"]:
        console.print()
        console.print(Text("What you typed also fits:", style="bold"))
        _say_counts(console, document["others"])


def _say_counts(console: Console, counts: list[Json]) -> None:
    for each in counts:
        line = Text(named(each), style="bold").append(f"  {_cited_in(each)}", style="not bold")
        if each["status"]:
            line.append(f"  Your office’s list: {each['status']}.", style="bold")
        console.print(line)


def _cited_in(count: Json) -> str:
    if not count["passages"]:
        return "not cited; the library has its text"
    last = f", last on {day_words(count['last_cited'])}" if count["last_cited"] else ""
    return f"{counted(count['passages'], 'passage')} in {counted(count['documents'], 'document')}{last}"


def _cited_words(page: Json) -> str:
    if not page["passages"]:
        return "No document cites it."
    passages, documents = page["passages"], page["total_documents"]
    return f"Cited in {counted(passages, 'passage')} of {counted(documents, 'document')}."


def _say_standing(console: Console, page: Json) -> None:
    for entry in page["good_law"]:
        by = f" by {entry['by']}" if entry["by"] else ""
        since = f", since {day_words(entry['since'])}" if entry["since"] else ""
        console.print(Text(f"Your office’s list: {entry['status']}{by}{since}.", style="bold"))
    if not page["good_law"]:
        console.print(Text("Your office’s list says nothing of it."))
    if page["proposals"]:
        number = counted(len(page["proposals"]), "sentence")
        advice = "Decide on them with: briefbank good-law proposals"
        console.print(Text(f"{number} of your library may speak against it. {advice}", style="bold"))


def _say_years(console: Console, page: Json) -> None:
    if not page["years"]:
        return
    console.print()
    console.print(Text("Passages by the year in which they were filed", style="bold"))
    most = max(each["passages"] for each in page["years"])
    for each in page["years"]:
        bar = "█" * max(1, round(_BAR * each["passages"] / most))
        console.print(Text(f"   {each['year']}  {bar} {each['passages']}"))
    if page["undated"]:
        console.print(Text(f"   Without a date: {page['undated']}", style="dim"))


def _say_part(console: Console, title: str, items: list[Json], line: Callable[[Json], str]) -> None:
    if items:
        console.print()
        console.print(Text(title, style="bold"))
    for each in items:
        console.print(Text(f"   {line(each)}"))


def _point(point: Json) -> str:
    passages, documents = point["passages"], point["documents"]
    return f"{point['text']}  ({counted(passages, 'passage')} in {counted(documents, 'document')})"


def _quotation(quotation: Json) -> str:
    return f"“{quotation['text']}”  ({counted(quotation['passages'], 'passage')}; {_cite(quotation)})"


def _together(together: Json) -> str:
    return f"{named(together)}  ({counted(together['passages'], 'passage')})"


def _done_to(relation: Json) -> str:
    by = f" by {named(relation['source'])}" if relation["source"] else ""
    return f"{_DOES[relation['kind']].capitalize()}{by}: “{relation['sentence']}”  ({_cite(relation)})"


def _does(relation: Json) -> str:
    done = f"{_DOES[relation['kind']].capitalize()} {named(relation['target'])}"
    return f"{done}: “{relation['sentence']}”  ({_cite(relation)})"


def _citing(citing: Json) -> str:
    passages = counted(citing["citing_passages"], "passage")
    return f"{citing['kind']}, {day_words(citing['filed'])}: {_cite(citing)}  ({passages})"


def _cite(place: Json) -> str:
    return f"{place.get('citation', 'removed')}  [passage {place['passage_id']}]"


def _text(text: Json) -> str:
    return f"{text['title']}  ({text['kind']}, {day_words(text['filed'])})  [document {text['document_id']}]"


def _version(version: Json) -> str:
    first = f"from {day_words(version['from'])}" if version["from"] else ""
    last = f"to {day_words(version['to'])}" if version["to"] else ""
    window = " ".join(filter(None, (first, last))) or "no dates known"
    return f"{window}  [document {version['document_id']}]"
