// Dice by owner: what is to be rolled, what may be used, what was used or kept, and who has won where they fight.
import { Die } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { owner, sign, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return new Dice(room);
}

class Dice {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.room = room;
    room.classList.add("dice-room");
    /** @type {Map<string, Die>} */
    this.dice = new Map();
  }

  /** @param {Block} block @param {Table} table */
  show(block, table) {
    Object.assign(this, { block, table });
    this.draw(block);
  }

  /**
   * Let dice tumble, in the place of those that lay there: nothing is said of what they show before they lie.
   * @param {any[]} groups
   */
  roll(groups) {
    const others = (this.block.groups ?? []).filter(({ id }) => groups.every((group) => group.id !== id));
    const thrown = groups.map(({ won, ...group }) => ({ ...group, dice: group.dice.map((die) => ({ ...die, use: "open" })) }));
    this.draw({ ...this.block, groups: [...others, ...thrown].sort((one, other) => this.placeOf(one) - this.placeOf(other)), says: undefined }, false);
    return groups.flatMap(({ id, dice }) => dice.map((die) => this.dice.get(`${id} ${die.id}`).roll(die.value)));
  }

  placeOf({ id }) {
    const at = this.block.groups.findIndex((group) => group.id === id);
    return at < 0 ? this.block.groups.length : at;
  }

  draw({ groups, against, says }, told = true) {
    this.dice.clear();
    const { reader } = this.table; // whose own dice come first, where the order of the groups says nothing
    const mine = against ? -1 : groups.findIndex(({ seat }) => seat && seat === reader);
    const inOrder = mine > 0 ? [groups[mine], ...groups.filter((_, place) => place !== mine)] : groups;
    const shown = inOrder.map((group) => this.groupOf(group, told));
    if (against && groups.length === 2) shown.splice(1, 0, h("li", { class: "against", "aria-hidden": "true" }, told ? compared(groups) : ""));
    const list = h("ul", { class: ["dice-groups", against && "fighting", mine >= 0 && "own-first"].filter(Boolean).join(" ") }, shown);
    this.room.replaceChildren(...[list, says && h("p", { class: "told" }, says)].filter(Boolean));
  }

  groupOf({ id, seat, name, thing, dice, won }, told) {
    const one = seat && this.table.seats[seat - 1];
    const about = { group: id, ...(won !== undefined && { won: String(won) }), ...(seat && { seat }) };
    const head = h("p", { class: "dice-owner" }, owner(seat, this.table) ?? (name && h("span", { class: "whose" }, thing && sign(thing, this.table), h("span", {}, name))));
    return h("li", { dataset: about }, head, h("ul", { class: "dice-list" }, dice.map((die) => this.dieOf(die, id, one, told))));
  }

  /** A die in its colour, else in its seat's, else white. */
  dieOf({ id, faces = 6, value, colour, use = "open", at, touch, asks }, group, seat, told) {
    const shown = new Die(colour ?? (seat ? "seated" : "white"), faces);
    this.dice.set(`${group} ${id}`, shown);
    shown.show(value ?? null);
    const kind = colour && !["white", "black"].includes(colour) ? colour : null;
    if (kind) shown.element.dataset.hue = kind;
    else if (!colour && seat) shown.element.dataset.hue = seat.colour;
    const says = value === undefined ? t("page.block.die_unrolled") : t("page.block.die", { n: value });
    const said = [told && says, use === "used" || use === "kept" ? t(`page.block.${use}`) : "", at].filter(Boolean).join(", ");
    const face = h("span", { class: "die-face", ...touchable(touch, id, said, undefined, { asks, of: seat?.seat }) }, shown.element, h("span", { class: "unseen" }, said));
    return h("li", { dataset: { use } }, face, at && h("small", { "aria-hidden": "true" }, at), value > 6 && faces === 6 && h("b", {}, figure(value)));
  }
}

/** Which of two sides shows more; nothing before they are rolled. */
function compared(groups) {
  const [one, other] = groups.map(({ dice }) => dice.reduce((sum, { value }) => sum + (value ?? NaN), 0));
  return one > other ? ">" : one < other ? "<" : one === other ? "=" : "";
}
