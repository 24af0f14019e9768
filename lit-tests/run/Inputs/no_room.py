# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Has each file written that a command writes, where files may have few bytes only (RLIMIT_FSIZE, as of `ulimit -f`). Standard library only.

    no_room.py XBLOCK PASSES FAILS

PASSES and FAILS are programs. Each time: one line says so, the exit code is 3 or that of the verdict, what the file was before it is, and
nothing else that was made is in the folder. By the signal (SIGXFSZ) and, where that is ignored, by the error of the call.
"""
import os
import resource
import signal
import subprocess
import sys
import tempfile

REPORTS = ("json", "html", "sarif", "junit", "log", "coverage", "coverage-html")
ENDS = "; give it more room, or another place"


def fail(what, done):
    sys.exit(f"no_room.py: {what}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


def run(command, folder, room, ignored=False, **streams):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run(command, cwd=folder, text=True, preexec_fn=limit, restore_signals=False, check=False,
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})


def names(folder):
    return sorted(os.listdir(folder))


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def check_report(command, option, program, room, ignored, before):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report")
        if before and option == "coverage":  # which is read, too
            run([*command, f"--{option}=report", "--", program], folder, resource.RLIM_INFINITY)
            before = content(path).decode()
        elif before:
            write(path, before)
        os.symlink("report", os.path.join(folder, "link"))
        done = run([*command, f"--{option}=link", "--", program], folder, room, ignored)
        what = f"{command[1:]} --{option}, {room} bytes, {'ignored' if ignored else 'signal'}"
        said = [line for line in done.stderr.splitlines() if "cannot write" in line]
        if done.returncode != 3 or said != [f"xblock: cannot write link: File too large{ENDS}"]:
            fail(what, done)
        if names(folder) != sorted(["link"] + ["report"] * bool(before)) or (before and content(path) != before.encode()):
            fail(f"{what}: {names(folder)} is left", done)


def check_stream(command, folder, room):
    with open(os.path.join(folder, "out"), "wb") as out:
        done = run(command, folder, room, stdout=out)
    said = [line for line in done.stderr.splitlines() if "cannot write" in line]
    if done.returncode != 3 or said != ["xblock: cannot write to standard output: File too large; see where it leads to"]:
        fail(f"{command[1:]} > out", done)


def check_frontier(xblock, passes, ignored):
    """What is kept of a search stays whole, and nothing is beside it."""
    with tempfile.TemporaryDirectory() as folder:
        search = ["env", "XBLOCK_OPTIONS=frontier-every=1", xblock, "run", "--quiet", "--mode=exitblock", "--frontier=kept"]
        said = "xblock: --frontier: kept: File too large; the search goes on without it"

        def lines(done):
            return [line for line in done.stderr.splitlines() if "--frontier:" in line]

        done = run([*search, "--max-schedules=3", "--", passes], folder, 100, ignored)
        if done.returncode != 2 or lines(done) != [said] or names(folder):
            fail(f"--frontier: {names(folder)} is left", done)
        done = run([*search, "--max-schedules=3", "--", passes], folder, resource.RLIM_INFINITY)
        if done.returncode != 2 or names(folder) != ["kept"]:
            fail("--frontier, with room", done)
        kept = content(os.path.join(folder, "kept"))
        done = run([*search, "--resume", "--max-schedules=5", "--", passes], folder, 100, ignored)
        if done.returncode != 2 or lines(done) != [said] or names(folder) != ["kept"] or content(os.path.join(folder, "kept")) != kept:
            fail(f"--resume: {names(folder)} is left", done)
        done = run([*search, "--resume", "--max-schedules=5", "--", passes], folder, resource.RLIM_INFINITY)
        if done.returncode != 2 or lines(done):
            fail("--resume, with room", done)
        os.remove(os.path.join(folder, "kept"))
        os.mkdir(os.path.join(folder, "kept.new"))
        done = run([*search, "--", passes], folder, resource.RLIM_INFINITY)
        if done.returncode != 3 or "kept cannot be written by way of kept.new: Is a directory; name another file" not in done.stderr:
            fail("--frontier beside a folder", done)


def main():
    xblock, passes, fails = sys.argv[1:]
    compare = [xblock, "compare", "--policies=random", "--max-schedules=1"]
    for ignored in (False, True):
        for before in ("", "earlier"):
            for room in (0, 100):
                for option in REPORTS:
                    more = ["--policy=random", "--max-schedules=5"] if option.startswith("coverage") else []
                    check_report([xblock, "run", *more, "--frontier=none"], option, passes, room, ignored, before)
            check_report([xblock, "run", "--policy=native", "--max-schedules=2", "--frontier=none"], "json", passes, 100, ignored, before)
            check_report([*compare, "--runs=20"], "json", passes, 3000, ignored, before)
        check_frontier(xblock, passes, ignored)
        with tempfile.TemporaryDirectory() as folder:
            done = run([xblock, "run", "--policy=native", "--max-schedules=2", "--frontier=none", "--", fails], folder, 100, ignored)
            if done.returncode != 1 or "cannot be written: File too large" not in done.stderr or names(folder):
                fail(f"log of a native run: {names(folder)} is left", done)
    with tempfile.TemporaryDirectory() as folder:
        check_stream([xblock, "run", "--quiet", "--frontier=none", "--json=-", "--", passes], folder, 100)
        check_stream([xblock, "run", "--quiet", "--frontier=none", "--", passes], folder, 2)
        check_stream([xblock, "--help"], folder, 100)
        done = run([*compare, "--runs=1", "--", passes], folder, 2)
        if done.returncode != 3 or done.stderr != ("xblock: --policy=random, seed 1: what the run prints is more than files may have (ulimit -f): "
                                                   "raise that limit\n"):
            fail("reports of runs that are compared", done)
        # Output that a run writes into a file here alone is no failure of the program.
        done = run([xblock, "run", "--policy=native", "--max-schedules=2", "--frontier=none", "--", passes], folder, 2)
        if done.returncode != 4 or "more output than files may have (ulimit -f)" not in done.stderr:
            fail("output of a native run", done)
        # One that prints nothing needs no room, and one that dies by itself fails, with whatever output.
        native = [xblock, "run", "--policy=native", "--max-schedules=2", "--frontier=none", "--"]
        for ignored in (False, True):
            done = run([*native, passes, "silent"], folder, 0, ignored)
            if done.returncode != 2 or "ulimit" in done.stderr:
                fail("a native run without output", done)
        done = run([*native, passes], folder, 0)
        if done.returncode != 4 or "more output than files may have (ulimit -f)" not in done.stderr:
            fail("output of a native run, where files may have nothing", done)
        done = run([*native, fails], folder, 2, True)
        if done.returncode != 1 or "died of SIGABRT" not in done.stderr or "unsupported" in done.stderr:
            fail("a native run that fails with more output", done)
        done = run([*native, passes, "fails"], folder, 2, True)
        if done.returncode != 4 or "more output than files may have (ulimit -f; it ended with exit code 5)" not in done.stderr:
            fail("a native run that fails, perhaps of its output", done)


if __name__ == "__main__":
    main()
