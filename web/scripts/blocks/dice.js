// Dice by owner: what is to be rolled, what may be used, what was used or kept, and who has won where they fight.
import { Die } from "../dice.js";
import { h } from "../dom.js";
import { figure, t } from "../words.js";
import { owner, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} dice @param {Table} table */
    show(dice, table) {
      const groups = dice.groups.map((group) => groupOf(group, dice.against, table));
      const list = h("ul", { class: dice.against ? "dice-groups fighting" : "dice-groups" }, groups);
      room.replaceChildren(...[list, dice.says && h("p", { class: "told" }, dice.says)].filter(Boolean));
    },
  };
}

function groupOf({ seat, name, dice, won }, against, table) {
  const one = seat && table.seats[seat - 1];
  const about = { ...(won !== undefined && { won: String(won) }), ...(seat && { seat }) };
  const head = h("p", { class: "dice-owner" }, owner(seat, table) ?? name ?? null);
  return h("li", { dataset: about }, head, h("ul", { class: "dice-list" }, dice.map((die) => dieOf(die, one))));
}

/** A die in its colour, else in its seat's, else white. */
function dieOf({ id, faces = 6, value, colour, use = "open", at, touch }, seat) {
  const shown = new Die(colour ?? (seat ? "seated" : "white"), faces);
  shown.show(value ?? null);
  const kind = colour && !["white", "black"].includes(colour) ? colour : null;
  if (kind) shown.element.dataset.hue = kind;
  else if (!colour && seat) shown.element.dataset.hue = seat.colour;
  const told = value === undefined ? t("page.block.die_unrolled") : t("page.block.die", { n: value });
  const said = [told, use === "used" || use === "kept" ? t(`page.block.${use}`) : "", at].filter(Boolean).join(", ");
  const face = h("span", { class: "die-face", ...touchable(touch, id, said) }, shown.element, h("span", { class: "unseen" }, said));
  return h("li", { dataset: { use } }, face, at && h("small", { "aria-hidden": "true" }, at), value > 6 && faces === 6 && h("b", {}, figure(value)));
}
