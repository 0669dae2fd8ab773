// The page of past games: dates, and what hosts may do.
import { byId, find } from "../lib/dom.js";
import { eraseAll, formatTimes, importGame, showHostTools } from "./past.js";

formatTimes();
const all = document.getElementById("erase-all"); // null without games
all?.addEventListener("click", () => eraseAll(Number(all.dataset.count)));
showHostTools((number) => find(document, `[data-number="${number}"]`).dataset.names ?? "");

const input = document.getElementById("bring-file");
if (input instanceof HTMLInputElement) input.addEventListener("change", () => bring(input)); // not beside a person's games

/** @param {HTMLInputElement} input */
async function bring(input) {
  const fault = byId("bring-fault");
  const [file] = input.files ?? [];
  fault.hidden = true;
  input.disabled = true;
  fault.textContent = file ? await importGame(file) : "";
  fault.hidden = !fault.textContent;
  input.disabled = false;
  input.value = "";
}
