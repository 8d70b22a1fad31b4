"""Stops BriefBank at each file operation of a command, or fills the disk there: ``python -m
tests.crashes``."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path

from tests.crashes import gate, office
from tests.crashes.sweep import Command, Fault, Sweep


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crashes", description=__doc__)
    parser.add_argument("commands", nargs="*", type=Command, default=list(Command), metavar="COMMAND")
    parser.add_argument("--fault", action="append", type=Fault, help=", ".join(f.value for f in Fault))
    parser.add_argument("--turns", action="store_true", help="only where another file or operation begins")
    parser.add_argument("--sample", type=int, default=0, help="so many of each, chosen by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--at", type=int, action="append", help="only at the operation of this number")
    options = parser.parse_args()
    if trouble := gate.unavailable_reason():
        parser.exit(2, f"{trouble}\n")
    warnings.simplefilter("ignore", RuntimeWarning)  # LanceDB's, of being forked
    office.load_dependencies()
    wrong = 0
    for command in options.commands:
        with tempfile.TemporaryDirectory(prefix="stops-") as folder:
            sweep = Sweep(command, Path(folder))
            for fault in options.fault or Fault:
                places = sweep.turns(fault) if options.turns else sweep.places(fault)
                if options.at:
                    places = options.at
                if options.sample:
                    places = sorted(random.Random(options.seed).sample(places, options.sample))
                wrong += _swept(sweep, fault, places)
    return 1 if wrong else 0


def _swept(sweep: Sweep, fault: Fault, places: list[int]) -> int:
    wrong, started = 0, time.monotonic()
    for at in places:
        if complaints := sweep.complaints(fault, at):
            wrong += 1
            print(f"{sweep.command.value}, {fault.value} at {at}: {sweep.operations[at]}")
            for complaint in complaints:
                print(f"    {complaint}", flush=True)
    took = time.monotonic() - started
    print(f"{sweep.command.value}, {fault.value}: {wrong} wrong of {len(places)}, {took:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
