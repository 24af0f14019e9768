# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Opens a page of --html in a browser, uses it, and compares it with the data in it. Standard library only.

    page.py PAGE

In dark and light, wide and narrow: nothing goes wrong or is loaded, nothing is wider than the window, texts have contrast;
keys and buttons step through each finding, and the page shows of each step what its data says.
"""
import json
import re
import sys

from browser import Page


def check(holds, what):
    if not holds:
        sys.exit("page.py: " + what)


def data_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1))


def luminance(colour):
    red, green, blue = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def looks(page, path):
    grounds = []
    for scheme in ("light", "dark"):
        for width in (1280, 400):
            page.look(width, 900, scheme)
            page.open(path)
            wide = page.value("document.scrollingElement.scrollWidth")
            check(wide <= width, f"{wide} pixels wide in a window of {width}")
        grounds.append(page.value("getComputedStyle(document.body).backgroundColor"))
        for selector in ("body", ".dim", ".thread", ".bad", ".step", ".badge"):
            colour = page.value(f"(e => e && getComputedStyle(e).color)(document.querySelector('{selector}'))")
            check(not colour or contrast(colour, grounds[-1]) >= 4.5, f"{selector} in {scheme}: {colour} on {grounds[-1]}")
    check(luminance(grounds[0]) > 0.8 and luminance(grounds[1]) < 0.1, f"light and dark are {grounds}")
    unnamed = page.value("[...document.querySelectorAll('button, input, [role=listbox], [tabindex]')].filter(e => !(e.textContent.trim() "
                         "|| e.getAttribute('aria-label'))).length")
    check(unnamed == 0, f"{unnamed} controls without a name")


def settle(page):
    """Until it is drawn, and scrolled."""
    page.value("(async () => { for (let i = 0; i < 6; ++i) await new Promise(requestAnimationFrame); })()")


SHOWN = """(box => ({
  step: box.querySelector('.count').textContent,
  selected: [...box.querySelectorAll('[aria-selected=true]')].map(e => [e.id, e.getAttribute('aria-label')]),
  active: box.querySelector('[role=listbox]').getAttribute('aria-activedescendant'),
  visible: (o => { const a = o.getBoundingClientRect(), b = box.querySelector('.lanes').getBoundingClientRect();
                   return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left < b.right && a.right > b.left; })(box.querySelector('[aria-selected=true]')),
  now: box.querySelector('.now').textContent,
  line: (e => e && [e.querySelector('.n').textContent, e.lastChild.textContent])(box.querySelector('.source li[aria-current]')),
  holds: Object.fromEntries([...box.querySelectorAll('.side table:first-child tbody tr')].slice(0, box.querySelectorAll('.head > div').length)
    .map(e => [e.children[0].textContent, e.children[3].textContent])),
}))(document.getElementById('finding-%d'))"""


def steps(page, finding, number):
    """Steps through it by keys, and looks at what is shown of some steps."""
    recorded = finding["steps"]
    total = page.value(f"document.querySelectorAll('#finding-{number} [role=option]').length")
    waits = sum("waitsFor" in thread for thread in finding["threads"]) if finding.get("kind") in ("deadlock", "livelock") else 0
    check(total == len(recorded) + waits, f"{total} steps, of {len(recorded)} and {waits} that wait")
    names = {thread["thread"]: thread["name"] for thread in finding["threads"]}

    def at(index, why):
        settle(page)
        shown = page.value(SHOWN % number)
        step = recorded[index]
        check(len(shown["selected"]) == 1 and shown["selected"][0][0] == shown["active"] == f"f{number}-{step['step']}", f"{why}: {shown}")
        check(shown["visible"], f"{why}: the step is out of sight")
        check(shown["step"].startswith(f"Step {step['step']} of "), f"{why}: {shown['step']}")
        check(shown["now"].startswith(names[step["thread"]] + " " + step["what"]), f"{why}: {shown['now']}")
        for key in ("read", "old", "new"):
            check(key not in step or step[key] in shown["now"], f"{why}: no {key} in {shown['now']}")
        if step["line"]:
            check(shown["line"] and shown["line"][0] == str(step["line"]), f"{why}: line {shown['line']}, not {step['line']}")
        check(shown["holds"][names[step["thread"]]] == (", ".join(step["holding"]) or "nothing"), f"{why}: holds {shown['holds']}")

    check(page.value(SHOWN % number)["visible"], "the step that it opens at is out of sight")
    page.value(f"document.querySelector('#finding-{number} [role=listbox]').focus()")
    last = len(recorded) - 1
    page.key("Home")
    at(0, "Home")
    for i in range(1, min(len(recorded), 30)):
        page.key(("ArrowDown", "j", "ArrowRight")[i % 3])
        at(i, f"step {i} from the start")
    here = min(last, 29)
    if here > 0:
        for key in ("ArrowUp", "k", "ArrowLeft")[:here]:
            page.key(key)
            here -= 1
            at(here, key)
        page.value(f"[...document.querySelectorAll('#finding-{number} .bar button')].find(e => e.textContent === 'Next').click()")
        at(here + 1, "Next")
        page.value(f"[...document.querySelectorAll('#finding-{number} .bar button')].find(e => e.textContent === 'Back').click()")
        at(here, "Back")
    page.key("End")
    if waits:
        shown = page.value(SHOWN % number)
        check("waits for" in shown["now"], f"End: {shown['now']}")
    else:
        at(last, "End")


def main():
    path = sys.argv[1]
    data = data_of(path)
    with Page() as page:
        looks(page, path)
        page.look(1280, 900, "light")
        page.open(path)
        check(page.value("document.getElementById('summary').textContent") == data["summary"], "another summary")
        findings = data["failures"] + [data[key] for key in ("unsupported", "ran") if key in data]
        for i, finding in enumerate(findings):
            page.value(f"(box => box.open || box.querySelector('summary').click())(document.getElementById('finding-{i + 1}'))")
            settle(page)
            if finding.get("steps"):
                steps(page, finding, i + 1)
            shown = page.value(f"[...document.querySelectorAll('#finding-{i + 1} pre')].map(e => e.textContent)")
            check(not finding["output"] or finding["output"] in shown, f"output {shown}, not {finding['output']!r}")
        tree = data.get("tree")
        if tree:
            rows = page.value("document.querySelectorAll('.tree tbody tr').length")
            check(rows == len(tree["schedules"]), f"{rows} schedules drawn, of {len(tree['schedules'])}")
            check(bool(tree["leftOut"]) == page.value("!!document.getElementById('tree-left-out')"), "nothing says that the tree is left out")
        scripts = page.value("document.querySelectorAll('script').length")
        strange = page.value("[...document.querySelectorAll('main *')].filter(e => ['SCRIPT', 'IMG', 'IFRAME', 'B', 'LINK'].includes(e.tagName)).length")
        check(scripts == 2 and strange == 0, f"{scripts} scripts, and {strange} elements that nobody made")
        check(not page.problems, f"problems: {page.problems}")
        loads = [url for url in page.loads if not url.startswith(("file://", "data:"))]
        check(not loads and page.loads.count(page.loads[0]) == len([url for url in page.loads if url.startswith("file://")]), f"loaded {page.loads}")


if __name__ == "__main__":
    main()
