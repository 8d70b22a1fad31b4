"""Collections of passages with notes."""
