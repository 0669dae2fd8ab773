// The page "how is it": asks again now and then, so that a mended cable is seen without loading the page anew.
import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { sentence } from "../lib/reasons.js";

const AGAIN_MS = 10000; // between two looks: what is amiss is mended by hand
const summary = document.getElementById("summary");
const lines = document.getElementById("lines");
const faults = document.getElementById("faults");

async function look() {
  try {
    draw(await get("/api/how"));
  } catch (error) {
    say(sentence(error), true);
  }
}

function draw(how) {
  say(how.summary, how.amiss > 0);
  lines.replaceChildren(...how.lines.map(row));
  faults.hidden = !how.faults.length;
  faults.querySelector("ul").replaceChildren(...how.faults.map((fault) => h("li", {}, fault)));
}

/** Put the summary on the page; what has not changed is not read aloud again. */
function say(text, amiss) {
  summary.toggleAttribute("data-amiss", amiss);
  if (summary.textContent !== text) summary.textContent = text;
}

function row(line) {
  const head = h("h2", {}, [`${line.title} `, h("span", { class: "verdict" }, line.verdict)]);
  const item = h("li", { class: "card" }, [head, h("p", {}, line.text), line.advice && h("p", { class: "advice" }, line.advice)].filter(Boolean));
  item.toggleAttribute("data-amiss", !line.well);
  return item;
}

setInterval(() => document.hidden || look(), AGAIN_MS);
