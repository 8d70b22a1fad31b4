"""Storage: the folders and files that a library consists of."""
