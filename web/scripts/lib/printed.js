// What is printed on cards and tiles: what each costs and gives, as signs with their counts and in words.
import { Die } from "./dice.js";
import { h } from "./dom.js";
import { known, sign } from "./things.js";
import { figure } from "./words.js";

/** All that stands on a thing: {side, thing, n} of what it costs and gives, in whichever way. */
export function printedOn(name) {
  return waysOf(name).flatMap((way) => ["costs", "gives"].flatMap((side) => way[side].map((amount) => ({ side, ...amount }))));
}

/** So many of a thing, or it alone. */
export function amount(name, n) {
  const { word = name, plural = word } = known.get(name) ?? {};
  const said = [n && figure(Number(n)), n === undefined || Number(n) === 1 ? word : plural].filter(Boolean).join(" ");
  const drawing = sign(known.get(name) ?? {});
  if (!drawing) return h("span", { class: "amount" }, said);
  return h("span", { class: "amount" }, h("span", { "aria-hidden": "true" }, drawing, n ?? null), h("span", { class: "unseen" }, said));
}

/** A card that is chosen with what is printed on its things; its words, which say the same, are for whoever listens. */
export function withPrint(card, { things = [] }) {
  const drawn = card.querySelectorAll(".thing");
  for (const [place, name] of things.entries()) {
    const ways = waysOf(name);
    if (known.get(name)?.kind === "die") drawn[place].replaceWith(dieOf(name));
    else if (ways.length) drawn[place].replaceWith(h("span", { class: "thing printed" }, ways.map(line)));
  }
  return card;
}

/** A die as it lies there: of its colour, with what it shows; one that may show anything shows nothing. */
function dieOf(name) {
  const [colour, value] = name.split(":");
  const die = new Die(colour);
  if (!["white", "black"].includes(colour)) die.element.dataset.hue = colour;
  die.show(Number(value) || null);
  return h("span", { class: "thing-die" }, die.element);
}

function line({ costs, gives, die }) {
  const side = (name, amounts) => amounts.length > 0 && h("span", { class: name }, amounts.map(({ thing, n }) => amount(thing, n)));
  const value = die && h("b", {}, figure(die));
  return h("span", { class: "way" }, value, side("paid", costs), costs.length > 0 && h("span", { class: "for" }, "→"), side("got", gives));
}

/** What is printed besides a worth, which the card shows by itself. */
function waysOf(name) {
  const { kind, worth, printed } = known.get(name) ?? {};
  return kind === "card" && worth ? [] : (printed?.ways ?? []);
}
