"""Finds and reads legal citations: cases, provisions, names, treatments, validity windows. Pure."""
