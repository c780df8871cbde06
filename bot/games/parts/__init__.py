"""Parts for the words of several games."""
