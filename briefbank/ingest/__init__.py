"""Ingestion of a dropped file as a document of the library, in steps that any stop may interrupt."""
