"""What a browser is called in a list: as little as its owner needs to recognise it."""

# In this order: browsers name others, too.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """“Firefox, Linux”; empty if nothing is known."""
    found = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return ", ".join(each for each in found if each)


def _first(known: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in known if mark in text), "")
