"""Tours libraries and backups in a process of its own: ``python -m tests.untrusted_input.worker PLACE``.

Each line of its input is a tour to make, each of its output what was found on one.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from functools import partial
from pathlib import Path


def main() -> int:
    told = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what other code prints is no answer
    faulthandler.enable()

    from tests.kept_readers import KeptReaders
    from tests.untrusted_input import closing, harm
    from tests.untrusted_input.factory import Place
    from tests.untrusted_input.walkthrough import Tour

    place = Place(Path(sys.argv[1]))
    watch = closing.close_and_watch(place)
    for line in sys.stdin:
        order = json.loads(line)
        folder = Path(order["folder"])
        os.chdir(folder / "library")
        walkthrough = Tour(place, folder)
        watch.begin()
        walks = {
            "library": walkthrough.of_library,
            "backup": walkthrough.of_backup,
            "harm": partial(harm.do_harm, place, folder),
        }
        walks[order["tour"]]()
        walkthrough.found += watch.end()
        os.chdir(place.root)
        print(json.dumps(walkthrough.found), file=told, flush=True)
    KeptReaders.stop_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
