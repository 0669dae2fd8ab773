// Dice by owner: those to be rolled, those that may be used, those that were used or kept, and who has won a fight.
import { Die } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { sign } from "./amounts.js";
import { owner, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */

/**
 * Open dice in a room.
 * @param {HTMLElement} room
 */
export function open(room) {
  return new Dice(room);
}

class Dice {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.room = room;
    room.classList.add("dice-room");
    /** By the ids of their group and of themselves. @type {Map<string, Die>} */
    this.dice = new Map();
    /** @type {{block: api.DiceBlock, table: Table} | null} */
    this.shown = null;
  }

  /**
   * Show dice.
   * @param {api.DiceBlock} block
   * @param {Table} table
   */
  show(block, table) {
    this.shown = { block, table };
    this.draw(block, table);
  }

  /**
   * Let dice tumble, in the place of those that lay there; their values are not told before they lie still. Return
   * the rolls.
   * @param {api.DiceGroup[]} thrown
   */
  roll(thrown) {
    if (!this.shown) return [];
    const { block, table } = this.shown;
    /** @param {api.DiceGroup} group */
    const placeOf = ({ id }) => {
      const place = block.groups.findIndex((group) => group.id === id);
      return place < 0 ? block.groups.length : place;
    };
    const others = block.groups.filter(({ id }) => thrown.every((group) => group.id !== id));
    const groups = [...others, ...thrown.map(openGroup)].sort((first, second) => placeOf(first) - placeOf(second));
    this.draw({ ...block, groups, says: undefined }, table, false);
    const rolls = [];
    for (const { id, dice } of thrown) {
      for (const { id: dieId, value } of dice) {
        const die = this.dice.get(`${id} ${dieId}`);
        if (die && value !== undefined) rolls.push(die.roll(value));
      }
    }
    return rolls;
  }

  /**
   * @param {api.DiceBlock} block
   * @param {Table} table
   * @param {boolean} hasResult The values of the dice are told.
   */
  draw({ groups, against, says }, table, hasResult = true) {
    this.dice.clear();
    const { reader } = table; // whose own dice come first, where the order of the groups says nothing
    const own = against ? -1 : groups.findIndex(({ seat }) => seat && seat === reader);
    const ordered = own > 0 ? [groups[own], ...groups.filter((_, place) => place !== own)] : groups;
    const items = ordered.map((group) => this.groupItem(group, table, hasResult));
    if (against && groups.length === 2) items.splice(1, 0, h("li", { class: "against", "aria-hidden": "true" }, hasResult && comparison(groups)));
    const list = h("ul", { class: ["dice-groups", against && "fighting", own >= 0 && "own-first"].filter(Boolean).join(" ") }, items);
    this.room.replaceChildren(list, ...(says ? [h("p", { class: "told" }, says)] : []));
  }

  /**
   * @param {api.DiceGroup} group
   * @param {Table} table
   * @param {boolean} hasResult
   */
  groupItem({ id, seat, name, thing, dice, won }, table, hasResult) {
    const ownerSeat = seat ? table.seats[seat - 1] : null;
    const dataset = { group: id, ...(won !== undefined && { won: String(won) }), ...(seat && { seat }) };
    const head = owner(seat, table) ?? (name && h("span", { class: "whose" }, thing && sign(thing, table), h("span", {}, name)));
    const list = h("ul", { class: "dice-list" }, dice.map((die) => this.dieItem(die, id, ownerSeat, hasResult)));
    return h("li", { dataset }, h("p", { class: "dice-owner" }, head), list);
  }

  /**
   * Return a die in its colour, else in its seat's, else white.
   * @param {api.Die} die
   * @param {string} group
   * @param {api.SeatView | null} seat
   * @param {boolean} hasResult
   */
  dieItem({ id, faces = 6, value, colour, use = "open", at, touch, asks }, group, seat, hasResult) {
    const die = new Die(colour ?? seat?.colour ?? "white", faces);
    this.dice.set(`${group} ${id}`, die);
    die.show(value ?? null);
    const result = value === undefined ? t("page.block.die_unrolled") : t("page.block.die", { n: value });
    const text = [hasResult && result, use === "used" || use === "kept" ? t(`page.block.${use}`) : "", at].filter(Boolean).join(", ");
    const attributes = { class: "die-face", ...touchable(touch, id, text, undefined, { asks, seat: seat?.seat }) };
    const face = h("span", attributes, die.element, h("span", { class: "unseen" }, text));
    const number = value !== undefined && value > 6 && faces === 6 && h("b", {}, formatNumber(value));
    return h("li", { dataset: { use } }, face, at && h("small", { "aria-hidden": "true" }, at), number);
  }
}

/**
 * Return a group as if nobody knew who won, and its dice as if they were free to use.
 * @param {api.DiceGroup} group
 * @returns {api.DiceGroup}
 */
function openGroup(group) {
  return { ...group, won: undefined, dice: group.dice.map((die) => ({ ...die, use: "open" })) };
}

/**
 * Return which of two sides shows more; nothing before they are rolled.
 * @param {api.DiceGroup[]} groups
 */
function comparison(groups) {
  const [left, right] = groups.map(({ dice }) => dice.reduce((sum, { value }) => sum + (value ?? NaN), 0));
  return left > right ? ">" : left < right ? "<" : left === right ? "=" : "";
}
