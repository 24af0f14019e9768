# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""mistakes.py XBLOCK, in a folder with a program `test`: each of these calls is one line on stderr, which has these words, and exit code 3."""
import pathlib
import subprocess
import sys

MISTAKES = [  # arguments; what is wrong and where; what to do
    ("run --mood=x -- ./test", "unknown option '--mood'", "the nearest is '--mode', and xblock run --help lists all"),
    ("replay x1:0 --stepz -- ./test", "unknown option '--stepz'", "xblock replay --help lists all"),
    ("run --steps -- ./test", "of xblock replay, not of xblock run", "leave it out"),
    ("run --mode=x -- ./test", "not 'x'", "is one of dpor, sleep"),
    ("run --time=x -- ./test", "not 'x'", "a number from 1 to 1000000000, or unlimited"),
    ("run --json -- ./test", "option 'json' needs a value", "json=FILE"),
    ("rum -- ./test", "unknown command 'rum'", "the nearest is 'run' (see xblock --help)"),
    ("run ./test", "no '--' before the program", "xblock run [options] -- program"),
    ("run --", "no program behind '--'", "xblock run [options] -- program"),
    ("run -- ./none", "'./none': no such file", "give the path of a program compiled with xblock-clang"),
    ("run -- .", "'.': not found in PATH", "give the path of a program, as in ./test"),
    ("run -- test-that-is-nowhere", "not found in PATH", "give the path of a program"),
    ("run -- /bin/true", "'/bin/true' is not instrumented", "compile it with xblock-clang"),
    ("replay -- ./test", "no schedule", "a report has one in its line 'xblock replay'"),
    ("replay x2:0 -- ./test", 'a schedule begins with "x1:"', "copy it from the line 'xblock replay' of a report"),
    ("replay x1:0.9 -- ./test", "does not fit the program: block 2", "search this one with xblock run"),
    ("run --stack-size=1 -- ./test", "option 'stack-size' is a number from 65536 to 1073741824, not '1'", ""),
    ("run --preemptions=1 --mode=sleep -- ./test", "--preemptions needs --mode=dpor", "leave out --mode=sleep"),
    ("run --policy=x -- ./test", "not 'x'", "is one of dpor, random, concj, pct, pos, surw, noise, auto, plugin, native"),
    ("run --seed=2 -- ./test", "--seed is of schedules by chance", "give a --policy that samples"),
    ("run --depth=2 -- ./test", "--depth is of schedules by chance", "give a --policy that samples"),
    ("run --policy=pos --depth=2 -- ./test", "--depth is of --policy=pct", "leave it out"),
    ("run --policy=pct --depth=2000 -- ./test", "option 'depth' is a number from 1 to 1000, not '2000'", ""),
    ("run --policy=pct --seed=unlimited -- ./test", "option 'seed' is a number from 0 on, not 'unlimited'", ""),
    ("run --noise=sleep -- ./test", "--noise is of --policy=noise and --policy=native, and this is --policy=dpor", "leave it out"),
    ("run --policy=pct --noise-probability=5 -- ./test", "--noise-probability is of --policy=noise and --policy=native, and this is --policy=pct", "leave it out"),
    ("run --policy=pos --noise-strength=5 -- ./test", "--noise-strength is of --policy=noise and --policy=native, and this is --policy=pos", "leave it out"),
    ("run --policy=noise --noise=wait -- ./test", "not 'wait'", "is one of sleep, yield, priority, mixed, native"),
    ("run --policy=noise --noise-probability=101 -- ./test", "option 'noise-probability' is a number from 0 to 100, not '101'", ""),
    ("run --policy=noise --noise-probability=0.5 -- ./test", "not '0.5'", "a number from 0 to 100"),
    ("run --policy=noise --noise=yield --noise-strength=5 -- ./test", "--noise-strength is for how long a thread sleeps, and --noise=yield has none sleep", "leave out one of them"),
    ("run --policy=noise --noise=priority --noise-strength=10 -- ./test", "--noise-strength is for how long a thread sleeps, and --noise=priority has none sleep", "leave out one of them"),
    ("run --policy=noise --noise-strength=0 -- ./test", "not '0'", "a number from 1 to 1000000"),
    ("run --policy=noise --noise-strength=unlimited -- ./test", "option 'noise-strength' is a number from 1 to 1000000, not 'unlimited'", ""),
    ("run --policy=pct --noise-decision=coverage -- ./test", "--noise-decision is of --policy=noise, and this is --policy=pct", "leave it out"),
    ("run --policy=noise --noise-decision=coverage --noise-probability=5 -- ./test", "--noise-probability is of chance", "leave out one of them"),
    ("run --until-coverage -- ./test", "--until-coverage ends sampling, and --policy=dpor searches", "leave it out"),
    ("run --policy=pct --coverage-patience=5 -- ./test", "--coverage-patience is of --until-coverage", "leave it out"),
    ("run --coverage=c --coverage-model=pairs -- ./test", "--coverage-model is of --until-coverage and --noise-decision=coverage", "leave it out"),
    ("run --coverage-frames=stack -- ./test", "--coverage-frames is of --coverage", "leave it out"),
    ("run --coverage=- -- ./test", "--coverage=- is no file", "give its name"),
    ("run --coverage=no/where -- ./test", "cannot write no/where: No such file or directory", "check the path and its permissions"),
    ("run --coverage=test -- ./test", "test is no file that --coverage wrote", "give another name"),
    ("run --policy=pct --mode=sleep -- ./test", "--mode=sleep searches", "leave out one of them"),
    ("run --policy=pct --preemptions=2 -- ./test", "--preemptions is of a search", "leave out one of them"),
    ("run --policy=pct --starvation=2 -- ./test", "--starvation is of a search", "leave out one of them"),
    ("run --policy=pct --delays=2 -- ./test", "--delays is of a search", "leave out one of them"),
    ("run --delays=1 --preemptions=2 -- ./test", "--preemptions and --delays are two bounds", "leave out one of them"),
    ("run --delays=1 --mode=sleep -- ./test", "--delays needs --mode=dpor", "leave out --mode=sleep"),
    ("run --first-schedule=3 -- ./test", "--first-schedule is of schedules by chance", "give a --policy that samples"),
    ("run --policy=pct --first-schedule=unlimited -- ./test", "option 'first-schedule' is a number from 1 on, not 'unlimited'", ""),
    ("run --share=3 -- ./test", "--share is of schedules by chance", "give a --policy that samples"),
    ("run --policy=pct --share=3 -- ./test", "--share is of --policy=auto", "leave it out"),
    ("run --policy=auto --share=100 -- ./test", "option 'share' is a number from 1 to 99, not '100'", ""),
    ("run --policy=auto --resume -- ./test", "no search of this program", "begin it without --resume"),
    ("run --policy=pct --resume -- ./test", "no search of this program", "begin it without --resume"),
    ("compare --policies= -- ./test", "option 'policies' needs a value", "policies=POLICY"),
    ("compare --runs=0 -- ./test", "a number from 1 on", "not '0'"),
    ("compare --runs=unlimited -- ./test", "option 'runs' is a number from 1 on, not 'unlimited'", ""),
    ("compare --runs=5 --seed=18446744073709551613 -- ./test", "the last seed, --seed and --runs together, is too large", "give smaller ones"),
    ("run --policy=pct --depth=unlimited -- ./test", "option 'depth' is a number from 1 to 1000, not 'unlimited'", ""),
    ("run --policy=noise --noise-probability=x -- ./test", "option 'noise-probability' is a number from 0 to 100, not 'x'", ""),
    ("run --policy=auto --share=0 -- ./test", "option 'share' is a number from 1 to 99, not '0'", ""),
    ("run --stack-size=unlimited -- ./test", "option 'stack-size' is a number from 65536 to 1073741824, not 'unlimited'", ""),
    ("compare --policy=pct -- ./test", "'--policy' is of xblock run, not of xblock compare", "leave it out"),
    ("compare -- /bin/true", "'/bin/true' is not instrumented", "compile it with xblock-clang"),
    ("run --verbose --quiet -- ./test", "--verbose tells all and --quiet the verdict only", "leave out one of them"),
    ("run --verify-restore --restore=reexecute -- ./test", "makes none", "leave out one of them"),
    ("run --memory=strict --restore=reexecute -- ./test", "makes none", "leave out one of them"),
    ("run --resume -- ./test", "no search of this program", "begin it without --resume"),
    ("run --resume --frontier=none -- ./test", "--frontier=none says that there is none", "leave out one of them"),
    ("run --resume --frontier=test -- ./test", "no frontier of this version of xblock", "begin again without --resume"),
    ("run --expect-outcomes=none -- ./test", "cannot read none", "check the path and its permissions"),
    ("run --expect-outcomes=test -- ./test", "test: it is no JSON", "give what --json wrote with --outcomes"),
    ("run --json=no/where -- ./test", "cannot write no/where: No such file or directory", "check the path and its permissions"),
    ("run --json=x --sarif=x -- ./test", "--json and --sarif are one file, x,", "give each its own"),
    ("run --json=x --html=./x -- ./test", "--json and --html are one file, ./x,", "give each its own"),
    (f"run --json={pathlib.Path.cwd()}/x --sarif=x -- ./test", "--json and --sarif are one file, x,", "give each its own"),
    ("run --json=x --junit=link -- ./test", "--json and --junit are one file, link,", "give each its own"),
    ("run --json=test --log=same -- ./test", "--json and --log are one file, same,", "give each its own"),
    ("run --coverage=x --coverage-html=x -- ./test", "--coverage and --coverage-html are one file, x,", "give each its own"),
    ("run --frontier=x --json=x -- ./test", "--frontier and --json are one file, x,", "give each its own"),
    ("run --expect-outcomes=same --json=test -- ./test", "--expect-outcomes and --json are one file, test,", "give each its own"),
    ("replay x1:0 --json=x --sarif=x -- ./test", "--json and --sarif are one file, x,", "give each its own"),
    ("run --json=- --sarif=/dev/stdout -- ./test", "--json and --sarif both write to standard output", "give one of them a file"),
    ("run --json=dangling -- ./test", "cannot write dangling: No such file or directory", "check the path and its permissions"),
    ("run --frontier=no/where -- ./test", "--frontier: no/where cannot be written: No such file or directory", "name another file"),
    ("run --frontier=. -- ./test", "--frontier: . is no file that a search can be kept in", "name another file"),
    ("compare --json=no/where -- ./test", "cannot write no/where: No such file or directory", "check the path and its permissions"),
    ("compare --json=. -- ./test", "cannot write .: Is a directory", "check the path and its permissions"),
    # Too large, which is told with the largest. (It was "a number from 0 on", and one second too many was less than none.)
    ("run --policy=pct --seed=18446744073709551615 -- ./test", "is a number from 0 to 18446744073709551614, not '18446744073709551615'", ""),
    ("run --max-schedules=18446744073709551615 -- ./test", "is a number from 1 to 18446744073709551614, or unlimited, not '18446744073709551615'", ""),
    ("run --time=9223372036854775808 -- ./test", "is a number from 1 to 1000000000, or unlimited", ""),
    # Given with its default is given.
    ("run --seed=1 -- ./test", "--seed is of schedules by chance", "give a --policy that samples"),
    ("run --depth=3 -- ./test", "--depth is of schedules by chance", "give a --policy that samples"),
    ("run --first-schedule=1 -- ./test", "--first-schedule is of schedules by chance", "give a --policy that samples"),
    ("run --share=50 -- ./test", "--share is of schedules by chance", "give a --policy that samples"),
    ("run --policy=pct --share=50 -- ./test", "--share is of --policy=auto", "leave it out"),
    ("run --policy=pos --depth=3 -- ./test", "--depth is of --policy=pct", "leave it out"),
    ("run --policy=pct --mode=dpor -- ./test", "--mode=dpor searches", "leave out one of them"),
    ("run --policy=pct --preemptions=unlimited -- ./test", "--preemptions is of a search", "leave out one of them"),
    ("run --noise=mixed -- ./test", "--noise is of --policy=noise and --policy=native, and this is --policy=dpor", "leave it out"),
    ("run --noise-probability=10 -- ./test", "--noise-probability is of --policy=noise and --policy=native, and this is --policy=dpor", "leave it out"),
    ("run --noise-strength=10 -- ./test", "--noise-strength is of --policy=noise and --policy=native, and this is --policy=dpor", "leave it out"),
    ("run --noise-decision=random -- ./test", "--noise-decision is of --policy=noise, and this is --policy=dpor", "leave it out"),
    ("run --policy=noise --noise-decision=coverage --noise-probability=10 -- ./test", "--noise-probability is of chance", "leave out one of them"),
    ("run --policy=pct --coverage-patience=100 -- ./test", "--coverage-patience is of --until-coverage", "leave it out"),
    ("run --coverage-model=functions -- ./test", "--coverage-model is of --until-coverage and --noise-decision=coverage", "leave it out"),
    ("run --coverage-frames=innermost -- ./test", "--coverage-frames is of --coverage", "leave it out"),
    ("run --delays=unlimited --mode=sleep -- ./test", "--delays needs --mode=dpor", "leave out --mode=sleep"),
    ("compare --policies=random --depth=3 -- ./test", "--depth is of --policy=pct, which is not compared", "leave that out"),
    ("compare --policies=random --noise-strength=10 -- ./test", "--noise-strength is of --policy=noise, which is not compared", "leave that out"),
    ("compare --policies=random --mode=dpor -- ./test", "--mode is of --policy=dpor, which is not compared", "leave that out"),
    ("compare --policies=random --share=50 -- ./test", "--share is of --policy=auto, which is not compared", "leave that out"),
    # Where permissions do not tell that nothing can be written.
    ("run --frontier=/proc/xx -- ./test", "--frontier: /proc/xx cannot be written: No such file or directory", "name another file"),
    ("compare --json=/proc/xx -- ./test", "cannot write /proc/xx: No such file or directory", "check the path and its permissions"),
    ("run --json=test -- ./test", "cannot write test: Text file busy", "check the path and its permissions"),
    ("compare --json=/dev/full -- ./test", "cannot write /dev/full: No space left on device", "give it more room, or another place"),
    ("replay x1:0 --gdb --gdb-args=' -- ./test", "a quote is not closed", "close it"),
]
for option in ("json", "html", "sarif", "junit", "log", "coverage", "coverage-html"):
    MISTAKES += [(f"run --{option}=no/where -- ./test", "cannot write no/where: No such file or directory", "check the path and its permissions"),
                 (f"run --{option}=. -- ./test", "cannot write .: Is a directory", "check the path and its permissions"),
                 (f"run --{option}=/proc/xx -- ./test", "cannot write /proc/xx: No such file or directory", "check the path and its permissions"),
                 (f"run --{option}=/dev/full -- ./test", "cannot write /dev/full: No space left on device", "give it more room, or another place"),
                 (f"run --{option}=/proc/version -- ./test", "cannot write /proc/version: Operation not supported", "check the path and its permissions"),
                 (f"run --{option}=no/ -- ./test", "cannot write no/: Is a directory", "check the path and its permissions"),
                 (f"run --{option}=test/x -- ./test", "cannot write test/x: Not a directory", "check the path and its permissions")]

LINKS = {"link": "x", "dangling": "no/where"}
for name, target in LINKS.items():
    pathlib.Path(name).unlink(missing_ok=True)
    pathlib.Path(name).symlink_to(target)
pathlib.Path("same").unlink(missing_ok=True)
pathlib.Path("same").hardlink_to("test")
wrong = 0
for words, what, remedy in MISTAKES:
    done = subprocess.run([sys.argv[1], *words.split()], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    line = done.stderr
    at = line.find(what)
    if done.returncode != 3 or done.stdout or line.count("\n") != 1 or not line.startswith("xblock: ") or at < 0 or remedy not in line:
        wrong += 1
        print(f"{words}: exit code {done.returncode}, {line!r}")
left = sorted(path.name for path in pathlib.Path(".").iterdir())
if left != sorted(["test", *LINKS, "same"]):
    print(f"left behind: {left}")
    wrong += 1
sys.exit(wrong != 0)
