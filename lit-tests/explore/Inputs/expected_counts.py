# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""The schedules that the tests here must take, from a reference model of the search. Standard library only.

    expected_counts.py MODEL [NAME...]      MODEL is the path of exitblock_model.py

Each test below is written down once more as threads of visible steps; the model explores it. The model knows straight-line
threads; added here are
  ('if', condition, label) ('label', name)   a jump if condition(locals)
  ('let', local, f)                          local = f(locals)
  ('end', kind)                              the schedule ends: a failure, or 'return', the end of the process
A line of the result: NAME MODE schedules aborted | ends of the schedules. Schedules that end in none of them were pruned by
exitblock-rw. The program runs under the model's rules; where the process ends while other threads live, see the test.
"""
import importlib.util
import sys
from collections import Counter


def load(path):
    spec = importlib.util.spec_from_file_location("model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def extend(model):
    """Teaches the model's step() the ops above."""
    plain = model.step

    def step(P, s, t, woken=None):
        op = P[t][s.pc[t]] if t not in s.wake and t not in s.waiting else ("wait",)
        if op[0] == "if":
            s.pc[t] = op[2] if op[1](s.loc[t]) else s.pc[t] + 1
        elif op[0] == "let":
            s.loc[t][op[1]] = op[2](s.loc[t])
            s.pc[t] += 1
        elif op[0] == "end":
            s.sh["end"] = op[1]
            s.pc = {x: len(P[x]) for x in P}
            s.wake = {x: w for x, w in s.wake.items() if x in s.waiting}  # nobody else has to take a lock again
            for kept in (s.owner, s.cnt, s.alive):
                kept.clear()
            return ("exit", None)
        else:
            return plain(P, s, t, woken)
        return ("local",)

    model.step = step


class Thread(int):
    """A thread's number. Sets of small numbers are walked upwards, so that the model wakes threads in the order of creation."""

    def __add__(self, suffix):
        return str(int(self)) + suffix


def resolve(ops, numbers):
    """Labels become positions, names of threads numbers. The model takes a thread for ended right after its last op; a real
    one ends in a block of its own, so each gets one op more."""
    at, code = {}, []
    for op in [*ops, ("let", "end", lambda l: None)]:
        if op[0] == "label":
            at[op[1]] = len(code)
        else:
            code.append((op[0], numbers[op[1]]) if op[0] in ("start", "join") else op)
    return [("if", op[1], at[op[2]]) if op[0] == "if" else op for op in code]


class Ends(list):
    """Stands in for the model's set of final states: counts them."""

    def add(self, final):
        self.append(dict(final).get("end", "complete"))


def explore(model, threads, shared, rw):
    numbers = {name: Thread(number) for number, name in enumerate(threads)}  # Main is the first
    code = {numbers[name]: resolve(ops, numbers) for name, ops in threads.items()}
    explorer = model.Explorer(code, shared, rw=rw, start=[numbers["Main"]])
    explorer.finals = Ends()
    if explorer.run() is None:
        return None
    ends = Counter(explorer.finals)
    if explorer.deadlocks:
        ends["deadlock"] = len(explorer.deadlocks)
    return explorer.paths, explorer.aborted, dict(sorted(ends.items()))


def region(m, *body):
    return [("lock", m), *body, ("unlock", m)]


def add(var, k=1):
    return [("r", var, "old"), ("w", var, lambda l: l["old"] + k)]


def starts(*threads):
    return [("start", t) for t in threads]


def joins(*threads):
    return [("join", t) for t in threads]


def joined(threads, *after):
    """Main starts the threads in their order, joins them, and goes on with `after`."""
    return {"Main": [*starts(*threads), *joins(*threads), *after], **threads}


def check(condition, kind="assertion"):
    """A condition on the locals; label names are made unique by the condition's identity."""
    label = f"ok{id(condition)}"
    return [("if", condition, label), ("end", kind), ("label", label)]


def await_(m, c, condition, *reads):
    """while (!condition) wait(c, m), with the variables read each time round."""
    again, done = f"again{id(condition)}", f"done{id(condition)}"
    reading = [("r", v, v) for v in reads]
    return [("label", again), *reading, ("if", condition, done), ("wait", m, c), ("if", lambda l: True, again),
            ("label", done)]


PROGRAMS = {}  # name: (threads, shared variables)
def split_increment():
    return [*region("m", ("r", "x", "y")), *region("m", ("w", "x", lambda l: l["y"] + 1))]


