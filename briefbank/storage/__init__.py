"""The folder of a library: where one may begin, its own names, its lease, locks and sentinels; what is away.

Whoever opens a library takes its lease, a file that names the computer and its programs and is renewed every
20 seconds; the last of the programs takes it away, and after two minutes of silence it is taken over. Before
each change a program makes sure that it was not silent itself; one that lost its lease in its sleep writes
nothing more, and does not close SQLite's connections, which would move its log into the other's catalogue.
Where the lease is another's, or the folder cannot be written to, a copy of catalogue and indexes is opened in
the data folder (7 kB a passage, gone at the end), since SQLite, Tantivy and LanceDB write in order to read.
"""
