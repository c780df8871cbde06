"""What the games share: the contract, dice, events, refusals, the record."""
