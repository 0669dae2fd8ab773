// The page of one past game: its race and its chart as pictures, dates, and what hosts may do.
import { Chance, drawsOf } from "./chance.js";
import { Chart } from "./chart.js";
import { forHosts, localDates } from "./past.js";
import { Race } from "./race.js";
import { drawReveal } from "./reveal.js";

const view = JSON.parse(document.getElementById("view").textContent);
const race = document.getElementById("race");
const reveal = document.getElementById("reveal");

localDates();
if (reveal) {
  reveal.replaceChildren(...drawReveal(view));
  reveal.hidden = false;
}
if (race && view?.race) new Race(race).show(view, false);
if (view) new Chart(document.getElementById("chart")).show(view); // a game by other rules has no table
const chance = document.getElementById("chance-card");
if (chance) new Chance(chance, () => drawsOf(view.number)).show(view);
forHosts(() => document.querySelector("main").dataset.names);
