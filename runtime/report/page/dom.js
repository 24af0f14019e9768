// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// What the other files build the page of. All that comes from the program becomes text, never
// markup.

const data = JSON.parse(document.getElementById("data").textContent);
const kColours = 8;

/// An element; children are elements, texts, or nothing.
function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {}))
    if (value !== undefined && value !== null && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  made.append(
      ...children.flat().filter((child) => child !== undefined && child !== null && child !== ""));
  return made;
}

const colourOf = (thread) => `var(--t${thread % kColours})`;
const coloured = (thread) => `--thread: ${colourOf(thread)}`;

function threadNames(finding) {
  const names = new Map((finding.threads || []).map((thread) => [thread.thread, thread.name]));
  return (thread) => names.get(thread) || (thread ? "T" + thread : "main");
}

function counted(n, one, many) { return `${n.toLocaleString("en")} ${n === 1 ? one : many}`; }

function placeOf(at) { return at.file ? at.file + (at.line ? ":" + at.line : "") : ""; }

function shortPlace(at) {
  const place = placeOf(at);
  return place.slice(place.lastIndexOf("/") + 1);
}

function section(title, ...content) { return [ el("h3", {}, title), ...content ]; }

/// A command with a button that copies it.
function command(text) {
  const button = el("button", {type : "button", "aria-label" : "Copy the command " + text}, "Copy");
  const code = el("code", {tabindex : "0"}, text);
  const copied = () => {
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  };
  const bySelection = () => {
    getSelection().selectAllChildren(code);
    if (document.execCommand("copy"))
      copied();
  };
  button.addEventListener("click", () => {
    if (navigator.clipboard)
      navigator.clipboard.writeText(text).then(copied, bySelection);
    else
      bySelection();
  });
  return el("div", {class : "command"}, code, button);
}
