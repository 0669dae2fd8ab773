// The page of one past game: its scene, its chart and its draws, dates, and what hosts may do.
import { Chance } from "../table/chance.js";
import { Chart } from "../table/chart.js";
import { Scene } from "../blocks/scene.js";
import { artDrawing } from "../lib/art.js";
import { byId, find } from "../lib/dom.js";
import { formatTimes, showHostTools } from "./past.js";

/** The table at its end; null for a game by other rules. @type {api.TableView | null} */
const view = JSON.parse(byId("view").textContent);

formatTimes();
if (view) {
  const blocks = view.scene.blocks.filter(({ block }) => block !== "notes"); // what comes next came long ago
  const scene = new Scene({ rest: byId("blocks"), totals: byId("totals") });
  scene.show({ ...view, scene: { ...view.scene, blocks } }, false);
  // The page came without the game's own drawings.
  for (const element of document.querySelectorAll("#totals [data-drawing]")) {
    if (!(element instanceof SVGElement) || element.childElementCount) continue;
    element.replaceWith(artDrawing(view.game ?? "", element.dataset.drawing ?? ""));
  }
  byId("chart-card").hidden = false; // empty without scripts
  new Chart(byId("chart")).show(view);
  const card = document.getElementById("chance-card");
  if (card instanceof HTMLDetailsElement) new Chance(card, `/api/games/${view.number}/draws`).show(view);
}
showHostTools(() => find(document, "main").dataset.names ?? "");
