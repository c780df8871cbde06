"""*Sprint*: two runners, a die, and a stake that each keeps to itself; a game as others write it."""
