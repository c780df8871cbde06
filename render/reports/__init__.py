"""The mementos of a campaign: its summary, its film, the figures of simulations."""
