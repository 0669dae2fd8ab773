// Buttons, and the large cards to choose from: a refused one stays visible, in grey, with its reason.
import { h } from "./dom.js";
import { withRuling } from "./reasons.js";
import { seatMark } from "./templates.js";
import { thingCard, thingName } from "./things.js";

/**
 * A choice as its card shows it; `seat` only where the mark of the seat is shown too.
 * @typedef {{
 *   text: string, refused?: api.ReasonView | null, note?: string, things?: string[], seat?: Mark | false | null,
 *   times?: number,
 * }} Choice
 * @typedef {import("./templates.js").Mark} Mark
 */

/**
 * Return a button of a kind (its class): `button("quiet", tap, "Close")`.
 * @param {string} kind
 * @param {(event: MouseEvent) => unknown} tap
 * @param {...import("./dom.js").Child} children
 */
export function button(kind, tap, ...children) {
  return h("button", { type: "button", class: kind, onclick: tap }, ...children);
}

/**
 * Return a card that is a button.
 * @param {Choice} choice
 * @param {(event: MouseEvent) => unknown} tap
 */
export function choiceButton(choice, tap) {
  const element = button("choice-card", tap, ...choiceFace(choice));
  element.disabled = Boolean(choice.refused);
  return element;
}

/**
 * Return a card around a checkbox or a radio button.
 * @param {HTMLInputElement} input
 * @param {Choice} choice
 */
export function choiceLabel(input, choice) {
  input.disabled = Boolean(choice.refused);
  return h("label", { class: "choice-card" }, input, ...choiceFace(choice));
}

/**
 * Return the reason of a refusal in small letters; false without a refusal.
 * @param {api.ReasonView | null | undefined} refused
 */
export function refusalNote(refused) {
  return refused ? h("small", { class: "why-not" }, withRuling(refused)) : false;
}

/**
 * Return the parts of a card: the mark or the components, the words unless the components say them, and the refusal.
 * @param {Choice} choice
 */
export function choiceFace({ text, refused, note, things = [], seat, times = 1 }) {
  const remark = note && h("small", { class: "card-note" }, note);
  const count = times > 1 && h("small", { class: "card-note" }, `×${times}`);
  const name = h("span", { class: isSaidByCard(things, text) ? "card-name unseen" : "card-name" }, text);
  const words = h("span", { class: "card-words" }, name, count, remark, refusalNote(refused));
  const cards = things.length > 0 && h("span", { class: "things", "aria-hidden": "true" }, things.map(thingCard));
  return [seat && seatMark(seat), cards, words];
}

/**
 * Return whether a drawn card says with its colour and value all that the words say.
 * @param {string[]} things
 * @param {string} text
 */
function isSaidByCard(things, text) {
  return things.length === 1 && thingName(things[0]).toLowerCase() === text.toLowerCase();
}
