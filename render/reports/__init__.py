"""What a campaign is remembered by: its summary, its film, the figures of simulations."""
