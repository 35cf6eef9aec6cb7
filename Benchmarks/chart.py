"""The chart: time for one photo and for a batch, as a hand-written SVG."""

from html import escape

WIDTH, LEFT, RIGHT = 860, 232, 190
BAR, STEP = 22, 34
INK, SOFT, LINE = "#1f2328", "#59636e", "#d1d9e0"
OURS_FILL, PEER_FILL, FLOOR_FILL = "#0b6bcb", "#a9b8c9", "#7fb069"


def fill(name):
    if name.startswith("shutterbox"):
        return OURS_FILL
    return FLOOR_FILL if name.startswith("floor") else PEER_FILL


def text(x, y, words, size=14, colour=INK, anchor="start", weight="400"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
            f' font-weight="{weight}">{escape(words)}</text>')


def duration(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.0f} ms"


def panel(y, heading, note, rows):
    """Bars of one scenario; returns the elements and the y below them."""
    parts = [text(24, y, heading, 16, weight="600"), text(24, y + 20, note, 12.5, SOFT)]
    y += 38
    longest = max(row.wall for row in rows)
    scale = (WIDTH - LEFT - RIGHT) / longest
    parts.append(f'<line x1="{LEFT}" y1="{y - 4}" x2="{LEFT}" y2="{y + STEP * len(rows) - 8}"'
                 f' stroke="{LINE}"/>')
    for row in rows:
        length = max(2, row.wall * scale)
        ours = row.name.startswith("shutterbox")
        middle = y + BAR / 2 + 5
        parts.append(text(LEFT - 10, middle, row.name, 13.5, INK, "end", "600" if ours else "400"))
        parts.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" rx="3"'
                     f' fill="{fill(row.name)}"/>')
        parts.append(text(LEFT + length + 8, middle, duration(row.wall), 13.5, weight="600"))
        parts.append(text(WIDTH - 24, middle, f"{row.peak_kib / 1024:,.0f} MiB", 13, SOFT, "end"))
        y += STEP
    return parts, y


def chart(results, facts):
    """SVG text, or None where there is nothing to draw. `results` are by name."""
    panels = []
    for name, heading in (("one-thread", "One 12-megapixel photo to 2048 pixels, one thread each"),
                          ("batch", "Batch of 30 phone photos")):
        rows = sorted(results[name].rows, key=lambda row: row.wall) if name in results else []
        if rows:
            note = f"Median of {results[name].rounds} interleaved rounds; shorter is better"
            panels.append((heading, note, rows))
    if not panels:
        return None
    parts, y = [], 44
    parts.append(text(WIDTH - 24, y, "peak memory", 12.5, SOFT, "end"))
    for heading, note, rows in panels:
        drawn, y = panel(y, heading, note, rows)
        parts += drawn
        y += 26
    parts.append(text(24, y + 2, f"{facts['cpu']}, {facts['cores']} cores", 12.5, SOFT))
    parts.append(text(WIDTH - 24, y + 2, "floor: decode and encode alone, no resampling", 12.5, SOFT, "end"))
    height = y + 24
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        f' height="{height:.0f}" role="img" aria-label="Time and memory of preparing photos"'
        ' font-family="Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif">',
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:.0f}" rx="10" fill="#fcfcfd"'
        f' stroke="{LINE}"/>',
        *parts, "</svg>", ""])
