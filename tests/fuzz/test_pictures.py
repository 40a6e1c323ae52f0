"""A short version of the fuzz of pictures."""

from tests.fuzz.pictures import tried


def test_every_picture_is_drawn_within_bounds_or_refused() -> None:
    counts, wrong = tried(2_000, 0)
    assert wrong == []
    assert min(counts["drawn"], counts["refused"]) > 300
