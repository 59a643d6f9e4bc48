#!/usr/bin/python3
"""Draws docs/images/kramers_trimer.svg from the histogram that soak_heat counts.

    cmake --build build --target soak_heat && build/soak_heat histogram 2 | scripts/make_heat_figure.py
"""

import math
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 70, 20, 20, 60
LOW, HIGH = 0.26, 0.36
FIGURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "kramers_trimer.svg"


def x_of(phi):
    return LEFT + (WIDTH - LEFT - RIGHT) * phi / math.pi


def y_of(density):
    return TOP + (HEIGHT - TOP - BOTTOM) * (HIGH - density) / (HIGH - LOW)


def line(points, style):
    return f'<polyline fill="none" {style} points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>'


def text(x, y, content, anchor="middle"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{content}</text>'


def theory():
    steps = 2000
    weight = [math.sqrt(1 - 0.25 * math.cos(math.pi * (k + 0.5) / steps) ** 2) for k in range(steps)]
    scale = steps / math.pi / sum(weight)
    return [(math.pi * (k + 0.5) / steps, scale * w) for k, w in enumerate(weight)]


def bars(rows):
    total, width = sum(count for _, count in rows), math.pi / len(rows)
    for phi, count in rows:
        density, error = count / total / width, math.sqrt(count) / total / width
        x = x_of(phi)
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y_of(density - error):.1f}" y2="{y_of(density + error):.1f}" stroke="#0b5fa5" stroke-width="2"/>'
        yield f'<circle cx="{x:.1f}" cy="{y_of(density):.1f}" r="3.5" fill="#0b5fa5"/>'


def axes():
    yield f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}" fill="none" stroke="#333"/>'
    for k in range(5):
        yield text(x_of(math.pi * k / 4), HEIGHT - BOTTOM + 20, f"{45 * k}°")
    for density in (0.28, 0.30, 0.32, 0.34, 0.36):
        yield text(LEFT - 8, y_of(density) + 5, f"{density:.2f}", "end")
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "angle between the two bonds")
    yield text(LEFT + 12, TOP + 22, "probability density", "start")


def main():
    rows = []
    for row in sys.stdin:
        fields = row.strip().split(",")
        if len(fields) == 3 and fields[0] != "phi":
            rows.append((float(fields[0]), float(fields[1])))
    if not rows:
        sys.exit("make_heat_figure.py: found no histogram on standard input")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="15">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        *axes(),
        line([(x_of(phi), y_of(1 / math.pi)) for phi in (0, math.pi)], 'stroke="#888" stroke-dasharray="6 5"'),
        line([(x_of(phi), y_of(p)) for phi, p in theory()], 'stroke="#c2410c" stroke-width="2"'),
        *bars(rows),
        text(x_of(math.pi / 2), y_of(0.2735), "rigid rods (theory: line; hmc: points); springs: dashed"),
        "</svg>",
    ]
    FIGURE.write_text("\n".join(parts) + "\n")


main()
