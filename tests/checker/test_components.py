"""Strongly connected components of graphs, against reachability."""

import random

from cardwright.checker.transitive_uses import find_components, find_cyclic_nodes, find_reachable_nodes


def test_components_are_the_nodes_that_reach_each_other() -> None:
    chance = random.Random(4)
    for _ in range(300):
        names = [f"n{number}" for number in range(chance.randint(1, 9))]
        ways = {name: chance.sample([*names, "elsewhere"], chance.randint(0, min(3, len(names)))) for name in names}
        reached = {name: find_reachable_nodes(name, ways) for name in names}
        components = find_components(ways)
        assert sorted(name for nodes in components for name in nodes) == names
        alike = {name: set(nodes) for nodes in components for name in nodes}
        for one in names:
            for other in names:
                together = one == other or (one in reached[other] and other in reached[one])
                assert (other in alike[one]) == together
        assert find_cyclic_nodes(ways) == {name for name in names if name in reached[name]}


def test_long_chains_are_no_recursion() -> None:
    ways = {str(number): [str(number + 1)] for number in range(5000)}
    assert len(find_components(ways)) == 5000
