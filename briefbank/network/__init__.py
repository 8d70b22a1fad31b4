"""The closed universe: nothing leaves this computer but through one worker to one address of the office.

``close_network`` is the first thing every program runs. Where the office has set the address of its own
recognition server, the egress worker is started just before the network is closed; it alone may connect, to
that address only, and is spoken to over a pipe. An office server asks the office's directory of persons
through a worker of its own in the same way (``briefbank.office.directory``). The self-test tries every way
out; a remark in it is no failure: it says what this system cannot do, or what the office lets through.
"""
