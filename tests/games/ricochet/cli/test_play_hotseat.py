"""What is typed at the hot seat becomes commands at the table."""

import pytest

from tests.games.ricochet.cli.hotseats import Seated
from tinplate.game import Millis
from tinplate.games.ricochet.cli.hotseat import Reply
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import Bidding, Pause, Proving, Thinking

LONGEST_ROUND = Millis(600_000)  # of the clock at the table


def proving(*names: str, bids: tuple[str, ...]) -> Seated:
    """A hot seat at which these bids were typed and the sand has run."""
    game = Seated(*names)
    game.enter("")
    for bid in bids:
        game.enter(bid)
    game.wait(60)
    game.tick()
    return game


def with_bot(bot: str, part: str, game: Seated | None = None) -> tuple[Seated, list[str]]:
    """A round with Ann, until that is told."""
    told = list[str]()
    if game is None:
        game = Seated("ann", bot)
        game.enter("")
    while not any(part in sentence for sentence in told):
        assert game.time < LONGEST_ROUND
        game.wait(0.1)
        told += game.tick()
        game.let_bots_think()
    return game, told


def test_enter_turns_up_the_token() -> None:
    """RC11: between rounds Enter is enough."""
    game = Seated("ann", "bob")

    assert Reply(["The token yellow-square is turned up."]) == game.enter("")
    assert isinstance(game.state.phase, Thinking)


@pytest.mark.parametrize("typed", ["ann 6", "ANN   6", "a 6", "a6", "ann: 6", "an 6"])
def test_a_bid_is_a_name_and_a_number(typed: str) -> None:
    """RC12: the beginning of a name will do."""
    game = Seated("ann", "bob")
    game.enter("next")

    assert Reply(["ann bids 6."]) == game.enter(typed)


def test_alone_the_number_is_enough() -> None:
    """RC21: who plays alone types just a number, and proves at once."""
    game = Seated("you", settings=Settings(solo=True))
    game.enter("")

    assert Reply(["you bids 2.", "you is showing 2 moves."]) == game.enter("2")


@pytest.mark.parametrize("typed", ["found", "I have it", "f"])
def test_alone_no_number_is_needed(typed: str) -> None:
    """RC21: as the sheets have it."""
    game = Seated("you", settings=PRESETS["solo"])
    game.enter("")

    assert "Found a route? Type found, then show it." == game.instruction()
    assert Reply([], "Type found when you have a route.") == game.enter("2")
    assert Reply(["you has a route and shows it."]) == game.enter(typed)
    assert "you is showing a route: 0 moves made." == game.instruction()


def test_one_types_done_for_all_at_the_keyboard() -> None:
    """RC23: they are in one room; the proof begins at once."""
    game = Seated("ann", "bob")
    game.enter("")
    game.enter("ann 6")
    said = ["ann has nothing better.", "bob has nothing better.", "ann is showing 6 moves."]

    assert Reply(said) == game.enter("done")


def test_one_types_skip_for_all_at_the_keyboard() -> None:
    """RC24."""
    game = Seated("ann", "bob")
    game.enter("")

    told, refusal = game.enter("skip")
    assert (None, "Skipped: yellow-square goes back in the pile.") == (refusal, told[-1])


@pytest.mark.parametrize("line", ["end", "End the match"])
def test_one_types_end_for_all_at_the_keyboard(line: str) -> None:
    """RC27: between rounds, in a round and in a proof."""
    between, thinking = Seated("ann", "bob"), Seated("ann", "bob")
    thinking.enter("")
    said = ["ann wants to end the match.", "bob wants to end the match."]

    for game in (between, thinking, proving("ann", "bob", bids=("ann 6",))):
        assert Reply([*said, "The match ends here."]) == game.enter(line)
        assert "ann and bob share the win: ended by agreement." == game.ending()


def test_one_resigns_by_name() -> None:
    """RC28: and the one who is left has won."""
    game = Seated("ann", "bob")

    assert Reply(["bob resigns.", "The match ends here."]) == game.enter("bob resigns")
    assert "ann wins: all others have resigned." == game.ending()


def test_bots_at_the_keyboard_end_the_match_with_the_people() -> None:
    """RC27: whatever bot it is."""
    game = Seated("ann", "random bot")
    game.enter("end")
    game.tick()  # the bot is asked
    told = game.tick()

    assert ["random bot wants to end the match.", "The match ends here."] == told
    assert game.is_over


def test_the_others_stop_a_proof() -> None:
    """RC25: everybody but the prover."""
    game = proving("ann", "bob", "cleo", bids=("ann 6",))

    told, _ = game.enter("stop")
    assert ["bob wants to stop this proof.", "cleo wants to stop this proof."] == told[:2]
    assert game.enter("stop").refusal is not None
    game.wait(15)
    assert "ann was stopped by the others; the robots return to their markers." == game.tick()[0]


