"""The common base of the games: the contract, dice, events, refusals, the record."""
