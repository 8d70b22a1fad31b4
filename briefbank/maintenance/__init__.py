"""Keeps a library sound: checking and mending, removing, sizes, backup and restore, the self-test.

BriefBank does not encrypt a library itself. SQLCipher could hold the catalogue, but no well-kept library
encrypts Tantivy's and LanceDB's files, or PDFs that child processes read; a half-encrypted library would be a
false promise. ``disk_encryption`` asks the system whether disk and swap are encrypted.
"""
