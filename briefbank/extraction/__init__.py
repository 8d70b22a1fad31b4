"""Extraction of clean text, structure, caption and passages from one file, with maps back to its pages."""
