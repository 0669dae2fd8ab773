// The page of one past game: its race and its chart as pictures, dates, and what hosts may do.
import { Chart } from "./chart.js";
import { forHosts, localDates } from "./past.js";
import { Race } from "./race.js";

const view = JSON.parse(document.getElementById("view").textContent);
const race = document.getElementById("race");

localDates();
if (race && view.race) new Race(race).show(view, false);
new Chart(document.getElementById("chart")).show(view);
forHosts(() => document.querySelector("main").dataset.names);
