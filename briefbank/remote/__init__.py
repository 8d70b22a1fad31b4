"""The office's library, seen from a desk: the same Protocols, answered by the office server.

``link`` speaks with the server through the egress worker, ``services`` makes the services whose every method
crosses, and ``library`` puts them beside what stays on the desk: personal lists, cached pages, highlights,
finding in a document, exports. ``membership`` keeps which office this computer belongs to.
"""
