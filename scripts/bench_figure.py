"""The figure of docs/benchmarks.md: bars on a logarithmic axis, one panel a system."""

import math
from html import escape

from bench_sections import TEXTBOOK, OURS, PEER, SECTIONS, in_words, rows

# From the palette of Okabe and Ito, whose colours all readers tell apart.
COLOURS = {OURS: "#0072b2", TEXTBOOK: "#999999", PEER: "#e69f00"}
HALO = "<style>text { paint-order: stroke; stroke: #ffffff; stroke-width: 3px }</style>"  # where lines cross words
LEFT, RIGHT, TOP = 340, 150, 52  # around the axis: labels, numbers, legend
DECADE = 92  # pixels
ROW, BAR, PANEL_HEAD = 20, 13, 34


def figure(results):
    panels = [(section.title, found) for section in SECTIONS if (found := rows(section, results))]
    times = [row.ns for _, found in panels for row in found]
    first, last = decades(times)
    width = LEFT + DECADE * (last - first) + RIGHT
    height = TOP + sum(PANEL_HEAD + ROW * len(found) for _, found in panels) + 44
    body, top = [], TOP
    for title, found in panels:
        body += panel(title, found, top, first)
        top += PANEL_HEAD + ROW * len(found)
    label = f"Nanoseconds of Taut and other engines on one core of {results['processor']}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="sans-serif" font-size="12" role="img" aria-label="{escape(label)}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            HALO,
            *legend(),
            *axis(first, last, top),
            *body,
            "</svg>",
            "",
        ]
    )


def decades(times):
    """The axis begins at 1 ns, unless something is faster."""
    return min(0, math.floor(math.log10(min(times)))), math.ceil(math.log10(max(times)))


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(words)}</text>'


def legend():
    lines, x = [], 16
    for kind, colour in COLOURS.items():
        lines.append(f'<rect x="{x}" y="16" width="{BAR}" height="{BAR}" fill="{colour}"/>')
        lines.append(text(x + BAR + 6, 27, kind))
        x += 7 * len(kind) + 50
    return lines


def axis(first, last, bottom):
    lines = []
    for exponent in range(first, last + 1):
        x = LEFT + DECADE * (exponent - first)
        lines.append(f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{bottom + 6}" stroke="#d0d0d0"/>')
        lines.append(text(x, bottom + 20, f"{10.0**exponent:,g}", ' text-anchor="middle"'))
    middle = LEFT + DECADE * (last - first) / 2
    return [*lines, text(middle, bottom + 38, "nanoseconds, logarithmic", ' text-anchor="middle"')]


def error(row):
    return "" if row.error is None else f"  ({row.error_of} to {row.error:.0e})"


def panel(title, found, top, first):
    lines = [text(16, top + 22, f"{title}: ns a {found[0].unit}", ' font-weight="bold"')]
    for k, row in enumerate(found):
        y = top + PANEL_HEAD + ROW * k
        length = DECADE * (math.log10(row.ns) - first)
        lines.append(text(LEFT - 8, y + 11, row.label, ' text-anchor="end"'))
        lines.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{COLOURS[row.kind]}"/>')
        lines.append(text(LEFT + length + 5, y + 11, in_words(row.ns) + error(row)))
    return lines
