"""``python -m tests.evaluate NAME [options]``: programs that measure quality, not speed.

``NAME --help`` says what a program measures and how. All need the data beside the repository; those that
search by meaning take some minutes the first time, when they embed texts.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Sequence

from tests.support.measuring import SHARED

PROGRAMS = {
    "search": "search over the sets in BEIR's layout, in both orders",
    "defenders": "150 searches as defenders type them, judged by hand",
    "reading": "headings, citations, labels, borders and captions of pages marked by hand",
    "headings": "passages against windows of a fixed size, by the headings of briefs",
    "recognition": "words of recognised pages against their publisher's text",
    "treatments": "statements of what became of an authority, in sentences marked by hand",
    "provisions": "the provision that governs a statement, among the first candidates",
    "claims": "the checks of summaries, over claims written by hand",
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate", description=__doc__)
    programs = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    for name, what in PROGRAMS.items():
        module = importlib.import_module(f"tests.evaluate.{name}")
        program = programs.add_parser(
            name, help=what, description=module.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        module.add_options(program)
        program.set_defaults(run=module.main)
    options = parser.parse_args(arguments)
    if not SHARED.is_dir():
        parser.exit(1, f"The development data is not at {SHARED}.\n")
    options.run(options)


if __name__ == "__main__":
    main()
