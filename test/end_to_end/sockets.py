# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random programs that work on sockets, against every interleaving of their calls as the system itself does them.

    sockets.py BIN FOLDER [SEED [COUNT [FIRST]]]

BIN has xblock-clang. FOLDER is for programs. A program is two or three threads with a few calls each, on sockets that main made: one that
listens on 127.0.0.1, both ends of a connection to it, a pair, and some that are neither bound nor connected; or on an epoll, with these, a
pipe and an event counter; its result is what each call returned, or its errno, and what the connections hold and poll() says of them in the end. Some calls wait: then the other
threads go on, and where none can that is a deadlock. Compared: the set of results that the schedules print, and whether some
deadlock, with those of all interleavings, each done here by system calls; in mode dpor and sleep, and by re-execution. Standard library only.
"""
import errno
import json
import os
import random
import select
import shutil
import socket
import struct
import subprocess
import sys

CONNECTED = ["c", "s", "u", "v"]  # both ends of the connection, and of the pair
FRESH = ["f", "g", "b"]  # b may take the port of the listener
SHARED = ["L"] + CONNECTED + FRESH + ["r", "w", "n", "e"]  # a pipe, an event counter, an epoll
PATHS = 700  # most interleavings of a program
EVENTS = select.POLLIN | select.POLLOUT | select.POLLRDHUP
LATER = select.POLLIN | select.POLLRDHUP
HOWS = {"RD": socket.SHUT_RD, "WR": socket.SHUT_WR, "RDWR": socket.SHUT_RDWR}


def call(rng, own, theme, now):
    """One call: (kind, socket, arguments...)."""
    any_of = ["own"] * 3 * own + theme
    fd = rng.choice(any_of)
    calls = [
        ("send", fd, rng.choice(["x", "yz", "123"]), True), ("send", fd, "w", rng.random() < 0.5), ("send", fd, "q", True),
        ("recv", fd, rng.randrange(1, 4), rng.choice(["MSG_DONTWAIT", "MSG_DONTWAIT", "0", "0", "MSG_PEEK|MSG_DONTWAIT", "MSG_PEEK"])),
        ("recv", fd, 2, "MSG_DONTWAIT"), ("shutdown", fd, rng.choice(list(HOWS))), ("shutdown", fd, "WR"), ("close", fd), ("close", fd),
        ("poll", fd, rng.choice([EVENTS, LATER])), ("poll", fd, LATER), ("error", fd), ("peer", fd), ("dup", fd),
    ]
    if "L" in theme:
        calls += [("connect", rng.choice(["f", "g", "f", "c"]), "P")] * 3 + [("accept", "L", now)] * 4
        calls += [("bind", "b"), ("listen", "b"), ("accept", "b", now), ("shutdown", "L", "RD"), ("poll", "L", EVENTS), ("listening", fd)]
    return rng.choice(calls)


def epoll_call(rng, ways):
    """One call, on an epoll or on what it may be interested in: `ways` are ends that are read, each with the one that is written."""
    fd, other = rng.choice(ways)
    modes = [0, 0, 0, select.EPOLLET, select.EPOLLONESHOT]
    mask = rng.choice([select.EPOLLIN, select.EPOLLIN, select.EPOLLIN | select.EPOLLRDHUP] + [select.EPOLLIN | select.EPOLLOUT] * (fd not in "uv"))
    stream = fd not in "rn"
    return rng.choice([
        ("ctl", "e", rng.choice(["ADD", "MOD", "DEL"]), fd, mask | rng.choice(modes)), ("ctl", "e", "ADD", fd, mask | rng.choice(modes)),
        ("ctl", "e", "ADD", fd, mask | rng.choice(modes)), ("wait", "e", rng.randrange(1, 4), 0), ("wait", "e", rng.randrange(1, 4), 0),
        ("wait", "e", 2, -1), ("connect", "f", "P"), ("poll", fd, EVENTS), ("close", rng.choice([other, fd])) if fd != "n" else ("poll", "n", EVENTS),
        ("recv", fd, 2, "MSG_DONTWAIT") if stream else ("read", fd, 8), ("shutdown", other, "WR") if stream else ("poll", other, EVENTS),
    ] + [("send", other, rng.choice(["x", "yz"]), True) if stream else ("write", other, "a" if fd == "r" else "\1" + 7 * "\0")] * 4)


def generate_epoll(rng):
    ways = rng.sample([("s", "c"), ("v", "u"), ("r", "w"), ("n", "n"), ("c", "s")], 2)
    return [[epoll_call(rng, ways) for _ in range(rng.randrange(1, 5))] for _ in range(rng.choice([2, 2, 2, 3]))]


def generate(rng):
    if rng.random() < 0.4:
        return generate_epoll(rng)
    theme = rng.choice([["c", "s"], ["u", "v"], ["c", "s", "u"], ["L", "f", "g", "c"], ["L", "f", "b"], ["L", "f", "f", "s"], ["L"] + CONNECTED + FRESH])
    now = rng.random() < 0.5  # the listeners have O_NONBLOCK
    threads = []
    for _ in range(rng.choice([2, 2, 2, 3])):
        calls, own = [], False
        for _ in range(rng.randrange(1, 5)):
            c = call(rng, own, theme, now)
            own = own or c[0] in ("accept", "dup")
            calls.append(c)
        threads.append(calls)
    return threads


def waits(step):
    return step[0] == "send" and not step[3] or step[0] == "recv" and "DONTWAIT" not in step[3] or step[0] == "accept" and not step[2] or step == ("wait", "e", 2, -1)


def refused(threads):
    """Whether a thread may close what another one waits in."""
    closing = [{c[1] for c in t if c[0] == "close"} for t in threads]
    waiting = [{c[1] for c in t if waits(c)} for t in threads]
    if any(c[0] in ("accept", "dup") for t in threads for c in t) and any(closing) and any(waiting):
        return True  # by the same number
    return any(closing[a] & waiting[b] for a in range(len(threads)) for b in range(len(threads)) if a != b)


# As the system does it.

class Sockets:
    """What main makes."""

    def __init__(self):
        self.by_name = {}
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        self.port = listener.getsockname()[1]
        c = socket.socket()
        c.connect(("127.0.0.1", self.port))
        s, _ = listener.accept()
        u, v = socket.socketpair()
        made = [listener, c, s, u, v, socket.socket(), socket.socket(), socket.socket()]
        made[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        for one in (m for m in made if m.family == socket.AF_INET):  # else a second small segment waits for an answer to the first
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.by_name = {name: one.detach() for name, one in zip(SHARED, made)}
        self.by_name["r"], self.by_name["w"] = os.pipe2(os.O_NONBLOCK)
        self.by_name["n"] = os.eventfd(0, os.EFD_NONBLOCK)
        self.epoll = select.epoll()
        self.by_name["e"] = -2  # closed with the object
        self.names = {fd: name for name, fd in self.by_name.items()}
        self.opened = set(self.by_name.values())

    def at(self, name, own):
        return (-1 if own is None else own) if name == "own" else self.by_name[name]

    def end(self):
        """What the connections hold."""
        text = []
        for name in CONNECTED:
            poll, fd = select.poll(), self.by_name[name]
            poll.register(fd, EVENTS)
            ready = poll.poll(0)
            text.append(f"{name} {ready[0][1] if ready else 0} {attempt(('recv', name, 8, 'MSG_DONTWAIT'), None, self)[0]}")
        return " ".join(text)

    def control(self, operation, name, events):
        fd = self.by_name[name]
        {"ADD": lambda: self.epoll.register(fd, events), "MOD": lambda: self.epoll.modify(fd, events), "DEL": lambda: self.epoll.unregister(fd)}[operation]()
        return 0

    def wait(self, most):
        value = 0
        for fd, events in self.epoll.poll(0, most):
            value = (value * 1000003 + SHARED.index(self.names[fd]) * 65536 + events + 1) & (2 ** 62 - 1)
        return value

    def close(self):
        self.epoll.close()
        self.opened -= {-2}
        for fd in self.opened:
            try:
                os.stat(fd)
            except OSError:
                continue
            try:
                with socket.socket(fileno=fd) as one:
                    if one.family == socket.AF_INET:
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                os.close(fd)


def number(data):
    value = len(data)
    for byte in data:
        value = value * 256 + byte
    return (value + 2 ** 63) % 2 ** 64 - 2 ** 63  # as a long has it


def attempt(step, own, sockets):
    """(result, own descriptor); the result is None where the call would wait."""
    kind, name, *rest = step
    fd = sockets.at(name, own)
    if kind == "wait":
        found = sockets.wait(rest[0])
        return (None if not found and rest[1] else found), own
    if kind == "ctl":
        try:
            return sockets.control(*rest), own
        except OSError as error:
            return -error.errno, own
    if fd < 0:
        return 0 if kind == "poll" else -errno.EBADF, own
    try:
        if kind == "close":
            os.close(fd)
            sockets.opened.discard(fd)
            return 0, (None if name == "own" else own)
        if kind == "dup":
            fresh = os.dup(fd)
            os.set_inheritable(fresh, False)
            sockets.opened.add(fresh)
            return 0, fresh
        if kind == "write":
            return os.write(fd, rest[0].encode()), own
        if kind == "read":
            return number(os.read(fd, rest[0])), own
        if kind == "poll":
            poll = select.poll()
            poll.register(fd, rest[0])
            ready = poll.poll(0)
            return (ready[0][1] if ready else 0), own
        one = socket.socket(fileno=fd)
        try:
            if kind == "accept":
                one.setblocking(False)
                fresh, _ = one.accept()
                fresh = fresh.detach()
                sockets.opened.add(fresh)
                return 0, fresh
            return {
                "send": lambda: one.send(rest[0].encode(), socket.MSG_NOSIGNAL | socket.MSG_DONTWAIT),
                "recv": lambda: number(one.recv(rest[0], socket.MSG_DONTWAIT | (socket.MSG_PEEK if "PEEK" in rest[1] else 0))),
                "shutdown": lambda: one.shutdown(HOWS[rest[0]]) or 0,
                "error": lambda: one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR),
                "peer": lambda: one.getpeername() and 0 or 0,
                "listening": lambda: one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN),
                "connect": lambda: one.connect(("127.0.0.1", sockets.port)) or 0,
                "bind": lambda: one.bind(("127.0.0.1", sockets.port)) or 0,
                "listen": lambda: one.listen(8) or 0,
            }[kind](), own
        finally:
            if kind == "accept":
                one.setblocking(True)
            one.detach()
    except BlockingIOError as error:
        return (None if waits(step) else -error.errno), own
    except OSError as error:
        return -error.errno, own


def results(threads):
    """All of them, None for a deadlock; and of how many interleavings. None if there are too many."""
    found, begun, count = set(), [[]], 0
    while begun:
        count += 1
        if count > PATHS:
            return None
        prefix = begun.pop()
        sockets = Sockets()
        own, said, path, stuck, possible = [None] * len(threads), [[] for _ in threads], [], set(), True

        def go(t):
            """Whether it did something: to begin to wait for an epoll takes what is not ready off its list."""
            step = threads[t][len(said[t])]
            result, own[t] = attempt(step, own[t], sockets)
            if result is None:
                stuck.add(t)
            else:
                said[t].append(result)
                stuck.clear()
            if result is not None or step[0] == "wait":
                path.append(t)
                return True
            return False
        for t in prefix:
            possible = possible and go(t)
        if possible:
            while True:
                left = [t for t in range(len(threads)) if len(said[t]) < len(threads[t])]
                able = [t for t in left if t not in stuck]
                before = list(path)
                taken = next((t for t in able if go(t)), None)
                if taken is None:
                    break
                begun += [before + [t] for t in able if t > taken]
            found.add(None if left else "; ".join(" ".join(map(str, s)) for s in said) + "; " + sockets.end())
        sockets.close()
    return found, count


# As a program.

def escaped(text):
    return "".join(c if c.isalpha() else f"\\{ord(c)}" for c in text)


def emit(threads):
    def expression(step):
        kind, name, *rest = step
        fd = "own" if name == "own" else f"shared[{SHARED.index(name)}]"
        if kind == "accept":
            return f"opened(&own, accept({fd}, NULL, NULL))"
        return {
            "send": lambda: f'got(send({fd}, "{rest[0]}", {len(rest[0])}, MSG_NOSIGNAL{" | MSG_DONTWAIT" * rest[1]}))',
            "recv": lambda: f"number(text, recv({fd}, text, {rest[0]}, {rest[1]}))",
            "shutdown": lambda: f"got(shutdown({fd}, SHUT_{rest[0]}))",
            "close": lambda: "closed(&own)" if name == "own" else f"got(close({fd}))",
            "dup": lambda: f"opened(&own, dup({fd}))",
            "poll": lambda: f"polled({fd}, {rest[0]})",
            "error": lambda: f"option({fd}, SO_ERROR)",
            "listening": lambda: f"option({fd}, SO_ACCEPTCONN)",
            "peer": lambda: f"peer({fd})",
            "connect": lambda: f"got(connect({fd}, (struct sockaddr *)&address, sizeof address))",
            "bind": lambda: f"got(bind({fd}, (struct sockaddr *)&address, sizeof address))",
            "listen": lambda: f"got(listen({fd}, 8))",
            "ctl": lambda: f"control({fd}, EPOLL_CTL_{rest[0]}, {SHARED.index(rest[1])}, {rest[2]}u)",
            "wait": lambda: f"waited({fd}, {rest[0]}, {rest[1]})",
            "write": lambda: f'got(write({fd}, "{escaped(rest[0])}", {len(rest[0])}))',
            "read": lambda: f"number(text, read({fd}, text, {rest[0]}))",
        }[kind]()
    functions = "".join(
        f"static void *run{t}(void *unused) {{\n  int own = -1;\n  char text[8];\n"
        + "".join(f"  said[{t}][{i}] = {expression(step)};\n" for i, step in enumerate(calls))
        + "  (void)own, (void)text;\n  return unused;\n}\n" for t, calls in enumerate(threads))
    main = "".join(f"  pthread_create(&threads[{t}], NULL, run{t}, NULL);\n" for t in range(1, len(threads)))
    main += "  run0(NULL);\n" + "".join(f"  pthread_join(threads[{t}], NULL);\n" for t in range(1, len(threads)))
    for t, calls in enumerate(threads):
        main += "".join(f'  printf("{" " if i else ""}%ld", said[{t}][{i}]);\n' for i in range(len(calls))) + '  printf("; ");\n'
    main += "".join(f'  show("{name}", {SHARED.index(name)}, "{" " if i else ""}");\n' for i, name in enumerate(CONNECTED))
    now = any(c[0] == "accept" and c[2] for t in threads for c in t)
    return PRELUDE + functions + f"int main(void) {{\n  pthread_t threads[3];\n  prepare({int(now)});\n" + main + "}\n"


PRELUDE = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
static int shared[12];
static struct sockaddr_in address;
static long said[3][8];
static long got(long r) { return r < 0 ? -errno : r; }
static long opened(int *own, int fd) { return fd < 0 ? -errno : (*own = fd, 0); }
static long closed(int *own) { long r = got(close(*own)); *own = r ? *own : -1; return r; }
static long number(const char *text, long n) {
  if (n < 0) return -errno;
  long value = n;
  for (long i = 0; i < n; ++i) value = value * 256 + (unsigned char)text[i];
  return value;
}
static long polled(int fd, int events) { struct pollfd p = {fd, events, 0}; poll(&p, 1, 0); return p.revents; }
static long option(int fd, int name) { int value = 0; socklen_t n = sizeof value; return getsockopt(fd, SOL_SOCKET, name, &value, &n) ? -errno : value; }
static long peer(int fd) { struct sockaddr_in to; socklen_t n = sizeof to; return got(getpeername(fd, (struct sockaddr *)&to, &n)); }
static long control(int fd, int operation, int which, unsigned events) {
  struct epoll_event event = {events, {.u64 = which}};
  return got(epoll_ctl(fd, operation, shared[which], &event));
}
static long waited(int fd, int most, int time) {
  struct epoll_event events[4];
  int n = epoll_wait(fd, events, most, time);
  unsigned long value = 0;
  for (int i = 0; i < n; ++i) value = (value * 1000003 + events[i].data.u64 * 65536 + events[i].events + 1) & ((1ul << 62) - 1);
  return n < 0 ? -errno : (long)value;
}
static void check(int ok) { if (!ok) abort(); }
static void prepare(int now) {
  signal(SIGPIPE, SIG_IGN);
  int one = 1;
  socklen_t n = sizeof address;
  shared[0] = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  check(setsockopt(shared[0], SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
  check(bind(shared[0], (struct sockaddr *)&address, sizeof address) == 0 && listen(shared[0], 8) == 0);
  check(getsockname(shared[0], (struct sockaddr *)&address, &n) == 0 && n == sizeof address && address.sin_port);
  shared[1] = socket(AF_INET, SOCK_STREAM, 0);
  check(connect(shared[1], (struct sockaddr *)&address, sizeof address) == 0);
  check((shared[2] = accept(shared[0], NULL, NULL)) > 0);
  check(socketpair(AF_UNIX, SOCK_STREAM, 0, shared + 3) == 0);
  for (int i = 5; i < 8; ++i) shared[i] = socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; now && i < 8; i += 7) check(fcntl(shared[i], F_SETFL, O_NONBLOCK) == 0);
  for (int i = 0; i < 8; ++i)
    if (i != 3 && i != 4) setsockopt(shared[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  check(pipe2(shared + 8, O_NONBLOCK) == 0);
  shared[10] = eventfd(0, EFD_NONBLOCK);
  shared[11] = epoll_create1(0);
  check(setsockopt(shared[7], SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0);
}
static void show(const char *name, int which, const char *before) {
  char text[8];
  long events = polled(shared[which], EVENTS);
  printf("%s%s %ld %ld", before, name, events, number(text, recv(shared[which], text, 8, MSG_DONTWAIT)));
}
""".replace("EVENTS", str(EVENTS))


