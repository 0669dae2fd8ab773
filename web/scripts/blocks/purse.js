// A purse: the holdings of a seat, in its row of the totals, with the least and the most that its total can still be.
import { h } from "../lib/dom.js";
import { formatNumber, formatRange, t } from "../lib/words.js";
import { sign } from "./amounts.js";
import { face } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */

/**
 * Return the drawing of a purse.
 * @param {HTMLElement} room
 */
export function open(room) {
  return {
    /** @param {api.PurseBlock} purse @param {Table} table */
    show({ holds, low, high, seat }, table) {
      const range = low !== undefined && high !== undefined && low !== high && h("li", { class: "held-range" }, h("span", {}, t("page.block.between", { low: formatNumber(low), high: formatNumber(high) })), h("span", { class: "in-short", "aria-hidden": "true" }, formatRange(low, high)));
      const listed = holds.filter(({ things }) => things).map(({ n }) => n);
      const shown = holds.filter((held) => isWorthShowing(held, table) && !(listed.includes(held.n) && isBareCount(held, table)));
      room.replaceChildren(h("ul", { class: "held-things" }, shown.map((held) => heldItem(held, table, table.seats[seat - 1])), range));
    },
  };
}

/**
 * Return whether the number is known, and not zero; zero is shown only of amounts, which all seats have.
 * @param {api.Held} held
 * @param {Table} table
 */
function isWorthShowing({ thing, n }, { things }) {
  return n !== undefined && (n !== 0 || things[thing]?.kind === "amount");
}

/**
 * Return whether a line is only the number of things that another line may list.
 * @param {api.Held} held
 * @param {Table} table
 */
function isBareCount({ thing, things: list }, { things }) {
  return !list && !things[thing]?.glyph && (things[thing]?.worth ?? null) === null;
}

/**
 * @param {api.Held} held
 * @param {Table} table
 * @param {api.SeatView} seat
 */
function heldItem({ thing, n = 0, things }, table, seat) {
  const { word, plural, kind, glyph, seated = false } = table.things[thing] ?? { word: thing, plural: thing, kind: "", glyph: null };
  const drawing = sign(thing, table);
  if (seated) drawing?.setAttribute("data-colour", seat.colour);
  const name = kind === "amount" ? plural : word;
  const count = formatNumber(n);
  if (!things) {
    const title = drawing ?? h("em", {}, name);
    return h("li", { class: n ? (n === 1 && kind !== "amount" ? "held single" : "held") : "held none", dataset: glyph === table.unit ? { unit: glyph } : {} }, h("span", { "aria-hidden": "true", title: name }, title, h("b", {}, count)), h("span", { class: "unseen" }, t("page.pair", { head: name, said: count })));
  }
  const faces = things.map((card) => h("li", {}, face(card, table)));
  return h("li", { class: "held list" }, h("span", {}, drawing, h("em", {}, name), " ", h("b", {}, count)), faces.length > 0 && h("ul", { class: "faces little" }, faces));
}
