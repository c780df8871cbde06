"""What the words of several games are made of."""
