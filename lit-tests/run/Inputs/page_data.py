# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Compares the data in a page of --html with the report of the same run. Standard library only.

    page_data.py PAGE REPORT SOURCE FINDING [TREE...]

SOURCE    the one file whose lines the page has, with newer: before it if it was changed since the build; may be empty
FINDING   of the first finding: "KIND: THREAD, THREAD, OBJECT: OLD -> NEW", the thread that it fails in (or, of a race, that of its
          first access), one that makes the access, which must be a step of it; may be empty
TREE      each schedule of the search, "NUMBER END SCHEDULE"; or how many end in a way, "END=N"; or why there is no tree
"""
import json
import re
import sys

sys.dont_write_bytecode = True


def check(holds, what):
    if not holds:
        sys.exit("page_data.py: " + what)


def compare(page, report):
    for key, value in report.items():
        if key == "seconds":
            continue
        shown = page[key]
        if key == "failures":
            shown = [{k: v for k, v in failure.items() if k not in ("steps", "replay")} for failure in shown]
            for failure in shown: # commands are the page's own
                for told in [failure.get("turningPoint", {}), *failure.get("sameCause", [])]:
                    told.pop("replay", None)
        check(shown == value, f"{key} is {shown}, not {value}")
    check("seconds" not in page, "the page has seconds")


def sources(page, wanted):
    newer, name = wanted.startswith("newer:"), wanted.removeprefix("newer:")
    check(list(page["sources"]) == ([name] if name else []), f"sources of {list(page['sources'])}")
    if not name:
        return
    source = page["sources"][name]
    check(source["newer"] == newer, f"newer is {source['newer']}")
    with open(name) as file:
        lines = file.read().split("\n")
    has = {}
    for first, texts in source["ranges"]:
        has.update({first + i: text for i, text in enumerate(texts)})
    check(all(lines[number - 1] == text for number, text in has.items()), "another text of a line")
    needed = {step["line"] for failure in page["failures"] for step in failure["steps"] if step["line"]}
    check(needed and all(set(range(line - 6, min(line + 7, len(lines)))) <= set(has) for line in needed), f"lines {sorted(needed)} of {sorted(has)}")


def finding(page, wanted):
    kind, first, second, access = re.fullmatch(r"(\w+): (\d+), (\d+), (.*)", wanted).groups()
    found = next(failure for failure in page["failures"] if failure["kind"] == kind)
    steps = found["steps"]
    check([step["step"] for step in steps] == list(range(1, len(steps) + 1)), "steps are missing")
    by = next((step["thread"] for step in steps if step.get("failure") or step.get("access") == 1), None)
    check(by == int(first), f"by thread {by}")
    object, old, new = re.fullmatch(r"(\w+): (\d+) -> (\d+)", access).groups()
    check(any((step.get("object"), step.get("old"), step.get("new")) == (object, old, new) for step in steps), f"no step with {access}")
    if kind == "race":
        check([step["thread"] for step in steps if "access" in step] == [int(first), int(second)], "its accesses are not marked")


def tree(page, wanted):
    shown = page["tree"]
    if shown["leftOut"]:
        return check([shown["leftOut"]] == wanted, shown["leftOut"])
    schedules = shown["schedules"]
    check(len(schedules) == page["schedules"], f"{len(schedules)} schedules")
    if "=" in wanted[0]:
        ends = [schedule["end"] for schedule in schedules]
        check(sorted(f"{end}={ends.count(end)}" for end in set(ends)) == wanted, f"ends are {ends}")
    else:
        check([f"{s['number']} {s['end']} {s['schedule']}" for s in schedules] == wanted, f"schedules are {schedules}")
    for stub in shown["notRun"]:
        check(0 <= stub["schedule"] < len(schedules) and stub["why"] in ("covered", "not needed", "left"), f"not run: {stub}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', file.read(), re.S).group(1))
    with open(sys.argv[2], encoding="utf-8") as file:
        compare(page, json.load(file))
    sources(page, sys.argv[3])
    if sys.argv[4]:
        finding(page, sys.argv[4])
    if sys.argv[5:]:
        tree(page, sys.argv[5:])


if __name__ == "__main__":
    main()
