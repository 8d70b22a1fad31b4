"""Joins citations, catalogue and indexes into a citator's information on an authority."""
