// Buttons, and the large cards one chooses from: a refused one stays in sight, in grey, with its reason.
import { h } from "./dom.js";
import { mark } from "./parts.js";
import { ruled } from "./reasons.js";

/** A button of a kind (its class): `button("quiet", tap, "Close")`. */
export function button(kind, tap, ...children) {
  return h("button", { type: "button", class: kind, onclick: tap }, ...children);
}

/** A card that is a button; `choice` is {text, refused, seat}, the seat only where its mark is to be shown. */
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
  return Boolean(refused) && h("small", { class: "why-not" }, ruled(refused.reason, refused.ruling));
}

function faceOf({ text, refused, seat }) {
  const words = h("span", { class: "card-words" }, h("span", { class: "card-name" }, text), whyNot(refused));
  return [seat && mark(seat), words];
}
