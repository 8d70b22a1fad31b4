"""The options of the command line's commands, with their help."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from briefbank import __version__
from briefbank.cli.command_modules import AUDIT, OFFLINE, ON_AUTHORITIES, SERVE, WORKER
from briefbank.cli.exit_status import WRONG_USE
from briefbank.cli.option_values import day, positive
from briefbank.domain.caption_fields import EXPECTED, CaptionField
from briefbank.domain.kinds import Kind
from briefbank.domain.pages import OcrSetting
from briefbank.domain.searches import Order
from briefbank.paths import offline_folder
from briefbank.text.hidden_characters import escape_hidden

_LAST_FIELDS = (
    *(CaptionField.FILED, CaptionField.SIDE, CaptionField.OFFICE),
    *(CaptionField.PARTIES, CaptionField.KIND),
)
"""The caption fields whose options the help lists last, in this order."""

_OFFLINE, _OFFLINE_HELP = "--offline", "what was taken along from the office, in place of a library"
_LIBRARY_HELP = "the library's folder; without it the one that this computer serves, else your own"
_PATH = "words of the folder that was added, as in appeals/2010"


class WrongUse(SystemExit):
    """Raised for arguments that are no command."""

    def __init__(self, parser: argparse.ArgumentParser, message: str) -> None:
        super().__init__(WRONG_USE)
        self._parser, self._message = parser, message

    def show(self) -> None:
        """Print what is wrong and how the command is used on standard error."""
        self._parser.print_usage(sys.stderr)
        sys.stderr.write(f"{self._parser.prog}: error: {self._message}\n")


class _Parser(argparse.ArgumentParser):
    """An argument parser that repeats the input in errors without terminal control characters, and prints
    none of them itself."""

    def error(self, message: str) -> NoReturn:
        raise WrongUse(self, escape_hidden(message))


class _CommandParser(_Parser):
    """The parser of one command, which gets its options when it is used: some take long to import."""

    add_options: Callable[[argparse.ArgumentParser], None] | None = None

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self.add_options is not None:
            self.add_options(self)
            self.add_options = None
        return super().parse_known_args(args, namespace)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, whose result has ``command`` and that command's options."""
    common = _CommandParser(add_help=False)
    common.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document"
    )
    common.add_argument("--library", type=Path, metavar="DIR", default=argparse.SUPPRESS, help=_LIBRARY_HELP)
    common.add_argument(
        _OFFLINE,
        dest="library",
        action="store_const",
        const=offline_folder(),
        default=argparse.SUPPRESS,
        help=_OFFLINE_HELP,
    )
    whole = _Parser("briefbank", description="Find what your office has already argued.")
    whole.add_argument("--version", action="version", version=f"BriefBank {__version__}")
    whole.add_argument("--json", action="store_true", help="print one JSON document")
    whole.add_argument("--library", type=Path, metavar="DIR", help=_LIBRARY_HELP)
    whole.add_argument(
        _OFFLINE, dest="library", action="store_const", const=offline_folder(), help=_OFFLINE_HELP
    )
    commands = whole.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser
    )

    def command(
        name: str, words: str, add_options: Callable[[argparse.ArgumentParser], None] | None = None
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, parents=[common], help=words, description=words)
        added.add_options = add_options
        return added

    add = command("add", "add files, or all files in folders; without any, go on with those that wait")
    add.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    step = add.add_mutually_exclusive_group()
    step.add_argument(
        "--repair",
        action="store_true",
        help="read with repair, longer limits and more careful recognition of scans",
    )
    step.add_argument(
        "--dismiss",
        action="store_true",
        help="pass these refused files over from now on, in folders too; add nothing",
    )
    step.add_argument("--take-back", action="store_true", help="end that these files are left out")
    add.add_argument(
        "--leave-out",
        nargs="+",
        default=[],
        metavar="PATTERN",
        help="leave out files in folders, such as '*.wbk' or '*/Billing/*', beside those of the settings",
    )
    add.add_argument(
        "--scans-now", action="store_true", help="recognise text on scans at any hour, whatever is set"
    )
    survey = command("survey", "show what lies in folders before it is added, and how long it will take")
    survey.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    survey.add_argument(
        "--leave-out", nargs="+", default=[], metavar="PATTERN", help="as in “add”; shows how many each finds"
    )
    report = command("report", "show what became of all files that were added, and what waits")
    report.add_argument("--csv", type=Path, metavar="FILE", help="also write each file as a table")
    again = command("again", "recognise scanned pages of one document anew")
    again.add_argument("document_id", type=positive, metavar="ID")
    again.add_argument("--pages", type=positive, nargs="+", metavar="N", help="only these pages of the file")
    again.add_argument(
        "--setting", choices=[each.value for each in OcrSetting], default=OcrSetting.STANDARD.value
    )
    again.add_argument("--engine", default="", help="Tesseract or olmOCR")
    _search_options(command("search", "find passages"))
    for name, words in (
        ("summary", "show the extracts that tell what a document is about"),
        ("show", "show one document with its passages"),
        ("add-attached", "add the files that are attached inside a PDF"),
        ("remove", "remove one document and all that was made of it"),
    ):
        command(name, words).add_argument("document_id", type=positive, metavar="ID")
    around = command("around", "show the whole section that a passage stands in")
    around.add_argument("passage_id", type=positive, metavar="PASSAGE_ID")
    _correct_options(command("correct", "put right what a document is said to be, for good"))
    feedback = command("feedback", "mark a passage as helpful for a query or not")
    feedback.add_argument("passage_id", type=positive, metavar="PASSAGE_ID")
    feedback.add_argument("verdict", choices=["up", "down", "clear"])
    feedback.add_argument("--query", required=True)
    _marks_options(command("marks", "list what was marked as helpful or not, take it back, carry it over"))
    thesaurus = command("thesaurus", "where your office's own words are, or what is searched beside a word")
    thesaurus.add_argument("words", nargs="*", metavar="WORD")
    listed = command("list", "list all documents, or those of a folder or that lack something")
    listed.add_argument("--path", default="", metavar="FOLDER", help=_PATH)
    listed.add_argument(
        "--without",
        nargs="+",
        choices=[field.value for field in EXPECTED],
        default=[],
        metavar="FIELD",
        help="only documents without one of these: " + ", ".join(field.value for field in EXPECTED),
    )
    check = command("check", "compare both indexes with the catalogue")
    check.add_argument("--repair", action="store_true", help="mend what disagrees")
    check.add_argument("--thorough", action="store_true", help="read every stored file and text too")
    backup = command("backup", "back the library up into a folder; the second time only what is new")
    backup.add_argument("folder", type=Path, metavar="DIR")
    backup.add_argument(
        "--keep-days",
        type=positive,
        default=0,
        metavar="N",
        help="keep the backups of N days beside each other in DIR, and delete older ones",
    )
    command("backups", "list the backups that BriefBank made of the library, and until when each is kept")
    restore = command("restore", "make the library what it was when a backup was made")
    restore.add_argument("folder", type=Path, metavar="DIR")
    drill = command("drill", "restore a backup beside, compare all of it, and delete what was restored")
    drill.add_argument("folder", type=Path, metavar="DIR", help="the folder of the backup")
    drill.add_argument(
        "--place", type=Path, metavar="DIR", help="where to restore it; it needs the room of the library"
    )
    move = command("move-to-office", "bring the library of one computer into this one of an office")
    move.add_argument(
        "folder", type=Path, metavar="DIR", help="the folder of that library; it stays as it is"
    )
    watch = command("watch", "let the window add new files of folders by itself, or list them")
    watch.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    watch.add_argument("--stop", action="store_true", help="leave the folders alone")
    confirm = command("confirm", "show what the library asks to be read that you did not name, and decide")
    decision = confirm.add_mutually_exclusive_group()
    decision.add_argument("--yes", action="store_true", help="watch these folders and add these files")
    decision.add_argument("--no", action="store_true", help="neither watch nor add them")
    for each in ON_AUTHORITIES:
        command(each.name, each.words, each.add_options)
    command("sizes", "how large the library is, and when it was last checked and backed up")
    command(AUDIT.name, AUDIT.words, AUDIT.add_options)
    command(SERVE.name, SERVE.words, SERVE.add_options)
    command(OFFLINE.name, OFFLINE.words, OFFLINE.add_options)
    command(WORKER.name, WORKER.words, WORKER.add_options)
    command("rebuild", "make both indexes anew from the catalogue")
    test = command("self-test", "test every part, and that the network is refused")
    test.add_argument("--save", type=Path, metavar="FILE", help="write the result as a text, too")
    command("evaluate", "measure search over a data set in BEIR's layout, or summaries", _evaluate_options)
    return whole