PROGRAMS["lost_update"] = (joined({"T1": split_increment(), "T2": split_increment()}, ("r", "x", "x"),
                                  *check(lambda l: l["x"] == 2), ("end", "return")), {"x": 0})
PROGRAMS["b_before_a_fails"] = (joined({
    "A": region("m", ("w", "here", 1)),
    "B": [*region("m", ("r", "here", "after")), *check(lambda l: l["after"], "failure")]}, ("end", "return")), {"here": 0})


def pairs(*orders):
    return joined({f"T{i + 1}": region(o[0], *region(o[1])) for i, o in enumerate(orders)}, ("end", "return"))


PROGRAMS["deadlock_of_two_fixed"] = (pairs("ab", "ab"), {})
PROGRAMS["deadlock_of_three_fixed"] = (pairs("ab", "bc", "ac"), {})
PROGRAMS["deadlock_with_wait"] = (joined({
    "T1": region("a", *region("b", ("wait", "b", "c"))),
    "T2": [*region("a"), *region("b", ("notify", "c"))]}, ("end", "return")), {})
PROGRAMS["deadlock_with_wait_fixed"] = (joined({
    "T1": [*region("a"), *region("b", *await_("b", "c", lambda l: l["notified"], "notified"))],
    "T2": [*region("a"), *region("b", ("w", "notified", 1), ("notify", "c"))]}, ("end", "return")), {"notified": 0})


# The buffer: n items in it, of at most 1. Its data are read to test for full or empty, and written to change it. items is the
# array, of which only the writes can be told apart from those of first and last: enqueue reads first and last, writes an item
# and last; dequeue reads first, last and an item, writes first.
def full(l):
    return (l["last"] + 1) % 2 == l["first"]


def enqueue(notify, not_empty="c", not_full="c", loop=True):
    reads = [("r", "last", "last"), ("r", "first", "first")]
    ready = lambda l: not full(l)
    if loop:
        wait = await_("m", not_full, ready, "last", "first")
    else:
        wait = [*reads, ("if", ready, f"ready{id(ready)}"), ("wait", "m", not_full), ("label", f"ready{id(ready)}"),
                *reads, *check(lambda l: not full(l))]
    return region("m", *wait, ("w", "item", 1), ("w", "last", lambda l: (l["last"] + 1) % 2), (notify, not_empty))


def dequeue(notify, not_empty="c", not_full="c"):
    return region("m", *await_("m", not_empty, lambda l: l["first"] != l["last"], "first", "last"), ("r", "item", "item"),
                  ("w", "first", lambda l: (l["first"] + 1) % 2), (notify, not_full))


def repeat(n, part, *arguments, **named):
    return sum([part(*arguments, **named) for _ in range(n)], [])


EMPTY = {"first": 0, "last": 0, "item": 0}
PROGRAMS["buffer_if"] = (joined({
    "T1": repeat(2, enqueue, "notifyall", loop=False), "T2": repeat(4, dequeue, "notifyall"),
    "T3": repeat(2, enqueue, "notifyall", loop=False)}, ("end", "return")), EMPTY)
PROGRAMS["buffer_while"] = (joined({
    "T1": repeat(2, enqueue, "notifyall"), "T2": repeat(4, dequeue, "notifyall"),
    "T3": repeat(2, enqueue, "notifyall")}, ("end", "return")), EMPTY)
PROGRAMS["buffer_signal"] = (joined({
    "T1": repeat(2, enqueue, "notify"), "T2": repeat(2, enqueue, "notify"),
    "T3": repeat(4, dequeue, "notify")}, ("end", "return")), EMPTY)
PROGRAMS["buffer_broadcast"] = (joined({
    "T1": repeat(2, enqueue, "notifyall"), "T2": repeat(2, enqueue, "notifyall"),
    "T3": repeat(4, dequeue, "notifyall")}, ("end", "return")), EMPTY)
PROGRAMS["buffer_two_conditions"] = (joined({
    "T1": repeat(2, enqueue, "notify", "e", "f"), "T2": repeat(2, enqueue, "notify", "e", "f"),
    "T3": repeat(4, dequeue, "notify", "e", "f")}, ("end", "return")), EMPTY)


