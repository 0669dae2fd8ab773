// The page of past games: dates, and what hosts may do.
import { bringIn, eraseAll, forHosts, localDates } from "./past.js";

localDates();
const all = document.getElementById("erase-all");
all?.addEventListener("click", () => eraseAll(Number(all.dataset.count)));
forHosts((number) => document.querySelector(`[data-number="${number}"]`).dataset.names);

const file = document.getElementById("bring-file");
file.addEventListener("change", async () => {
  const fault = document.getElementById("bring-fault");
  fault.hidden = true;
  file.disabled = true;
  const why = file.files.length > 0 ? await bringIn(file.files[0]) : "";
  file.disabled = false;
  file.value = "";
  fault.textContent = why;
  fault.hidden = !why;
});
