"""The word index: Tantivy, the queries that it is asked, and the match ranges in a passage."""
