"""A person's data on this computer, apart from the library: searches, opened briefs, collections."""
