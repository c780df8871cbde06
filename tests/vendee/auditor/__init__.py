"""An auditor of whole games, written from the rulebook's text and not from the rules of the program.

It follows what is told of a game event by event on a table of its own, and judges each event by laws, one to
a module. Of the program it takes states and events as data, and the map and the counters of the box; costs,
tables and priorities are its own, so that a fault in the rules is not a fault in both.
"""
