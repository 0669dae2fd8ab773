// The rulebook of a game: pictures of its chapters, an example for each ruling once it is opened, and a search.
import { get } from "../lib/api.js";
import { byId, findAll, h, setText } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { t } from "../lib/words.js";
import { exampleFigure, picture } from "./example.js";

/** @type {Record<string, api.PictureView>} */
const pictures = JSON.parse(byId("pictures").textContent);
for (const [chapter, view] of Object.entries(pictures)) byId(`picture-${chapter}`).append(picture(view));

/** @param {HTMLDetailsElement} details */
async function drawExample(details) {
  const number = details.dataset.number ?? "";
  const room = details.querySelector("div");
  if (!room || room.childElementCount) return;
  try {
    /** @type {api.RulingView} */
    const ruling = await get(`/api${location.pathname}/${number}`);
    if (ruling.example) room.replaceChildren(exampleFigure(ruling.example));
  } catch (error) {
    room.replaceChildren(h("p", { class: "refusal", role: "alert" }, errorSentence(error)));
  }
}

for (const details of findAll(document, "details[data-number]")) {
  if (details instanceof HTMLDetailsElement) details.addEventListener("toggle", () => details.open && drawExample(details));
}

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Hide the rulings without these words, and chapters where none is left.
 * @param {string} wanted
 */
function search(wanted) {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const chapter of findAll(document, ".chapter")) {
    let left = 0;
    for (const part of findAll(chapter, ".ruling, .opening")) {
      const text = plain(part.textContent ?? "");
      const fits = words.every((word) => text.includes(word));
      part.hidden = !fits;
      left += Number(fits);
    }
    chapter.hidden = left === 0;
    count += left;
  }
  setText(byId("found-rulings"), words.length ? t("page.rulebook.found", { n: count }) : "");
}

const form = document.getElementById("search-form"); // null where all rulebooks are listed
if (form) {
  const field = byId("search", HTMLInputElement);
  form.hidden = false;
  field.addEventListener("input", () => search(field.value));
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("print").addEventListener("click", () => print());
}
