"""The options of the command line's commands, and what each is for."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from briefbank import __version__
from briefbank.models import CaptionField, Kind, OcrSetting, Order


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 2015-03-01.") from None


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number of 1 or more.")
    return number


def parser() -> argparse.ArgumentParser:
    """What the command line understands; ``command`` and the options of that command come out."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON document"
    )
    common.add_argument(
        "--library", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="the library's folder"
    )
    whole = argparse.ArgumentParser("briefbank", description="Find what your office has already argued.")
    whole.add_argument("--version", action="version", version=f"BriefBank {__version__}")
    whole.add_argument("--json", action="store_true", help="print one JSON document")
    whole.add_argument("--library", type=Path, metavar="DIR", help="the library's folder")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, words: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, parents=[common], help=words, description=words)

    add = command("add", "add files, or all files in folders; without any, go on with those that wait")
    add.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    again = command("again", "recognise scanned pages of one document anew")
    again.add_argument("document_id", type=_positive, metavar="ID")
    again.add_argument("--pages", type=_positive, nargs="+", metavar="N", help="only these pages of the file")
    again.add_argument(
        "--setting", choices=[each.value for each in OcrSetting], default=OcrSetting.STANDARD.value
    )
    again.add_argument("--engine", default="", help="Tesseract or olmOCR")
    _search_options(command("search", "find passages"))
    for name, words in (
        ("summary", "show the extracts that tell what a document is about"),
        ("show", "show one document with its passages"),
        ("remove", "remove one document and all that was made of it"),
    ):
        command(name, words).add_argument("document_id", type=_positive, metavar="ID")
    around = command("around", "show the whole section that a passage stands in")
    around.add_argument("passage_id", type=_positive, metavar="PASSAGE_ID")
    _correct_options(command("correct", "put right what a document is said to be, for good"))
    feedback = command("feedback", "mark a passage as helpful for a query or not")
    feedback.add_argument("passage_id", type=_positive, metavar="PASSAGE_ID")
    feedback.add_argument("verdict", choices=["up", "down", "clear"])
    feedback.add_argument("--query", required=True)
    command("list", "list all documents")
    check = command("check", "compare both indexes with the catalogue")
    check.add_argument("--repair", action="store_true", help="mend what disagrees")
    check.add_argument("--thorough", action="store_true", help="read every stored original too")
    backup = command("backup", "back the library up into a folder; the second time only what is new")
    backup.add_argument("folder", type=Path, metavar="DIR")
    restore = command("restore", "make the library what it was when a backup was made")
    restore.add_argument("folder", type=Path, metavar="DIR")
    watch = command("watch", "let the window add new files of folders by itself, or list them")
    watch.add_argument("folders", nargs="*", type=Path, metavar="DIR")
    watch.add_argument("--stop", action="store_true", help="leave the folders alone")
    command("sizes", "how large the library is, and when it was last checked and backed up")
    command("rebuild", "make both indexes anew from the catalogue")
    command("self-test", "test every part, and that the network is refused")
    evaluate = command("evaluate", "measure search over a data set in BEIR's layout")
    evaluate.add_argument("dataset", type=Path, metavar="DATASET_DIR")
    evaluate.add_argument("--channels", nargs="+", choices=["fused", "words", "meaning"], default=["fused"])
    evaluate.add_argument("--limit", type=_positive, help="the first so many queries only")
    return whole


def _correct_options(correct: argparse.ArgumentParser) -> None:
    """An option for each field, under the field's name; empty words say that the document says nothing."""
    correct.add_argument("document_id", type=_positive, metavar="ID")
    for field, metavar, words in (
        (CaptionField.TITLE, "TITLE", "as in “State v. Doe”"),
        (CaptionField.COURT, "COURT", "the court that it is filed with"),
        (CaptionField.DOCKET, "NUMBER", "the docket number; several joined by semicolons"),
        (CaptionField.FILED, "DATE", "the day on which it was filed, as in 2015-03-01 or March 1, 2015"),
        (CaptionField.SIDE, "SIDE", "for whom it speaks, as in Appellant"),
        (CaptionField.OFFICE, "OFFICE", "whose lawyers wrote it"),
        (CaptionField.PARTIES, "PARTIES", "all parties with their roles"),
    ):
        correct.add_argument(f"--{field.value}", metavar=metavar, help=words)
    correct.add_argument("--kind", choices=[kind.value for kind in Kind])
    correct.add_argument(
        "--undo",
        nargs="+",
        choices=[field.value for field in CaptionField],
        default=[],
        metavar="FIELD",
        help="go back to what was read: " + ", ".join(field.value for field in CaptionField),
    )


def _search_options(search: argparse.ArgumentParser) -> None:
    search.add_argument("query")
    search.add_argument("--limit", type=_positive, default=10)
    search.add_argument("--order", choices=[order.value for order in Order], default=Order.NEWEST.value)
    search.add_argument("--from", dest="filed_from", type=_day, metavar="DATE")
    search.add_argument("--to", dest="filed_to", type=_day, metavar="DATE")
    search.add_argument("--as-of", type=_day, metavar="DATE", help="only what was filed by this day")
    search.add_argument("--kind", choices=[kind.value for kind in Kind])
    search.add_argument("--court", default="", help="part of the court's name")
