"""The table of documents, and their correction and reading again."""
