"""Child processes for untrusted files: their limits, their workspace, and the answers they may send."""
