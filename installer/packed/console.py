"""The program ``briefbank`` of a package: the command line, and parts that run as programs of their own."""

import sys

from briefbank.cli.main import main
from briefbank.sandbox import guard

if __name__ == "__main__":
    sys.exit(guard.begin(main))
