# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Numbers of schedules that are too many to spell out in a line, counted from the steps of the two threads.

A thread is a generator of visible steps, in the order of libstdc++'s source. A step is a function of the memory, which notes what
it reads and writes; its result is sent back. All orders of the steps are run; two of them are one schedule if they order all steps
that conflict in the same way. No code is shared with the search.
"""


class Memory:
    def __init__(self):
        self.words, self.sleeping, self.thread = {}, set(), None

    def begin(self, thread):
        self.thread, self.reads, self.writes = thread, set(), set()

    def get(self, word):
        self.reads.add(word)
        return self.words.get(word, 0)

    def set(self, word, value):
        self.writes.add(word)
        self.words[word] = value


def read(word):
    return lambda m: m.get(word)


def change(word, function):
    """The old value."""
    def step(m):
        old = m.get(word)
        m.set(word, function(old))
        return old
    return step


def store(word, value):
    return lambda m: m.set(word, value)


def exchange(word, expected, value):
    """compare_exchange: whether it was as expected."""
    def step(m):
        if m.get(word) != expected:
            return False
        m.set(word, value)
        return True
    return step


def sleep(word, value):
    """A futex: the thread goes on only when it is woken, if it waits at all."""
    def step(m):
        if m.get(word) == value:
            m.set("queue", 0)
            m.sleeping.add(m.thread)
    return step


def wake(m):
    m.set("queue", 0)
    m.sleeping.clear()


def wait(word, accepted, futex=None):
    """A waiter is counted; the futex and the word are looked at before the wait, and the word after it. `futex`: of a word that is
    no int it is a version."""
    yield change("waiters", lambda n: n + 1)
    while True:
        seen = yield read(futex or word)
        if accepted((yield read(word))):
            break
        yield sleep(futex or word, seen)
        if accepted((yield read(word))):
            break
    yield change("waiters", lambda n: n - 1)


def notify(futex=None):
    if futex:
        yield change(futex, lambda n: n + 1)
    if (yield read("waiters")):
        yield wake


def flag_set():
    yield store("flag", 1)
    yield from notify("version")


def latch_arrive():
    if (yield change("latch", lambda n: n - 1)) == 1:
        yield from notify()


def latch_arrive_and_wait():
    yield from latch_arrive()
    yield from wait("latch", lambda n: n == 0)


def barrier_arrive(drop=False):
    """Of two threads: one node of the tree, which is free, half, full."""
    if drop:
        yield change("adjustment", lambda n: n - 1)
    old = yield read("phase")
    if (yield exchange("ticket", old, old + 1)):
        return old
    yield exchange("ticket", old + 1, old + 2)
    yield read("adjustment")
    yield store("adjustment", 0)
    yield store("phase", old + 2)
    yield from notify("version")
    return old


def barrier_arrive_and_wait():
    old = yield from barrier_arrive()
    yield from wait("phase", lambda phase: phase != old, "version")


LATCH = {"latch": 2}
MODELS = {
    "flag_wait": ({}, flag_set, lambda: wait("flag", bool, "version")),
    "latch": ({"latch": 1}, latch_arrive, lambda: wait("latch", lambda n: n == 0)),
    "latch_both": (LATCH, latch_arrive_and_wait, latch_arrive_and_wait),
    "barrier": ({}, barrier_arrive_and_wait, barrier_arrive_and_wait),
    "barrier_arrive": ({}, barrier_arrive, barrier_arrive_and_wait),
    "barrier_drop": ({}, lambda: barrier_arrive(drop=True), barrier_arrive_and_wait),
}


def run(model, order):
    """The steps of this order, as (thread, number, reads, writes), and the threads that can go on after it."""
    words, *threads = MODELS[model]
    memory = Memory()
    memory.words.update(words)
    running = [thread() for thread in threads]
    following = [next(thread) for thread in running]
    steps, counts = [], [0, 0]
    for t in order:
        memory.begin(t)
        result = following[t](memory)
        steps.append((t, counts[t], memory.reads, memory.writes))
        counts[t] += 1
        try:
            following[t] = running[t].send(result)
        except StopIteration:
            following[t] = None
    return steps, [t for t in (0, 1) if following[t] and t not in memory.sleeping]


def schedules(model):
    """How many there are; each must end with both threads at their end."""
    found, orders = set(), [()]
    while orders:
        order = orders.pop()
        steps, able = run(model, order)
        orders += [(*order, t) for t in able]
        if not able:
            found.add(frozenset((a[:2], b[:2]) for i, a in enumerate(steps) for b in steps[i + 1:]
                                if a[0] != b[0] and (a[3] & (b[2] | b[3]) or b[3] & a[2])))
    return len(found)


if __name__ == "__main__":
    for name in MODELS:
        print(name, schedules(name))
