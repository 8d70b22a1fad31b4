"""The search page: the search box, the results, and the actions on results."""