def test_somebody_turns_the_glass() -> None:
    """RC17: where patience never ends."""
    game = Seated("ann", "bob", settings=Settings(patience_seconds=0))
    game.enter("")

    told = ["ann asks for the hourglass; it is turned after 4 minutes."]
    assert Reply(told) == game.enter("glass")
    assert Reply([], "The hourglass needs no turning now.") == game.enter("glass")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("6", "Who? Type the name first."),
        ("zoe 6", "“zoe” matches no player; at the table: ann, anton, bob."),
        ("an 6", "“an” matches several players; at the table: ann, anton, bob."),
        ("six", "That is not a bid; type one such as: ann 6"),
        ("", "That is not a bid; type one such as: ann 6"),
        ("ann 0", "Announce a number of moves from 1 to 99."),
    ],
)
def test_what_is_no_bid_is_refused_with_a_sentence(typed: str, sentence: str) -> None:
    """Bad input gets a clear word and changes nothing."""
    game = Seated("ann", "anton", "bob")
    game.enter("")
    before = game.state

    assert Reply([], sentence) == game.enter(typed)
    assert before == game.state


def test_a_whole_name_wins_over_a_longer_one() -> None:
    """Ann can bid although anton begins like her."""
    game = Seated("an", "anton")
    game.enter("")

    assert Reply(["an bids 4."]) == game.enter("an 4")


def test_the_sand_runs_while_nobody_types() -> None:
    """RC13: when the sand has run the lowest bidder proves."""
    game = Seated("ann", "bob")
    game.enter("")
    game.enter("ann 3")
    game.enter("bob 2")
    game.wait(59.9)

    assert [] == game.tick()
    assert 100 == game.remaining()
    game.wait(0.1)
    assert ["bob is showing 2 moves."] == game.tick()


def test_several_moves_can_be_typed_at_once() -> None:
    """RC13: the proof is typed as it is written."""
    game = proving("ann", "bob", bids=("ann 3", "bob 4"))

    assert Reply(["rn: red up from f5 to f4.", "re: red right from f4 to i4."]) == game.enter(
        "rn re"
    )


def test_moves_typed_after_the_winning_one_are_not_needed() -> None:
    """RC13: the round ends with the arrival."""
    game = proving("ann", "bob", bids=("ann 3",))
    told, _ = game.enter("yw rn re")

    assert "ann wins yellow-square in 1 move." == told[-1]
    assert isinstance(game.state.phase, Pause)


def test_moves_typed_after_a_failure_do_not_fall_to_the_next_prover() -> None:
    """RC14, RC18: one move too many fails; what else was typed is not the next prover's."""
    game = proving("ann", "bob", bids=("ann 1", "bob 4"))
    told, _ = game.enter("rn re rs")

    assert "bob is showing 4 moves." == told[-1]
    assert isinstance(game.state.phase, Proving)
    assert () == game.state.phase.slides


def test_undo_and_give_up() -> None:
    """RC18: moves can be taken back; a proof can be given up."""
    game = proving("ann", "bob", bids=("ann 3",))
    game.enter("rn")

    assert Reply(["rn is taken back: red returns to f5."]) == game.enter("undo")
    assert (
        "Every proof failed: yellow-square goes back in the pile." == game.enter("give up").told[-1]
    )


def test_a_move_that_is_no_move_is_refused_and_the_ones_before_it_stay() -> None:
    """RC5: the moves that were made are told, and then why the next one was not."""
    game = proving("ann", "bob", bids=("ann 3",))
    answer = game.enter("rn rn")

    assert ["rn: red up from f5 to f4."] == answer.told
    assert "Red cannot move up: a wall is in the way." == answer.refusal
    assert isinstance(game.state.phase, Proving)
    assert 1 == len(game.state.phase.slides)
    assert "“xx” is not a move" in str(game.enter("xx").refusal)


def test_everything_that_happened_is_recorded() -> None:
    """Nothing told is lost: the recorded entries are the log, deadlines included."""
    game = proving("ann", "bob", bids=("ann 3", "bob 2"))
    game.enter("yw")

    assert list(game.match.log) == game.recorded


def test_a_bid_that_comes_too_late_is_answered_with_what_happened() -> None:
    """RC13: the sand has run while somebody typed; the bid is not taken for a move."""
    game = Seated("ann", "bob")
    game.enter("")
    game.enter("ann 3")
    game.wait(61)

    assert Reply(["ann is showing 3 moves."], "Too late.") == game.enter("bob 2")
    assert isinstance(game.state.phase, Proving)
    assert list(game.match.log) == game.recorded


