# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""completes.py bash|zsh|fish SHARE

Presses the tabulator key in the shell, as a user does, with the completion script of SHARE, and checks what it offers.
"""
import os
import pathlib
import pty
import subprocess
import sys
import tempfile

SHELL, SHARE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()

# What is typed; words that are offered; words that are not. FILES are those of the folder.
FILES = ["a report.json", "folder", "test"]
CASES = [
    ("xblock r", ["run", "replay"], ["--mode", "compare"]),
    ("xblock compare --", ["--policies", "--runs", "--seed"], ["--policy", "--gdb", "--keep-going"]),
    ("xblock run --", ["--mode", "--verbose"], ["--gdb", "--steps", "--outputs", "--frontier-every"]),
    ("xblock replay --", ["--gdb", "--steps", "--verbose"], ["--mode", "--resume"]),
    ("xblock run --mode=", ["dpor", "sleep", "exitblock-rwdd"], ["none", "test"]),
    ("xblock run --mode=exitblock-", ["exitblock-rw", "exitblock-dd", "exitblock-rwdd"], ["dpor", "sleep"]),
    ("xblock run --mode ", ["dpor", "sleep"], ["test"]),
    ("xblock run --keep-going --check=", ["none", "race", "lockset"], ["dpor"]),
    ("xblock run --json=", FILES, ["dpor"]),
    ("xblock run --json a", ["a report.json"], ["test", "folder"]),
    ("xblock run --frontier=", ["auto", "none", "test"], []),
    ("xblock run --max-schedules=u", ["unlimited"], ["test"]),
    ("xblock run --time=60 -- te", ["test"], ["--mode", "folder"]),
    ("xblock run -- ./fo", ["./folder"], ["./test"]),
    ("xblock run -- ./t", ["./test"], ["./folder"]),
    ("xblock run -- ./test a", ["a report.json"], ["--mode", "folder"]),
    ("xblock replay x1:0.1 -- ./test fol", ["folder"], ["test"]),
]


def in_terminal(command, keys, setup, env):
    """Runs an interactive shell, types setup, then keys, each after the prompt; waits for its end."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, env)
    seen = b""

    def read():
        nonlocal seen
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # it ended
            piece = b""
        seen += piece
        return piece

    for number, text in enumerate(setup + [keys]):
        while seen.count(b"READY>") <= number and read():
            pass
        os.write(terminal, text.encode())
    while read():
        pass
    os.waitpid(pid, 0)
    return seen.decode(errors="replace")


def bash(line, scratch):
    # What readline was given, written down by the function that it calls.
    setup = f"source {SHARE}/bash-completion/completions/xblock\n" \
            "noted() { _xblock; printf '%s\\n' \"${COMPREPLY[@]}\" > " + str(scratch) + "; }; complete -F noted xblock\n"
    rc = scratch.parent / "bashrc"
    rc.write_text("PS1='READY>'\n" + setup)
    text = in_terminal(["bash", "--noprofile", "--rcfile", str(rc), "-i"], line + "\t\x15exit\n", [], dict(os.environ, TERM="dumb"))
    assert "command not found" not in text and "compopt" not in text, text
    return scratch.read_text().splitlines()


def zsh(line, scratch):
    rc = scratch.parent / ".zshrc"
    rc.write_text(f"""
fpath=({SHARE}/zsh/site-functions $fpath)
autoload -U compinit && compinit -u -D
setopt no_always_last_prompt
zstyle ':completion:*' list-prompt ''
LISTMAX=10000
compadd() {{
  local -a noted
  if [[ ${{@[1,(i)(-|--)]}} != *-(O|A|D)\\ * ]]; then
    builtin compadd -A noted "$@"
    print -rl -- $noted >> {scratch}
  fi
  builtin compadd "$@"
}}
PROMPT='READY>'
""")
    scratch.write_text("")
    text = in_terminal(["zsh", "-i"], line + "\t\x15exit\n", [], dict(os.environ, TERM="dumb", ZDOTDIR=str(scratch.parent)))
    assert "command not found" not in text and "_arguments:" not in text, text
    return scratch.read_text().splitlines()


def fish(line, scratch):
    done = subprocess.run(["fish", "--no-config", "-c", f"source {SHARE}/fish/vendor_completions.d/xblock.fish; complete -C $argv[1]",
                           line], capture_output=True, text=True, env=dict(os.environ, HOME=str(scratch.parent)))
    assert not done.stderr, done.stderr
    return [word.split("\t")[0] for word in done.stdout.splitlines()]  # a description is behind it


def plain(offer):
    offer = offer.replace("\\ ", " ")
    return {offer, offer.rstrip("/"), offer.rstrip("="), offer.split("=", 1)[-1], offer.split("=", 1)[-1].rstrip("/")}


wrong = 0
with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as private:
    os.chdir(folder)
    for name in FILES:
        if name == "folder":
            os.mkdir(name)
        else:
            pathlib.Path(name).touch(mode=0o755 if name == "test" else 0o644)
    os.environ["PATH"] += ":" + str(pathlib.Path(SHARE).parent / "bin")
    for typed, there, not_there in CASES:
        offers = set().union(*map(plain, {"bash": bash, "zsh": zsh, "fish": fish}[SHELL](typed, pathlib.Path(private) / "offers")))
        # Alone behind a folder, zsh and fish offer its end.
        offers |= {"./" + offer for offer in offers if "./" in typed}
        missing, extra = set(there) - offers, set(not_there) & offers
        if missing or extra:
            wrong += 1
            print(f"{typed!r}: not offered: {sorted(missing)}; offered: {sorted(extra)}, of {sorted(offers)[:40]}")
sys.exit(wrong != 0)
