"""The slash commands of each game, built on the games' presenters and on `bot.interactions`."""
