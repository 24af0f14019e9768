# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""What a program of waiting_programs.py can do, by brute force over its steps. Standard library only.

Each statement becomes steps of one access, or operation, each. A step is (what, ..., next, other): where the thread goes on, and
where if it found something else. A look that finds nothing changes nothing, so that a loop is a circle of states: a program can
live on for ever without an end where no end can be reached, and is stuck where nobody has a step.
"""
from waiting_programs import LOCKS, SEMAPHORES, VARIABLES

MUTEX = LOCKS  # that of the condition variable


class TooLarge(Exception):
    pass


class Steps:
    """The steps of one thread."""

    def __init__(self, program, me):
        self.steps = []
        self.plain = [k == "plain" for k in program["variables"]]
        threads = len(program["bodies"])
        for t in range(1, threads) if me == 0 else ():
            self.add("create", t)
        self.body(program["bodies"][me])
        for t in range(1, threads) if me == 0 else ():
            self.add("join", t)

    def add(self, *step, to=None, other=None):
        at = len(self.steps)
        self.steps.append([*step, at + 1 if to is None else to, other])
        return at

    def here(self):
        return len(self.steps)

    def patch(self, at, other):
        self.steps[at][-1] = other

    def body(self, statements):
        for s in statements:
            self.statement(*s)

    def statement(self, kind, *a):
        at, begin = a[0], self.here()
        if kind == "add" and self.plain[at]:
            self.add("load", at)
            self.add("store loaded", at, a[1])
        elif kind in ("store", "add", "own", "post", "wait"):
            self.add(*(kind, *a))
        elif kind == "spin":
            self.add("look", at, a[1], other=begin)
        elif kind == "either":
            self.add("look", at, a[1], to=begin + 2, other=begin + 1)
            self.add("look", a[2], a[3], other=begin)
        elif kind == "both":
            self.add("look", at, a[1], other=begin)
            self.add("look", a[2], a[3], other=begin)
        elif kind == "gives up":
            looks = [self.add("look", at, a[1], to=begin + a[2] + 1, other=begin + i + 1) for i in range(a[2])]
            self.add("append", 1, to=begin + len(looks) + 2)
            self.add("append", 0)
        elif kind == "swap":
            self.add("swap", at, a[1], a[2], other=begin)
        elif kind == "increase":
            self.add("load", at)
            self.add("swap loaded", at, other=begin + 1)
        elif kind == "swapped":
            self.add("swap", at, 0, 7, other=begin)
            self.body(a[2])
            self.add("store", at, 0)
        elif kind == "try wait":
            self.add("try wait", at, other=begin)
        elif kind in ("locked", "read locked"):
            self.add("lock" if kind == "locked" else "lock for reading", at)
            self.body(a[1])
            self.add("unlock", at)
        elif kind == "try locked":
            self.add("try", at, other=begin)
            self.body(a[2])
            self.add("unlock", at)
        elif kind == "tried":
            attempt = self.add("try", at)
            self.body(a[1])
            self.add("unlock", at, to=self.here() + 2)
            self.patch(attempt, self.add("append", 1))
        elif kind == "guarded":
            self.add("lock", at)
            self.add("look", a[1], a[2], to=begin + 3)
            self.patch(begin + 1, begin + 2)
            self.add("unlock", at, to=begin)
            self.add("unlock", at)
        elif kind == "announce":
            self.add("lock", MUTEX)
            self.add("store", at, a[1])
            self.add("broadcast")
            self.add("unlock", MUTEX)
        else:
            assert kind == "await"
            self.add("lock", MUTEX)
            self.add("look", at, a[1], to=begin + 4, other=begin + 2)
            self.add("sleep")
            self.add("lock", MUTEX, to=begin + 1)
            self.add("unlock", MUTEX)


def replaced(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


# A thread: where it is (-1: not created), what it loaded, its own number, how ("runs", "sleeps").
AT, LOADED, OWN, HOW = range(4)


class Model:
    def __init__(self, program):
        self.steps = [Steps(program, me).steps for me in range(len(program["bodies"]))]

    def start(self):
        threads = tuple((0 if t == 0 else -1, 0, 0, "runs") for t in range(len(self.steps)))
        return threads, (0,) * VARIABLES, ((),) * (LOCKS + 1), (0,) * SEMAPHORES

    def ended(self, state, t):
        return state[0][t][AT] == len(self.steps[t])

    def after(self, state, t):
        """The state after the next step of thread t; None if it has none."""
        threads, variables, locks, semaphores = state
        me = threads[t]
        if me[AT] < 0 or self.ended(state, t) or me[HOW] == "sleeps":
            return None
        kind, *given, go, other = self.steps[t][me[AT]]
        at = given[0] if given else 0

        def to(where, threads=threads, variables=variables, locks=locks, semaphores=semaphores, loaded=me[LOADED], own=me[OWN], how="runs"):
            return replaced(threads, t, (where, loaded, own, how)), variables, locks, semaphores

        def put(value, where=go, loaded=me[LOADED]):
            return to(where, variables=replaced(variables, at, value), loaded=loaded)

        if kind == "store":
            return put(given[1])
        if kind == "add":
            return put(variables[at] + given[1])
        if kind == "load":
            return to(go, loaded=variables[at])
        if kind == "store loaded":
            return put(me[LOADED] + given[1], loaded=0)
        if kind == "own":
            return to(go, own=me[OWN] * 3 + variables[at])
        if kind == "append":
            return to(go, own=me[OWN] * 3 + at)
        if kind == "look":
            return to(go if variables[at] == given[1] else other)
        if kind == "swap":
            return put(given[2]) if variables[at] == given[1] else to(other)
        if kind == "swap loaded":
            return put(me[LOADED] + 1, loaded=0) if variables[at] == me[LOADED] else to(other, loaded=variables[at])
        if kind in ("lock", "try"):
            if locks[at]:
                return to(other) if kind == "try" else None
            return to(go, locks=replaced(locks, at, ((t, "writes"),)))
        if kind == "lock for reading":
            if any(how == "writes" for _, how in locks[at]):
                return None
            return to(go, locks=replaced(locks, at, tuple(sorted((*locks[at], (t, "reads"))))))
        if kind == "unlock":
            return to(go, locks=replaced(locks, at, tuple(h for h in locks[at] if h[0] != t)))
        if kind == "post":
            return to(go, semaphores=replaced(semaphores, at, semaphores[at] + 1))
        if kind in ("wait", "try wait"):
            if not semaphores[at]:
                return to(other) if kind == "try wait" else None
            return to(go, semaphores=replaced(semaphores, at, semaphores[at] - 1))
        if kind == "sleep":
            return to(go, locks=replaced(locks, MUTEX, ()), how="sleeps")
        if kind == "broadcast":
            return to(go, threads=tuple((*x[:HOW], "runs") for x in threads))
        if kind == "create":
            return to(go, threads=replaced(threads, at, (0, *threads[at][1:])))
        assert kind == "join"
        return to(go) if self.ended(state, at) else None

    def explore(self, most):
        """(what it can print, kinds of failures)"""
        start = self.start()
        before, todo, ends, stuck = {start: []}, [start], set(), set()
        while todo:
            state = todo.pop()
            after = [s for t in range(len(self.steps)) if (s := self.after(state, t)) is not None]
            if self.ended(state, 0):
                ends.add(state)
            elif not after:
                stuck.add(state)
            for s in after:
                if s not in before:
                    before[s] = []
                    todo.append(s)
                before[s].append(state)
            if len(before) > most:
                raise TooLarge
        kinds = {"deadlock"} if stuck else set()
        if len(reaching(before, ends | stuck)) < len(before):
            kinds.add("livelock")
        return {shown(s) for s in ends}, kinds


def reaching(before, goals):
    found, todo = set(goals), list(goals)
    while todo:
        for s in before[todo.pop()]:
            if s not in found:
                found.add(s)
                todo.append(s)
    return found


def shown(state):
    own = [t[OWN] for t in state[0]] + [0, 0]
    return "{} {}; {} {} {}\n".format(*state[1], *own[:3])
