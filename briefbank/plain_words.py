"""What a command found, in sentences for a person at a terminal."""

from __future__ import annotations

from datetime import date
from typing import Any

from rich.console import Console
from rich.text import Text

from briefbank.terminal import STATUS_WORDS

Json = dict[str, Any]

SIZE_WORDS = {
    "Originals": "originals",
    "Searchable copies": "reading_copies",
    "Catalogue": "catalogue",
    "Index of words": "word_index",
    "Index of meaning": "meaning_index",
    "Free on the disk": "free",
}


CAPTION_WORDS = {
    "title": "Title",
    "court": "Court",
    "docket": "Docket",
    "parties": "Parties",
    "side": "For",
    "kind": "Kind",
    "filed": "Filed",
    "office": "Office",
}
SOURCE_WORDS = {
    "caption": "from the caption",
    "stamp": "from the filing stamp",
    "signature": "from the date beside the signature",
    "service": "from the certificate of service",
    "file": "from the file",
}


def day_words(iso: str | None) -> str:
    """'3 March 2015', or what stands for no date."""
    if not iso:
        return "no date found"
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B %Y}"


def added(console: Console, document: Json) -> None:
    if not document["files"]:
        console.print(Text("There was nothing to add."))
    for file in document["files"]:
        line = Text(f"{STATUS_WORDS[file['status']]}: ", style="bold").append(file["path"], style="not bold")
        console.print(line)
        if file["document_id"]:
            console.print(Text(f"  {file['title']}, {day_words(file['filed'])}, {file['pages']} pages"))
        if file["reason"]:
            console.print(Text(f"  {file['reason']}"))
    if document["waiting"]:
        console.print(Text(f"Files that still wait: {document['waiting']}. Go on with “briefbank add”."))


def answer(console: Console, document: Json) -> None:
    console.print(Text(document["interpretation"], style="dim"))
    for hit in document["results"]:
        place = f"page {hit['page_label']}" if hit["page_label"] else f"file page {hit['page']}"
        origin = ", ".join(part for part in (hit["kind"], hit["court"], hit["docket"]) if part)
        console.print()
        console.print(Text(f"{hit['rank']}. {hit['title']}", style="bold"))
        console.print(
            Text(f"   {day_words(hit['filed'])}, {place}  [passage {hit['passage_id']}]", style="dim")
        )
        console.print(Text(f"   {origin}", style="dim"))
        if hit["headings"]:
            console.print(Text("   " + " > ".join(hit["headings"]), style="italic"))
        text = Text(hit["text"])
        for start, end in hit["marks"]:
            text.stylize("bold yellow", start, end)
        console.print(text)
        console.print(Text("   Why: " + "; ".join(hit["reasons"]), style="dim"))
        console.print(Text("   Cite: " + hit["citation"], style="dim"))
        for alert in hit["alerts"]:
            console.print(Text("   Note: " + alert, style="bold"))
    if document["advice"]:
        console.print()
        console.print(Text(document["advice"]))


def summary(console: Console, document: Json) -> None:
    console.print(Text(document["disclaimer"], style="bold"))
    for name, title in (("issue", "Issue"), ("facts", "Facts"), ("opening", "How the document begins")):
        sentences = [s for s in document["sentences"] if s["part"] == name]
        if sentences:
            console.print()
            console.print(Text(title, style="bold"))
        for sentence in sentences:
            console.print(Text(f"  {sentence['text']} (file page {sentence['page']})"))


def feedback(console: Console, document: Json) -> None:
    words = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
    console.print(Text(f"Passage {document['passage_id']} is {words[document['verdict']]} for this query."))


def documents(console: Console, document: Json) -> None:
    if not document["documents"]:
        console.print(Text("The library is empty. Add files with: briefbank add PATH"))
    for one in document["documents"]:
        facts = f"{one['kind']}, {day_words(one['filed'])}, {one['pages']} pages"
        console.print(Text(f"{one['document_id']:>5}  {one['title']}  ({facts})"))


def shown(console: Console, document: Json) -> None:
    documents(console, {"documents": [document]})
    console.print(Text(f"File: {document['file_name']}. Passages: {document['passages']}."))
    caption(console, document)
    for gap in document["gap_pages"]:
        console.print(Text(f"Page {gap['page']} of the file: {gap['reason']}"))
    _passages(console, document["passage_list"])


def section(console: Console, found: Json) -> None:
    console.print(Text(f"Document {found['document_id']}, the section around passage {found['passage_id']}:"))
    _passages(console, found["section"])


def _passages(console: Console, passages: list[Json]) -> None:
    for passage in passages:
        console.print()
        console.print(
            Text(f"[passage {passage['passage_id']}] " + " > ".join(passage["headings"]), style="italic")
        )
        console.print(Text(passage["text"]))


def caption(console: Console, document: Json) -> None:
    for entry in document["caption"]:
        said = day_words(entry["value"]) if entry["field"] == "filed" else entry["value"] or "not found"
        console.print(Text(f"{CAPTION_WORDS[entry['field']]}: {said}").append(_origin(entry), style="dim"))


def _origin(entry: Json) -> str:
    if not entry["source"] or entry["source"] == "person":
        return "  (corrected)" if entry["source"] else ""
    page = f", file page {entry['page']}" if entry["page"] else ""
    return f"  ({SOURCE_WORDS[entry['source']]}{page}; {entry['confidence']:.0%} sure)"


def corrected(console: Console, document: Json) -> None:
    documents(console, {"documents": [document]})
    caption(console, document)


def removed(console: Console, document: Json) -> None:
    console.print(Text(f"Removed: {document['title']}. Your own file outside the library was not touched."))


def health(console: Console, document: Json) -> None:
    console.print(Text(f"{document['documents']} documents, {document['passages']} passages."))
    for line in (*document["problems"], *document["repaired"]):
        console.print(Text(line))
    if document["waiting_for_meaning"]:
        console.print(
            Text(f"{document['waiting_for_meaning']} passages are waiting to be searchable by meaning.")
        )
    if document["healthy"]:
        console.print(Text("Both indexes agree with the catalogue."))


def checks(console: Console, document: Json) -> None:
    for check in document["checks"]:
        mark = "passed" if check["passed"] else "FAILED"
        console.print(Text(f"{mark}  {check['name']}: {check['detail']}"))


def evaluation(console: Console, document: Json) -> None:
    console.print_json(data=document)


def backed_up(console: Console, document: Json) -> None:
    console.print(Text(f"Backed up {document['documents']} documents into {document['folder']}."))
    for problem in document["problems"]:
        console.print(Text(problem))


def restored(console: Console, document: Json) -> None:
    console.print(Text(f"The library holds the {document['documents']} documents of the backup again."))
    if document["kept_before"]:
        console.print(Text(f"What it held before is kept as a backup in {document['kept_before']}."))


def watched(console: Console, document: Json) -> None:
    if not document["folders"]:
        console.print(Text("No folder is watched."))
    for folder in document["folders"]:
        console.print(Text(f"{folder['path']}  {folder['trouble']}".rstrip()))


def sizes(console: Console, document: Json) -> None:
    console.print(Text(f"{document['documents']} documents, {document['passages']} passages"))
    for words, name in SIZE_WORDS.items():
        console.print(Text(f"{words}: {document[name] / 1e6:.1f} MB"))
    for words, name in (("Last check", "last_check"), ("Last backup", "last_backup")):
        moment = document[name]
        console.print(Text(f"{words}: {day_words(moment[:10]) if moment else 'never'}"))
