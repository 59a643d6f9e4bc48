"""The response matrix E of random chains as one writes it down with NumPy: dense, one chain after the other."""

import time

import numpy

from case import case

NAME = "E of a random chain of 40 beads to distance 12"
BEADS, CHAINS, RUNS = 40, 200, 3


def cases(_programs, _scratch):
    samples = numpy.array([])
    best = float("inf")
    for run in range(RUNS):
        begin = time.perf_counter()
        samples = decays(numpy.random.default_rng(run))
        best = min(best, (time.perf_counter() - begin) / CHAINS)
    error = samples[:, 1].std(ddof=1) / CHAINS**0.5
    return [case(f"NumPy {numpy.__version__}", NAME, "chain", 1e9 * best, float(error), "mean")]


def decays(random, distance=12):
    """For each chain the mean of trace / 3 of its blocks at every distance."""
    return numpy.array([decay(response(bonds(random)), distance) for _ in range(CHAINS)])


def bonds(random):
    vectors = random.normal(size=(BEADS - 1, 3))
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


def response(directions):
    gradients = numpy.zeros((BEADS - 1, 3 * BEADS))
    for k, u in enumerate(directions):
        gradients[k, 3 * k : 3 * k + 3] = -u
        gradients[k, 3 * k + 3 : 3 * k + 6] = u
    return numpy.eye(3 * BEADS) - gradients.T @ numpy.linalg.solve(gradients @ gradients.T, gradients)


def decay(matrix, distance):
    traces = numpy.einsum("iaja->ij", matrix.reshape(BEADS, 3, BEADS, 3)) / 3
    return [numpy.diagonal(traces, d).mean() for d in range(distance + 1)]
