// Cards and tiles in rows and stacks: which and how many there are, and what is missing to use them.
import { h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { word } from "./amounts.js";
import { entryDataset, face, owner, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {Pick<api.CardsBlock, "id" | "name" | "rows" | "seat">} Cards */

/**
 * Return the drawing of cards.
 * @param {HTMLElement} room
 */
export function open(room) {
  return {
    /** @param {Cards} cards @param {Table} table */
    show(cards, table) {
      const rows = room.closest(".tv") ? cards.rows.map(withoutBacks) : cards.rows;
      room.replaceChildren(h("ul", { class: "card-rows" }, rows.map((row, i) => rowItem(row, cards, table, rows[i - 1]?.seat))));
    },
  };
}

/**
 * Return a row of nothing but backs as a stack, for a television: their number is all there is to see.
 * @param {api.CardRow} row
 * @returns {api.CardRow}
 */
function withoutBacks(row) {
  const { seat, cards = [] } = row;
  if (seat || cards.length < 2 || cards.some(({ thing }) => thing)) return row;
  return { ...row, cards: [], count: cards.length, says: row.says ?? t("page.block.unseen") };
}

/**
 * @param {api.CardRow} row
 * @param {Cards} block
 * @param {Table} table
 * @param {number | undefined} previousSeat The seat of the row before, whose name is not repeated.
 */
function rowItem(row, block, table, previousSeat) {
  const { name, seat, lie = "row", cards = [], says } = row;
  const isStack = lie === "stack" || row.count !== undefined;
  const faces = cards.map((card) => h("li", {}, cardParts(card, block, row, table)));
  const title = name && name !== block.name ? h("b", { class: "row-name" }, name) : null;
  const head = (seat !== block.seat && owner(seat, table)) || title;
  return h(
    "li",
    { class: isStack ? "card-row stacked" : "card-row", dataset: { row: row.id, ...(seat && { seat }) } },
    head && h("p", { class: seat && seat === previousSeat ? "row-head unseen" : "row-head" }, head),
    isStack && stack(row, table),
    faces.length > 0 && h("ul", { class: "faces", "aria-label": name ?? block.name }, faces),
    says && h("p", { class: "hint" }, says),
  );
}

/**
 * Return a stack: its back or its cards, if they are known, their number, and how many there are in all.
 * @param {api.CardRow} row
 * @param {Table} table
 */
function stack({ thing, count, cards = [], of: total }, table) {
  const n = count ?? cards.length;
  const back = face(thing, table);
  back.classList.add("pile");
  if (!n) back.classList.add("none");
  back.setAttribute("aria-hidden", "true");
  return h("p", { class: "stack" }, back, h("b", { class: "pile-count" }, formatNumber(n)), total !== undefined && h("small", {}, t("page.block.of", { of: total })), thing && h("span", { class: "unseen" }, word(thing, table, n)));
}

/**
 * @param {api.Card} card
 * @param {Cards} block
 * @param {api.CardRow} row
 * @param {Table} table
 */
function cardParts(card, block, row, table) {
  const { id, thing, lacks, touch } = card;
  const name = thing ? word(thing, table) : t("page.block.unseen");
  const label = lacks ? t("page.pair", { head: name, said: lacks }) : name;
  const attributes = touchable(touch, `${block.id} ${row.id} ${id}`, label, thing);
  const element = h("span", { class: lacks ? "touch lacking" : "touch", dataset: entryDataset(card, table, label), ...attributes }, face(thing, table));
  return [element, lacks && h("small", { class: "lack" }, lacks)];
}
