"""The draft check, and the finder of the governing provision."""
