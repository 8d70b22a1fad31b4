"""The text output of ``briefbank good-law`` for a person at a terminal. Any thread."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from briefbank.cli.json_schema import Json
from briefbank.cli.renderer import day_words, named


def say_list(console: Console, document: Json) -> None:
    """Print the list."""
    if not document["entries"]:
        words = "Your office’s list is empty. Put an authority on it with “briefbank good-law add”."
        console.print(Text(words))
    for entry in document["entries"]:
        _say_line(console, entry)


def say_entry(console: Console, document: Json) -> None:
    """Print a line that was entered or changed."""
    console.print(Text("On your office’s list:"))
    _say_line(console, document["entry"])


def _say_line(console: Console, entry: Json) -> None:
    by = f" by {entry['by']}" if entry["by"] else ""
    since = f", since {day_words(entry['since'])}" if entry["since"] else ""
    also = f"  (also {', '.join(entry['also'])})" if entry["also"] else ""
    console.print(Text(f"{entry['id']}. {_line_name(entry)}{also}", style="bold"))
    console.print(Text(f"   {entry['status']}{by}{since}"))
    for line in entry["note"].splitlines():
        console.print(Text(f"   {line}"))
    entered = f"   entered by {entry['entered_by']} on {day_words(entry['entered_at'][:10])}"
    console.print(Text(entered, style="dim"))


def _line_name(entry: Json) -> str:
    """Return the name as the list has it: the one that was typed first."""
    return named({**entry, "sort": "case"})


def say_removed(console: Console, document: Json) -> None:
    """Print how many lines were removed."""
    removed = document["removed"]
    lines = {0: "No line was", 1: "1 line was"}.get(removed, f"{removed} lines were")
    console.print(Text(f"{lines} taken off the list."))


def say_imported(console: Console, document: Json) -> None:
    """Print the result of an import."""
    added, changed, unchanged = document["added"], document["changed"], document["unchanged"]
    console.print(Text(f"Lines added: {added}. Changed: {changed}. As they were: {unchanged}."))


def say_exported(console: Console, document: Json) -> None:
    """Print the result of an export."""
    console.print(Text(f"Lines written to {document['file']}: {document['exported']}."))


def say_proposals(console: Console, document: Json) -> None:
    """Print the undecided proposals."""
    if not document["proposals"]:
        console.print(Text("No sentence of the library waits for a decision."))
    for proposal in document["proposals"]:
        _say_proposal(console, proposal)


def _say_proposal(console: Console, proposal: Json) -> None:
    by = f" by {proposal['by']}" if proposal["by"] else ""
    console.print(Text(f"{proposal['key']}  {named(proposal)}: {proposal['status']}{by}?", style="bold"))
    console.print(Text(f"   “{proposal['sentence']}”"))
    where = f"   {proposal['kind']}, {proposal['title']}, {day_words(proposal['filed'])}"
    console.print(Text(f"{where}  [passage {proposal['passage_id']}]", style="dim"))


def say_dismissed_ones(console: Console, document: Json) -> None:
    """Print the dismissed proposals."""
    if not document["dismissed"]:
        console.print(Text("No sentence of the library was dismissed."))
    for proposal in document["dismissed"]:
        _say_proposal(console, proposal)


def say_dismissed(console: Console, document: Json) -> None:
    """Print that a proposal was dismissed, and how to restore it."""
    key = document["dismissed"]
    console.print(Text(f"It will not be proposed again. “briefbank good-law restore {key}” brings it back."))


def say_restored(console: Console, document: Json) -> None:
    """Print that a proposal was restored."""
    console.print(Text("It is proposed again."))


def say_report(console: Console, document: Json) -> None:
    """Print what relies on an authority."""
    console.print(Text(named(document), style="bold"))
    for sentence in (*document["alerts"], document["note"]):
        console.print(Text(sentence))
    for each in document["documents"]:
        console.print()
        title = f"{each['title']}  [document {each['document_id']}]"
        console.print(Text(title, style="bold"))
        console.print(Text(f"   {each['kind']}, {day_words(each['filed'])}", style="dim"))
        for passage in each["relying"]:
            console.print(Text(f"   {passage['citation']}  [passage {passage['passage_id']}]"))
