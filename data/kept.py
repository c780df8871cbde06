"""Stored packs, beside the campaigns played with them: all files of one in a ZIP archive."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from data.catalogue import _
from data.load import MAX_BYTES
from data.schema import Fault, PackError

MOST = 2 * MAX_BYTES
"""Bytes of all files of a pack that is stored or carried."""


def packed(files: Mapping[str, str]) -> bytes:
    """The files of a pack, text by name; equal files give equal archives."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            # Without a date of its own, so that equal files give equal archives.
            archive.writestr(zipfile.ZipInfo(name), files[name].encode(), zipfile.ZIP_DEFLATED)
    return whole.getvalue()


def folder(kept: bytes) -> zipfile.Path:
    """The folder of a stored pack."""
    return zipfile.Path(zipfile.ZipFile(io.BytesIO(kept)))


def unpacked(kept: bytes) -> dict[str, str]:
    """The files that were packed.

    :raises PackError: the archive is damaged, or larger than a pack may be.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(kept)) as archive:
            # It may come from a stranger's file, and must not grow beyond the size that it states.
            if sum(part.file_size for part in archive.infolist()) > MOST:
                raise PackError([too_much()])
            return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}
    except (zipfile.BadZipFile, UnicodeDecodeError, NotImplementedError, RuntimeError, OSError):
        raise PackError([Fault("pack", "", "", _("expected a pack as it was kept"))]) from None


def too_much() -> Fault:
    """The fault of a pack that is larger than a pack may be."""
    return Fault("pack", "", "", _("expected at most {most} bytes in all", most=MOST))
