# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""All orders of the events of a few threads, by brute force: how many there are, of how many classes (orders of one class differ only in
events that do not affect each other), and how many of both fail. What a program of the papers must give is worked out here, in a model
of some lines, and not taken from a run. Standard library only.

    orders.py       compares the numbers of orders with those of the inventories of the papers
"""
from collections import namedtuple

# variable: what it touches; writes; act(state, own): changes them, returns False if the thread ends here; ready(state): whether it can happen.
Event = namedtuple("Event", "variable writes act ready", defaults=(lambda state, own: True, lambda state: True))
Count = namedtuple("Count", "orders failing classes failingClasses")


def count(threads, state, fails):
    """Of these lists of events, from the state (a dict) on; fails(state, stuck) of an end."""
    orders = failing = 0
    classes, failingClasses = set(), set()

    def go(at, state, own, trace):
        nonlocal orders, failing
        moved = False
        for t, events in enumerate(threads):
            if at[t] >= len(events) or not events[at[t]].ready(state):
                continue
            moved = True
            event = events[at[t]]
            nextState, nextOwn = dict(state), [dict(o) for o in own]
            goesOn = event.act(nextState, nextOwn[t])
            nextAt = list(at)
            nextAt[t] = len(events) if goesOn is False else at[t] + 1
            go(nextAt, nextState, nextOwn, trace + [(t, at[t], event)])
        if moved:
            return
        stuck = any(at[t] < len(threads[t]) for t in range(len(threads)))
        # A class: which events there are, and the order of each two that affect each other.
        pairs = frozenset(((a[0], a[1]), (b[0], b[1])) for i, a in enumerate(trace) for b in trace[i:]
                          if a is b or (a[2].variable == b[2].variable and (a[2].writes or b[2].writes)))
        orders += 1
        classes.add(pairs)
        if fails(state, stuck):
            failing += 1
            failingClasses.add(pairs)

    go([0] * len(threads), dict(state), [{} for _ in threads], [])
    return Count(orders, failing, len(classes), len(failingClasses))


def first_flag(n):
    def look(state, own):
        return state["first"]

    def act(state, own):
        state["first"] = False
        state["did"] += 1
    return count([[Event("first", False, look), Event("first", True, act)]] * n, {"first": True, "did": 0}, lambda s, _: s["did"] != 1)


def increments(threads, each):
    def get(state, own):
        own["n"] = state["n"]

    def put(state, own):
        state["n"] = own["n"] + 1
    return count([[Event("n", False, get), Event("n", True, put)] * each] * threads, {"n": 0}, lambda s, _: s["n"] != threads * each)


def publish(waiters):
    def notify(state, own):
        state["notified"] = True

    def store(state, own):
        state["subject"] = True

    def use(state, own):
        state["bad"] |= not state["subject"]
    waiter = [Event("notified", False, ready=lambda s: s["notified"]), Event("subject", False, use)]
    return count([[Event("notified", True, notify), Event("subject", True, store)]] + [waiter] * waiters,
                 {"notified": False, "subject": False, "bad": False}, lambda s, _: s["bad"])


def philosophers(n):
    def take(fork):
        return Event(f"fork{fork}", True, lambda s, o: s.update({fork: True}), lambda s: not s[fork])

    def give(fork):
        return Event(f"fork{fork}", True, lambda s, o: s.update({fork: False}))
    return count([[take(i), take((i + 1) % n), give((i + 1) % n), give(i)] for i in range(n)], {i: False for i in range(n)},
                 lambda s, stuck: stuck)


def withdraw():
    def take(amount):
        def look(state, own):
            return state["balance"] >= amount

        def act(state, own):
            state["balance"] -= amount
        return [Event("balance", False, look), Event("balance", True, act)]
    return count([take(50), take(70)], {"balance": 100}, lambda s, _: s["balance"] < 0)


def bank():
    def add(i, amount):
        return Event(f"account{i}", True, lambda s, o: s.update({i: s[i] + amount}))
    # The lock makes one event of the reader's two reads; it is told by a variable that all touch.
    def add_locked(i, amount):
        return add(i, amount)._replace(variable="all")
    return count([[add_locked(0, 3), add_locked(1, -3)],
                  [Event("all", False, lambda s, o: s.update(bad=s[0] + s[1] != 20))]], {0: 10, 1: 10, "bad": False}, lambda s, _: s["bad"])


def torn():
    def write(half):
        return Event(half, True, lambda s, o: s.update({half: 1}))

    def read(half):
        return Event(half, False, lambda s, o: s.update({"seen" + half: s[half]}))
    return count([[write("low"), write("high")], [read("high"), read("low")]], {"low": 0, "high": 0}, lambda s, _: s["seenlow"] != s["seenhigh"])


def numbered():
    return count([[Event("shared", True)] * 4, [Event("shared", False)]], {}, lambda s, _: False)


if __name__ == "__main__":
    # spec: "N=2: 6 total/4 bad; N=3: 66/60", 2 threads 6/4, 3 threads 90/84; k=1: 3/1, k=2: 30/14; n=2: 6/2, n=3: 168/6.
    for name, got, expected in [("P1, 2 threads", first_flag(2), (6, 4)), ("P1, 3 threads", first_flag(3), (66, 60)),
                                ("P8, 2 threads", increments(2, 1), (6, 4)), ("P8, 3 threads", increments(3, 1), (90, 84)),
                                ("P3, 1 waiter", publish(1), (3, 1)), ("P3, 2 waiters", publish(2), (30, 14)),
                                ("P5, 2 philosophers", philosophers(2), (6, 2)), ("P5, 3 philosophers", philosophers(3), (168, 6))]:
        print(f"{name}: {got.orders} orders, {got.failing} fail")
        assert got[:2] == expected, (name, got, expected)
