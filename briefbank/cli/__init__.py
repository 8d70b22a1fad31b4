"""The command line: its options, commands, JSON output and text output."""
