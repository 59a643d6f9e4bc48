"""The pendulum that multibody peers are given: n unit masses and rods, horizontal and at rest, and as many steps of
1 ms as in bench/pendulum.cpp."""

LINKS = (2, 10, 100)
STEP = 1e-3
UNIT = "link and step"


def name(links):
    return f"pendulum of {links} links"


def steps(links):
    return min(max(200_000 // links, 300), 10_000)
