"""Players that are programs."""

from cardwright.bots.factory import Bot, make_bot

__all__ = ["Bot", "make_bot"]
