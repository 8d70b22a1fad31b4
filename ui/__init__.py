"""The window of BriefBank."""

import briefbank  # noqa: F401  first of all: it takes the working folder out of the path of imports
