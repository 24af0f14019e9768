// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The schedules of a small search as a tree: a row a schedule, without the blocks that it shares
// with the rows above.

const kEnds = {
  completed : "ran to its end",
  failed : "failed",
  redundant : "redundant: cut where all that follows was run elsewhere",
  cut : "cut at --max-blocks",
  "given up" : "given up: only tries and time-outs went on",
  unsupported : "unsupported",
};
const kWhy = {
  covered : "covered: the thread was run there before, and nothing since affects what it did",
  "not needed" : "not needed: no conflict asks for the thread to go first there",
  "beyond the bound" : "beyond the bound: one preemption more than --preemptions allows",
  left : "left: the search ended first",
};

function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/// The blocks of a schedule in its text form, each as a word of its own.
function blocksOf(schedule) {
  return schedule.replace(/^x1:/, "").split(".").filter(Boolean).flatMap((run) => {
    const many = /^(\d+)x(\d+)$/.exec(run);
    return many ? Array(Number(many[2])).fill(many[1]) : [ run ];
  });
}

/// The rows of one round: where each leaves the rows above, and which lines cross it.
function treeRows(visits) {
  const rows = visits.map((visit) => ({
                            visit,
                            blocks : blocksOf(visit.schedule),
                            from : 0,
                            through : new Set(),
                            below : new Set()
                          }));
  for (let i = 1; i < rows.length; ++i) {
    const before = rows[i - 1].blocks, own = rows[i].blocks;
    while (rows[i].from < own.length && own[rows[i].from] === before[rows[i].from])
      ++rows[i].from;
    const from = rows[i].from;
    let j = i - 1; // up to the row that has the block before
    for (; j > 0 && rows[j].from >= from; --j)
      rows[j].through.add(from);
    rows[j].below.add(from);
  }
  return rows;
}

function drawRow(row, index, width, deepest, notRun) {
  const height = 22, middle = height / 2;
  const picture = svg("svg", {width : (deepest + 1) * width + 16, height, "aria-hidden" : "true"});
  const line = (x1, y1, x2, y2) =>
      picture.append(svg("line", {x1, y1, x2, y2, stroke : "var(--dim)", "stroke-width" : 1}));
  const at = (depth) => depth * width + 6;
  for (const depth of row.through)
    line(at(depth), 0, at(depth), height);
  for (const depth of row.below)
    line(at(depth), middle, at(depth), height);
  if (index > 0) {
    line(at(row.from), 0, at(row.from), middle);
    line(at(row.from), middle, at(row.from) + 4, middle);
  }
  for (let i = row.from; i < row.blocks.length; ++i) {
    const thread = Number.parseInt(row.blocks[i], 10), x = at(i) + 4;
    picture.append(
        svg("rect",
            {x, y : 4, width : width - 3, height : height - 8, rx : 2, fill : colourOf(thread)}));
    if (width >= 14)
      picture.append(svg("text", {
        x : x + (width - 3) / 2,
        y : middle + 4,
        "text-anchor" : "middle",
        "font-size" : 10,
        fill : "var(--ground)"
      },
                         thread === 0 ? "m" : String(thread)));
  }
  for (const stub of notRun)
    picture.append(svg("circle", {
      cx : at(stub.block - 1) + 1,
      cy : height - 3,
      r : 2.2,
      fill : "none",
      stroke : "var(--warn)"
    }));
  const end = at(row.blocks.length) + 4;
  if (row.visit.end !== "completed")
    picture.append(svg("text", {
      x : end + 1,
      y : middle + 5,
      "font-size" : 13,
      "font-weight" : 700,
      fill : row.visit.end === "failed" ? "var(--bad)" : "var(--warn)"
    },
                       row.visit.end === "failed" ? "\u2717" : "\u2298"));
  return picture;
}

function notRunText(stubs, name) {
  const before = new Map();
  for (const stub of stubs) {
    const who = `${stub.why}: ${name(stub.thread)} before `;
    before.set(who, [...(before.get(who) || []), stub.block ]);
  }
  return [...before ]
      .map(([ who, blocks ]) => `${who}${blocks.length > 1 ? "blocks" : "block"} ${
               blocks.sort((a, b) => a - b).join(", ")}`)
      .join("; ");
}

/// One round of the search.
function drawRound(visits, notRun, show) {
  const rows = treeRows(visits), deepest = Math.max(...rows.map((row) => row.blocks.length));
  const width = deepest <= 120 ? 17 : deepest <= 400 ? 9 : 5;
  const name = (thread) => (thread ? "T" + thread : "main");
  const body = rows.map((row, i) => {
    const visit = row.visit, stubs = notRun.filter((stub) => stub.schedule === visit.index);
    const end =
        el("td", {class : "end-" + visit.end.split(" ")[0], title : kEnds[visit.end] || visit.end});
    if (visit.failure !== undefined && show) {
      const go = el("a", {href : "#finding-" + (visit.failure + 1)}, visit.end);
      go.addEventListener("click", () => show(visit.failure));
      end.append(go);
    } else {
      end.append(visit.end);
    }
    return el("tr", {}, el("td", {}, String(visit.number)), end,
              el("td", {}, drawRow(row, i, width, deepest, stubs)),
              el("td", {class : "dim"}, notRunText(stubs, name)));
  });
  return el(
      "div",
      {class : "tree", tabindex : "0", role : "region", "aria-label" : "Schedules of the search"},
      el("table", {},
         el("thead", {},
            el("tr", {},
               [ "schedule", "end", "blocks, where it leaves those above", "not begun" ].map(
                   (title) => el("th", {scope : "col"}, title)))),
         el("tbody", {}, body)));
}

function drawTree(show) {
  const tree = data.tree;
  if (!tree)
    return [];
  if (tree.leftOut)
    return [ el("h2", {}, "Schedules"), el("p", {id : "tree-left-out"}, tree.leftOut) ];
  if (!tree.schedules.length)
    return [];
  tree.schedules.forEach((visit, index) => (visit.index = index));
  const rounds = [...new Set(tree.schedules.map((visit) => visit.round)) ];
  const threads = [
    ...new Set(tree.schedules.flatMap(
        (visit) => blocksOf(visit.schedule).map((block) => Number.parseInt(block, 10))))
  ].sort((a, b) => a - b);
  const legend = el(
      "div", {class : "legend"},
      threads.map((thread) => el("span", {style : coloured(thread)}, el("span", {class : "swatch"}),
                                 thread ? "T" + thread : "m: main")),
      el("span", {}, "\u2717 failed"), el("span", {}, "\u2298 pruned or cut"),
      el("span", {}, "\u25cb another thread was not begun there"));
  const whys = [...new Set(tree.notRun.map((stub) => stub.why)) ];
  return [
    el("h2", {id : "tree"}, "Schedules"), legend,
    whys.length ? el("ul", {class : "dim"}, whys.map((why) => el("li", {}, kWhy[why] || why))) : "",
    tree.notRunLeftOut ? el("p", {class : "dim"},
                            counted(tree.notRunLeftOut, "branch that was not begun is",
                                    "branches that were not begun are") +
                                " not listed.")
                       : "",
    rounds.map((round) => [rounds.length > 1
                               ? el("h3", {},
                                    `Round ${round}: ${
                                        round === 1
                                            ? "the first"
                                            : "from the start, with more places where blocks end"}`)
                               : "",
                           drawRound(tree.schedules.filter((visit) => visit.round === round),
                                     tree.notRun, show)])
  ].flat(2);
}
