"""*Outposts*: two seats, secret commitments, hidden stacks, interrupts, a pool of incidents."""
