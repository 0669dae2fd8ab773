// The largest block on a television shows all that it has: a tall grid in two columns, and what is still too tall smaller.
import { loadScript } from "../lib/fetching.js";

const MOST_ROWS = 7; // of a grid in one column

/** What makes a block as small as it must be, by block; null while its script is loaded. @type {WeakMap<Element, import("../blocks/fitting.js").Fitting | null>} */
const fittings = new WeakMap();

/**
 * Show all of the largest block whenever one is drawn.
 * @param {Element} screen
 */
export function showTallBlocks(screen) {
  new MutationObserver(() => {
    for (const grid of screen.querySelectorAll(".largest .values:only-child")) split(grid);
    for (const block of screen.querySelectorAll(".largest > :is(.grid-block, .cards-block)")) fit(block);
  }).observe(screen, { childList: true, subtree: true });
}

/**
 * Put the second half of a tall grid's rows beside the first.
 * @param {Element} grid
 */
function split(grid) {
  const rows = [...grid.querySelectorAll("tbody")];
  if (rows.length <= MOST_ROWS) return;
  const half = Math.ceil(rows.length / 2);
  const second = document.createElement("table");
  second.className = grid.className;
  second.append(...[...grid.querySelectorAll("thead")].map((head) => head.cloneNode(true)), ...rows.slice(half));
  grid.parentElement?.style.setProperty("--rows", String(half));
  grid.after(second);
}

/** @param {Element} block */
async function fit(block) {
  if (!fittings.has(block)) {
    fittings.set(block, null);
    const script = await loadScript("/scripts/blocks/fitting.js").catch(() => null);
    if (script === null || !(block instanceof HTMLElement)) fittings.delete(block);
    else fittings.set(block, new script.Fitting(block, new Map()));
  }
  fittings.get(block)?.fit();
}
