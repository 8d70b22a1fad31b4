"""A local language model in a process of its own: checking its file, loading it and asking it."""
