"""Records the games and stories of this folder anew, after a change that was meant to change how games go.

Run it as `python -m tests.playthroughs.record`, or with the names of some games.
"""

from __future__ import annotations

import sys

from tests.playthroughs.recorded import FILE, GAMES, read, shortest, written
from tests.playthroughs.stories import FOLDER, file_of, story


def main() -> None:
    """Record all games, or those named."""
    words = [word for word in GAMES if not sys.argv[1:] or word.rpartition("/")[2] in sys.argv[1:]]
    kept = [each for each in read() if each.game not in words] if FILE.exists() else []
    found = [*kept, *(each for word in words for each in shortest(word))]
    FILE.write_text(written(sorted(found, key=lambda each: (GAMES.index(each.game), each.players))), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for word in words:
        file_of(word).write_text(story(word), encoding="utf-8")


if __name__ == "__main__":
    main()
