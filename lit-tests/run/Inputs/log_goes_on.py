# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""log_goes_on.py XBLOCK PROGRAM ARG: --log of a search that --resume went on with tells the schedules that ran since, with the numbers of the
whole, and how many there were before. Standard library only."""
import json
import subprocess
import sys
import xml.etree.ElementTree as xml

xblock, program, argument = sys.argv[1:]


def run(most, *options, file="log.json"):
    subprocess.run([xblock, "run", "--quiet", "--keep-going", f"--max-schedules={most}", "--frontier=f", f"--log={file}", *options, "--",
                    program, argument], capture_output=True)
    return json.load(open(file)) if file.endswith(".json") else xml.parse(file).getroot()


def check(log, before, numbers, what):
    found = log["ranBefore"], log["leftOut"], [s["number"] for s in log["schedules"]]
    if found != (before, 0, list(numbers)):
        sys.exit(f"log_goes_on.py: {what}: {found}")


for options in ([], ["--mode=sleep"], ["--policy=random"], ["--policy=auto", "--share=25"]):
    whole = run(60, *options)
    check(whole, 0, range(1, 61), options)
    check(run(40, *options), 0, range(1, 41), options)
    if options[:1] != ["--policy=auto"]:  # of which the bound says how much is searched
        rest = run(60, *options, "--resume")
        check(rest, 40, range(41, 61), options)
        if rest["schedules"] != whole["schedules"][40:]:
            sys.exit(f"log_goes_on.py: {options}: other schedules")
    else:
        check(run(60, *options, "--resume"), 40, range(41, 61), options)
    # As many as there are already: none is told, and all were before.
    check(run(50, *options, "--resume"), 60, [], options)
    run(40, *options)
    tree = run(60, *options, "--resume", file="log.xml")
    found = tree.get("ranBefore"), tree.get("leftOut"), [s.get("number") for s in tree.findall("schedule")]
    if found != ("40", "0", [str(n) for n in range(41, 61)]):
        sys.exit(f"log_goes_on.py: {options}, as XML: {found}")
