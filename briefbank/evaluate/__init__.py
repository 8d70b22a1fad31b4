"""Evaluation of search and summaries on data sets, through the application's own code."""
