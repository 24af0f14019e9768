# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""What `xblock replay --gdb` gives to gdb: it stops where the schedule fails, and has commands for the threads of the program.

The threads are fibers on one thread of the OS, the only one that gdb knows. One that is suspended has its registers in the table that
the runtime keeps (runtime/world/debugger.h). To look at it they are put into gdb's; before the process goes on its own are put back.
"""
import re
import signal
import struct

import gdb

RUNTIME = "libxblock_rt.so"
MODEL = re.compile("__xblock_(body_)?fn_")  # before the name of a function that the runtime models
RUNS, ENDED, NOT_BEGUN = 1, 2, 4
REGISTERS = ("rip", "rsp", "rbp", "rbx", "r12", "r13", "r14", "r15")
HEADER = struct.Struct("<7Q")  # version, kind, message, where, thread, count, threads
ROW = struct.Struct("<15Q")  # number, flags, begins, the registers, low and top of the stack, name, state


def address_of(symbol):
    return int(gdb.parse_and_eval(f"(unsigned long)&{symbol}"))


def read(address, size):
    return gdb.selected_inferior().read_memory(address, size).tobytes()


def text_at(address):
    text = b""
    while address and b"\0" not in text:
        text += read(address + len(text), 1)
    return text.rstrip(b"\0").decode(errors="replace")


def in_runtime(pc):
    return RUNTIME in (gdb.solib_name(pc) or "")


def in_program(frame):
    """Not in a library of the system, whose debug information may be there, and is of no use here."""
    return not (gdb.solib_name(frame.pc()) or "").startswith(("/lib/", "/lib64/", "/usr/lib/"))


class Thread:
    """A thread of the program."""

    def __init__(self, row):
        self.number, self.flags, self.begins = row[:3]
        self.registers = dict(zip(REGISTERS, row[3:11]))
        self.low, self.top = row[11:13]
        self.name, self.state = text_at(row[13]), text_at(row[14])

    def has_frames(self):
        return not self.flags & (ENDED | NOT_BEGUN)


class Schedule:
    """What the runtime told as it stopped."""

    def __init__(self):
        header = HEADER.unpack(read(address_of("__xblock_debugged"), HEADER.size))
        if header[0] != 1:
            raise gdb.GdbError("xblock: this gdb script is of another version of xblock than the program's runtime")
        self.kind, self.message, self.where = (text_at(address) for address in header[1:4])
        self.thread, count, rows = header[4:]
        self.threads = [Thread(ROW.unpack(read(rows + i * ROW.size, ROW.size))) for i in range(count)]


schedule = None  # while the process has stopped for it
looked_at = None  # the number of the thread whose registers gdb has
own = None  # those of the process itself, while others are in their place


def put(registers):
    for name, value in registers.items():
        gdb.newest_frame().select()
        gdb.execute(f"set ${name} = {value}", to_string=True)
    gdb.newest_frame().select()


def put_back():
    """The registers of the process itself."""
    global own
    if own:
        put(own)
    own = None


def look_at(thread):
    """Afterwards gdb's frames are the thread's. The innermost is selected."""
    global own, looked_at
    put_back()
    if thread.has_frames() and not thread.flags & RUNS:
        frame = gdb.newest_frame()
        own = {name: int(frame.read_register(name)) & (1 << 64) - 1 for name in REGISTERS}
        put(thread.registers)
    looked_at = thread.number


def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def frame_of_program():
    """The innermost frame with a line of the program; without such a line, of the program or of another library."""
    known = [frame for frame in frames() if frame.name() and not in_runtime(frame.pc())]
    lines = [frame for frame in known if frame.find_sal().symtab]
    own = [frame for frame in lines if in_program(frame)]
    return (own or lines or known or [None])[0]


def select_frame():
    frame = frame_of_program()
    if frame is not None:
        frame.select()
    return frame


def show_frame():
    if select_frame() is not None:
        gdb.execute("frame")


def current():
    if schedule is None:
        raise gdb.GdbError("xblock: the process has not stopped at the end of a schedule")
    return schedule


def thread_named(word):
    for thread in current().threads:
        if word in (str(thread.number), thread.name):
            return thread
    names = ", ".join(f"{t.number} ({t.name})" for t in current().threads)
    raise gdb.GdbError(f"xblock: no thread '{word}'; there are {names}")


class SameView:
    """Thread and frame are selected again at the end."""

    def __enter__(self):
        self.thread, self.level = looked_at, gdb.selected_frame().level()

    def __exit__(self, *_):
        look_at(thread_named(str(self.thread)))
        for frame in frames():
            if frame.level() == self.level:
                frame.select()


def top_of(thread):
    if thread.flags & ENDED:
        return ""
    if thread.flags & NOT_BEGUN:
        block = gdb.block_for_pc(thread.begins)
        function = block.function if block else None
        return f"has not begun {function or hex(thread.begins)}"
    look_at(thread)
    frame = frame_of_program()
    if frame is None:
        return ""
    sal = frame.find_sal()
    place = f" at {sal.symtab.filename}:{sal.line}" if sal.symtab else ""
    return f"{frame.name()} (){place}"


def list_threads():
    with SameView():
        rows = [("*" if t.number == looked else " ", str(t.number), t.name, t.state, top_of(t))
                for looked in [looked_at] for t in current().threads]
    rows.insert(0, ("", "Id", "Name", "State", "Frame"))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        gdb.write((" ".join(f"{cell:{width}}" for cell, width in zip(row, widths)) + " " + row[4]).rstrip() + "\n")


def backtrace(thread):
    gdb.write(f"\nThread {thread.number} ({thread.name}), {thread.state}\n")
    if thread.has_frames():
        look_at(thread)
        gdb.execute("backtrace")
    elif thread.flags & NOT_BEGUN:
        gdb.write(top_of(thread) + "\n")


class Xblock(gdb.Command):
    """Look at the threads of a schedule that xblock replays. They run one at a time: gdb's own `info threads` knows of one."""

    def __init__(self):
        super().__init__("xblock", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, True)


