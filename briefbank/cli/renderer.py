"""The text output of commands for a person at a terminal."""

from __future__ import annotations

from datetime import date

from rich.console import Console
from rich.text import Text

from briefbank.cli.json_schema import Json
from briefbank.cli.terminal import STATUS_WORDS
from briefbank.domain.caption_fields import DAY, CaptionField
from briefbank.text.dates import format_date

SIZE_WORDS = {
    "Originals": "originals",
    "Searchable copies": "reading_copies",
    "Catalogue": "catalogue",
    "Index of words": "word_index",
    "Index of meaning": "meaning_index",
    "Copy from before the upgrade": "before_upgrade",
    "Free on the disk": "free",
}
FEEDBACK_WAYS = {
    "without_learning": "With nothing learned",
    "from_other_searches": "Learned from other searches only",
    "as_searched": "As you search now (these very marks count, which flatters)",
}
FEEDBACK_MEASURES = {
    "precision@5": "helpful of those marked in the first 5",
    "precision@10": "in the first 10",
    "recall": "helpful ones found at all",
    "recall@10": "in the first 10",
}
SOURCE_WORDS = {
    "caption": "from the caption",
    "stamp": "from the filing stamp",
    "signature": "from the date beside the signature",
    "service": "from the certificate of service",
    "file": "from the file",
}


def day_words(iso: str | None) -> str:
    """Return a day as '3 March 2015', or the words for no date."""
    if not iso:
        return "no date found"
    return format_date(date.fromisoformat(iso))


