// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The whole page: verdict and totals, findings, outcomes, schedules.

const kNoSteps =
    "Without values: the steps of this schedule were not recorded, since the page has enough of others, or since the program did " +
    "something else when it ran again.";

function frames(stack) {
  return el("ol", {class : "stack mono"},
            stack.map((frame) => el("li", {}, frame.function || "(unknown)",
                                    frame.file ? el("span", {class : "dim"}, "  " + placeOf(frame))
                                               : "")));
}

function threadCards(finding) {
  return el("div", {class : "cards"},
            finding.threads.map(
                (thread) => el(
                    "div", {class : "card", style : coloured(thread.thread)},
                    el("span", {class : "thread"}, thread.name), " ",
                    el("span", {class : thread.state === "failed" ? "bad" : "dim"}, thread.state),
                    thread.stack.length ? frames(thread.stack) : "")));
}

function accessCards(finding) {
  return el("div", {class : "cards"},
            finding.accesses.map(
                (access, i) => el("div", {class : "card", style : coloured(access.thread)},
                                  el("span", {class : "bad"}, i ? "\u2461 " : "\u2460 "),
                                  el("span", {class : "thread"}, access.name),
                                  ` ${access.access} ${access.object}`,
                                  el("div", {class : "dim"}, placeOf(access), " \u00b7 holding ",
                                     access.holding.length ? access.holding.join(", ") : "nothing"),
                                  frames(access.stack))));
}

function memoryCards(finding) {
  return el("div", {class : "cards"},
            finding.memory.map(
                (memory) =>
                    el("div", {class : "card", style : coloured(memory.thread)}, memory.what,
                       " by ", el("span", {class : "thread"}, memory.name), frames(memory.stack))));
}

function waits(finding) {
  const name = threadNames(finding);
  return el(
      "ul", {class : "waits"},
      finding.threads.filter((thread) => thread.waitsFor)
          .map((thread) =>
                   el("li", {style : coloured(thread.thread)},
                      el("span", {class : "thread"}, thread.name), " \u2192 ", thread.waitsFor,
                      thread.heldBy === undefined ? "" : [
                        " \u2192 ", el("span", {class : "thread", style : coloured(thread.heldBy)},
                                       name(thread.heldBy))
                      ])));
}

function foundIn(finding) {
  if (data.replay || !finding.foundAt)
    return "";
  return `in schedule ${finding.foundAt.toLocaleString("en")}` +
         (finding.count > 1 ? `, and in ${(finding.count - 1).toLocaleString("en")} more` : "");
}

/// Of the schedule that is shown, if a shorter one was looked for.
function switches(finding) {
  if (finding.switches === undefined)
    return "";
  return counted(finding.switches, "switch", "switches") + " between threads" +
         (finding.fewestSwitches ? ", the fewest with which it fails" : "; fewer may be enough");
}

function turningPoint(finding) {
  const turn = finding.turningPoint;
  if (!turn)
    return finding.everyScheduleFails ? [ el("p", {}, "None: every schedule fails.") ] : [];
  const name = threadNames(finding);
  const thread = (number) => el("span", {class : "thread", style : coloured(number)}, name(number));
  const events = turn.instead.events.map((event) => {
    const place = shortPlace(event);
    return event.text + (place ? " " + place : "");
  });
  return [
    el("p", {}, `After block ${turn.block}, of `, thread(turn.thread),
       ", every schedule fails. Instead ", thread(turn.instead.thread),
       turn.instead.thread === turn.thread ? " could do it by another choice" : " could go on",
       events.length ? ": " + events.join(", ") : "", "; then some do not:"),
    turn.replay ? command(turn.replay) : ""
  ];
}

function sameCause(finding) {
  return (finding.sameCause || []).map((same) => el("div", {}, el("p", {}, same.message + " ",
      el("span", {class : "dim"}, counted(same.count, "schedule", "schedules"))), same.replay ? command(same.replay) : ""));
}

/// Of a run on real threads, of which there is nothing to step through.
function runBody(finding) {
  return el("div", {}, foundIn(finding) ? el("p", {class : "dim"}, foundIn(finding)) : "",
            finding.replay ? command(finding.replay) : "",
            finding.whyNoReplay ? el("p", {class : "dim"}, "No replay: " + finding.whyNoReplay) : "",
            finding.output ? section("Output", el("pre", {tabindex : "0"}, finding.output)) : "");
}

