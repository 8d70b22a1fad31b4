"""Uses changed libraries and backups: ``python -m tests.untrusted_input [--seed S] [--mutations N]``.

Each finding comes with what repeats it alone. The exit status is 1 where there was any.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.untrusted_input import factory
from tests.untrusted_input.run import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.untrusted_input", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutations", type=int, default=500, metavar="N", help="how many changes to try")
    parser.add_argument(
        "--only", type=int, nargs="+", metavar="NUMBER", help="these changes of the seed alone"
    )
    options = parser.parse_args()
    numbers = options.only or range(options.mutations)
    began, faults, tried = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory(prefix="untrusted-") as folder:
        os.environ["BRIEFBANK_HOME"] = str(Path(folder) / "home")
        workspace = factory.make(Path(folder))
        for findings in run(workspace, options.seed, numbers):
            tried += 1
            faults += bool(findings)
            if findings:
                first = findings[0]
                print(f"--seed {options.seed} --only {first.number}  [{first.kind}] {first.changes}")
                print(*(f"    {finding.what}" for finding in findings), sep="\n", flush=True)
    seconds = time.monotonic() - began
    print(f"{tried} changes, {faults} with findings, {seconds:.0f} s, seed {options.seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