def _evaluate_options(evaluate: argparse.ArgumentParser) -> None:
    from briefbank.search.channels import registry

    ways = ["fused", *registry.names()]
    source = evaluate.add_mutually_exclusive_group()
    source.add_argument(
        "dataset",
        type=Path,
        nargs="?",
        metavar="DATASET_DIR",
        help="the data set; with --summaries a folder of briefs, or a .jsonl file of texts",
    )
    source.add_argument(
        "--from-feedback", action="store_true", help="measure by the marks given in this library instead"
    )
    evaluate.add_argument(
        "--order",
        choices=[each.value for each in Order],
        default=Order.BEST.value,
        help="newest: measure the results as people see them first, the newest relevant ones on top",
    )
    evaluate.add_argument("--channels", nargs="+", choices=ways, default=ways, help="ways of finding to show")
    evaluate.add_argument("--limit", type=positive, help="the first so many queries, or briefs, only")
    evaluate.add_argument(
        "--summaries",
        action="store_true",
        help="measure the checks of summaries instead, on this library's briefs or those named (source only)",
    )
    evaluate.add_argument(
        "--model", type=Path, metavar="FILE", help="with --summaries: the local model that writes some too"
    )
    evaluate.add_argument(
        "--encoder", type=Path, metavar="FOLDER", help="the model for meaning to measure; otherwise your own"
    )
    evaluate.add_argument(
        "--reranker",
        type=Path,
        metavar="FOLDER",
        help="the model for comparing results to measure; otherwise your own, if one is set",
    )
    evaluate.add_argument(
        "--without",
        nargs="+",
        choices=registry.part_names(),
        default=[],
        metavar="PART",
        help="turn parts of search off: " + ", ".join(registry.part_names()),
    )
    evaluate.add_argument("--ablations", action="store_true", help="show what is lost without each part")
    evaluate.add_argument("--save", type=Path, metavar="FILE", help="keep what each query gained")
    evaluate.add_argument(
        "--compare", type=Path, nargs=2, metavar=("FIRST", "SECOND"), help="compare two saved runs"
    )


