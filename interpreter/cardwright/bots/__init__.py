"""Players that are programs."""

from __future__ import annotations

from cardwright.bots.factory import Bot, make_bot

__all__ = ["Bot", "make_bot"]
