"""Measures what the checks of summaries catch and withhold: ``python -m tests.evaluate.summaries.command``.

``SOURCE`` is a folder of briefs, or a .jsonl file of texts; without it the briefs of the user's own library.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from briefbank import settings
from briefbank.cli.commands import positive
from briefbank.cli.output import DONE, WRONG_USE, Output
from briefbank.domain.summaries import Generator
from briefbank.embedding.encoders import chosen_encoder
from briefbank.errors import BriefBankError, ModelFault, ModelRefused
from briefbank.jobs import Reporter
from briefbank.library import Library
from briefbank.summary.local_model_manager import LocalModelManager
from tests.evaluate.summaries import briefs, figures, report_layout
from tests.evaluate.summaries.briefs import ReadBrief, SourceError
from tests.evaluate.summaries.run import SummaryRun, evaluate


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("dataset", type=Path, nargs="?", metavar="SOURCE")
    options.add_argument("--limit", type=positive, help="the first so many briefs only")
    options.add_argument("--model", type=Path, metavar="FILE", help="a local model that writes some too")
    options.add_argument("--library", type=Path, metavar="DIR")
    options.add_argument("--json", action="store_true", help="print one JSON document")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    output = Output(as_json=options.json)
    try:
        if options.dataset is not None:
            run(None, options, output)
        else:
            with Library.open(options.library) as library:
                run(library, options, output)
    except BriefBankError as error:
        output.error(error)
        return WRONG_USE
    return DONE


def run(library: Library | None, options: argparse.Namespace, output: Output) -> None:
    """Measure on the named briefs, or else on those of ``library``, and show the figures.

    A local model also writes summaries if one was named, or is set and can run. Raises SourceError,
    ModelRefused and ModelFault (for a model that was named), Cancelled, and BriefBankError if the encoder
    cannot be loaded.
    """
    chosen = options.model.absolute() if options.model else settings.load().local_model
    with output.progress() as reporter, closing(LocalModelManager(lambda: chosen)) as generating:
        author = _author(generating, options.model, reporter)
        measured = _measured(_read(library, options, reporter), author, options, output, reporter)
    output.show(figures.of_summaries(measured), report_layout.view)


def _author(generating: LocalModelManager, named: Path | None, reporter: Reporter) -> Generator | None:
    """Return the author of summaries, after inspecting a named model: a refusal must not come later."""
    if named is not None:
        generating.inspect(named, reporter)
    generator = generating.if_ready()
    return None if generator is None else generator


def _read(library: Library | None, options: argparse.Namespace, reporter: Reporter) -> list[ReadBrief]:
    if options.dataset is not None:
        return briefs.of_source(options.dataset, options.limit, reporter)
    if library is None:
        raise SourceError
    return briefs.of_library(library, options.limit)


def _measured(
    read: Sequence[ReadBrief],
    author: Generator | None,
    options: argparse.Namespace,
    output: Output,
    reporter: Reporter,
) -> SummaryRun:
    """Measure the checks. If a model that is only set fails, explain that and measure without it."""
    encoder = chosen_encoder()
    try:
        return evaluate(read, encoder, author, reporter)
    except (ModelRefused, ModelFault) as error:
        if options.model:
            raise
        output.say(str(error))
        return evaluate(read, encoder, None, reporter)


if __name__ == "__main__":
    sys.exit(main())