def _marks_options(marks: argparse.ArgumentParser) -> None:
    """Add the options on feedback, of which one may be used; without any, the feedback is listed."""
    one = marks.add_mutually_exclusive_group()
    one.add_argument("--forget", nargs="+", metavar="KEY", help="take back these marks")
    one.add_argument("--forget-all", action="store_true", help="take back all marks")
    one.add_argument("--export", type=Path, metavar="FILE", help="write all marks to a file")
    one.add_argument(
        "--import", dest="import_from", type=Path, metavar="FILE", help="take the marks of such a file"
    )


def _correct_options(correct: argparse.ArgumentParser) -> None:
    """Add an option for each caption field; an empty value states that the document has none."""
    correct.add_argument("document_id", type=positive, metavar="ID")
    first = (field for field in CaptionField if field not in _LAST_FIELDS)
    for field in (*first, *_LAST_FIELDS):
        texts, choices = field.definition.terminal, field.definition.value_type.choices
        correct.add_argument(
            f"--{field.value}", metavar=texts.metavar, help=texts.help, choices=choices or None
        )
    correct.add_argument(
        "--undo",
        nargs="+",
        choices=[field.value for field in CaptionField],
        default=[],
        metavar="FIELD",
        help="go back to what was read: " + ", ".join(field.value for field in CaptionField),
    )


def _search_options(search: argparse.ArgumentParser) -> None:
    asked = search.add_mutually_exclusive_group(required=True)
    asked.add_argument("query", nargs="?")
    asked.add_argument("--like", type=positive, metavar="PASSAGE_ID", help="passages like this one instead")
    search.add_argument(
        "--literal", action="store_true", help="the words stand so in a document: read no operators in them"
    )
    search.add_argument("--limit", type=positive, default=10)
    search.add_argument(
        "--export", type=Path, metavar="FILE", help="also write up to 1,000 results, as .csv, .docx or .ris"
    )
    search.add_argument("--skip", type=positive, default=0, metavar="N", help="leave out the first N results")
    search.add_argument("--order", choices=[order.value for order in Order], default=Order.NEWEST.value)
    # Scripts may still ask for what is listed in any case now.
    search.add_argument("--weaker", action="store_true", help=argparse.SUPPRESS)
    search.add_argument("--from", dest="filed_from", type=day, metavar="DATE")
    search.add_argument("--to", dest="filed_to", type=day, metavar="DATE")
    law_of = search.add_mutually_exclusive_group()
    law_of.add_argument("--as-of", type=day, metavar="DATE", help="the law of this day")
    law_of.add_argument(
        "--as-of-brief", type=positive, metavar="ID", help="the law of the day on which this was filed"
    )
    search.add_argument("--kind", choices=[kind.value for kind in Kind])
    search.add_argument("--path", default="", metavar="FOLDER", help=_PATH)
    search.add_argument("--court", default="", help="part of the court's name")
    search.add_argument("--office", default="", help="the whole name of the office that wrote it")
