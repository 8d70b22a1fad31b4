"""BriefBank's core: find what the office has already argued, on this computer alone.

Nothing in this package imports Qt. The command line stands on :class:`briefbank.library.Library`, the window
in ``ui`` on the Protocol that it fulfils, :class:`briefbank.api.library.LibraryApi`.
"""

from briefbank.sandbox import environment

environment.leave_working_folder()  # before the first import that it could answer

__version__ = "0.1.0"
