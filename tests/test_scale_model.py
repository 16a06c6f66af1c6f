"""The model of `python -m bench.scale` finds the costs from which runs were made up."""

from dataclasses import asdict

import pytest
from bench.scale import PARTS, Costs, Measured, Model, Part, Setting, learned, needs

TRUTH = Model(
    commands=1 / 7.5,
    rows=1.2,
    cycle=0.008,
    client_bytes=1_900,
    player=0.05,
    process=250,
    delivery=(2e-6 + 4e-6) / 2,
    parts=(
        Part(0.01, 1e-4, 0.5e-3, 1e-3, 0.7e-3),
        Part(0, 0, 0.1e-3, 0.4e-3, 0.2e-3),
        Part(0.001, 2e-6, 2e-6, 4e-6, 3e-6),
        Part(0, 0, 600, 200, 0),
        Part(100, 350, 300, 0, 250),
    ),
)
NOTHING = Costs(*[0.0] * 9)
FEW, MANY, PAIR = Setting(500, 1, True), Setting(2_000, 1, True), Setting(2_000, 2, False)  # noqa: FBT003


def seen(setting: Setting) -> Measured:
    """What a run would show if the truth were known."""
    idle = TRUTH._replace(commands=0).predict(setting)
    costs = TRUTH.predict(setting)
    return Measured(**asdict(costs), megabytes=300, idle=idle, row_bytes=500, slowest=9, errors=0)


@pytest.fixture
def model() -> Model:
    return learned(*((setting, seen(setting)) for setting in (FEW, MANY, PAIR)))


@pytest.mark.parametrize("processes", [1, 2, 4, 100])
@pytest.mark.parametrize("is_together", [True, False])
def test_costs_are_told_apart(model: Model, processes: int, is_together: bool) -> None:  # noqa: FBT001
    """What was learned from one process and from two holds for many."""
    setting = Setting(100_000, processes, is_together)
    predicted, true = model.predict(setting), TRUTH.predict(setting)

    for of in PARTS:
        assert of(true) == pytest.approx(of(predicted), rel=0.02)


def test_a_run_that_shows_nothing_is_no_reason_to_fail() -> None:
    """A counter that stands still: it costs nothing, as far as we know."""
    still = Measured(
        **asdict(NOTHING) | {"commands": 10.0, "rows": 10.0, "transactions": 10.0},
        megabytes=300, idle=NOTHING, row_bytes=0, slowest=0, errors=0,
    )  # fmt: skip
    model = learned((FEW, still), (MANY, still), (PAIR, still))

    assert {0.0} == {cost for part in model.parts for cost in part}


def test_more_players_need_more(model: Model) -> None:
    """Processes that are busy, but not too busy; and as many again where tables are spread."""
    few, many = (needs(model, players, is_together=True) for players in (10_000, 1_000_000))
    spread = needs(model, 1_000_000, is_together=False)

    assert few.setting.processes < many.setting.processes < spread.setting.processes
    assert few.databases <= many.databases <= spread.databases
    assert many.costs.server / many.setting.processes <= 0.7
