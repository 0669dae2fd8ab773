// Components as signs, words and amounts: what is paid, and what is gained for it.
import { h } from "../lib/dom.js";
import { thingSign } from "../lib/things.js";
import { formatNumber, t } from "../lib/words.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {Partial<Pick<Table, "game">> & Pick<Table, "things">} GameThings The described components of a game. */

/**
 * Return the drawing of a component: the program's, or else the game's own; null if it has none.
 * @param {string} name
 * @param {GameThings} table
 */
export function sign(name, { game, things }) {
  return things[name] ? thingSign(things[name], game ?? undefined) : null;
}

/**
 * Return the word for a component, for one or more of it.
 * @param {string} name
 * @param {GameThings} table
 */
export function word(name, { things }, n = 1) {
  const thing = things[name];
  if (!thing) return name;
  return Math.abs(n) === 1 ? thing.word : thing.plural;
}

/**
 * Return amounts of components: signs with counts, and the words to read aloud.
 * @param {api.BroughtView[]} list
 * @param {GameThings} table
 */
export function amounts(list, table) {
  return list.map(({ thing, n }) => {
    const drawn = sign(thing, table);
    const words = n === undefined ? word(thing, table) : `${formatNumber(n)} ${word(thing, table, n)}`;
    if (!drawn) return h("span", { class: "amount" }, words);
    return h("span", { class: "amount" }, h("span", { "aria-hidden": "true" }, drawn, n), h("span", { class: "unseen" }, words));
  });
}

/**
 * Return what is paid and what is gained for it.
 * @param {api.BroughtView[]} costs
 * @param {api.BroughtView[]} gives
 * @param {GameThings} table
 */
export function exchange(costs, gives, table) {
  const paid = costs.length > 0 && h("span", { class: "paid" }, h("span", { class: "unseen" }, t("page.block.costs"), " "), amounts(costs, table));
  const gained = gives.length > 0 && h("span", { class: "got" }, h("span", { class: "unseen" }, t("page.block.gives"), " "), amounts(gives, table));
  return [paid, paid && gained && h("span", { class: "for", "aria-hidden": "true" }, "→"), gained];
}
