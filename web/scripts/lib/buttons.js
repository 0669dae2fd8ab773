// Buttons, and the large cards one chooses from: a refused one stays in sight, in grey, with its reason.
import { h } from "./dom.js";
import { named, thing } from "./things.js";
import { mark } from "./templates.js";
import { ruled } from "./reasons.js";

/** A button of a kind (its class): `button("quiet", tap, "Close")`. */
export function button(kind, tap, ...children) {
  return h("button", { type: "button", class: kind, onclick: tap }, ...children);
}

/** A card that is a button; `choice` is {text, refused, note, things, seat}, the seat only where its mark is to be shown. */
export function choiceButton(choice, tap) {
  const made = button("choice-card", tap, ...faceOf(choice));
  made.disabled = Boolean(choice.refused);
  return made;
}

/** A card around a box or a dot. */
export function choiceCard(input, choice) {
  input.disabled = Boolean(choice.refused);
  return h("label", { class: "choice-card" }, input, ...faceOf(choice));
}

/** Why not, in small letters; false where nothing is refused. */
export function whyNot(refused) {
  return Boolean(refused) && h("small", { class: "why-not" }, ruled(refused));
}

/** What a choice shows: its mark or its things, its words unless the things say them already, and why not. */
export function faceOf({ text, refused, note, things = [], seat, times = 1 }) {
  const more = note && h("small", { class: "card-note" }, note);
  const often = times > 1 && h("small", { class: "card-note" }, `×${times}`);
  const words = h("span", { class: "card-words" }, h("span", { class: said(things, text) ? "card-name unseen" : "card-name" }, text), often, more, whyNot(refused));
  const drawn = things.length > 0 && h("span", { class: "things", "aria-hidden": "true" }, things.map(thing));
  return [seat && mark(seat), drawn, words];
}

/** Whether a card that is drawn says in colour and value all that its words would. */
function said(things, text) {
  return things.length === 1 && named(things[0]).toLowerCase() === text.toLowerCase();
}
