"""Movement: steps and their costs, zones that stop a unit, forced marches, swaps (MOV, FM, ZOC, CB)."""
