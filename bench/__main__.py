"""Measure what docs/measurements.md shows: ``python -m bench [--only TEXT] [--write FILE]``.

Prints each row. ``--write`` also writes all rows to a Markdown file, with date, machine, commit and commands.
Steps that are done are kept in ``--ledger``: an interrupted run resumes when the same command runs again.
Steps of another commit or scale are measured again. All steps take about 16 minutes of one processor.
"""

import argparse
import os
import platform
import resource
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.measurements import SECTIONS, Section, Step
from bench.processes import keep, kept

CODE = ("core", "search", "bots", "api", "bench", "setup.py")
Ledger = dict[str, dict[str, Any]]


def commit() -> str:
    """The commit that is checked out, marked if the code has changed since."""
    head = _git("rev-parse", "--short=12", "HEAD")
    return f"{head} with changes" if _git("status", "--porcelain", "--", *CODE) else head


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()


def machine() -> str:
    """The processor, how many of them, and the system."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    processor = next(names, platform.machine())
    return (
        f"{processor}, {os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}"
    )


def measured(step: Step, build: str, scale: float) -> dict[str, Any]:
    """Measure a step: its line of the ledger."""
    before = _cpu()
    rows = step.measure(scale)
    date = datetime.now(UTC).strftime("%Y-%m-%d")
    spent = round(_cpu() - before, 1)
    return {"step": step.name, "commit": build, "scale": scale, "date": date, "seconds": spent, "rows": rows}


def _cpu() -> float:
    """CPU seconds of this process and of those it started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def markdown(ledger: Ledger, build: str, scale: float) -> str:
    """The document, of the steps that are in the ledger."""
    dates = sorted({line["date"] for line in ledger.values()})
    seconds = sum(line["seconds"] for line in ledger.values())
    lines = ["# Measurements", ""]
    lines += ["`python -m bench --write docs/measurements.md` writes this file.", ""]
    lines += [f"- Date: {' to '.join(dict.fromkeys((dates[0], dates[-1])))}", f"- Machine: {machine()}"]
    lines += [f"- Commit: {build}", f"- CPU time: {seconds / 60:.0f} minutes"]
    if scale != 1:
        lines.append(f"- Sizes: {scale:g} of the default; these are not the sizes in the commands")
    for section in SECTIONS:
        lines += _section(section, ledger)
    return "\n".join(lines) + "\n"


def _section(section: Section, ledger: Ledger) -> Iterator[str]:
    done = [step for step in section.steps if step.name in ledger]
    if not done:
        return
    yield from ("", f"## {section.title}", "", *([section.text, ""] if section.text else []))
    yield "| " + " | ".join(section.columns) + " |"
    yield "|" + "---|" * len(section.columns)
    for step in done:
        yield from ("| " + " | ".join(row) + " |" for row in ledger[step.name]["rows"])
    yield from ("", "The commands, in the order of the rows:", "", "```sh")
    yield from (step.command or f'python -m bench --only "{step.name}"' for step in done)
    yield "```"


def main() -> None:
    """Measure, print, and write the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="measure the steps and sections whose name contains this")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write all rows to a Markdown file")
    parser.add_argument("--ledger", type=Path, default=Path("build", "measurements.jsonl"))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the default sizes")
    given = parser.parse_args()
    build = commit()
    rows = kept(given.ledger, {"commit": build, "scale": given.scale}) if given.write else []
    ledger = {row["step"]: row for row in rows}
    for section in SECTIONS:
        for step in section.steps:
            if step.name in ledger or not (given.only in section.title or given.only in step.name):
                continue
            line = measured(step, build, given.scale)
            for row in line["rows"]:
                print("  ".join(row), flush=True)
            if given.write:
                ledger[step.name] = line
                keep(given.ledger, line)
    if given.write and ledger:
        given.write.parent.mkdir(exist_ok=True)
        given.write.write_text(markdown(ledger, build, given.scale), "utf-8")


if __name__ == "__main__":
    main()
