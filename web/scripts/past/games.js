// The page of past games: dates, and what hosts may do.
import { byId, find } from "../lib/dom.js";
import { eraseAll, formatTimes, importGame, showHostTools } from "./past.js";

formatTimes();
const all = document.getElementById("erase-all"); // null without games
all?.addEventListener("click", () => eraseAll(Number(all.dataset.count)));
showHostTools((number) => find(document, `[data-number="${number}"]`).dataset.names ?? "");

const input = byId("bring-file", HTMLInputElement);
input.addEventListener("change", async () => {
  const fault = byId("bring-fault");
  const [file] = input.files ?? [];
  fault.hidden = true;
  input.disabled = true;
  fault.textContent = file ? await importGame(file) : "";
  fault.hidden = !fault.textContent;
  input.disabled = false;
  input.value = "";
});
