"""What Import / Export asks for is called as its cards and its rulebook call it."""

from cardwright import load_game

SETS = ["base", "captain", "jutaku", "kickstarter"]


def test_who_is_to_name_one_of_the_five_types_is_asked_for_a_type_not_for_a_colour() -> None:
    sites = load_game("import_export", SETS).new(3, 1).program.tables.sites
    chosen = (site for site in sites if site.base == "enum" and site.of == "colour" and " at random " not in site.text)
    asked = {site.prompt for site in chosen}
    assert asked == {"Choose a good type"}
