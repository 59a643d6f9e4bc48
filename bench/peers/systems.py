"""The systems that every molecular-dynamics peer is given: the same that bench/projection.cpp gives to Taut."""

from dataclasses import dataclass

import numpy as np

OXYGEN_HYDROGEN = 0.09572  # nm
WATER_ANGLE = np.radians(104.52)
CARBON_CARBON = 0.153
BEND = np.radians(68.0)  # between successive bonds of an alkane: 180° less the angle of 112°
VIOLATION = 0.008  # of the lengths, in the mean, before constraints are applied
OXYGEN_MASS, HYDROGEN_MASS, BEAD_MASS = 15.999, 1.008, 14.0  # g/mol


@dataclass(frozen=True)
class System:
    """Particles that satisfy their constraints; times are shared over `units` molecules or constraints."""

    name: str
    unit: str
    units: int
    positions: np.ndarray  # (N, 3), nm
    masses: np.ndarray  # (N,)
    pairs: np.ndarray  # (M, 2)
    lengths: np.ndarray  # (M,)


def waters(count=10_000, seed=3, spacing=0.5, bond=OXYGEN_HYDROGEN, angle=WATER_ANGLE):
    """Rigid waters on a cubic grid, each in an orientation of its own; by default too far apart to cost time in pairs."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(count ** (1 / 3)))
    grid = np.stack(np.meshgrid(*3 * [np.arange(side)], indexing="ij"), axis=-1).reshape(-1, 3)[:count]
    x, y = frames(random, count)
    first = bond * x
    second = bond * (np.cos(angle) * x + np.sin(angle) * y)
    centre = spacing * (grid + 0.5)
    oxygen = 3 * np.arange(count)
    pairs = np.stack([oxygen, oxygen + 1, oxygen, oxygen + 2, oxygen + 1, oxygen + 2], axis=1)
    return System(
        name=f"{count:,} rigid waters",
        unit="water",
        units=count,
        positions=np.stack([centre, centre + first, centre + second], axis=1).reshape(-1, 3),
        masses=np.tile([OXYGEN_MASS, HYDROGEN_MASS, HYDROGEN_MASS], count),
        pairs=pairs.reshape(-1, 2),
        lengths=np.tile([bond, bond, 2.0 * bond * np.sin(angle / 2.0)], count),
    )


def hydrogen_hydrogen():
    return 2.0 * OXYGEN_HYDROGEN * np.sin(WATER_ANGLE / 2.0)


def chains(count=5, bonds=1000, seed=3):
    """Chains of beads with the bond angle and the three-fold torsions of an alkane."""
    random = np.random.default_rng(seed)
    first = (bonds + 1) * np.arange(count)[:, None] + np.arange(bonds)
    return System(
        name=f"{count} chains x {bonds:,} bonds, alkane angle",
        unit="constraint",
        units=count * bonds,
        positions=np.concatenate([coil(random, bonds) for _ in range(count)]),
        masses=np.full(count * (bonds + 1), BEAD_MASS),
        pairs=np.stack([first.ravel(), first.ravel() + 1], axis=1),
        lengths=np.full(count * bonds, CARBON_CARBON),
    )


def coil(random, bonds):
    (along,), (normal,) = frames(random, 1)
    steps = []
    for torsion in np.radians(random.choice([60.0, 180.0, 300.0], size=bonds)):
        steps.append(CARBON_CARBON * along)
        across = np.cross(along, normal)
        side = unit(np.cos(torsion) * normal + np.sin(torsion) * across)
        along = unit(np.cos(BEND) * along + np.sin(BEND) * side)
        normal = unit(side - np.dot(side, along) * along)
    return np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])


def frames(random, count):
    """Pairs of unit vectors at right angles, in any direction."""
    x, y = random.normal(size=(2, count, 3))
    x = unit(x)
    return x, unit(y - np.sum(x * y, axis=1, keepdims=True) * x)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def displacement(system):
    """The factor s for which displacements of s / sqrt(mass) in each direction violate lengths by VIOLATION."""
    inverse = 1.0 / system.masses
    # A Gaussian of deviation q along the bond changes its length by q sqrt(2 / pi) in the mean.
    along = np.sqrt(inverse[system.pairs].sum(axis=1) * 2.0 / np.pi)
    return VIOLATION / np.mean(along / system.lengths)


def displaced(system, seed=5):
    random = np.random.default_rng(seed)
    scale = displacement(system) / np.sqrt(system.masses)[:, None]
    return system.positions + scale * random.normal(size=system.positions.shape)


def largest_error(system, positions, box=None):
    """Largest relative error of a length; with a cubic box, of the nearest images."""
    between = positions[system.pairs[:, 1]] - positions[system.pairs[:, 0]]
    if box is not None:
        between -= box * np.round(between / box)
    return float(np.max(np.abs(np.linalg.norm(between, axis=1) / system.lengths - 1.0)))
