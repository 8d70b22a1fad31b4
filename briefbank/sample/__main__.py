"""Makes the library of the sample, which the window offers when it is new: ``python -m briefbank.sample``.

The set-up script runs it, so that the sample opens at once. Once the library is made it ends at once.
"""

from __future__ import annotations

import sys

from briefbank import paths as places
from briefbank.errors import BriefBankError
from briefbank.sample import was_offered
from briefbank.sandbox import environment, guard


def main() -> int:
    """Return exit status 0, or 1 when the sample could not be added."""
    if was_offered(places.sample_library()):
        return 0
    environment.make_safe()
    guard.engage()
    return _add()


def _add() -> int:
    # Imported here, because the library's parts take seconds to import, and most starts do not need them.
    from briefbank.cli.output import Output
    from briefbank.library import Library

    output = Output(as_json=False)
    try:
        with output.progress() as reporter, Library.open_sample(reporter) as library:
            library.embedding.embed_pending(reporter)
    except BriefBankError as error:
        output.error(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
