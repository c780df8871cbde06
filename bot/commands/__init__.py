"""The slash commands of each game: the words of the games and the interactions lie below them."""
