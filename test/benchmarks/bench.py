# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Measures speed, each figure beside a baseline of the same run. Standard library only; for scripts/bench.

Prints a table and writes BUILD/bench/result.json: for each figure its value, unit, the target if there is one, and what it is a ratio of;
of ratios that are measured in turn also the quarters of the rounds that are below and above, and how many rounds there were. Exit status 1
if a count is wrong; a target that is missed is told, and is no error: machines differ.
"""
import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../lit-tests/explore/Inputs"))
import perf_rows  # noqa: E402  the tables of 1999


class Bench:
    def __init__(self, build, quick, smoke):
        self.bin = os.path.join(build, "bin")
        self.out = os.path.join(build, "bench")
        self.quick = quick or smoke
        self.smoke = smoke
        self.rows = []
        os.makedirs(self.out, exist_ok=True)

    def compile(self, source, name, compiler, *options):
        path = os.path.join(self.out, name)
        subprocess.run([compiler, *options, os.path.join(HERE, source), "-o", path], check=True)
        return path

    def explore(self, program, *options, expected=None, code=0):
        """The report of a run of xblock; its schedules must be `expected`, its seconds are those of the processor: others may
        use the machine too."""
        report = os.path.join(self.out, "report.json")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([os.path.join(self.bin, "xblock"), "run", "--quiet", f"--json={report}", *options, "--",
                               *program], capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != code:
            sys.exit(f"bench: exit code {done.returncode}, expected {code}: {' '.join(program)}\n{done.stderr.decode()}")
        with open(report, encoding="utf-8") as file:
            result = json.load(file)
        if expected is not None and result["schedules"] != expected:
            sys.exit(f"bench: {result['schedules']} schedules, expected {expected}: {' '.join(program)}")
        result["seconds"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return result

    def best(self, times, measure):
        """Of machines that others use too: the least of some runs."""
        return min((measure() for _ in range(1 if self.smoke else times)), key=lambda r: r["seconds"])

    def median(self, times, measure):
        """Of an odd number of runs."""
        runs = sorted((measure() for _ in range(1 if self.smoke else times)), key=lambda r: r["seconds"])
        return runs[len(runs) // 2]

    def ratios(self, rounds, one, other):
        """Of seconds of one to those of the other, each round with both: who comes first takes turns, so that what slows the
        machine for a while, or more and more, falls on both."""
        found = []
        for i in range(1 if self.smoke else rounds):
            if i % 2:
                below = other()
                above = one()
            else:
                above = one()
                below = other()
            found.append(above / max(below, 1e-4))
        return sorted(found)

    def addRatios(self, figure, ratios, target, of):
        """Their median, which a few disturbed rounds do not move, and the middle half of them, to see how far they were."""
        low, _, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        self.add(figure, statistics.median(ratios), "times", target, of, spread={"low": low, "high": high, "rounds": len(ratios)})

    def add(self, figure, value, unit, target=None, of=None, atLeast=False, spread=None):
        met = None if target is None else (value >= target if atLeast else value <= target)
        self.rows.append({"figure": figure, "value": value, "unit": unit, "target": target, "atLeast": atLeast,
                          "met": met, "baseline": of, **(spread or {})})
        goal = "" if target is None else f"{'at least' if atLeast else 'at most'} {target:,g}"
        half = f", half of {spread['rounds']} rounds {spread['low']:.3g} to {spread['high']:.3g}" if spread else ""
        print(f"{figure:<66}{shown(value):>12} {unit:<12}{goal:<22}{'' if met is None else 'met' if met else 'MISSED'}{half}", flush=True)


def shown(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def google_benchmark(bench, name):
    """Of each benchmark in it the times, in nanoseconds."""
    done = subprocess.run([os.path.join(bench.bin, name), "--benchmark_format=json",
                           *(["--benchmark_min_time=0.01"] if bench.smoke else ["--benchmark_repetitions=5"])],
                          capture_output=True, check=True)
    results = {}
    for b in json.loads(done.stdout)["benchmarks"]:
        if b["run_type"] == "iteration":
            results.setdefault(b["run_name"], []).append(b["cpu_time"])
    return results


def parts(bench):
    least = {name: min(times) for name, times in google_benchmark(bench, "memory_benchmark").items()}
    bench.add("fiber switch, there and back", least["fiberSwitch"], "ns")
    bench.add("  beside a bare fcontext jump", least["fiberSwitch"] / least["bareJump"], "times", 1.5, "bareJump")
    for k in (1, 4, 16):
        bench.add(f"rolling back {k} scattered words", least[f"rollBack/{k}"], "ns")
        bench.add("  beside copying their chunks there and back", least[f"rollBack/{k}"] / least[f"copyBack/{k}"], "times",
                  of=f"copyBack/{k}")


def blocks(bench, cc):
    """Schedules are not what matters here: the published mode runs one order twice."""
    program = [bench.compile("increment.c", "increment", cc, "-O2"), "2", "10" if bench.smoke else "11"]
    block = google_benchmark(bench, "block_benchmark")
    for check, target in (("none", 100), ("race", 200)):
        bench.add(f"one locked increment, run and rolled back, median, {check}", statistics.median(block[f"runAndRollBack/{check}"]), "ns", target)
        bench.add("  several in a row, each with a snapshot, for each", statistics.median(block[f"runSome/{check}"]) / 8, "ns")
        r = bench.median(5, lambda: bench.explore(program, "--mode=exitblock-rw", f"--check={check}"))
        bench.add(f"  in a search, median, --check={check}", r["seconds"] / r["blocks"] * 1e9, "ns")
        runs = bench.median(5, lambda: bench.explore(program, "--mode=exitblock-rw", f"--check={check}", "--reuse=none"))
        bench.add("  the same with --reuse=none, where each is run", runs["seconds"] / runs["blocks"] * 1e9, "ns")


def tables(bench, perf):
    for check, target in (("none", 2e6), ("race", 1e6)):
        r = bench.best(3, lambda: bench.explore([perf, "8", "4", "java"], "--mode=exitblock-rw", f"--check={check}",
                                                expected=335923))
        bench.add(f"perf 8 4 java, exitblock-rw, --check={check}", r["schedules"] / r["seconds"], "schedules/s", target,
                  atLeast=True)
        runs = bench.best(3, lambda: bench.explore([perf, "8", "4", "java"], "--mode=exitblock-rw", f"--check={check}",
                                                   "--reuse=none", expected=335923))
        bench.add("  beside --reuse=none", runs["seconds"] / r["seconds"], "times", of="every block runs")
    begun = time.monotonic()
    rows = [row for row in perf_rows.TABLE_4_1 + perf_rows.TABLE_4_2 if not bench.smoke or row[2] < 5000]
    for threads, locks, schedules in rows:
        bench.explore([perf, str(threads), str(locks), "java"], "--mode=exitblock-rw", "--check=none", expected=schedules)
    bench.add(f"all {len(rows)} rows of tables 4.1 and 4.2, exact", time.monotonic() - begun, "s", 60)


def restores(bench, perf):
    program = [perf, "3", "100", "java"]
    snapshot = bench.best(3, lambda: bench.explore(program, "--mode=exitblock-rw", "--check=none", expected=10507))
    few = 50 if bench.smoke else 1000  # schedules of the slow way that are enough for its rate
    again = bench.explore(program, "--mode=exitblock-rw", "--check=none", "--restore=reexecute", f"--max-schedules={few}",
                          expected=few, code=2)
    bench.add("perf 3 100 java: snapshots beside --restore=reexecute",
              snapshot["schedules"] / snapshot["seconds"] / (again["schedules"] / again["seconds"]), "times", 20,
              "reexecute", atLeast=True)


def memory(bench, perf):
    schedules = 20_000 if bench.smoke else 200_000 if bench.quick else 2_400_000
    report = os.path.join(bench.out, "report.json")
    done = subprocess.run(["/usr/bin/env", "python3", "-c",
                           "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True); "
                           "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)",
                           os.path.join(bench.bin, "xblock"), "run", "--quiet", f"--json={report}", "--mode=exitblock",
                           "--check=none", f"--max-schedules={schedules}", "--", perf, "8", "3"], capture_output=True, check=True)
    bench.add(f"perf 8 3, exitblock, {schedules:,} schedules: most memory", int(done.stdout) / 1024, "MiB", 100)


def growth(bench, cc):
    increment = bench.compile("increment.c", "increment", cc, "-O2")

    def touched(mib):
        return lambda: bench.explore([increment, "2", "8", str(mib)], "--check=none", expected=12870)["seconds"]
    large = 16 if bench.smoke else 256 if bench.quick else 1024
    bench.addRatios(f"a schedule with {large} MiB of untouched memory, beside 1 MiB",
                    bench.ratios(7 if bench.quick else 11, touched(large), touched(1)), 1.2, "1 MiB")
    prefix = bench.compile("prefix.c", "prefix", cc, "-O2")

    many = 2000 if bench.smoke else 150000

    def behind(length):
        """Of a schedule more, so without what a run pays once: to run the common blocks, and to see whether they do the same again."""
        def run(schedules):
            return bench.explore([prefix, str(length)], "--mode=exitblock-rw", "--check=none", f"--max-schedules={schedules}",
                                 expected=schedules, code=2)["seconds"]

        def measure():
            first = run(1)
            once.setdefault(length, []).append(first)
            return run(many) - first
        return measure
    once = {}
    bench.addRatios("a schedule behind 10,000 common blocks, beside 10",
                    bench.ratios(11 if bench.quick else 25, behind(10000), behind(10)), 1.2, "10 blocks")
    bench.add("  each of these blocks, once for all schedules", (statistics.median(once[10000]) - statistics.median(once[10])) / 9990 * 1e9, "ns")


def single(bench, cc, cxx):
    """Programs of one thread: nothing is searched, and hooks are all that costs. Beside -fsanitize=thread."""
    for name, source, compilers, options, arguments in (
            ("a sieve", "compute.c", (cc, "clang-19"), ["-O2"], ["sieve", "20000000" if not bench.smoke else "20000"]),
            ("compression", "compute.c", (cc, "clang-19"), ["-O2"], ["compress", "200" if not bench.smoke else "1"]),
            ("parsing JSON (nlohmann)", "json.cpp", (cxx, "clang++-19"), ["-O2", "-std=c++17"], ["200" if not bench.smoke else "2"])):
        ours = bench.compile(source, "ours", compilers[0], *options)
        tsan = bench.compile(source, "tsan", compilers[1], *options, "-fsanitize=thread")

        def under(command):
            def measure():
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                subprocess.run(command, capture_output=True, check=True)
                return {"seconds": max(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 1e-4)}
            return measure
        xblock = bench.best(3, under([os.path.join(bench.bin, "xblock"), "run", "--", ours, *arguments]))
        other = bench.best(3, under(["setarch", "-R", tsan, *arguments]))
        bench.add(f"{name}, one thread, beside -fsanitize=thread", xblock["seconds"] / other["seconds"], "times", 1,
                  "-fsanitize=thread")


def native(bench, cc, cxx):
    """Runs on real threads, recorded beside the same that are not: ratios of the processor's time."""
    events = bench.compile("native.c", "native", cc, "-O2")
    contest = bench.compile("../../lit-tests/papers/programs_of_contest.cpp", "contest", cxx, "-std=c++20", "-O2")
    many = 1000 if bench.smoke else 20_000_000
    runs = 2 if bench.smoke else 100
    silent = "--noise-probability=0"
    for figure, program, options in (
            (f"{many:,} accesses of one thread", [events, "1", str(many)], [silent, "--max-schedules=1"]),
            (f"{many:,} accesses of two threads", [events, "2", str(many // 2)], [silent, "--max-schedules=1"]),
            (f"{many // 2:,} locks and unlocks of one thread", [events, "1", str(many // 2), "locked"], [silent, "--max-schedules=1"]),
            (f"{many // 2:,} locks and unlocks of two threads", [events, "2", str(many // 4), "locked"], [silent, "--max-schedules=1"]),
            (f"ConTest's crawler (P6-1-right), {runs} runs, no noise", [contest, "P6-1-right"], [silent, f"--max-schedules={runs}"]),
            (f"ConTest's crawler (P6-1-right), {runs} runs, noise", [contest, "P6-1-right"], [f"--max-schedules={runs}"])):

        def measure(record, program=program, options=options):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([os.path.join(bench.bin, "xblock"), "run", "--quiet", "--policy=native", *options, "--", *program],
                                  capture_output=True, env=dict(os.environ, XBLOCK_NATIVE_RECORD=record))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 2:
                sys.exit(f"bench: exit code {done.returncode}, expected 2: {' '.join(program)}\n{done.stderr.decode()}")
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        bench.addRatios(f"native, recorded: {figure}",
                        bench.ratios(11 if bench.quick else 31, lambda: measure("1"), lambda: measure("0")), 1.05, "not recorded")


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()


def arguments():
    parser = argparse.ArgumentParser(prog="bench.py", allow_abbrev=False, description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("build", metavar="BUILD", help="the folder of a release build, with bin/xblock and bin/memory_benchmark in it")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="leave out what takes longest")
    size.add_argument("--smoke", action="store_true", help="run everything once with small inputs, for the tests: the figures mean nothing")
    parser.add_argument("--markdown", action="store_true", help="print the table of docs/performance.md as well")
    parser.add_argument("--look-at-arguments", action="store_true", help=argparse.SUPPRESS)  # before BUILD is built
    given = parser.parse_args()
    if given.look_at_arguments:
        sys.exit(0)
    for program in ("xblock", "xblock-clang", "xblock-clang++", "memory_benchmark"):
        if not os.access(os.path.join(given.build, "bin", program), os.X_OK):
            parser.error(f"{given.build} has no bin/{program}: build it by scripts/build --benchmarks, or run scripts/bench")
    return given


def main():
    given = arguments()
    bench = Bench(given.build, given.quick, given.smoke)
    cc, cxx = os.path.join(bench.bin, "xblock-clang"), os.path.join(bench.bin, "xblock-clang++")
    perf = bench.compile("perf.c", "perf", cc, "-O2")
    parts(bench)
    blocks(bench, cc)
    tables(bench, perf)
    restores(bench, perf)
    memory(bench, perf)
    growth(bench, cc)
    single(bench, cc, cxx)
    native(bench, cc, cxx)
    path = os.path.join(bench.out, "smoke.json" if bench.smoke else "result.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"date": time.strftime("%Y-%m-%d"), "processor": processor(), "cores": os.cpu_count(),
                   "quick": bench.quick, "figures": bench.rows}, file, indent=2)
        file.write("\n")
    if given.markdown:
        print(f"\nMeasured on {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores of {processor()}.\n")
        print("| figure | value | target |\n|---|--:|---|")
        for row in bench.rows:
            value = shown(row["value"])
            goal = "" if row["target"] is None else f"{'at least' if row['atLeast'] else 'at most'} {row['target']:,.0f}" \
                if row["target"] % 1 == 0 else f"at most {row['target']:g}"
            half = f" ({row['low']:.3g} to {row['high']:.3g})" if "rounds" in row else ""
            print(f"| {row['figure'].strip()} | {value} {row['unit']}{half} | {goal}{'' if row['met'] in (None, True) else ', missed'} |")
    missed = sum(row["met"] is False for row in bench.rows)
    print(f"\n{len(bench.rows)} figures, {missed} of them miss their target; {path}")


if __name__ == "__main__":
    main()
