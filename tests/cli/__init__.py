"""The command line, as a person at a terminal or a supervisor meets it."""
