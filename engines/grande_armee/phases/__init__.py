"""The sequence of play: which phase follows which, arrivals, Prussia, victory (SEQ, VP)."""
