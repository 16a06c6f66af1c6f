"""The documentation in the browser."""

from tests.journeys.conftest import Visit


def test_somebody_looks_for_a_rule(visit: Visit) -> None:
    """From the first page to the rules. Scripts that may not run would complain."""
    ann = visit()
    ann.go("/docs")
    ann.page.get_by_role("heading", name="Which door is yours?").wait_for()
    ann.page.get_by_role("table").get_by_role("link", name="Rally", exact=True).click()
    ann.page.get_by_role("heading", name="D31: clocks").wait_for()
    ann.page.get_by_role("textbox", name="Search").wait_for()