def woken_one_by_one(last):
    def waiter(i):
        return region("m", *add("waiting"), ("let", "n", lambda l: l["old"] + 1), ("if", lambda l: l["n"] < 3, "wait"),
                      ("notify", "all"), ("label", "wait"), ("wait", "m", "go"), ("r", "order", "order"),
                      ("w", "order", lambda l: 10 * l["order"] + i), *last)
    threads = {f"T{i}": waiter(i) for i in (1, 2, 3)}
    wake = "notify" if last else "notifyall"
    return {"Main": [*starts(*threads), *region("m", *await_("m", "all", lambda l: l["waiting"] == 3, "waiting"), (wake, "go")),
                     *joins(*threads), ("r", "order", "order"), ("end", "return")], **threads}


PROGRAMS["signal_any"] = (woken_one_by_one([("notify", "go")]), {"waiting": 0, "order": 0})
PROGRAMS["broadcast"] = (woken_one_by_one([]), {"waiting": 0, "order": 0})
PROGRAMS["lost_signal"] = (joined({"T1": region("m", ("wait", "m", "c")),
                                   "T2": region("m", ("w", "signalled", 1), ("notify", "c"))}, ("end", "return")),
                           {"signalled": 0})
PROGRAMS["kept_signal"] = (joined({"T1": region("m", *await_("m", "c", lambda l: l["signalled"], "signalled")),
                                   "T2": region("m", ("w", "signalled", 1), ("notify", "c"))}, ("end", "return")),
                           {"signalled": 0})
PROGRAMS["two_increments"] = (joined({t: [*region("m0", *add("x0")), *region("m1", *add("x1"))] for t in ("T1", "T2")},
                                     ("r", "x0", "x"), ("r", "x1", "x"), ("end", "return")), {"x0": 0, "x1": 0})
PROGRAMS["errorcheck"] = (joined({t: region("m", *add("x")) for t in ("T1", "T2")}, ("r", "x", "x"), ("end", "return")),
                          {"x": 0})
PROGRAMS["nested_three"] = (joined({t: region("a", *add("xa"), *region("b", *add("xb"), *region("c", *add("xc")),
                                                                      ("r", "xa", "a"), ("r", "xb", "b")))
                                    for t in ("T1", "T2")}, ("end", "return")), {"xa": 0, "xb": 0, "xc": 0})
PROGRAMS["results"] = ({"Main": [*starts("T1", "T2"), *joins("T2", "T1"), ("end", "return")], "T1": [], "T2": []}, {})


def last_writer(*after):
    return joined({f"T{i}": region("m", ("w", "last", i)) for i in (1, 2)}, ("r", "last", "last"), *after, ("end", "return"))


PROGRAMS["order_of_two"] = (last_writer(*check(lambda l: l["last"] != 2, "exit")), {"last": 0})
PROGRAMS["order_of_two_ok"] = (last_writer(), {"last": 0})
PROGRAMS["cxx_locks"] = (joined({t: [*region("m1", *add("x1")), *region("m2", *add("x2"), *region("m2", *add("x2"))),
                                     *region("m3", *add("x3"))] for t in ("T1", "T2")}, ("end", "return")),
                         {"x1": 0, "x2": 0, "x3": 0})
PROGRAMS["cxx_queue"] = (joined({
    "T1": [*region("m", *add("produced")), ("notify", "c"), *region("m", *add("produced")), ("notify", "c")],
    "T2": [*region("m", *await_("m", "c", lambda l: l["produced"] > 0, "produced")),
           *region("m", *await_("m", "c", lambda l: l["produced"] > 1, "produced"))]}, ("end", "return")), {"produced": 0})
for _name in ("cxx_exceptions", "cxx_containers"):
    PROGRAMS[_name] = (joined({t: [*region("m", *add("x")), *region("m", *add("x"))] for t in ("T1", "T2")},
                              ("end", "return")), {"x": 0})
PROGRAMS["no_conflict"] = (joined({t: [*region("m"), *region("m")] for t in ("T1", "T2")}, ("end", "return")), {})


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    model = load(sys.argv[1])
    extend(model)
    for name in sys.argv[2:] or PROGRAMS:
        threads, shared = PROGRAMS[name]
        for mode, rw in (("exitblock-rw", True), ("exitblock", False)):
            result = explore(model, threads, shared, rw)
            if result is None:
                print(name, mode, "too many")
                continue
            print(name, mode, *result[:2], "|", ", ".join(f"{k} {n}" for k, n in result[2].items()))


if __name__ == "__main__":
    main()
