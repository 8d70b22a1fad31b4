"""What crosses between a desk and the office server: operations, their arguments, results and errors.

The operations are the methods of the Protocols in ``briefbank.api`` that :mod:`~briefbank.wire.operations`
lists; their signatures give the types. Values cross as MessagePack by msgspec, which checks every type while
it decodes, so that neither end trusts the other's bytes. Nothing here opens a connection.
"""

PROTOCOL = 1
"""The number of the protocol. It is raised when an operation changes its meaning or its types."""
