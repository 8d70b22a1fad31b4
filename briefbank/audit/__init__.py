"""The audit log of a library: append-only, each entry bound to the one before."""
