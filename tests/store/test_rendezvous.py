"""Everybody agrees on who comes first, and little changes when somebody comes or goes."""

from collections import Counter

from tinplate.store.rendezvous import preferred, rank

KEYS = [f"log-{number}" for number in range(2_000)]
THREE = ["a", "b", "c"]


def test_the_keys_are_shared_evenly() -> None:
    """Each has about a third, whatever the order in which they are named."""
    shares = Counter(preferred(THREE, key) for key in KEYS)

    assert shares == Counter(preferred(reversed(THREE), key) for key in KEYS)
    assert all(550 < share < 790 for share in shares.values())


def test_whoever_goes_leaves_the_others_what_they_have() -> None:
    """Only the keys of the one that is gone move, to both of the others."""
    before = {key: preferred(THREE, key) for key in KEYS}
    after = {key: preferred(["a", "b"], key) for key in KEYS}
    moved = [key for key in KEYS if before[key] != after[key]]

    assert moved == [key for key in KEYS if before[key] == "c"]
    assert {"a", "b"} == {after[key] for key in moved}


def test_everybody_has_another_rank() -> None:
    """The first is the preferred one."""
    for key in KEYS[:50]:
        ranks = {name: rank(name, set(THREE) - {name}, key) for name in THREE}

        assert [0, 1, 2] == sorted(ranks.values())
        assert 0 == ranks[preferred(THREE, key)]
