"""The bot's words and pictures for each game: one presenter per title."""
