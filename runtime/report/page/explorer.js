// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// A schedule to step through: a lane a thread, a row a block; beside it the source, and what is
// known at that step.

let current = null; // the explorer that was used last

class Explorer {
  constructor(finding, id) {
    this.finding = finding;
    this.id = id;
    this.steps = stepsOf(finding);
    this.name = threadNames(finding);
    this.at = -1;
    const threads = new Set([
      ...finding.blocks.map((block) => block.thread), ...this.steps.map((step) => step.thread)
    ]);
    this.threads = [...threads ].sort((a, b) => a - b);
    this.options = [];
    this.element = this.build();
    const failing = this.steps.findIndex((step) => step.failure);
    const racing = this.steps.findLastIndex((step) => step.access);
    this.go(failing >= 0 ? failing : racing >= 0 ? racing : this.steps.length - 1, true);
  }

  build() {
    const button = (label, key, act) => {
      const made = el("button", {type : "button", title : key}, label);
      made.addEventListener("click", act);
      return made;
    };
    this.first = button("First", "Home", () => this.go(0));
    this.back = button("Back", "\u2191, \u2190 or k", () => this.go(this.at - 1));
    this.next = button("Next", "\u2193, \u2192 or j", () => this.go(this.at + 1));
    this.last = button("Last", "End", () => this.go(this.steps.length - 1));
    this.slider =
        el("input", {type : "range", min : 1, max : this.steps.length, "aria-label" : "Step"});
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    this.count = el("span", {class : "count dim"});
    this.lanes = el("div", {
      class : "lanes",
      role : "listbox",
      tabindex : "0",
      "aria-label" : "Steps of the schedule",
      style : `--lanes: ${this.threads.length}`,
    },
                    this.rows());
    this.now = el("div", {class : "now", "aria-live" : "polite"});
    this.source = el("div", {class : "source"});
    this.state = el("div", {});
    this.values = el("div", {});
    const side = el("div", {class : "side"}, this.now, this.source, this.state, this.values);
    const whole = el("div", {},
                     el("div", {class : "bar"}, this.first, this.back, this.next, this.last,
                        this.slider, this.count),
                     el("div", {class : "explorer"}, this.lanes, side));
    whole.addEventListener("keydown", (event) => this.key(event));
    whole.addEventListener("focusin", () => (current = this));
    this.lanes.addEventListener("click", (event) => {
      const option = event.target.closest(".step");
      if (option)
        this.go(Number(option.dataset.index));
    });
    return whole;
  }

  head() {
    return el(
        "div", {class : "head", role : "presentation"}, el("span", {class : "dim"}, "block"),
        this.threads.map((thread) => {
          const report = (this.finding.threads || []).find((other) => other.thread === thread);
          return el(
              "div", {style : coloured(thread)}, el("span", {class : "thread"}, this.name(thread)),
              report && report.state
                  ? el("small", {class : report.state === "failed" ? "bad" : "dim"}, report.state)
                  : "");
        }));
  }

  /// A row for each block, and one where steps were left out.
  rows() {
    const rows = [ this.head() ];
    const blocks =
        Math.max(this.finding.blocks.length, ...this.steps.slice(-1).map((step) => step.block));
    let at = 0, lane = -1, number = 0;
    for (let block = 1; block <= blocks; ++block) {
      const begin = at;
      while (at < this.steps.length && this.steps[at].block === block)
        ++at;
      const inBlock = this.steps.slice(begin, at);
      const following = this.steps[begin];
      if (following && following.step !== number + 1 && inBlock.length) {
        const missing = following.step - number - 1;
        rows.push(el("div", {class : "gap", role : "presentation"},
                     `${counted(missing, "step", "steps")} left out`));
        lane = -1;
      } else if (!inBlock.length && following && following.step !== number + 1) {
        continue; // all of it was left out
      }
      if (block > this.finding.blocks.length) { // who waits at the end
        for (const [i, step] of inBlock.entries())
          rows.push(this.row("end", step.thread, [ [ step, begin + i ] ], -1));
        continue;
      }
      const thread = this.finding.blocks[block - 1].thread;
      const gapInside =
          inBlock.findIndex((step, i) => i > 0 && step.step !== inBlock[i - 1].step + 1);
      const pairs = inBlock.map((step, i) => [step, begin + i]);
      if (gapInside > 0) {
        rows.push(this.row(block, thread, pairs.slice(0, gapInside), lane));
        rows.push(el("div", {class : "gap", role : "presentation"},
                     `${
                         counted(inBlock[gapInside].step - inBlock[gapInside - 1].step - 1, "step",
                                 "steps")} left out`));
        rows.push(this.row(block, thread, pairs.slice(gapInside), -1));
      } else {
        rows.push(this.row(block, thread, pairs, lane));
      }
      lane = this.threads.indexOf(thread);
      number = inBlock.length ? inBlock[inBlock.length - 1].step : number;
    }
    return el("div", {class : "inner", role : "presentation"}, rows);
  }

