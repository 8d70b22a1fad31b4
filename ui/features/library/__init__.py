"""The Library page: the documents, what changes them, and adding files to them."""
