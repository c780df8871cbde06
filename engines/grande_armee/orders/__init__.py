"""Standing orders of *La Grande Armée*: the defence plan, and battle orders (I-01 to I-13)."""
