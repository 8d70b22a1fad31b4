"""Joins citations, catalogue and indexes into what a citator tells of an authority."""
