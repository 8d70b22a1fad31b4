"""Results and collections as files for other programs: tables, Word files and records for reference managers.

What a model wrote is in none of them: they are made of passages and of what the catalogue knows.
"""
