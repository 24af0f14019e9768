// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The steps of a finding, as texts, and the lines of source beside them.

/// A number that is large also in hex.
function shownValue(value) {
  return /^\d{6,}$/.test(value) ? `${value} (0x${BigInt(value).toString(16)})` : value;
}

function valuesOf(step) {
  if (step.read !== undefined)
    return "= " + shownValue(step.read);
  if (step.old === undefined)
    return "";
  return `${shownValue(step.old)} \u2192 ${step.new === undefined ? "?" : shownValue(step.new)}`;
}

function textOf(step) {
  const values = valuesOf(step);
  const what = step.object ? `${step.what} ${step.object}` : step.what;
  return values ? what + (step.read === undefined ? ": " : " ") + values : what;
}

/// What the schedule is drawn of: its steps, or the events of its blocks if none were recorded; and
/// who waits at its end.
function stepsOf(finding) {
  let steps = (finding.steps || []).slice();
  if (!steps.length)
    finding.blocks.forEach((block, i) => {
      for (const event of block.events)
        steps.push({
          step : steps.length + 1,
          block : i + 1,
          thread : block.thread,
          what : event.text,
          file : event.file,
          line : event.line
        });
    });
  if (finding.kind === "deadlock" || finding.kind === "livelock") {
    const last = finding.blocks.length + 1;
    let number = steps.length ? steps[steps.length - 1].step : 0;
    if (!steps.some((step) => step.failure))
      for (const thread of finding.threads.filter((thread) => thread.waitsFor)) {
        const frame = thread.stack.find((frame) => frame.file && data.sources[frame.file]) ||
                      thread.stack[0] || {};
        const held = heldAtEnd(steps, thread.thread);
        steps.push({
          step : ++number,
          block : last,
          thread : thread.thread,
          what : thread.state,
          file : frame.file || "",
          line : frame.line || 0,
          holding : held,
          failure : true
        });
      }
  }
  return steps;
}

function heldAtEnd(steps, thread) {
  for (let i = steps.length; i-- > 0;)
    if (steps[i].thread === thread)
      return steps[i].holding || [];
  return [];
}

/// [number, text] of the lines that the page has near to one, in a row.
function linesAround(file, line, around) {
  const source = data.sources[file];
  for (const [first, texts] of source ? source.ranges : [])
    if (line >= first && line < first + texts.length) {
      const begin = Math.max(first, line - around),
            end = Math.min(first + texts.length - 1, line + around);
      return Array.from({length : end - begin + 1},
                        (_, i) => [begin + i, texts[begin + i - first]]);
    }
  return [];
}
