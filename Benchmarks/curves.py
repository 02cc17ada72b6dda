"""What deliveries cost as the load grows.

    curves.py list           # the arguments of tickwire-bench for each point
    curves.py draw FOLDER    # FOLDER/NAME.csv and FOLDER/NAME.svg of each curve, from what these printed into files in FOLDER/parts

Benchmarks/run does what is between the two. Each point is one run of `tickwire-bench fanout`: the server, the bare OpenSSL loop (the floor)
and redis, with messages of one size. A line through zero is a cost that grows with the load and nothing else.
"""

import argparse
import csv
import math
import pathlib
import re
from typing import NamedTuple


class Curve(NamedTuple):
    title: str
    axis: str
    loads: list[int]
    rate: int
    # Of each measurement.
    seconds: int
    terminals: int = 500
    coins: int = 1430
    # The share of the coins that moves with each tick. A move that is too small for a price's last digit changes nothing.
    share: float = 0.25

    def of(self, name: str, load: int) -> "Curve":
        if name == "rows":
            return self._replace(share=round(load / self.coins, 5))
        return self._replace(**{name: load})

    @property
    def arguments(self) -> str:
        options = {name: getattr(self, name) for name in ("terminals", "coins", "rate", "share", "seconds")}
        return " ".join(["fanout"] + [f"--{name} {value}" for name, value in options.items()] + ["--peers redis"])


CURVES = {
    "terminals": Curve("More terminals", "terminals", [100, 1000, 4000, 8000, 15000], rate=2, seconds=6),
    "coins": Curve("More coins, a quarter of which moves", "coins", [100, 1000, 2500, 5000], rate=10, seconds=2),
    "rows": Curve("More of 1,430 coins move", "coins that move", [1, 50, 200, 500], rate=10, seconds=2),
}
COLORS = {"tickwire": "#1f6feb", "floor": "#57606a", "redis": "#cf222e"}


class Point(NamedTuple):
    load: int
    terminals: int
    cost: dict[str, float]  # microseconds of CPU for each delivery, by name

    def cpu(self, name: str) -> float:
        """Milliseconds of CPU for a tick to all terminals."""
        return self.cost[name] * self.terminals / 1000


def point(parts: pathlib.Path, curve: Curve, name: str, load: int) -> Point:
    at = curve.of(name, load)
    # Benchmarks/run names the files.
    file = parts / re.sub("[^a-z0-9.]+", "-", at.arguments)
    found = re.findall(r"^ +(\w+), CPU per delivery +([\d.]+) us", file.read_text(), re.MULTILINE)
    if "tickwire" not in dict(found):
        raise SystemExit(f"{file} has no costs")
    return Point(load, at.terminals, {who: float(cost) for who, cost in found})


def write_table(path: pathlib.Path, points: list[Point]) -> None:
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["load", "terminals", "who", "us_per_delivery", "cpu_ms_per_tick"])
        for point in points:
            for who, cost in sorted(point.cost.items()):
                rows.writerow([point.load, point.terminals, who, f"{cost:.2f}", f"{point.cpu(who):.2f}"])


def drawing(curve: Curve, points: list[Point]) -> str:
    """CPU against the load as SVG. The floor's line goes straight from zero to its last point."""
    width, height, left, top, right, bottom = 720, 400, 60, 40, 110, 50
    x_max = max(point.load for point in points)
    most = max(point.cpu(who) for point in points for who in point.cost)
    # Four steps of a round number.
    unit = 10 ** math.floor(math.log10(most / 4))
    y_max = 4 * unit * math.ceil(most / 4 / unit)
    axis = f"{curve.axis} ({curve.rate} ticks a second)"

    def x(load: float) -> float:
        return round(left + (width - left - right) * load / x_max, 1)

    def y(cpu: float) -> float:
        return round(height - bottom - (height - top - bottom) * cpu / y_max, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="22" font-size="15">{curve.title}: CPU of the server for a tick to all terminals, ms</text>',
        f'<path d="M{left} {top}V{height - bottom}H{width - right}" fill="none" stroke="#57606a"/>',
        f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">{axis}</text>',
    ]
    for step in range(5):
        load, cpu = x_max * step / 4, y_max * step / 4
        parts.append(f'<text x="{x(load)}" y="{height - bottom + 18}" text-anchor="middle">{load:,.0f}</text>')
        parts.append(f'<text x="{left - 8}" y="{y(cpu) + 4}" text-anchor="end">{cpu:,.0f}</text>')
    last, label = points[-1], float(height)
    for who in sorted(last.cost, key=last.cpu):
        color = COLORS.get(who, "black")
        line = " ".join(f"{x(point.load)},{y(point.cpu(who))}" for point in points if who in point.cost)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        # Names of costs that are close to each other do not overlap.
        label = min(y(last.cpu(who)) + 4, label - 14)
        parts.append(f'<text x="{x(last.load) + 6}" y="{label}" fill="{color}">{who}</text>')
    if "floor" in last.cost:
        line = f'x1="{x(0)}" y1="{y(0)}" x2="{x(last.load)}" y2="{y(last.cpu("floor"))}"'
        parts.append(f'<line {line} stroke="{COLORS["floor"]}" stroke-dasharray="4 4"/>')
    return "\n".join(parts + ["</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list")
    commands.add_parser("draw").add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    for name, curve in CURVES.items():
        if options.command == "list":
            print("\n".join(curve.of(name, load).arguments for load in curve.loads))
            continue
        points = [point(options.folder / "parts", curve, name, load) for load in curve.loads]
        write_table(options.folder / f"{name}.csv", points)
        (options.folder / f"{name}.svg").write_text(drawing(curve, points))


if __name__ == "__main__":
    main()
