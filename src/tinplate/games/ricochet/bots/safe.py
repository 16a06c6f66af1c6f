"""What is played for a Ricochet bot that failed, was late or broke a rule."""

from collections.abc import Sequence

from tinplate.game import Plan
from tinplate.games.ricochet.values import Command, GiveUp


def wait_or_give_up(legal: Sequence[Command]) -> Plan[Command]:
    """Do not bid, which loses nothing; give up a proof, which would keep everybody waiting."""
    return Plan((GiveUp(),)) if GiveUp() in legal else Plan()
