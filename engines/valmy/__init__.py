"""*The Valmy Campaign*: the Argonne in September 1792."""

from engines.valmy.title import Valmy

TITLE = Valmy
