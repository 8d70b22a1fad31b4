"""From a dropped file to a document of the library, in steps that any stop may interrupt.

The ledger is the queue: a drop becomes rows of the catalogue, folders and ZIP archives opened up. A pool of
threads, one for each processor and some more that write, takes rows until none is open; files are read before
scans are recognised, and threads are always free for reading. Only row numbers are held in memory.

Files come from elsewhere. A library whose folder has gone away is told from one that is damaged
(``storage.library_folder``): nothing is refused, and files wait.
"""
