// Why: the card of a ruling, in a sheet over the page that names it.
import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { currentSheet, Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";
import { exampleFigure } from "./example.js";

/**
 * Show a ruling.
 * @param {HTMLAnchorElement} link Its address ends in /rules/GAME#NUMBER.
 */
export async function showRuling(link) {
  const sheet = currentSheet() ?? new Sheet();
  const content = h("div", { class: "ruling-card" });
  const address = new URL(link.href);
  const number = address.hash.slice(1);
  sheet.push(number, content);
  try {
    /** @type {api.RulingView} */
    const ruling = await get(`/api${address.pathname}/${number}`);
    content.replaceChildren(...cardParts(ruling), h("p", { class: "ways-on" }, h("a", { class: "quiet", href: link.href }, t("page.rulebook.open"))));
  } catch (error) {
    sheet.say(errorSentence(error), "refused");
  }
}

/**
 * Return the parts of a card, its example included.
 * @param {api.RulingView} ruling
 */
function cardParts({ title, says, reading, example }) {
  return [h("h3", {}, title), h("p", {}, says), reading ? h("p", { class: "hint" }, reading) : "", example ? exampleFigure(example) : ""];
}
