"""What a library offers to the window and the command line, as Protocols by subject.

:class:`~briefbank.api.library.LibraryApi` has a service for each subject. Methods take and return plain
Python and values of ``briefbank.domain``, so that a library on another computer can fulfil them too. They may
be called from any thread, and block unless they say "immediate". Long ones report to the
:class:`~briefbank.jobs.Reporter` that they are given, and stop when it raises Cancelled.
"""
