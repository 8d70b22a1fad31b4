"""``python -m briefbank`` is the command line."""

import sys

from briefbank.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