function findingBody(finding, id) {
  if (!finding.threads)
    return runBody(finding);
  const turn = turningPoint(finding), same = sameCause(finding);
  const explorer = new Explorer(finding, id);
  const hasBlocks = finding.blocks.length || explorer.steps.length;
  return el("div", {},
            (finding.message || "").includes("\n") ? el("p", {class : "message"}, finding.message)
                                                   : "", // else the summary has it
            foundIn(finding) ? el("p", {class : "dim"}, foundIn(finding)) : "",
            switches(finding) ? el("p", {class : "dim"}, switches(finding)) : "",
            finding.replay ? command(finding.replay) : "",
            turn.length ? section("Turning point", ...turn) : "",
            same.length ? section("The same cause", ...same) : "",
            finding.accesses ? section("Accesses", accessCards(finding)) : "",
            finding.threads.some((thread) => thread.waitsFor) &&
                    (finding.kind === "deadlock" || finding.kind === "livelock")
                ? section("Waits for", waits(finding))
                : "",
            finding.memory
                ? section(finding.kind === "misuse" ? "Before" : "Memory", memoryCards(finding))
                : "",
            hasBlocks ? section("Schedule",
                                finding.steps.length || !finding.blocks.length
                                    ? ""
                                    : el("p", {class : "dim"}, kNoSteps),
                                explorer.element)
                      : "",
            finding.output ? section("Output", el("pre", {tabindex : "0"}, finding.output)) : "",
            finding.accesses || !finding.threads.length ? ""
                                                        : section("Threads", threadCards(finding)));
}

/// Drawn when it is opened: there may be many, with many steps each.
function findingBox(finding, index, title) {
  const box = el("details", {class : "finding", id : "finding-" + (index + 1)},
                 el("summary", {},
                    el("h2", {}, `${index + 1}. `, el("span", {class : "kind"}, title), ": ",
                       (finding.message || "").split("\n")[0])));
  let drawn = false;
  const draw = () => {
    if (!drawn)
      box.append(findingBody(finding, "f" + (index + 1)));
    drawn = true;
  };
  box.addEventListener("toggle", () => box.open && draw());
  box.show = () => {
    draw();
    box.open = true;
  };
  return box;
}

function verdict() {
  const upTo = data.verdict === "complete" && data.upTo.length;
  const total = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const list = (title, lines) =>
      (lines.length ? section(title, el("ul", {}, lines.map((line) => el("li", {}, line)))) : "");
  const number = (n) => n.toLocaleString("en");
  return el("header", {},
            el("h1", {},
               el("span", {class : "badge " + (upTo ? "upto" : data.verdict)},
                  data.verdict + (upTo ? " up to what follows" : "")),
               data.programText),
            el("p", {class : "mono", id : "summary"}, data.summary),
            el("dl", {class : "totals"}, total("mode", data.mode),
               total("schedules", number(data.schedules)),
               data.blocks === undefined ? "" : [ total("blocks", number(data.blocks)), total("attempts gone back on", number(data.aborted)) ],
               total("findings", number(data.failures.length)),
               total("exit code", String(data.exitCode))),
            list("Up to", data.upTo), list("Left", data.left),
            data.goOn ? section("Go on with", command(data.goOn)) : "", list("Notes", data.notes));
}

function outcomes() {
  if (!data.outcomes)
    return [];
  const told = (outcome) =>
      (outcome.values
           ? Object.entries(outcome.values).map(([ name, value ]) => `${name}=${value}`).join(" ")
       : outcome.output === "" ? "nothing written to stdout"
                               : outcome.output);
  return [
    el("h2", {id : "outcomes"}, counted(data.outcomes.length, "outcome", "outcomes")),
    el("table", {},
       el("tbody", {},
          data.outcomes.map(
              (outcome) => el("tr", {}, el("td", {}, el("pre", {tabindex : "0"}, told(outcome))),
                              el("td", {}, outcome.replay ? command(outcome.replay) : "")))))
  ];
}

function draw() {
  const page = document.getElementById("page");
  document.title = `xblock: ${data.verdict}: ${data.programText}`;
  const boxes = data.failures.map((finding, i) => findingBox(finding, i, finding.kind));
  if (data.unsupported)
    boxes.push(findingBox(data.unsupported, boxes.length, "unsupported"));
  if (data.ran)
    boxes.push(findingBox(data.ran, boxes.length, "replay"));
  const show = (index) => boxes[index] && boxes[index].show();
  page.replaceChildren(
      verdict(),
      ...(boxes.length
              ? [ el("h2", {},
                     data.ran ? "Schedule" : counted(boxes.length, "finding", "findings")) ]
              : []),
      ...boxes, ...outcomes(), ...drawTree(show));
  show(0);
  const asked = /^#finding-(\d+)$/.exec(location.hash);
  if (asked)
    show(Number(asked[1]) - 1);
}

draw();
