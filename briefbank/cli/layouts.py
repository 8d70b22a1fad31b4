"""The layouts of the JSON documents of commands on documents, searches and the library."""

from __future__ import annotations

from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Each, Line, Table, choice, counted, rows_where, text_of
from briefbank.domain.caption_fields import DAY, CaptionField, FieldDefinition

STATUS_WORDS = {
    "added": "Added",
    "added_with_gaps": "Added with gaps",
    "already_here": "Already here",
    "refused": "Refused",
}
FILED = "{filed:day else no date found}"


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
    return Each(rows, Line("{item}"))


def alerts(indent: int) -> Each:
    return Each("alerts", Line("Note: {item}", style="bold", indent=indent))


# --- documents -----------------------------------------------------------------------------------

ADDED = (
    Line("There was nothing to add.", when=lambda added: not added["files"] and "error" not in added),
    Each(
        "files",
        (
            Line((choice("status", STATUS_WORDS), ": {path}"), style="bold"),
            Line(f"{{title}}, {FILED}, {{pages:count page}}", indent=2, when="document_id"),
            Line("{reason}", indent=2),
        ),
    ),
    Line(
        "Passed over: {passed_over[left_behind]:count file} left by systems and programs.",
        when=lambda added: added["passed_over"]["left_behind"],
    ),
    Line(
        "Passed over: {passed_over[links]:count link} out of the added folder.",
        when=lambda added: added["passed_over"]["links"],
    ),
    Line("Files that still wait: {waiting}. Go on with “briefbank add”.", when="waiting"),
)
DOCUMENTS = Table(
    "documents",
    {"No.": "{document_id}", "Title": "{title}", "Kind": "{kind}", "Filed": FILED, "Pages": "{pages:,}"},
    numbers=("No.", "Pages"),
    empty="The library is empty. Add files with: briefbank add PATH",
)
_SOURCES = {
    "": "",
    "person": "corrected",
    "caption": "from the caption",
    "stamp": "from the filing stamp",
    "signature": "from the date beside the signature",
    "service": "from the certificate of service",
    "file": "from the file",
}


def _definition(entry: Json) -> FieldDefinition:
    return CaptionField(entry["field"]).definition


def _caption_value(entry: Json) -> str:
    is_day = _definition(entry).value_type is DAY
    return text_of("{value:day else no date found}" if is_day else "{value: else not found}", entry)


def _caption_source(entry: Json) -> str:
    said = _SOURCES.get(entry["source"], "from the document")
    if entry["source"] in ("", "person"):
        return said
    return text_of((said, ", file page {page}", "; {confidence:.0%} sure"), entry)


CORRECTED = (
    Line("{title}", style="bold"),
    Line(f"{{kind}}, {FILED}, {{pages:count page}}  [document {{document_id}}]"),
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
    Line(("[passage {passage_id}]", " {headings: > }"), style="italic", gap=True),
    Line("{text}", indent=3),
)
SHOWN = (
    *CORRECTED,
    Line("File: {file_name}. Passages: {passages}."),
    Each("gap_pages", Line("Page {page} of the file: {reason}")),
    Each("passage_list", _PASSAGE),
)
SECTION = (
    Line("Document {document_id}, the section around passage {passage_id}:"),
    Each("section", _PASSAGE),
)


def _summary_part(part: str, title: str) -> Each:
    return Each(
        rows_where("sentences", "part", part), Line("{text} (file page {page})", indent=2), title=title
    )


SUMMARY = (
    Line("{disclaimer}", style="bold"),
    _summary_part("issue", "Issue"),
    _summary_part("facts", "Facts"),
    _summary_part("opening", "How the document begins"),
)

# --- searches ------------------------------------------------------------------------------------

