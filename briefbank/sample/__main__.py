"""``python -m briefbank.sample``: adds the sample to the user's own library when that is new and empty.

The set-up script runs it before it opens the window. Once the sample was offered it ends at once.
"""

from __future__ import annotations

import sys

from briefbank import paths as places
from briefbank.closed import guard
from briefbank.errors import BriefBankError, StoreError
from briefbank.sample import ensure_sample, was_offered


def main() -> int:
    """Exit status 0, or 1 when the sample could not be added."""
    folder = places.default_library()
    if was_offered(folder):
        return 0
    guard.engage()
    return _add()


def _add() -> int:
    # Only now: the library's parts take seconds to import, and most starts do not need them.
    from briefbank.library import Library
    from briefbank.terminal import Output

    output = Output(as_json=False)
    try:
        with Library.open() as library, output.progress() as reporter:
            ensure_sample(library, reporter)
            library.embed_pending(reporter)
    except BriefBankError as error:
        output.error(error)
        return 1
    except OSError as error:
        output.error(StoreError(detail=f"errno {error.errno}"))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
