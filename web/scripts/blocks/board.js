// A board: named spaces in groups, each with its costs and gains, its room, its ladder and slots, and the things on it.
import { Die } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { formatNumber, t } from "../lib/words.js";
import { amounts, exchange, sign, word } from "./amounts.js";
import { touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */

const MOST_FREE = 12; // free places that are drawn
const MOST_LADDERS = 2; // that are open on a narrow page

/**
 * Return the drawing of a board. On a narrow page several ladders are folded in one line, except what can be touched.
 * @param {HTMLElement} room
 */
export function open(room) {
  let isUnfolded = false;
  const button = h("button", { class: "ladders", type: "button", onclick: () => unfold(!isUnfolded) }, t("page.block.ladders"));
  /** @param {boolean} unfolded */
  const unfold = (unfolded) => {
    isUnfolded = unfolded;
    button.setAttribute("aria-expanded", String(unfolded));
  };
  unfold(false);
  return {
    /** @param {api.BoardBlock} board @param {Table} table */
    show({ id, groups }, table) {
      const sections = groups.map(({ name, spaces }) => {
        const list = h("ul", { class: "spaces" }, spaces.map((space) => spaceItem(space, id, table)));
        const isFoldable = spaces.filter(({ ladder = [] }) => ladder.length > 0).length > MOST_LADDERS;
        return h("section", { class: "space-group" }, name && h("h3", {}, name), isFoldable && button, list);
      });
      room.replaceChildren(...sections);
    },
  };
}

/**
 * @param {api.Space} space
 * @param {string} board Its id.
 * @param {Table} table
 */
function spaceItem(space, board, table) {
  const { id, name, thing, costs = [], gives = [], ladder = [], slots = [], says, touch } = space;
  return h(
    "li",
    { class: "space" },
    h("span", { class: "space-name", ...touchable(touch, `${board} ${id}`, name) }, thing && h("span", { class: "space-sign", "aria-hidden": "true" }, sign(thing, table)), h("b", {}, name)),
    (costs.length > 0 || gives.length > 0) && h("p", { class: gives.length > 0 || costs.some((cost) => !isDie(cost, table)) ? "exchange" : "unseen" }, exchange(costs, gives, table)),
    ladder.length > 0 && h("ol", { class: "ladder" }, ladder.map((rung) => rungItem(rung, space, board, table))),
    slots.length > 0 && h("ol", { class: "slots" }, slots.map((slot) => slotItem(slot, space, board, table))),
    lyingList(space, table),
    says && h("p", { class: "hint" }, says),
  );
}

/**
 * Return true for dice: outlines show how many a space needs.
 * @param {api.Amount} amount
 * @param {Table} table
 */
function isDie({ thing }, table) {
  return table.things[thing]?.glyph === "die";
}

/**
 * Return the things on a space in order of arrival, and the places that are left, or those of the dice that it needs.
 * @param {api.Space} space
 * @param {Table} table
 */
function lyingList({ room = 0, costs = [], lies = [], slots = [] }, table) {
  const free = Math.max(0, room - lies.length);
  const needed = costs.find((cost) => isDie(cost, table))?.n ?? 0;
  const outlined = Math.max(free, needed - lies.length);
  if (!lies.length && (outlined <= 0 || slots.length)) return null;
  const places = Array.from({ length: Math.max(0, Math.min(MOST_FREE, outlined)) }, () => h("li", { class: "room-left", "aria-hidden": "true" }));
  const words = free > 0 && h("li", { class: "unseen" }, t("page.block.room", { n: free }));
  return h("ul", { class: "lying" }, lies.map((lying) => h("li", {}, lyingParts(lying, table))), places, words);
}

/**
 * @param {api.Lying} lying
 * @param {Table} table
 */
function lyingParts(lying, table) {
  const { thing, value } = lying;
  const seat = lying.seat ? table.seats[lying.seat - 1] : null;
  const words = [seat?.name, thing && word(thing, table), value !== undefined && formatNumber(value)].filter(Boolean).join(" ");
  return [h("span", { class: "lies", "aria-hidden": "true" }, lyingSign(lying, seat, table)), h("span", { class: "unseen" }, words)];
}

/**
 * @param {api.Lying} lying
 * @param {api.SeatView | null} seat
 * @param {Table} table
 */
function lyingSign({ thing, value, colour }, seat, table) {
  if (value === undefined) return [thing && (sign(thing, table) ?? h("em", {}, table.things[thing]?.short)), seat && seatMark(seat)];
  const die = new Die(colour ?? seat?.colour ?? "white", Math.max(6, value));
  die.show(value);
  return die.element;
}

/**
 * @param {api.Rung} rung
 * @param {api.Space} space
 * @param {string} board
 * @param {Table} table
 */
function rungItem({ id, value, gives, touch }, space, board, table) {
  const attributes = touchable(touch, `${board} ${space.id} ${id}`, `${space.name}, ${formatNumber(value)}`);
  return h("li", {}, h("span", { class: "rung", ...attributes }, h("b", {}, formatNumber(value)), h("span", { class: "got" }, amounts(gives, table))));
}

/**
 * @param {api.Slot} slot
 * @param {api.Space} space
 * @param {string} board
 * @param {Table} table
 */
function slotItem({ id, asks, gives = [], holds, touch }, space, board, table) {
  const attributes = touchable(touch, `${board} ${space.id} ${id}`, [space.name, asks].filter(Boolean).join(", "));
  const content = holds ? lyingParts(holds, table) : h("span", { class: "unseen" }, t("page.block.free"));
  return h("li", {}, h("span", { class: holds ? "slot filled" : "slot", ...attributes }, asks && h("b", {}, asks), h("span", { class: "got" }, amounts(gives, table)), content));
}
