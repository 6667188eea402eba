"""The command line: one module a command; it only translates."""
