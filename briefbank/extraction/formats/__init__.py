"""The file formats that a library takes, one module for each.

A new format is one more module with a class that fulfils the Protocol ``Format``, and its place in
``sniff.FORMATS``.
"""
