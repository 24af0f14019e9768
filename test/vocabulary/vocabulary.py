# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Each function for threads that xblock models has small programs here that call it from two threads.

    vocabulary.py BIN CLANG CLANGXX INTERCEPTS CXX_VOCABULARY WORK [NAME...]

Compiles the sources beside this file (see cases.h) as they are and with the pass, and runs each program of them:
  calls    alone: it succeeds. Explored: complete, with the number of schedules that the source derives, no failure, and the
           same with --restore=reexecute
  misuse   explored: a failure with the message that the source states; a deadlock if it states none
Two runs print the same bytes. The programs of the C++ headers are also compiled with libc++, and explored: complete. A function of the families for threads in INTERCEPTS that no program of either kind stands for
fails by name, unless no_misuse.txt says why it cannot be misused; so does a program that stands for a function without calling
it. For each refused function of any family a program is made that calls it from a thread: unsupported, by name, file, line.
With NAMEs runs only these programs.
"""
import collections
import concurrent.futures
import derivations
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FAMILIES = {"thread", "mutex", "condition", "spin", "rwlock", "barrier", "semaphore", "c11", "cxx-thread", "cxx-runtime"}
C_FLAGS = ["-std=c17", "-g", "-O1", "-Wall", "-Wextra", "-Werror"]
CXX_FLAGS = ["-std=c++20", "-g", "-O1", "-Wall", "-Wextra", "-Werror"]
Case = collections.namedtuple("Case", "kind name expected functions why program alone")


def command(arguments, **more):
    return subprocess.run(arguments, capture_output=True, text=True, **more)


def rows(intercepts):
    """(kind, name, family) of each function."""
    with open(intercepts, encoding="utf-8") as file:
        return re.findall(r"^XBLOCK_(INTERCEPT|REFUSE)\((\w+), ([\w-]+),", file.read(), re.M)


def cxx_rows(vocabulary):
    """The names of the C++ headers: name, whether it is refused."""
    with open(vocabulary, encoding="utf-8") as file:
        text = file.read()
    names = {}
    for owner, members, rest in re.findall(r'^XBLOCK_CXX\(\w+, "(\w*)", "([^"]*)", (.*)\)$', text, re.M):
        for member in members.split():
            name = owner if member == "(type)" else f"{owner}::{member}" if owner else member
            names["std::" + name] = rest.endswith('"always"')
    return names


def expanded(functions):
    """What a case stands for: a class{with some members} is the class and each member."""
    return re.sub(r"(\S+)\{([^}]*)\}", lambda m: " ".join([m.group(1), *(f"{m.group(1)}::{name}" for name in m.group(2).split())]),
                  functions).split()


def compiled(source, tools, work, libcxx=False):
    """The cases of a source, and the functions of the model that it calls."""
    bin_folder, clang, clangxx = tools[:3]
    stem = os.path.join(work, os.path.basename(source) + (".libcxx" if libcxx else ""))
    cxx = source.endswith(".cpp")
    wrapper = os.path.join(bin_folder, "xblock-clang++" if cxx else "xblock-clang")
    flags = CXX_FLAGS if cxx else C_FLAGS
    if libcxx or "libcxx" in os.path.basename(source):
        flags = [*flags, "-stdlib=libc++", "-fexperimental-library", "-Wno-deprecated-declarations"]
    for compiler, output in ((wrapper, stem + ".explored"), (clangxx if cxx else clang, stem + ".alone")):
        done = command([compiler, *flags, source, "-pthread", "-o", output])
        if done.returncode:
            sys.exit(f"{source} does not compile:\n{done.stderr}")
    listing = command([stem + ".alone"])
    cases = [Case(*line.split("\t"), stem + ".explored", stem + ".alone") for line in listing.stdout.splitlines()]
    symbols = command(["nm", "-D", "--undefined-only", stem + ".explored"], check=True).stdout
    # By redirection, or by its address: the runtime exports it.
    return [case._replace(functions=expanded(case.functions)) for case in cases], set(re.findall(r"\b(?:__xblock_fn_)?(\w+)", symbols))


def explored(xblock, case, *options):
    """Exit code, all that is printed, the report without its time."""
    path = f"{case.program}.{case.name}.{'.'.join(options).strip('-')}.json"
    done = command([xblock, "run", *options, f"--json={path}", "--", case.program, case.name])
    report = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        os.unlink(path)
    report.pop("seconds", None)
    return done.returncode, done.stdout + done.stderr, report


def check_calls(xblock, case):
    model = re.fullmatch(r"model (\w+)", case.why)
    if model and derivations.schedules(model.group(1)) != int(case.expected):
        return f"{case.why} has {derivations.schedules(model.group(1))} schedules, not {case.expected}"
    if not re.search(rf"\b{case.expected}$|^model |: [\d* ]+$", case.why):
        return f"the reason does not end in {case.expected}: {case.why}"
    alone = command([case.alone, case.name], timeout=60)
    if alone.returncode:
        return f"alone: exit code {alone.returncode}\n{alone.stderr}"
    code, text, report = explored(xblock, case)
    found = (code, report.get("verdict"), report.get("schedules"), len(report.get("failures", [])))
    if found != (0, "complete", int(case.expected), 0):
        return f"found {found}, expected {case.expected} schedules: {case.why}\n{text}"
    return check_again(xblock, case, (code, text, report))


def check_other_library(xblock, case):
    """With libc++, whose steps are others: only the verdict is the same."""
    alone = command([case.alone, case.name], timeout=60)
    code, text, report = explored(xblock, case)
    if (alone.returncode, code, report.get("verdict"), report.get("failures")) == (0, 0, "complete", []):
        return None
    return f"with libc++: alone exit code {alone.returncode}\n{alone.stderr}{text}"


def check_misuse(xblock, case):
    code, text, report = explored(xblock, case)
    failure = (report.get("failures") or [{}])[0]
    if code != 1 or not re.search(case.expected, failure.get("message", "")):
        return f"expected a failure '{case.expected}'\n{text}"
    if not case.expected and failure["kind"] not in ("deadlock", "livelock"):
        return f"expected a deadlock\n{text}"
    return check_again(xblock, case, (code, text, report))


def check_again(xblock, case, first):
    if explored(xblock, case) != first:
        return "a second run prints other bytes"
    code, _, report = explored(xblock, case, "--restore=reexecute")
    return None if (code, report) == (first[0], first[2]) else f"--restore=reexecute: {code}, {report}"


def refused_program(tools, work, refused):
    """A program that calls each refused function from a thread: source, program, line of each."""
    source = os.path.join(work, "refused.c")
    # No headers: they declare some of these, with parameters.
    lines = ["int pthread_create(unsigned long *, void *, void *(*)(void *), void *);", "int pthread_join(unsigned long, void *);",
             "int strcmp(const char *, const char *);", "static const char *which;"]
    lines += [f"long {name}();" for name in refused]
    lines += ["static void *call(void *unused) {"]
    at = {}
    for name in refused:
        lines.append(f'  if (!strcmp(which, "{name}")) {name}();')
        at[name] = len(lines)
    lines += ["  return unused;", "}", "int main(int argc, char **argv) {", "  unsigned long thread;", "  which = argv[argc - 1];",
              "  pthread_create(&thread, 0, call, 0);", "  pthread_join(thread, 0);", "}"]
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    program = os.path.join(work, "refused")
    done = command([os.path.join(tools[0], "xblock-clang"), "-std=c11", "-w", "-g", "-O1", "-fno-builtin", source, "-o", program])
    if done.returncode:
        sys.exit(f"{source} does not compile:\n{done.stderr}")
    return program, at


def check_refused(xblock, program, name, line):
    case = Case("refused", name, "", [], "", program, "")
    code, text, report = explored(xblock, case)
    message = report.get("unsupported", {}).get("message", "")
    if code == 4 and re.match(rf"call of {name}\b", message) and re.search(rf"refused\.c:{line}\b", message):
        return None
    return f"expected unsupported: {name} at line {line}\n{text}"


def reasons(path):
    with open(path, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(": ", 1) for line in file if line.strip() and not line.startswith("#"))


def check_cxx_table(table, cases, sources):
    """The same for the C++ headers: a program for each name, in a source that has it as a word."""
    named = {name for case in cases if case.kind == "calls" for name in case.functions if name.startswith("std::")}
    misused = {name for case in cases if case.kind == "misuse" for name in case.functions if name.startswith("std::")}
    needed = {name for name, refused in table.items() if not refused}
    strings = re.compile(r'"(?:[^"\\]|\\.)*"')
    text = strings.sub("", "".join(open(source, encoding="utf-8").read() for source in sources if source.endswith(".cpp")))
    words = set(re.findall(r"\w+", text))
    def last(name):
        return re.sub(r"^operator_", "operator", name.split("::")[-1])
    return [f"{name}: no program uses it from two threads" for name in sorted(needed - named)] + \
        [f"{name}: a program stands for it, and it has no row" for name in sorted((named | misused) - needed)] + \
        [f"{name}: a program stands for it, and does not have the word" for name in sorted(named)
         if not last(name).startswith("operator") and last(name) not in words]


def check_table(table, cases, called):
    """What is missing from the table of programs."""
    rows_of = {kind: {name for case in cases if case.kind == kind for name in case.functions} for kind in ("calls", "misuse")}
    excused = reasons(os.path.join(HERE, "no_misuse.txt"))
    needed = [name for kind, name, family in table if kind == "INTERCEPT" and family in FAMILIES]
    known = {name for _, name, _ in table}
    wrong = [f"{name}: no program calls it from two threads" for name in needed if name not in rows_of["calls"]]
    wrong += [f"{name}: no program misuses it, and no_misuse.txt does not say why" for name in needed
              if name not in rows_of["misuse"] | set(excused)]
    wrong += [f"{name}: no_misuse.txt has it, and a program misuses it" for name in excused if name in rows_of["misuse"]]
    wrong += [f"{name}: no_misuse.txt has it, and it is no modelled function" for name in excused if name not in needed]
    wrong += [f"{name}: a program stands for it, and does not call it" for name in sorted(rows_of["calls"] | rows_of["misuse"])
              if name in known and name not in called]
    wrong += [f"{name}: a program stands for it, and it has no row" for name in sorted(rows_of["calls"] | rows_of["misuse"])
              if name not in known and not name.startswith("std::")]
    return wrong


def main():
    tools, work, only = sys.argv[1:6], sys.argv[6], set(sys.argv[7:])
    os.makedirs(work, exist_ok=True)
    xblock = os.path.join(tools[0], "xblock")
    table = rows(tools[3])
    sources = sorted(os.path.join(HERE, name) for name in os.listdir(HERE) if name.endswith((".c", ".cpp")))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        refused = [name for kind, name, _ in table if kind == "REFUSE"]
        made = pool.submit(refused_program, tools, work, refused)
        both = [source for source in sources if os.path.basename(source).startswith("cxx_") and "runtime" not in source]
        again = [pool.submit(compiled, source, tools, work, True) for source in both]
        results = list(pool.map(lambda source: compiled(source, tools, work), sources))
        cases = [case for found, _ in results for case in found]
        called = set().union(*(names for _, names in results))
        wrong = check_table(table, cases, called) + check_cxx_table(cxx_rows(tools[4]), cases, sources)
        jobs = {}
        for case in cases:
            if not only or case.name in only:
                jobs[f"{os.path.basename(case.alone)[:-6]}: {case.name}"] = pool.submit(
                    check_calls if case.kind == "calls" else check_misuse, xblock, case)
        for case in [case for job in again for case in job.result()[0] if case.kind == "calls"]:
            if not only or case.name in only:
                jobs[f"{os.path.basename(case.alone)[:-6]}: {case.name}"] = pool.submit(check_other_library, xblock, case)
        program, at = made.result()
        for name in refused:
            if not only or name in only:
                jobs[f"refused: {name}"] = pool.submit(check_refused, xblock, program, name, at[name])
        for name, job in jobs.items():
            if job.result():
                wrong.append(f"{name}: {job.result()}")
    print("\n".join(wrong))
    print(f"{len(jobs)} programs, {len(refused)} of them of refused functions; {len(wrong)} wrong")
    sys.exit(bool(wrong) or not jobs)


if __name__ == "__main__":
    main()