  /// before: the lane of the block before it, -1 if none.
  row(number, thread, steps, before) {
    const lane = this.threads.indexOf(thread);
    const switched = before >= 0 && before !== lane;
    const from = Math.min(before, lane) + 2, to = Math.max(before, lane) + 3;
    const turn = (this.finding.turningPoint || {}).block === number;
    const row = el("div", {
      class : "row" + (switched ? " switch" : "") + (turn ? " turn" : ""),
      title : turn ? "the turning point: after this block every schedule fails" : undefined,
      role : "presentation",
      style : `--at: ${lane + 2}; --from: ${from}; --to: ${to}; ${coloured(thread)}`,
    },
                   el("span", {class : "number"}, String(number)));
    const block = el("div", {class : "block", role : "presentation"});
    if (!steps.length)
      block.append(el("div", {class : "step dim", style : "cursor: default"}, "\u2013"));
    for (const [step, index] of steps) {
      const place = shortPlace(step);
      const mark = step.failure  ? "\u2717 "
                   : step.access ? (step.access === 1 ? "\u2460 " : "\u2461 ")
                                 : "";
      const classes = [ "step" ];
      if (step.failure)
        classes.push("failure");
      if (step.access)
        classes.push("access", "bad");
      if ((step.holding || []).length)
        classes.push("holds");
      const option = el("div", {
        class : classes.join(" "),
        role : "option",
        id : `${this.id}-${step.step}`,
        "data-index" : index,
        "aria-selected" : "false",
        "aria-label" :
            `Step ${step.step}, ${this.name(thread)}: ${textOf(step)}${place ? ", " + place : ""}`,
      },
                        el("span", {class : "what"}, mark + textOf(step)),
                        el("span", {class : "line"}, step.line ? ":" + step.line : ""));
      this.options[index] = option;
      block.append(option);
    }
    row.append(block);
    return row;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey ||
        event.target.matches("input, summary, pre, code"))
      return;
    const to = {
      ArrowDown : this.at + 1,
      ArrowRight : this.at + 1,
      j : this.at + 1,
      ArrowUp : this.at - 1,
      ArrowLeft : this.at - 1,
      k : this.at - 1,
      Home : 0,
      End : this.steps.length - 1
    }[event.key];
    if (to === undefined)
      return;
    event.preventDefault();
    event.stopPropagation();
    this.go(to);
  }

  go(to, quietly) {
    if (!this.steps.length)
      return this.showNothing();
    to = Math.max(0, Math.min(this.steps.length - 1, to));
    if (this.at >= 0)
      this.options[this.at].setAttribute("aria-selected", "false");
    const option = this.options[to], step = this.steps[to];
    this.at = to;
    current = quietly ? current || this : this;
    option.setAttribute("aria-selected", "true");
    this.lanes.setAttribute("aria-activedescendant", option.id);
    this.scrollTo(option);
    this.slider.value = to + 1;
    this.slider.setAttribute("aria-valuetext", `Step ${step.step}: ${textOf(step)}`);
    this.count.textContent = `Step ${step.step} of ${this.steps[this.steps.length - 1].step}`;
    this.first.disabled = this.back.disabled = to === 0;
    this.next.disabled = this.last.disabled = to === this.steps.length - 1;
    this.showStep(step);
    this.showState(to);
  }

  /// Within the lanes only: the page stays where it is. Rows that were never in sight have no
  /// height of their own yet, so that it is looked at again once they have.
  scrollTo(option, times = 4) {
    const box = this.lanes.getBoundingClientRect(), own = option.getBoundingClientRect();
    const head = 56, margin = 12;
    if (own.height && own.top < box.top + head)
      this.lanes.scrollTop += own.top - box.top - head;
    else if (own.height && own.bottom > box.bottom - margin)
      this.lanes.scrollTop += own.bottom - box.bottom + margin;
    if (own.left < box.left)
      this.lanes.scrollLeft += own.left - box.left - margin;
    else if (own.right > box.right)
      this.lanes.scrollLeft += Math.min(own.right - box.right + margin, own.left - box.left);
    if (times > 1)
      requestAnimationFrame(() => this.options[this.at] === option &&
                                  this.scrollTo(option, times - 1));
  }

  showNothing() {
    for (const control of [this.first, this.back, this.next, this.last, this.slider])
      control.disabled = true;
    this.now.textContent = "No step of this schedule is known.";
    this.source.hidden = true;
  }

  showStep(step) {
    this.now.setAttribute("style", coloured(step.thread));
    const waits = step.block > this.finding.blocks.length;
    this.now.replaceChildren(el("span", {class : "thread"}, this.name(step.thread)), " ",
                             textOf(step), el("span", {class : "dim"}, [
                               waits ? "at the end" : "block " + step.block, placeOf(step),
                               step.size ? counted(step.size, "byte", "bytes") : ""
                             ].filter(Boolean).join(" \u00b7 ")));
    this.showSource(step);
  }

  showSource(step) {
    const around = 6;
    const lines = step.line ? linesAround(step.file, step.line, around) : [];
    this.source.hidden = !step.file;
    if (!lines.length)
      return this.source.replaceChildren(
          el("div", {class : "file"}, placeOf(step),
             el("span", {class : "dim"}, " \u2014 the source was not found")));
    const others = new Map(); // where the other threads are
    for (const thread of this.threads) {
      const last = thread === step.thread ? null : this.lastOf(thread, this.at);
      if (last && last.file === step.file && last.what !== "end")
        others.set(last.line, [...(others.get(last.line) || []), thread ]);
    }
    this.source.replaceChildren(
        el("div", {class : "file mono"}, placeOf(step),
           data.sources[step.file].newer
               ? el("span", {class : "bad"}, " \u2014 changed since the program was built")
               : ""),
        el("ol", {class : "mono", "aria-label" : "Source"},
           lines.map(([ number, text ]) => el(
                         "li", number === step.line ? {"aria-current" : "true"} : {},
                         el("span", {class : "n"}, String(number)), text,
                         (others.get(number) || [])
                             .map((thread) => el("span", {class : "tag", style : coloured(thread)},
                                                 this.name(thread)))))));
  }

  lastOf(thread, until) {
    for (let i = until; i >= 0; --i)
      if (this.steps[i].thread === thread)
        return this.steps[i];
    return null;
  }

  /// Each thread's last step and locks, and the values that are known.
  showState(until) {
    const rows = this.threads.map((thread) => {
      const last = this.lastOf(thread, until);
      const holding = last ? last.holding || [] : [];
      return el("tr", {},
                el("th", {scope : "row", style : coloured(thread)},
                   el("span", {class : "thread"}, this.name(thread))),
                el("td", {}, last ? textOf(last) : "\u2013"),
                el("td", {}, last && last.line ? shortPlace(last) : ""),
                el("td", {},
                   holding.length ? holding.join(", ") : el("span", {class : "dim"}, "nothing")));
    });
    this.state.replaceChildren(el("table", {},
                                  el("thead", {},
                                     el("tr", {},
                                        [ "thread", "last step", "at", "holds" ].map(
                                            (title) => el("th", {scope : "col"}, title)))),
                                  el("tbody", {}, rows)));
    const values = new Map();
    for (let i = 0; i <= until; ++i) {
      const step = this.steps[i], value = step.read !== undefined ? step.read : step.new;
      if (value !== undefined && step.object) {
        values.delete(step.object); // the newest comes last
        values.set(step.object, [ value, step ]);
      }
    }
    const most = 24, shown = [...values ].reverse().slice(0, most);
    this.values.replaceChildren(
        shown.length
            ? el("table", {},
                 el("thead", {},
                    el("tr", {},
                       [ "memory", "value", "by" ].map((title) =>
                                                           el("th", {scope : "col"}, title)))),
                 el("tbody", {},
                    shown.map(([ object, [ value, step ] ]) => el(
                                  "tr", {}, el("td", {class : "mono"}, object),
                                  el("td", {class : "mono"}, shownValue(value)),
                                  el("td", {}, `${this.name(step.thread)}, step ${step.step}`)))))
            : "");
  }
}

document.addEventListener("keydown", (event) => {
  if (current && (event.key === "j" || event.key === "k") &&
      !event.target.closest("input, textarea"))
    current.key(event);
});
