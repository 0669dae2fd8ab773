// The print on cards and tiles: what each costs and gives, as signs with their counts and in words.
import { Die } from "./dice.js";
import { h } from "./dom.js";
import { knownThings, thingSign } from "./things.js";
import { formatNumber } from "./words.js";

/** @typedef {{side: "costs" | "gives", thing: string, n: number}} PrintedAmount */

/**
 * Return every amount that a component costs or gives, in whichever way it is used.
 * @param {string} name
 * @returns {PrintedAmount[]}
 */
export function printedAmounts(name) {
  return printedUses(name).flatMap((use) => [
    ...use.costs.map((amount) => ({ side: /** @type {const} */ ("costs"), ...amount })),
    ...use.gives.map((amount) => ({ side: /** @type {const} */ ("gives"), ...amount })),
  ]);
}

/**
 * Return an amount of a component as sign and words; without a number the component alone.
 * @param {string} name
 * @param {number | string | null} [n]
 */
export function amountLabel(name, n) {
  const thing = knownThings.get(name);
  const word = thing?.word ?? name;
  const noun = n === undefined || n === null || Number(n) === 1 ? word : (thing?.plural ?? word);
  const text = [n && formatNumber(Number(n)), noun].filter(Boolean).join(" ");
  const sign = thing ? thingSign(thing) : null;
  if (!sign) return h("span", { class: "amount" }, text);
  return h("span", { class: "amount" }, h("span", { "aria-hidden": "true" }, sign, n ?? null), h("span", { class: "unseen" }, text));
}

/**
 * Show on a card to choose what is printed on its components; the words, which say the same, are for screen readers.
 * @template {HTMLElement} Card
 * @param {Card} card
 * @param {{things?: string[]}} choice
 * @returns {Card}
 */
export function showPrintedFaces(card, { things = [] }) {
  const plainCards = card.querySelectorAll(".thing");
  for (const [place, name] of things.entries()) {
    const uses = printedUses(name);
    if (knownThings.get(name)?.kind === "die") plainCards[place].replaceWith(dieCard(name));
    else if (uses.length) plainCards[place].replaceWith(h("span", { class: "thing printed" }, uses.map(useRow)));
  }
  return card;
}

/**
 * Return a die of its colour with its value; one that may have any value shows none.
 * @param {string} name
 */
function dieCard(name) {
  const [colour, value] = name.split(":");
  const die = new Die(colour);
  die.show(Number(value) || null);
  return h("span", { class: "thing-die" }, die.element);
}

/** @param {api.WayView} use */
function useRow({ costs, gives, die }) {
  /** @type {(name: string, amounts: api.AmountView[]) => false | HTMLElement} */
  const side = (name, amounts) => amounts.length > 0 && h("span", { class: name }, amounts.map(({ thing, n }) => amountLabel(thing, n)));
  const value = die && h("b", {}, formatNumber(die));
  return h("span", { class: "way" }, value, side("paid", costs), costs.length > 0 && h("span", { class: "for" }, "→"), side("got", gives));
}

/**
 * Return the printed uses of a component, but not those of a card with a worth, which its card shows by itself.
 * @param {string} name
 */
function printedUses(name) {
  const thing = knownThings.get(name);
  return !thing || (thing.kind === "card" && thing.worth) ? [] : (thing.printed?.ways ?? []);
}
