"""Exports results and collections to other programs: tables, Word files and records for reference managers.

Exports contain nothing that a model wrote, only passages and facts from the catalogue.
"""
