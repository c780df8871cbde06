"""What the bot says and shows of each game: one presenter per title."""