def counted(number: int, thing: str) -> str:
    """Return a number with its noun: '1 passage', '1,200 passages'."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def named(authority: Json) -> str:
    """Return an authority as 'State v. Carty, 170 N.J. 632', or a section with its catchline."""
    name, canonical = authority["name"], authority["authority"]
    if not name:
        return str(canonical)
    return f"{name}, {canonical}" if authority["sort"] == "case" else f"{canonical} ({name})"


def added(console: Console, document: Json) -> None:
    if not document["files"] and "error" not in document:
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
    for note in document["authorities"]:
        _say_note(console, note)
    for hit in document["results"]:
        _say_hit(console, hit)
    _say_total(console, document)
    _say_outside(console, document)
    if document["advice"]:
        console.print()
        console.print(Text(document["advice"]))
    for wider in document["loosenings"]:
        console.print(Text(f"Wider: {wider['text']}: {_passages_found(wider['total'])}"))
        console.print(Text(f"  {wider['query']}", style="dim"))


def _say_hit(console: Console, hit: Json) -> None:
    place = f"page {hit['page_label']}" if hit["page_label"] else f"file page {hit['page']}"
    origin = ", ".join(part for part in (hit["kind"], hit["court"], hit["docket"]) if part)
    console.print()
    console.print(Text(f"{hit['rank']}. {hit['title']}", style="bold"))
    console.print(Text(f"   {day_words(hit['filed'])}, {place}  [passage {hit['passage_id']}]", style="dim"))
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


def _say_note(console: Console, note: Json) -> None:
    """Print the note on an authority that the query names."""
    console.print()
    console.print(Text(named(note), style="bold"))
    console.print(Text(f"   {note['text']}"))
    for alert in note["alerts"]:
        console.print(Text("   Note: " + alert, style="bold"))


def _say_outside(console: Console, document: Json) -> None:
    """Print the hits that are not the law of the days searched, with title, place and reason."""
    if not document["outside"]:
        return
    console.print()
    when = "then" if document["law_from"] else "now"
    console.print(Text(f"Not the law {when}, so set apart:", style="bold"))
    for hit in document["outside"]:
        under = f", {hit['headings'][-1]}" if hit["headings"] else ""
        console.print(Text(f"   {hit['title']}{under}  [passage {hit['passage_id']}]"))
        console.print(Text(f"      {hit['why']}", style="dim"))
    if (more := document["outside_total"] - len(document["outside"])) > 0:
        console.print(Text(f"   and {_passages_found(more)} more", style="dim"))


def _say_total(console: Console, document: Json) -> None:
    """Print the number of hits if there are more than those shown."""
    if document["total_is_least"] or document["total"] > len(document["results"]):
        least = "at least " if document["total_is_least"] else ""
        console.print()
        console.print(Text(f"Found: {least}{_passages_found(document['total'])}", style="dim"))


def _passages_found(number: int) -> str:
    return f"{number} passage{'' if number == 1 else 's'}"


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


def marks(console: Console, document: Json) -> None:
    if not document["marks"]:
        console.print(Text("Nothing is marked. Mark results with a thumb while you search."))
    for mark in document["marks"]:
        said = "helpful" if mark["verdict"] == "up" else "not helpful"
        console.print(Text(f"{mark['key']}  {said} for “{mark['query']}”", style="bold"))
        there = f"{mark['title']} [passage {mark['passage_id']}]"
        about = there if mark["passage_id"] else "on a passage that is not in the library now"
        console.print(Text(f"  {day_words(mark['given_at'][:10])}, {about}", style="dim"))
        if mark["text"]:
            console.print(Text(f"  {mark['text']}"))


def marks_forgotten(console: Console, document: Json) -> None:
    console.print(Text(f"{_marks_were(document['forgotten'])} taken back."))


def _marks_were(number: int) -> str:
    return {0: "No mark was", 1: "1 mark was"}.get(number, f"{number} marks were")


def marks_exported(console: Console, document: Json) -> None:
    written = f"{_marks_were(document['exported'])} written to {document['file']}."
    console.print(Text(f"{written} The file holds what was searched for."))


def marks_imported(console: Console, document: Json) -> None:
    taken = _marks_were(document["taken"])
    console.print(Text(f"{taken} taken; what was here already, or newer here, stayed."))
    if document["unknown"]:
        console.print(
            Text(f"{document['unknown']} of them are on documents that are not here. They count once added.")
        )


def evaluated_feedback(console: Console, document: Json) -> None:
    """Print a table for each period, with a line for each way of repeating the searches."""
    _say_feedback_figures(console, "All marks", document)
    for month in document["by_month"] if len(document["by_month"]) > 1 else []:
        _say_feedback_figures(console, f"Marks of {month['month']}", month)
    if document["not_here"]:
        console.print(Text(f"Marks on documents that are not here, left out: {document['not_here']}."))
    if document["note"]:
        console.print(Text(document["note"]))


def _say_feedback_figures(console: Console, title: str, found: Json) -> None:
    counts = f"{found['marks']} (thumbs up: {found['up']}; searches: {found['queries']})"
    console.print(Text(f"{title}: {counts}", style="bold"))
    for name, words in FEEDBACK_WAYS.items():
        console.print(Text(f"  {words}:"))
        shares = [f"{said} {_share(found[name][measure])}" for measure, said in FEEDBACK_MEASURES.items()]
        console.print(Text(f"    {', '.join(shares)}"))


def _share(value: float | None) -> str:
    return "not known" if value is None else f"{value:.0%}"


def thesaurus(console: Console, document: Json) -> None:
    counts = f"{document['built_in']} that come with BriefBank, {document['own']} of your office"
    console.print(Text(f"Groups of words that are searched beside each other: {counts}."))
    console.print(Text(f"Your office's own are kept in {document['file']}. Open it to change them."))
    for problem in document["problems"]:
        console.print(Text(problem))


def related(console: Console, document: Json) -> None:
    if not document["related"]:
        said = f"Nothing is searched beside “{document['text']}”. An abbreviation may need its capitals."
        console.print(Text(said))
    for each in document["related"]:
        console.print(Text(f"{each['text']}  (beside “{each['of']}”)"))


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
    _say_passages(console, document["passage_list"])


def section(console: Console, found: Json) -> None:
    console.print(Text(f"Document {found['document_id']}, the section around passage {found['passage_id']}:"))
    _say_passages(console, found["section"])


def _say_passages(console: Console, passages: list[Json]) -> None:
    for passage in passages:
        console.print()
        console.print(
            Text(f"[passage {passage['passage_id']}] " + " > ".join(passage["headings"]), style="italic")
        )
        console.print(Text(passage["text"]))


def caption(console: Console, document: Json) -> None:
    for entry in document["caption"]:
        field = CaptionField(entry["field"]).definition
        said = day_words(entry["value"]) if field.value_type is DAY else entry["value"] or "not found"
        console.print(Text(f"{field.terminal.name}: {said}").append(_origin(entry), style="dim"))


def _origin(entry: Json) -> str:
    if not entry["source"] or entry["source"] == "person":
        return "  (corrected)" if entry["source"] else ""
    page = f", file page {entry['page']}" if entry["page"] else ""
    return (
        f"  ({SOURCE_WORDS.get(entry['source'], 'from the document')}{page}; {entry['confidence']:.0%} sure)"
    )


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
        mark = ("noted " if check["remark"] else "passed") if check["passed"] else "FAILED"
        console.print(Text(f"{mark}  {check['name']}: {check['detail']}"))


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


UNCONFIRMED_WORDS = {
    "": "Add --yes to let them be read, or --no to leave them.",
    "confirmed": "The folders are watched from now on, and the files are added by the next “briefbank add”.",
    "declined": "Nothing of it is read.",
}


def unconfirmed(console: Console, document: Json) -> None:
    if not document["folders"] and not document["files"]:
        console.print(Text("This library asks for nothing that you did not name."))
        return
    for words, name in (("To be watched", "folders"), ("To be added", "files")):
        for path in document[name]:
            console.print(Text(f"{words}: {path}"))
    console.print(Text(UNCONFIRMED_WORDS[document["answer"]]))


def sizes(console: Console, document: Json) -> None:
    console.print(Text(f"{document['documents']} documents, {document['passages']} passages"))
    for words, name in SIZE_WORDS.items():
        console.print(Text(f"{words}: {document[name] / 1e6:.1f} MB"))
    for words, name in (("Last check", "last_check"), ("Last backup", "last_backup")):
        moment = document[name]
        console.print(Text(f"{words}: {day_words(moment[:10]) if moment else 'never'}"))
