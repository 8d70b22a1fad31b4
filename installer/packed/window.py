"""The program ``briefbank-window`` of a package: the window, and its child processes."""

import sys

from briefbank.sandbox import guard
from ui.app import main

if __name__ == "__main__":
    sys.exit(guard.begin(main))
