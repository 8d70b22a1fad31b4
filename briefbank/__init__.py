"""BriefBank's core: find what the office has already argued, on this computer alone.

Nothing in this package imports Qt; the window in ``ui`` and the command line both stand on
:class:`briefbank.library.Library`.
"""

from briefbank.sandbox import environment

environment.leave_working_folder()  # before the first import that it could answer

__version__ = "0.1.0"
