"""``python -m briefbank`` is the command line."""

import sys

from briefbank.cli import main

if __name__ == "__main__":
    sys.exit(main())
