"""Holds trajectory.h5, read by MDAnalysis, against trajectory.csv of the same run.

    h5md_mdanalysis.py FILE.h5 FILE.csv [--rows N] [--units LENGTH,TIME,VELOCITY] [--box X,Y,Z]

MDAnalysis keeps single precision, so its arrays must be the CSV's rounded once; the file itself, read by h5py, must
hold the very doubles.
"""
import argparse
import sys

import h5py
import MDAnalysis
import numpy as np


def read_csv(path):
    table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    particles = int(table[:, 1].max()) + 1
    frames = table.reshape(-1, particles, 8)
    return frames[:, 0, 0], frames[:, :, 2:5], frames[:, :, 5:8]


def check_header(file):
    assert list(file["h5md"].attrs["version"]) == [1, 1]
    assert file["h5md/creator"].attrs["name"] == "taut"
    assert "name" in file["h5md/author"].attrs


def check_exact(file, times, positions, velocities, rows):
    group = file["particles/all"]
    assert np.array_equal(group["position/time"], times)
    assert np.array_equal(group["position/value"], positions)
    assert np.array_equal(group["velocity/value"], velocities)
    assert np.array_equal(group["velocity/step"], np.arange(len(times)))
    assert group["mass"].shape == (positions.shape[1],)
    energies = [file[f"observables/{name}_energy/value"][:] for name in ("kinetic", "potential", "total")]
    assert np.array_equal(energies[0] + energies[1], energies[2])
    if rows:
        assert file["observables/constraint_forces/value"].shape == (len(times), rows)
        assert file["observables/constraint_forces/names"].shape == (rows,)
    else:
        assert "constraint_forces" not in file["observables"]


def check_frames(universe, times, positions, velocities):
    assert len(universe.trajectory) == len(times)
    for frame, timestep in enumerate(universe.trajectory):
        assert timestep.time == times[frame]
        assert np.array_equal(timestep.positions, positions[frame].astype(np.float32))
        assert np.array_equal(timestep.velocities, velocities[frame].astype(np.float32))


def check_units(universe, file, expected):
    if expected is None:
        assert set(universe.trajectory.units.values()) == {None}
        return
    places = ("position/value", "position/time", "velocity/value")
    assert [file[f"particles/all/{place}"].attrs["unit"] for place in places] == expected.split(",")


def check_box(universe, file, expected):
    box = file["particles/all/box"]
    if expected is None:
        assert universe.dimensions is None
        assert list(box.attrs["boundary"]) == ["none"] * 3
        return
    assert list(box.attrs["boundary"]) == ["periodic"] * 3
    first = np.array([float(edge) for edge in expected.split(",")])
    assert box["edges/step"].id == file["particles/all/position/step"].id
    for frame, timestep in enumerate(universe.trajectory):
        edges = first + [frame / 3, 0.0, 0.0]  # the first one grows, see sample_frames.hpp
        assert np.array_equal(box["edges/value"][frame], np.diag(edges))
        assert np.array_equal(timestep.dimensions, np.float32([*edges, 90.0, 90.0, 90.0]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("h5")
    parser.add_argument("csv")
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--units")
    parser.add_argument("--box")
    arguments = parser.parse_args()

    times, positions, velocities = read_csv(arguments.csv)
    universe = MDAnalysis.Universe.empty(positions.shape[1])
    universe.load_new(arguments.h5, format="H5MD", convert_units=arguments.units is not None)
    check_frames(universe, times, positions, velocities)
    with h5py.File(arguments.h5, "r") as file:
        check_header(file)
        check_box(universe, file, arguments.box)
        check_exact(file, times, positions, velocities, arguments.rows)
        check_units(universe, file, arguments.units)


if __name__ == "__main__":
    sys.exit(main())
