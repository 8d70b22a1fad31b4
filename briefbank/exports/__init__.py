"""Exports results and collections to other programs: tables and Word files.

Exports contain nothing that a model wrote, only passages and facts from the catalogue.
"""
