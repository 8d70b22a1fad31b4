"""The word index: Tantivy, the queries that it is asked, and what is marked in a passage.

The index carries a sentinel of what it was built with (``storage.generations``) and is made anew beside the
old one where that differs. Passages are removed by a new index, since Tantivy only marks them as deleted.
"""
