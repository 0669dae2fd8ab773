// The page of one past game: its scene and its chart as pictures, dates, and what hosts may do.
import { Chance } from "../table/chance.js";
import { Chart } from "../table/chart.js";
import { Scene } from "../blocks/scene.js";
import { drawn } from "../lib/art.js";
import { forHosts, localDates } from "./past.js";

const view = JSON.parse(document.getElementById("view").textContent);

localDates();
if (view) {
  const blocks = view.scene.blocks.filter(({ block }) => block !== "notes"); // what comes next came long ago
  const scene = new Scene({ rest: document.getElementById("blocks"), totals: document.getElementById("totals") });
  scene.show({ ...view, scene: { ...view.scene, blocks } }, false);
}
for (const one of document.querySelectorAll("#totals [data-drawing]")) {
  if (!one.childElementCount) one.replaceWith(drawn(view.game, one.dataset.drawing)); // the game's own: the page came without it
}
if (view) new Chart(document.getElementById("chart")).show(view); // a game by other rules has no table
const chance = document.getElementById("chance-card");
if (chance) new Chance(chance, `/api/games/${view.number}/draws`).show(view);
forHosts(() => document.querySelector("main").dataset.names);
