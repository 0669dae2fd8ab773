// A purse: what a seat holds, in its row of the totals; with the least and the most that its total can still be.
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { face, sign } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} purse @param {Table} table */
    show({ holds, low, high }, table) {
      const range = low !== undefined && high !== undefined && low !== high && h("li", { class: "held-range" }, h("span", {}, t("page.block.between", { low: figure(low), high: figure(high) })), h("span", { class: "in-short", "aria-hidden": "true" }, `${figure(low)} … ${figure(high)}`));
      const listed = holds.filter(({ things }) => things).map(({ n }) => n);
      const known = holds.filter((held) => isSeen(held, table) && !(listed.includes(held.n) && isBareCount(held, table)));
      room.replaceChildren(h("ul", { class: "held-things" }, known.map((held) => heldOf(held, table)), range));
    },
  };
}

/** Whether there is something to say of it: how many is known, and not none of what few have. */
function isSeen({ thing, n }, { things }) {
  return n !== undefined && (n !== 0 || things[thing]?.kind === "amount");
}

/** Whether it only says how many there are of what may be listed too. */
function isBareCount({ thing, things: list }, { things }) {
  const { worth, glyph } = things[thing] ?? {};
  return !list && !glyph && (worth ?? null) === null;
}

function heldOf({ thing, n, things }, table) {
  const { word, plural, kind, glyph = null } = table.things[thing] ?? { word: thing, plural: thing };
  const drawing = sign(thing, table);
  const name = kind === "amount" ? plural : word;
  const count = figure(n);
  if (!things) {
    const title = drawing ?? h("em", {}, name);
    return h("li", { class: "held", dataset: glyph === table.unit ? { unit: glyph } : {} }, h("span", { "aria-hidden": "true", title: name }, title, h("b", {}, count)), h("span", { class: "unseen" }, `${name}: ${count}`));
  }
  const cards = things.map((one) => h("li", {}, face(one, table)));
  return h("li", { class: "held list" }, h("span", {}, drawing ?? null, h("em", {}, name), " ", h("b", {}, count)), cards.length > 0 && h("ul", { class: "faces little" }, cards));
}
