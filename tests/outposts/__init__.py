"""Titles that only the tests play: they prove what the contract carries."""
