"""The settings of a match of Ricochet, in words."""

from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.settings import Settings


def settings_in_words(settings: Settings, seats: int) -> str:
    """Describe the settings, leaving out what makes no difference."""
    goal = settings.tokens_to_win(seats)
    rule = next((name for name, each in READINGS.items() if each == settings.rule), "custom")
    words = [
        "solo" if settings.solo else "1 player" if seats == 1 else f"{seats} players",
        "a board of their own" if settings.has_own_board else f"{settings.box} box",
        "" if settings.diagonals or settings.has_own_board else "no diagonals",
        "silver robot" if settings.silver and not settings.robot_count else "",
        f"{settings.robot_count} robots" if settings.robot_count else "",
        "robots placed by hand" if settings.robots else "",
        f"rule {rule}",
        f"sand {settings.hourglass_seconds * settings.hourglass_turns} s",
        "all tokens" if goal is None or settings.solo else f"first to {goal}",
        "" if settings.take_back == "free" else f"take back {settings.take_back}",
        "numbers announced" if settings.solo and settings.solo_bids else "",
    ]
    return ", ".join(word for word in words if word)