ANSWER = (
    Line("{interpretation}", style="dim"),
    Each("authorities", (Line(named, style="bold", gap=True), Line("{text}", indent=3), alerts(indent=3))),
    Each(
        "results",
        (
            Line("{rank}. {title}", style="bold", gap=True),
            Line((f"{FILED}, ", place, "  [passage {passage_id}]"), style="dim", indent=3),
            Line(("{kind}", ", {court}", ", {docket}"), style="dim", indent=3),
            Line("{headings: > }", style="italic", indent=3),
            Line("{text}", marks="marks", indent=3),
            Line("Why: {reasons:; }", style="dim", indent=3),
            Line("Cite: {citation}", style="dim", indent=3),
            alerts(indent=3),
        ),
    ),
    Line(
        ("Found: ", choice("total_is_least", {True: "at least "}), "{total:count passage}"),
        style="dim",
        gap=True,
        when=lambda answer: answer["total_is_least"] or answer["total"] > len(answer["results"]),
    ),
    Each(
        "outside",
        (
            Line(
                ("{title}", lambda hit: ", ".join(["", *hit["headings"][-1:]]), "  [passage {passage_id}]"),
                indent=3,
            ),
            Line("{why}", style="dim", indent=6),
        ),
        title=lambda answer: f"Not the law {'then' if answer['law_from'] else 'now'}, so set apart:",
    ),
    Line(
        lambda answer: f"and {counted(answer['outside_total'] - len(answer['outside']), 'passage')} more",
        style="dim",
        indent=3,
        when=lambda answer: answer["outside_total"] > len(answer["outside"]),
    ),
    Line("{advice}", gap=True),
    Each(
        "loosenings", (Line("Wider: {text}: {total:count passage}"), Line("{query}", style="dim", indent=2))
    ),
)
THESAURUS = (
    Line(
        "Groups of words that are searched beside each other: {built_in} that come with BriefBank, {own} of"
        " your office."
    ),
    Line("Your office's own are kept in {file}. Open it to change them."),
    listed("problems"),
)
RELATED = Each(
    "related",
    Line("{text}  (beside “{of}”)"),
    empty="Nothing is searched beside “{text}”. An abbreviation may need its capitals.",
)

# --- feedback ------------------------------------------------------------------------------------

_MARKED = {"up": "marked as helpful", "down": "marked as not helpful", "clear": "no longer marked"}
_NOT_HERE = "on a passage that is not in the library now"
FEEDBACK = Line(("Passage {passage_id} is ", choice("verdict", _MARKED), " for this query."))
MARKS = Each(
    "marks",
    (
        Line(
            ("{key}  ", choice("verdict", {"up": "helpful", "down": "not helpful"}), " for “{query}”"), "bold"
        ),
        Line(
            (
                "{given_at:day}, ",
                choice("passage_id", {None: _NOT_HERE}),
                "{title}",
                " [passage {passage_id}]",
            ),
            style="dim",
            indent=2,
        ),
        Line("{text}", indent=2),
    ),
    empty="Nothing is marked. Mark results with a thumb while you search.",
)
MARKS_FORGOTTEN = Line("{forgotten:were mark} taken back.")
MARKS_EXPORTED = Line("{exported:were mark} written to {file}. The file holds what was searched for.")
MARKS_IMPORTED = (
    Line("{taken:were mark} taken; what was here already, or newer here, stayed."),
    Line("{unknown} of them are on documents that are not here. They count once added.", when="unknown"),
)

# --- the library ---------------------------------------------------------------------------------

HEALTH = (
    Line("{documents:count document}, {passages:count passage}."),
    listed("problems"),
    listed("repaired"),
    Line(
        "{waiting_for_meaning} passages are waiting to be searchable by meaning.", when="waiting_for_meaning"
    ),
    Line("Both indexes agree with the catalogue.", when="healthy"),
)


def _check_result(check: Json) -> str:
    if not check["passed"]:
        return "FAILED"
    return "noted" if check["remark"] else "passed"


CHECKS = Table("checks", {"Result": _check_result, "Check": "{name}", "Detail": "{detail}"}, header=False)
BACKED_UP = (Line("Backed up {documents:count document} into {folder}."), listed("problems"))
RESTORED = (
    Line("The library holds the {documents} documents of the backup again."),
    Line("What it held before is kept as a backup in {kept_before}."),
)
REMOVED = Line("Removed: {title}. Your own file outside the library was not touched.")
WATCHED = Each("folders", Line(("{path}", "  {trouble}")), empty="No folder is watched.")
_DECISIONS = {
    "": "Add --yes to let them be read, or --no to leave them.",
    "confirmed": "The folders are watched from now on, and the files are added by the next “briefbank add”.",
    "declined": "Nothing of it is read.",
}
_NOTHING_ASKED = "This library asks for nothing that you did not name."
UNCONFIRMED = (
    Each("folders", Line("To be watched: {item}")),
    Each("files", Line("To be added: {item}")),
    Line(choice("answer", _DECISIONS), when=lambda found: found["folders"] or found["files"]),
    Line(_NOTHING_ASKED, when=lambda found: not found["folders"] and not found["files"]),
)
SIZES = (
    Line("{documents:count document}, {passages:count passage}"),
    Line("Originals: {originals:megabytes}"),
    Line("Searchable copies: {reading_copies:megabytes}"),
    Line("Catalogue: {catalogue:megabytes}"),
    Line("Index of words: {word_index:megabytes}"),
    Line("Index of meaning: {meaning_index:megabytes}"),
    Line("Copy from before the upgrade: {before_upgrade:megabytes}"),
    Line("Free on the disk: {free:megabytes}"),
    Line("Last check: {last_check:day else never}"),
    Line("Last backup: {last_backup:day else never}"),
)
