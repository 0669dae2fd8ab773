// The page of past games: dates, and what hosts may do.
import { eraseAll, forHosts, localDates } from "./past.js";

localDates();
const all = document.getElementById("erase-all");
all?.addEventListener("click", () => eraseAll(Number(all.dataset.count)));
forHosts((number) => document.querySelector(`[data-number="${number}"]`).dataset.names);
