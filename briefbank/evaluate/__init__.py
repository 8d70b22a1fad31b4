"""Evaluation of search on data sets and feedback, through the application's own code."""
