"""Combat: strengths and odds, the table, supply in battle, retreats (COM, CRT, RET, SUP, LDR)."""