class InfoXblock(gdb.Command):
    """List the threads of the schedule: what each does, what it waits for and who holds that, and where it stands."""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        list_threads()


class SelectThread(gdb.Command):
    """Look at a thread: xblock thread N. Its frames, arguments and local variables are shown then by gdb's commands, as by
    backtrace, frame, up and info locals. The process goes on as it would, whichever thread is looked at."""

    def __init__(self):
        super().__init__("xblock thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if not argument.strip():
            gdb.write(f"[xblock thread {looked_at if current() else ''}]\n")
            return
        thread = thread_named(argument.strip())
        if not thread.has_frames():
            what = "has ended" if thread.flags & ENDED else top_of(thread)
            raise gdb.GdbError(f"xblock: thread {thread.number} ({thread.name}) {what}")
        look_at(thread)
        gdb.write(f"[xblock thread {thread.number} ({thread.name}), {thread.state}]\n")
        gdb.execute("backtrace")
        select_frame()


class Backtrace(gdb.Command):
    """Print the frames of a thread, or of all: xblock backtrace [N|all]"""

    def __init__(self):
        super().__init__("xblock backtrace", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        word = argument.strip() or str(looked_at)
        threads = current().threads if word == "all" else [thread_named(word)]
        with SameView():
            for thread in threads:
                backtrace(thread)


class PutBack(gdb.Command):
    """Of the commands that let the process go on."""

    def __init__(self):
        super().__init__("xblock-goes-on", gdb.COMMAND_OBSCURE)

    def invoke(self, argument, from_tty):
        global schedule
        put_back()
        schedule = None


class OfProgram(gdb.FrameDecorator.FrameDecorator):
    """Functions that the runtime models have their own names."""

    def function(self):
        name = self.inferior_frame().name() or ""
        return MODEL.sub("", name, count=1) or "??"

    def filename(self):
        return None if in_runtime(self.inferior_frame().pc()) else super().filename()


class FramesOfProgram:
    """Hides the runtime's frames: those inside of what the program called, and those that call the thread."""

    def __init__(self):
        self.name, self.priority, self.enabled = "xblock", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, iterator):
        if schedule is None:
            yield from iterator
            return
        for decorated in iterator:
            frame = decorated.inferior_frame()
            name = frame.name() or ""
            if frame.pc() == 0 and frame.level() > 0 and frame.older() is None:
                return  # what called the thread
            if in_runtime(frame.pc()) and not MODEL.match(name):
                continue
            yield OfProgram(decorated)


class Stop(gdb.Breakpoint):
    """Where the runtime stops for us."""

    made = False

    def __init__(self, symbol):
        super().__init__(symbol, internal=True)
        self.silent, self.symbol = True, symbol


def headline(told):
    if told.kind:
        where = f" ({told.where})" if told.where else ""
        return f"xblock: {told.kind}: {told.message}{where}"
    return f"xblock: no block of the schedule fails; this is {told.where}" if told.where else "xblock: in the last block of the schedule"


class Dies(gdb.Function):
    """Whether the process is about to end, and neither by the runtime's will nor as one of its handlers will see."""

    caught = False

    def __init__(self):
        super().__init__("xblock_dies")

    def invoke(self, what):
        number = int(what)
        if number:
            with open(f"/proc/{gdb.selected_inferior().pid}/status", encoding="ascii") as status:
                handled = int(next(line for line in status if line.startswith("SigCgt:")).split()[1], 16)
            Dies.caught = not handled >> (number - 1) & 1
        else:
            Dies.caught = int.from_bytes(read(address_of("__xblock_ends"), 8), "little") == 0
        return Dies.caught


def catch(what, number):
    answer = gdb.execute(f"catch {what}", to_string=True)  # "Catchpoint 3 (...)"
    gdb.execute(f"condition {answer.split()[1]} $xblock_dies({number})", to_string=True)


def on_stop(event):
    global schedule, looked_at, own
    schedule = looked_at = own = None
    stops = [b for b in getattr(event, "breakpoints", []) if isinstance(b, Stop)]
    catches, Dies.caught = Dies.caught, False
    if not stops and not catches:
        return
    schedule = Schedule()
    if catches or stops[0].symbol == "__xblock_internal_error":  # what was told is of the block's begin
        sp = int(gdb.newest_frame().read_register("rsp")) & (1 << 64) - 1
        for thread in schedule.threads:
            if thread.low <= sp < thread.top:
                thread.flags, thread.state = RUNS, "runs"
    looked_at = next((t.number for t in schedule.threads if t.flags & RUNS), schedule.thread)
    if catches or stops[0].symbol == "__xblock_internal_error":
        gdb.write("xblock: the process does not survive this block\n")
        show_frame()
        return
    gdb.write(headline(schedule) + "\n")
    thread = thread_named(str(schedule.thread))
    if not thread.flags & RUNS:
        waits = [t for t in schedule.threads if t.has_frames() and t.state.startswith(("waits for", "repeats"))]
        waits.sort(key=lambda t: ", held by " not in t.state and not t.state.startswith(("repeats", "waits for a change")))
        live = [t for t in schedule.threads if t.has_frames()]
        thread = thread if thread.has_frames() and not (schedule.kind and waits) else (waits or live or [thread])[0]
        if not thread.has_frames():
            return
        look_at(thread)
        gdb.write(f"[xblock thread {thread.number} ({thread.name}), {thread.state}]\n")
    show_frame()


def on_new_objfile(event):
    if RUNTIME in (event.new_objfile.filename or "") and not Stop.made:
        Stop.made = True
        Stop("__xblock_stopped")
        Stop("__xblock_internal_error")


def set_up():
    for setting in ("pagination off", "confirm off", "breakpoint pending on", "print inferior-events off",
                    "print thread-events off", "debuginfod enabled off"):
        try:
            gdb.execute("set " + setting, to_string=True)
        except gdb.error:
            pass  # an older gdb
    # The runtime has handlers; of the last, a clock.
    Dies()
    for name in ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT", "SIGVTALRM"):
        gdb.execute(f"handle {name} nostop noprint pass", to_string=True)
        catch(f"signal {name}", signal.Signals[name].value)
    catch("syscall exit_group", 0)
    for variable in ("LINES", "COLUMNS"):  # gdb's own
        gdb.execute(f"unset environment {variable}", to_string=True)
    Xblock()
    InfoXblock("info xblock")
    InfoXblock("xblock threads")
    SelectThread()
    Backtrace()
    PutBack()
    FramesOfProgram()
    gdb.events.new_objfile.connect(on_new_objfile)
    for command in ("continue", "step", "next", "stepi", "nexti", "finish", "until", "advance", "jump", "detach", "run", "start", "signal"):
        gdb.execute(f"define hook-{command}\nxblock-goes-on\nend", to_string=True)
    gdb.events.stop.connect(on_stop)


set_up()
