"""The layouts of the JSON documents of commands on documents, searches and the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Paragraph, Table, choice, counted, rows_where, text_of
from briefbank.domain.caption_fields import DAY, IN_FUTURE, CaptionField, FieldDefinition

STATUS_WORDS = {
    "added": "Added",
    "added_with_gaps": "Added with gaps",
    "already_here": "Already here",
    "refused": "Refused",
    "waiting": "Waiting",
}
FILED = "{filed:day else no date found}"
TITLE = ("{title}", " · {distinction}")
"""A title with what distinguishes the document from others with it."""


def named(authority: Json) -> str:
    """Return an authority as 'State v. Carty, 170 N.J. 632', or a section with its catchline."""
    name, canonical = authority["name"], authority["authority"]
    if not name:
        return str(canonical)
    return f"{name}, {canonical}" if authority["sort"] == "case" else f"{canonical} ({name})"


def place(item: Json) -> str:
    """Return the printed label of a page, or else its number in the file; pasted text has neither."""
    if item["page"] is None:
        return "pasted text"
    return text_of("page {page_label}", item) or text_of("file page {page}", item)


def listed(rows: str) -> Each:
    """Return the part that shows each text of a list on a line of its own."""
    return Each(rows, Paragraph("{item}"))


def alerts(indent: int) -> Each:
    return Each("alerts", Paragraph("Note: {item}", style="bold", indent=indent))


# --- documents -----------------------------------------------------------------------------------


def _account(added: Json) -> str:
    """Return text such as '12 files: 9 added, 3 refused.'"""
    ends = [
        f"{number:,} {STATUS_WORDS[status].lower()}" for status, number in added["counts"].items() if number
    ]
    return f"{counted(len(added['files']), 'file')}: {', '.join(ends)}."


ADDED = (
    Paragraph("There was nothing to add.", when=lambda added: not added["files"] and "error" not in added),
    Each(
        "files",
        (
            Paragraph((choice("status", STATUS_WORDS), ": {path}"), style="bold"),
            Paragraph((TITLE, f", {FILED}, {{pages:count page}}"), indent=2, when="document_id"),
            Paragraph("{reason}", indent=2),
            Paragraph("It is left out, and passed over in folders.", indent=2, when="left_out"),
        ),
    ),
    Paragraph(_account, gap=True, when=lambda added: len(added["files"]) > 1),
    Paragraph(
        "Passed over: {passed_over[left_behind]:count file} left by systems and programs.",
        when=lambda added: added["passed_over"]["left_behind"],
    ),
    Paragraph(
        "Passed over: {passed_over[links]:count link} out of the added folder.",
        when=lambda added: added["passed_over"]["links"],
    ),
    Paragraph(
        "Passed over: {passed_over[pictures]:count picture} too small for a page.",
        when=lambda added: added["passed_over"]["pictures"],
    ),
    Paragraph(
        "Passed over: {passed_over[left_out]:count file} left out by you.",
        when=lambda added: added["passed_over"]["left_out"],
    ),
    Paragraph(
        "Left out by a pattern: {passed_over[by_pattern]:count file}.",
        when=lambda added: added["passed_over"]["by_pattern"],
    ),
    Paragraph("Files that still wait: {waiting}. Go on with “briefbank add”.", when="waiting"),
)
FORMAT_WORDS = {
    ".pdf": "PDF",
    ".docx": "Word",
    ".doc": "Word up to 2003",
    ".docm": "Word with macros",
    ".dotx": "Word templates",
    ".dotm": "Word templates with macros",
    ".xml": "Word in XML",
    ".wpd": "WordPerfect",
    ".wp": "WordPerfect",
    ".rtf": "Rich text",
    ".odt": "OpenDocument",
    ".fodt": "OpenDocument",
    ".tif": "Scans in TIFF",
    ".jpg": "Photographs (JPEG)",
    ".png": "Pictures (PNG)",
    ".html": "Web pages",
    ".mhtml": "Web pages",
    ".txt": "Text",
    ".zip": "ZIP archives",
    ".eml": "Mail",
    ".msg": "Mail of Outlook",
    ".mbox": "Mailboxes",
}
NO_USE_WORDS = {
    "program": "Programs",
    "spreadsheet": "Spreadsheets",
    "presentation": "Presentations",
    "database": "Databases",
    "sound_or_film": "Sound and film",
    "picture": "Pictures of other formats",
    "small_picture": "Pictures too small for a page",
    "mail": "Mail",
    "word_processor": "Documents of other word processors",
    "empty": "Empty files",
    "unreadable": "Files that cannot be opened",
    "too_large": "Files too large to be read",
    "other": "Files of unknown formats",
}


def duration(seconds: float) -> str:
    """Return a rough time such as '40 minutes', '3 hours' or '12 days'."""
    for size, noun in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size or (noun == "minute" and seconds >= 60):
            return counted(round(seconds / size), noun)
    return "a minute"


def _until(name: str) -> Callable[[Json], str]:
    return lambda survey: duration(survey["seconds_until"][name])


SURVEY = (
    Paragraph("There is nothing to add.", when=lambda survey: not survey["files"]),
    Table(
        "formats",
        {
            "Would be added": lambda row: FORMAT_WORDS.get(row["format"], row["format"][1:].upper()),
            "Files": "{files:,}",
            "Size": "{bytes:megabytes}",
            "Pages, about": "{pages:,}",
            "Of them scans": "{scans:,}",
        },
        numbers=("Files", "Size", "Pages, about", "Of them scans"),
    ),
    Table(
        "no_use",
        {
            "Would not be added": choice("reason", NO_USE_WORDS),
            "Files": "{files:,}",
            "Size": "{bytes:megabytes}",
        },
        numbers=("Files", "Size"),
    ),
    Table("left_out", {"Left out": "{pattern}", "Files": "{files:,}"}, numbers=("Files",)),
    Table("folders", {"Largest folders": "{place}", "Size": "{bytes:megabytes}"}, numbers=("Size",)),
    Paragraph(
        "{copies:count file} seem to be copies of others, and would be kept once.", gap=True, when="copies"
    ),
    Each("closed_folders", Paragraph("{item}"), "Folders that cannot be opened:"),
    Paragraph(
        (
            "{files:count file}, {bytes:megabytes}. Searchable by words in about ",
            _until("words"),
            ", by meaning in about ",
            _until("meaning"),
            " more; text on scans: about ",
            _until("scans"),
            ". These are estimates.",
        ),
        gap=True,
        when="files",
    ),
    Paragraph("The library needs {disk[needed]:megabytes} on its disk; {disk[free]:megabytes} are free."),
    Paragraph(
        "It does not fit. Leave out more, or move the library to a larger disk.",
        style="bold",
        when=lambda survey: not survey["disk"]["fits"],
    ),
)
REPORT = (
    Paragraph("No file was added yet.", when=lambda report: not report["files"]),
    Paragraph("{added:count file} added, with {pages:count page} in all.", when="files"),
    Paragraph(
        "{added_with_gaps:count file} added with gaps; {pages_without_text:count page} have no text.",
        when="added_with_gaps",
    ),
    Paragraph("{already_here:count file} already here.", when="already_here"),
    Paragraph("{taken_off:count file} taken off the list before they were added.", when="taken_off"),
    Paragraph("{left_out:count file} left out by you.", when="left_out"),
    Paragraph("{refused:count file} refused:", when="refused"),
    Table("refusals", {"Files": "{files:,}", "Reason": "{reason}"}, numbers=("Files",), header=False),
    Paragraph("{waiting:count file} wait to be read.", when="waiting"),
    Paragraph("{waiting_for_scans:count file} wait for the text of scans.", when="waiting_for_scans"),
    Paragraph(
        "Searchable: {searchable[words]:,} of {searchable[files]:,} files by words, "
        "{searchable[meaning]:,} by meaning.",
        when="files",
    ),
    Paragraph("Each file is in {file}.", when="file"),
)
DOCUMENTS = Table(
    "documents",
    {"No.": "{document_id}", "Title": TITLE, "Kind": "{kind}", "Filed": FILED, "Pages": "{pages:,}"},
    numbers=("No.", "Pages"),
    empty="The library is empty. Add files with: briefbank add PATH",
)
NARROWED = replace(DOCUMENTS, empty="No document is as asked.")
_SOURCES = {
    "": "",
    "person": "corrected",
    "caption": "from the caption",
    "stamp": "from the filing stamp",
    "signature": "from the date beside the signature",
    "service": "from the certificate of service",
    "file": "from the file's name",
    "folder": "from the folder",
    "mail": "from the header of the mail",
    IN_FUTURE: "the date it gives lies in the future",
}


def _definition(entry: Json) -> FieldDefinition:
    return CaptionField(entry["field"]).definition


def _caption_value(entry: Json) -> str:
    is_day = _definition(entry).value_type is DAY
    return text_of("{value:day else no date found}" if is_day else "{value: else not found}", entry)


def _caption_source(entry: Json) -> str:
    said = _SOURCES.get(entry["source"], "from the document")
    if entry["source"] in ("", "person", IN_FUTURE):
        return said
    return text_of((said, ", file page {page}", "; {confidence:.0%} sure"), entry)


CORRECTED = (
    Paragraph(TITLE, style="bold"),
    Paragraph(f"{{kind}}, {FILED}, {{pages:count page}}  [document {{document_id}}]"),
    Table(
        "caption",
        {
            "Field": lambda entry: _definition(entry).terminal.name,
            "": _caption_value,
            "Source": _caption_source,
        },
        header=False,
    ),
)
_PASSAGE = (
    Paragraph(("[passage {passage_id}]", " {headings: > }"), style="italic", gap=True),
    Paragraph("{text}", indent=3),
)
SHOWN = (
    *CORRECTED,
    Paragraph("File: {file_name}. Passages: {passages}."),
    Paragraph("Folder: {folder}", when="folder"),
    Each("attached_to", Paragraph(("Attached to: ", TITLE, "  [document {document_id}]"))),
    Each("attachments", Paragraph(("Attachment: ", TITLE, "  [document {document_id}]"))),
    Paragraph("{attached_files:count file} attached inside.", when="attached_files"),
    Each("gap_pages", Paragraph("Page {page} of the file: {reason}")),
    Each("passage_list", _PASSAGE),
)
SECTION = (
    Paragraph("Document {document_id}, the section around passage {passage_id}:"),
    Each("section", _PASSAGE),
)


def _summary_part(part: str, title: str) -> Each:
    return Each(
        rows_where("sentences", "part", part), Paragraph("{text} (file page {page})", indent=2), title=title
    )


SUMMARY = (
    Paragraph("{disclaimer}", style="bold"),
    _summary_part("issue", "Issue"),
    _summary_part("facts", "Facts"),
    _summary_part("opening", "How the document begins"),
)

# --- searches ------------------------------------------------------------------------------------

_HIT = (
    Paragraph(("{rank}. ", TITLE), style="bold", gap=True),
    Paragraph((f"{FILED}, ", place, "  [passage {passage_id}]"), style="dim", indent=3),
    Paragraph(("{kind}", ", {court}", ", {docket}"), style="dim", indent=3),
    Paragraph("{headings: > }", style="italic", indent=3),
    Paragraph("{text}", marks="marks", indent=3),
    Paragraph("Why: {reasons:; }", style="dim", indent=3),
    Paragraph("Cite: {citation}", style="dim", indent=3),
    alerts(indent=3),
)
ANSWER = (
    Paragraph("{interpretation}", style="dim"),
    Each(
        "authorities",
        (Paragraph(named, style="bold", gap=True), Paragraph("{text}", indent=3), alerts(indent=3)),
    ),
    Each(rows_where("results", "tier", "close"), _HIT),
    Each(rows_where("results", "tier", "less_close"), _HIT, title="Less close:"),
    Paragraph(
        (
            "Found: ",
            choice("total_is_least", {True: "at least "}),
            "{total:count passage}",
            lambda answer: (
                f"; less close: {counted(answer['less_close'], 'passage')}" if answer["less_close"] else ""
            ),
        ),
        style="dim",
        gap=True,
        when=lambda answer: (
            answer["total_is_least"] or answer["total"] + answer["less_close"] > len(answer["results"])
        ),
    ),
    Each(
        "outside",
        (
            Paragraph(
                (*TITLE, lambda hit: ", ".join(["", *hit["headings"][-1:]]), "  [passage {passage_id}]"),
                indent=3,
            ),
            Paragraph("{why}", style="dim", indent=6),
        ),
        title=lambda answer: f"Not the law {'then' if answer['law_from'] else 'now'}, so set apart:",
    ),
    Paragraph(
        lambda answer: f"and {counted(answer['outside_total'] - len(answer['outside']), 'passage')} more",
        style="dim",
        indent=3,
        when=lambda answer: answer["outside_total"] > len(answer["outside"]),
    ),
    Paragraph("{advice}", gap=True),
    Each(
        "loosenings",
        (Paragraph("Wider: {text}: {total:count passage}"), Paragraph("{query}", style="dim", indent=2)),
    ),
)
THESAURUS = (
    Paragraph(
        "Groups of words that are searched beside each other: {built_in} that come with BriefBank, {own} of"
        " your office."
    ),
    Paragraph("Your office's own are kept in {file}. Open it to change them."),
    listed("problems"),
)
RELATED = Each(
    "related",
    Paragraph("{text}  (beside “{of}”)"),
    empty="Nothing is searched beside “{text}”. An abbreviation may need its capitals.",
)

# --- feedback ------------------------------------------------------------------------------------

_MARKED = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
_NOT_HERE = "on a passage that is not in the library now"
FEEDBACK = Paragraph(("Passage {passage_id} is ", choice("verdict", _MARKED), " for this query."))
MARKS = Each(
    "marks",
    (
        Paragraph(
            ("{key}  ", choice("verdict", {"up": "helpful", "down": "not helpful"}), " for “{query}”"), "bold"
        ),
        Paragraph(
            (
                "{given_at:day}, ",
                choice("passage_id", {None: _NOT_HERE}),
                *TITLE,
                " [passage {passage_id}]",
            ),
            style="dim",
            indent=2,
        ),
        Paragraph("{text}", indent=2),
    ),
    empty="Nothing is marked. Mark results with a thumb while you search.",
)
MARKS_FORGOTTEN = Paragraph("{forgotten:were mark} taken back.")
MARKS_EXPORTED = Paragraph("{exported:were mark} written to {file}. The file holds what was searched for.")
MARKS_IMPORTED = (
    Paragraph("{taken:were mark} taken; what was here already, or newer here, stayed."),
    Paragraph("{unknown} of them are on documents that are not here. They count once added.", when="unknown"),
)

# --- the library ---------------------------------------------------------------------------------

HEALTH = (
    Paragraph("{documents:count document}, {passages:count passage}."),
    listed("problems"),
    listed("repaired"),
    Paragraph(
        "{waiting_for_meaning} passages are waiting to be searchable by meaning.", when="waiting_for_meaning"
    ),
    Paragraph(
        "{annotation_gaps:count document} with a gap in caption, headings or citations. A later version can "
        "read them again.",
        when="annotation_gaps",
    ),
    Paragraph(
        "{future_dates:count document} with a filing date that lies in the future. Correct it with: "
        "briefbank correct ID --filed DATE",
        when="future_dates",
    ),
    Paragraph("Both indexes agree with the catalogue.", when="healthy"),
)


def _check_result(check: Json) -> str:
    if not check["passed"]:
        return "FAILED"
    return "noted" if check["remark"] else "passed"


CHECKS = Table("checks", {"Result": _check_result, "Check": "{name}", "Detail": "{detail}"}, header=False)
BACKED_UP = (Paragraph("Backed up {documents:count document} into {folder}."), listed("problems"))
BACKUPS = (
    Each(
        "backups",
        Paragraph(("{made:day}, in {folder}", "  kept until {until:day else somebody deletes it}")),
        empty="BriefBank knows of no backup of this library.",
    ),
    Paragraph(
        "What was removed after a backup was made is still in it, unless the backup was deleted.",
        when=lambda found: bool(found["backups"]),
    ),
)
RESTORED = (
    Paragraph("The library holds the {documents} documents of the backup again."),
    Paragraph("What it held before is kept as a backup in {kept_before}."),
)
DRILLED = (
    Paragraph(
        "The backup of {made:day} can be restored: {documents:count document} with {files:count file} and "
        "{passages:count passage} are as they were.",
        when="equal",
    ),
    Paragraph(
        "The backup of {made:day} cannot be restored as it was.", when=lambda found: not found["equal"]
    ),
    listed("problems"),
)
MOVED = (
    Paragraph("Brought in {documents:count document}; {already_here} were here already."),
    Paragraph("{marks} marks and {lines} lines of the list of what still holds came along."),
    listed("problems"),
)
REMOVED = Paragraph(("Removed: ", TITLE, ". Your own file outside the library was not touched."))
WATCHED = Each("folders", Paragraph(("{path}", "  {trouble}")), empty="No folder is watched.")
_DECISIONS = {
    "": "Add --yes to let them be read, or --no to leave them.",
    "confirmed": "The folders are watched from now on, and the files are added by the next “briefbank add”.",
    "declined": "Nothing of it is read.",
}
_NOTHING_ASKED = "This library asks for nothing that you did not name."
UNCONFIRMED = (
    Each("folders", Paragraph("To be watched: {item}")),
    Each("files", Paragraph("To be added: {item}")),
    Paragraph(choice("answer", _DECISIONS), when=lambda found: found["folders"] or found["files"]),
    Paragraph(_NOTHING_ASKED, when=lambda found: not found["folders"] and not found["files"]),
)
SIZES = (
    Paragraph("{documents:count document}, {passages:count passage}"),
    Paragraph("Originals: {originals:megabytes}"),
    Paragraph("Searchable copies: {reading_copies:megabytes}"),
    Paragraph("Catalogue: {catalogue:megabytes}"),
    Paragraph("Index of words: {word_index:megabytes}"),
    Paragraph("Index of meaning: {meaning_index:megabytes}"),
    Paragraph("Free on the disk: {free:megabytes}"),
    Paragraph("Last check: {last_check:day else never}"),
    Paragraph("Last backup: {last_backup:day else never}"),
)
