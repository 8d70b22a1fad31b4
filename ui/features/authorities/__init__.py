"""Authorities: citations of each, the office's list of good law, versions of provisions."""
