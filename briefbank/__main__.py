"""``python -m briefbank`` is the command line."""

import sys

from briefbank.cli import main

sys.exit(main())
