// The page about the state of the box: asks again now and then, so that a mended cable is seen without loading the page anew.
import { get } from "../lib/api.js";
import { byId, find, h, setText } from "../lib/dom.js";
import "../lib/downloads.js";
import { errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";

const AGAIN_MS = 10000; // between two looks: what is amiss is mended by hand
const summary = byId("summary");
const lines = byId("lines");
const faults = byId("faults");

async function look() {
  try {
    draw(await get("/api/how"));
  } catch (error) {
    showSummary(errorSentence(error), true);
  }
}

/** @param {api.StatusView} status */
function draw(status) {
  showSummary(status.summary, status.amiss > 0);
  render(lines, status.lines.map(lineItem));
  faults.hidden = !status.faults.length;
  render(find(faults, "ul"), status.faults.map((fault) => h("li", {}, fault)));
}

/**
 * @param {string} text
 * @param {boolean} isAmiss
 */
function showSummary(text, isAmiss) {
  summary.toggleAttribute("data-amiss", isAmiss);
  setText(summary, text);
}

/** @param {api.StatusLineView} line */
function lineItem({ title, well, verdict, text, advice }) {
  const head = h("h2", {}, `${title} `, h("span", { class: "verdict" }, h("span", { class: well ? "unseen" : "" }, verdict)));
  const item = h("li", { class: "card" }, head, h("p", {}, text), advice && h("p", { class: "advice" }, advice));
  item.toggleAttribute("data-amiss", !well);
  return item;
}

setInterval(() => document.hidden || look(), AGAIN_MS);
