"""Child processes for untrusted files: their limits, their workspace, and what may come back.

A child works at a workspace: hard links to read, a folder to make things in, files from elsewhere as open
descriptors. ``confinement`` says what each kind of child may do; ``seccomp`` and ``landlock`` are the two
ways to lay rules on a process. Its answers are decoded against the type that was asked for (``messages``), so
that they carry values and never code; a child that sends anything else is killed. A reader that a document
took over is held so, but not replaced: it sees what is laid on its workspace later.

One child with one pipe, not a process pool: ``concurrent.futures`` breaks the whole pool when a child
crashes, and so, rarely, does pebble; one pipe for one child has no shared state to break.
"""
