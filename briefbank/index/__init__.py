"""The word index: Tantivy, the queries that it is asked, and what is marked in a passage.

The index carries a sentinel of what it was built with (``storage.generations``) and is made anew beside the
old one where that differs. Its segments stay below a bound (``segments``), so that a removal writes only
those that hold what was removed.
"""