def explore(program, *more):
    """(kinds of failures, what was printed, of how many schedules); kinds None: it went wrong."""
    options = f"check=none keep-going quiet shorten=0 frontier=none json={program}.json outputs={program}.out leaks=never {' '.join(more)}"
    done = subprocess.run([program], env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True, timeout=600)
    if done.returncode > 1:
        return None, done.stderr.decode(errors="replace"), 0
    with open(program + ".json", encoding="utf-8") as file, open(program + ".out", encoding="utf-8") as out:
        report = json.load(file)
        return {f["kind"] for f in report["failures"]}, set(json.load(out)), report["schedules"]


def main():
    bin_folder, folder = sys.argv[1:3]
    seed, count, first = (int(a) for a in sys.argv[3:] + ["1", "60", "0"][len(sys.argv) - 3:])
    os.makedirs(folder, exist_ok=True)
    folder = os.path.abspath(folder)
    rng = random.Random(seed)
    bad = schedules = states = ways = deadlocks = number_of = 0
    while number_of < count:
        threads = generate(rng)
        if refused(threads):
            continue
        if number_of < first:
            number_of += 1
            continue
        native = results(threads)
        if native is None:
            continue
        number_of += 1
        expected, paths = native
        program = os.path.join(folder, f"p{number_of}")
        with open(program + ".c", "w", encoding="utf-8") as file:
            file.write(emit(threads))
        subprocess.run([os.path.join(bin_folder, "xblock-clang"), "-w", "-g", f"-O{number_of % 3}", program + ".c", "-o", program], check=True)
        wrong = []
        for more in (["mode=dpor"], ["mode=sleep"], ["mode=dpor", "restore=reexecute"]):
            kinds, printed, n = explore(program, *more)
            if kinds is None:
                wrong.append(f"{more}: {printed}")
            elif printed != expected - {None} or kinds != ({"deadlock"} if None in expected else set()):
                wrong.append(f"{more}: failures {kinds}, natively {'a deadlock' if None in expected else 'none'}; "
                             f"impossible: {sorted(printed - expected)[:3]}, missed: {sorted(expected - printed - {None})[:3]}")
            if more == ["mode=dpor"]:
                schedules += n
        bad += bool(wrong)
        states += len(expected)
        deadlocks += None in expected
        ways += paths
        if wrong:
            print(f"p{number_of}.c: {threads}", *wrong, sep="\n  ", flush=True)
    print(f"{count - first} programs, {deadlocks} that can deadlock, {ways} interleavings with {states} results, {schedules} schedules: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
