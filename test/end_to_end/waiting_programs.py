# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random programs with waiting loops, as statements and as C. Standard library only.

A program: the kinds of its variables ("atomic", "plain") and of its locks ("mutex", "spin", "rw"), and a list of statements
for each thread, of which the first is main. A statement is a tuple; what waiting_model.py says that it does is what C says.
"""
VARIABLES, LOCKS, SEMAPHORES = 2, 2, 1
PAUSES = ["", "", "sched_yield();", "__builtin_ia32_pause();"]


class Generator:
    def __init__(self, rng):
        self.rng = rng
        plain = rng.random()
        self.variables = [rng.choice(["plain", "atomic"]) if plain < 0.3 else "plain" if plain < 0.6 else "atomic"
                          for _ in range(VARIABLES)]
        self.locks = [rng.choice(["mutex", "mutex", "mutex", "spin", "rw"]) for _ in range(LOCKS)]

    def program(self):
        threads = self.rng.choice([2, 3, 3])
        bodies = [self.body(self.rng.randint(1, 3 if threads == 3 else 4), [], 0) for _ in range(threads)]
        return {"variables": self.variables, "locks": self.locks, "bodies": bodies}

    def body(self, length, held, depth):
        return [self.statement(held, depth) for _ in range(length)]

    def statement(self, held, depth):
        rng = self.rng
        kinds = ["store"] * 5 + ["add", "own", "own", "spin", "spin", "spin", "either", "both", "gives up"]
        kinds += ["post", "wait", "try wait"] if rng.random() < 0.3 else []
        kinds += ["announce", "await"] if rng.random() < 0.2 else []
        kinds += ["swap", "increase", "swapped"] if "atomic" in self.variables else []
        free = [l for l in range(LOCKS) if l not in held]
        if free:
            kinds += ["guarded"] * 2
            kinds += ["locked"] * 6 + ["tried", "try locked", "try locked"] if depth < 2 else []
        kind = rng.choice(kinds)
        v, w, c, d = rng.randrange(VARIABLES), rng.randrange(VARIABLES), rng.randint(1, 2), rng.randint(1, 2)
        pause = rng.choice(PAUSES)
        if kind in ("store", "add"):
            return kind, v, rng.choice([0, c, c, c])
        if kind in ("own", "await", "announce"):
            return {"own": (kind, v)}.get(kind, (kind, v, c))
        if kind == "spin":
            return kind, v, rng.choice([0, c, c]), pause
        if kind in ("either", "both"):
            return kind, v, c, w, d, pause
        if kind == "gives up":
            return kind, v, c, rng.randint(1, 3), pause
        if kind in ("post", "wait"):
            return kind, rng.randrange(SEMAPHORES)
        if kind == "try wait":
            return kind, rng.randrange(SEMAPHORES), pause
        if kind in ("swap", "increase", "swapped"):
            v = rng.choice([i for i, k in enumerate(self.variables) if k == "atomic"])
            if kind == "swap":
                return kind, v, rng.choice([0, c]), d, pause
            if kind == "increase":
                return kind, v, pause
            return kind, v, pause, self.body(rng.randint(0, 1), held, depth + 1)
        l = rng.choice(free)
        if kind == "guarded":
            return kind, l, v, c, pause
        inner = self.body(rng.randint(0 if kind == "tried" else 1, 2), held + [l], depth + 1)
        if kind == "try locked":
            return kind, l, pause, inner
        return (kind, l, inner) if kind == "tried" or self.locks[l] != "rw" or rng.random() < 0.5 else ("read locked", l, inner)


CALLS = {  # lock, try, unlock, type, and how it is made
    "mutex": ("pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutex_t", "pthread_mutex_init"),
    "spin": ("pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock", "pthread_spinlock_t", "pthread_spin_init"),
    "rw": ("pthread_rwlock_wrlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "pthread_rwlock_t", "pthread_rwlock_init"),
}

HEAD = """#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
static sem_t semaphores[1];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static volatile int own[3];
"""

def emit(program):
    kinds = [CALLS[k] for k in program["locks"]]

    def block(body, me, indent):
        return "".join(indent + line + "\n" for s in body for line in statement(s, me))

    def statement(s, me):
        kind, *a = s
        at = a[0]
        inner = [x for x in a if isinstance(x, list)]
        lines = block(inner[0], me, "  ").splitlines() if inner else []
        wait = f"v{at} != {a[1]}" if kind in ("spin", "gives up", "await", "guarded") else ""
        if kind in ("locked", "tried", "try locked", "guarded", "read locked"):
            lock, attempt, unlock = (f"{call}(&l{at})" for call in kinds[at][:3])
        if kind == "locked":
            return [f"{lock};", "{", *lines, "}", f"{unlock};"]
        if kind == "read locked":
            return [f"pthread_rwlock_rdlock(&l{at});", "{", *lines, "}", f"{unlock};"]
        if kind == "tried":
            return [f"if ({attempt} == 0) {{", *lines, f"  {unlock};", "} else {", f"  own[{me}] = own[{me}] * 3 + 1;", "}"]
        if kind == "try locked":
            return [f"while ({attempt} != 0) {{ {a[1]} }}", "{", *lines, "}", f"{unlock};"]
        if kind == "guarded":
            return ["for (int seen = 0; !seen;) {", f"  {lock};", f"  seen = v{a[1]} == {a[2]};", f"  {unlock};",
                    f"  if (!seen) {{ {a[3]} }}", "}"]
        if kind == "swapped":
            return [f"for (int old = 0; !atomic_compare_exchange_strong(&v{at}, &old, 7); old = 0) {{ {a[1]} }}", "{", *lines, "}",
                    f"v{at} = 0;"]
        return [{
            "store": lambda: f"v{at} = {a[1]};",
            "add": lambda: f"v{at} = v{at} + {a[1]};" if program["variables"][at] == "plain" else f"v{at} += {a[1]};",
            "own": lambda: f"own[{me}] = own[{me}] * 3 + v{at};",
            "spin": lambda: f"while ({wait}) {{ {a[2]} }}",
            "either": lambda: f"while (v{at} != {a[1]} && v{a[2]} != {a[3]}) {{ {a[4]} }}",
            "both": lambda: f"while (v{at} != {a[1]} || v{a[2]} != {a[3]}) {{ {a[4]} }}",
            "gives up": lambda: f"{{ int i = 0; for (; i < {a[2]} && {wait}; ++i) {{ {a[3]} }} own[{me}] = own[{me}] * 3 + (i == {a[2]}); }}",
            "swap": lambda: f"for (int old = {a[1]}; !atomic_compare_exchange_strong(&v{at}, &old, {a[2]}); old = {a[1]}) {{ {a[3]} }}",
            "increase": lambda: f"for (int old = v{at}; !atomic_compare_exchange_strong(&v{at}, &old, old + 1);) {{ {a[1]} }}",
            "post": lambda: f"sem_post(&semaphores[{at}]);",
            "wait": lambda: f"sem_wait(&semaphores[{at}]);",
            "try wait": lambda: f"while (sem_trywait(&semaphores[{at}]) != 0) {{ {a[1]} }}",
            "announce": lambda: f"pthread_mutex_lock(&mutex); v{at} = {a[1]}; pthread_cond_broadcast(&condition); pthread_mutex_unlock(&mutex);",
            "await": lambda: f"pthread_mutex_lock(&mutex); while ({wait}) pthread_cond_wait(&condition, &mutex); pthread_mutex_unlock(&mutex);",
        }[kind]()]

    bodies = program["bodies"]
    text = HEAD
    for v, kind in enumerate(program["variables"]):
        text += f"{'volatile' if kind == 'plain' else '_Atomic'} int v{v};\n"
    text += "".join(f"static {calls[3]} l{l};\n" for l, calls in enumerate(kinds))
    for me, body in enumerate(bodies[1:], 1):
        text += f"static void *run{me}(void *unused) {{\n{block(body, me, '  ')}  return unused;\n}}\n"
    text += "int main(void) {\n  pthread_t threads[3];\n  sem_init(&semaphores[0], 0, 0);\n"
    for l, kind in enumerate(program["locks"]):
        text += f"  {CALLS[kind][4]}(&l{l}, 0);\n"
    for me in range(1, len(bodies)):
        text += f"  pthread_create(&threads[{me}], NULL, run{me}, NULL);\n"
    text += block(bodies[0], 0, "  ")
    text += "".join(f"  pthread_join(threads[{me}], NULL);\n" for me in range(1, len(bodies)))
    return text + ('  char line[128];\n  int n = sprintf(line, "%d %d; %d %d %d\\n", v0, v1, own[0], own[1], own[2]);\n'
                   "  return write(1, line, n) != n;\n}\n")
