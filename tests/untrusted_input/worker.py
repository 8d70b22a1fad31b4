"""Runs walkthroughs in its own process: ``python -m tests.untrusted_input.worker WORKSPACE``.

Each input line requests a walkthrough; each output line has its problems.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from functools import partial
from pathlib import Path


def main() -> int:
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what other code prints is no answer
    faulthandler.enable()

    from tests.support.cached_readers import CachedReaders
    from tests.untrusted_input import closing, harm
    from tests.untrusted_input.factory import Workspace
    from tests.untrusted_input.walkthrough import Walkthrough

    workspace = Workspace(Path(sys.argv[1]))
    watch = closing.close_and_watch(workspace)
    for line in sys.stdin:
        order = json.loads(line)
        folder = Path(order["folder"])
        os.chdir(folder / "library")
        walkthrough = Walkthrough(workspace, folder)
        watch.begin()
        walks = {
            "library": walkthrough.of_library,
            "backup": walkthrough.of_backup,
            "harm": partial(harm.do_harm, workspace, folder),
        }
        walks[order["walkthrough"]]()
        walkthrough.problems += watch.end()
        os.chdir(workspace.root)
        print(json.dumps(walkthrough.problems), file=output, flush=True)
    CachedReaders.stop_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
