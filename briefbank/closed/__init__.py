"""The closed universe: nothing that BriefBank reads, asks or finds leaves this computer."""