def test_moves_typed_when_the_proof_has_run_out_are_not_the_next_provers() -> None:
    """RC14, RC18: what ann typed too late does not become a move of bob's proof."""
    game = proving("ann", "bob", bids=("ann 3", "bob 4"))
    game.wait(61)
    answer = game.enter("rn re")

    assert "bob is showing 4 moves." == answer.told[-1]
    assert "Too late." == answer.refusal
    assert isinstance(game.state.phase, Proving)
    assert () == game.state.phase.slides


class Hurried(Seated):
    """A hot seat whose clock goes on with every look at it."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self._clock = self._look

    def _look(self) -> Millis:
        self.wait(0.4)
        return self.time


def test_time_that_runs_out_between_two_looks_at_the_clock_loses_nothing() -> None:
    """Whatever falls due, and however the command ends, the record is the log without a hole."""
    game = Hurried("ann", "bob")
    game.enter("")
    game.enter("ann 3")
    for _ in range(200):
        game.enter("ann 4")  # refused while the sand runs, and no move when it has run

    assert isinstance(game.state.phase, Proving | Pause)
    assert list(game.match.log) == game.recorded


def test_what_cannot_be_written_down_does_not_happen() -> None:
    """Nothing is told, and nothing changes, that the record does not hold."""

    def full(_: object) -> None:
        raise OSError(28, "No space left on device", "evening.log")

    game = Seated("ann", "bob")
    game.enter("")
    game._record = full
    before = game.state
    with pytest.raises(OSError, match="No space left"):
        game.enter("ann 3")

    assert before == game.state


def test_a_bid_of_five_thousand_digits_is_refused() -> None:
    """Whatever is typed gets a sentence."""
    game = Seated("ann", "bob")
    game.enter("")

    assert game.enter("ann " + "9" * 5_000).refusal is not None
    assert "Announce a number of moves from 1 to 99." == game.enter("ann 9999").refusal


def test_instructions_say_what_to_do() -> None:
    """The table says what it waits for, and who is next."""
    game = Seated("ann", "bob")
    said = [game.instruction()]
    game.enter("")
    said.append(game.instruction())
    game.enter("ann 3")
    game.enter("bob 4")
    assert isinstance(game.state.phase, Bidding)
    said.append(game.instruction())
    game.wait(60)
    game.tick()
    said.append(game.instruction())
    game.enter("yw")
    said.append(game.instruction())

    assert [
        "Press Enter to reveal the next target.",
        "Found a route? Type a name and a number of moves, such as: ann 6",
        "Found something shorter? Bid before time runs out, or type: done",
        "ann is proving: 0 of 3 moves made. If that fails, bob is next with 4.",
        "The match is over.",
    ] == said
    assert "ann wins: most tokens when all were won." == game.ending()
    assert "ann 1, bob 0" == game.score()


def test_solo_scores_tell_what_was_missed() -> None:
    """RC21: face up and face down."""
    game = Seated("you", settings=Settings(solo=True))
    game.enter("")
    game.wait(60)
    game.tick()

    assert "0 face up, 1 face down" == game.score()


def test_a_bot_bids_and_proves_by_itself() -> None:
    """What it decides is told like anybody's; after each step people have time to follow."""
    game, bid = with_bot("level-10 bot", "bids")
    began = game.time
    game.wait(60)
    _, proof = with_bot("", "wins", game)

    assert ["level-10 bot bids 1."] == bid
    assert 700 <= began
    assert [
        "level-10 bot is showing 1 move.",
        "yw: yellow left from h14 to b7, turned by 1 barrier.",
    ] == proof[:2]


def test_a_bot_is_asked_again_when_it_wants_to_be() -> None:
    """A beginner sees the way some seconds later, though nothing happens in between."""
    game, _ = with_bot("level-1 bot", "bids")

    assert 2_000 < game.time


def test_nobody_at_the_keyboard_plays_for_a_bot() -> None:
    """Neither bids nor moves; and one person's name may be left out."""
    game = Seated("ann", "level-10 bot")
    game.enter("")
    refused = game.enter("level-10 bot 3")
    bid = game.enter("9")
    with_bot("", "bids", game)
    game.wait(60)
    game.tick()

    assert "“level-10 bot” matches no player; at the table: ann." == refused.refusal
    assert Reply(["ann bids 9."]) == bid
    assert Reply([], "level-10 bot is a bot and plays on its own.") == game.enter("yw")


def test_a_bid_is_not_too_late_because_a_bot_bids() -> None:
    """Both are ready at the same moment: the one who typed is heard."""
    game = Seated("ann", "level-10 bot")
    game.enter("")
    game.wait(1)
    game.tick()
    game.let_bots_think()

    assert Reply(["ann bids 2."]) == game.enter("ann 2")
