"""The tokens it takes to win, on the page, are those of the rules."""

import json

from tests.page.messages import WEB
from tinplate.games.ricochet.settings import Settings

FILE = WEB / "src/games/ricochet/goals.json"


def test_the_usual_goals_are_those_of_the_rules() -> None:
    """RC19: by number of players; with more, the most tokens win."""
    goals = {str(seats): Settings().tokens_to_win(seats) for seats in range(1, 21)}

    assert json.loads(FILE.read_text()) == {n: goal for n, goal in goals.items() if goal}
