// The page of one past game: its scene, its chart and its draws, dates, and what hosts may do.
import { Chance } from "../table/chance.js";
import { Chart } from "../table/chart.js";
import { Scene } from "../blocks/scene.js";
import { artDrawing } from "../lib/art.js";
import { byId, find } from "../lib/dom.js";
import { linkAllRulings } from "../lib/ruling_links.js";
import { podium } from "../table/podium.js";
import { formatTimes, showHostTools } from "./past.js";

/** @typedef {import("../blocks/scene.js").Block} Block @typedef {import("../blocks/scene.js").Kind} Kind */

/** The table at its end; null for a game by other rules. @type {api.TableView | null} */
const view = JSON.parse(byId("view").textContent);

/** Steps of the curve from which on it shows anything. */
const FEWEST_STEPS = 2;
/** Kinds of blocks that only say what comes next. @type {Kind[]} */
const PASSING = ["notes", "dice", "ring"];

/**
 * Return a block of cards without those that lie beside the board for the next turns.
 * @param {Block} block
 * @returns {Block}
 */
function withoutSupply(block) {
  return block.block === "cards" ? { ...block, rows: block.rows.filter(({ seat }) => seat !== undefined) } : block;
}

/** @param {Block} block */
function isWorthKeeping(block) {
  if (block.block === "cards") return block.rows.some(({ cards }) => cards?.some(({ thing }) => thing));
  return !PASSING.includes(block.block);
}

/** @param {Block} block */
function isSum({ block }) {
  return block === "grid";
}

formatTimes();
if (view) {
  const blocks = view.scene.blocks.map(withoutSupply).filter(isWorthKeeping);
  const rooms = { sums: blocks.filter(isSum), blocks: blocks.filter((block) => !isSum(block)) };
  for (const [room, own] of Object.entries(rooms)) {
    new Scene({ rest: byId(room), totals: byId("totals") }).show({ ...view, scene: { ...view.scene, blocks: own } }, false);
  }
  // The page came without the game's own drawings.
  for (const element of document.querySelectorAll("#totals [data-drawing]")) {
    if (!(element instanceof SVGElement) || element.childElementCount) continue;
    element.replaceWith(artDrawing(view.game ?? "", element.dataset.drawing ?? ""));
  }
  document.getElementById("podium")?.append(...podium(view)); // once it is over
  byId("chart-card").hidden = view.chart.length < FEWEST_STEPS; // empty without scripts
  new Chart(byId("chart")).show(view);
  const card = document.getElementById("chance-card");
  linkAllRulings();
  if (card instanceof HTMLDetailsElement) new Chance(card, `/api/games/${view.number}/draws`).show(view);
}
showHostTools(() => find(document, "main").dataset.names ?? "");
