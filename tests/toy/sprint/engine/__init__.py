"""The rules of *Sprint*."""

from .title import Sprint

TITLE = Sprint
