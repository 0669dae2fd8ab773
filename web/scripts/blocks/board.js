// A board: named spaces in groups, each with what it costs and gives, its room, its ladder and slots, and what lies there.
import { Die } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { mark } from "../lib/templates.js";
import { figure, t } from "../lib/words.js";
import { amounts, exchange, sign, touchable, word } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} board @param {Table} table */
    show({ id, groups }, table) {
      const parts = groups.map(({ name, spaces }) => h("section", { class: "space-group" }, name && h("h3", {}, name), h("ul", { class: "spaces" }, spaces.map((space) => spaceOf(space, id, table)))));
      room.replaceChildren(...parts);
    },
  };
}

function spaceOf(space, board, table) {
  const { id, name, costs = [], gives = [], lies = [], ladder = [], slots = [], says, touch } = space;
  const head = h("span", { class: "space-name", ...touchable(touch, `${board} ${id}`, name) }, h("b", {}, name));
  return h(
    "li",
    { class: "space" },
    head,
    (costs.length > 0 || gives.length > 0) && h("p", { class: "exchange" }, exchange(costs, gives, table)),
    ladder.length > 0 && h("ol", { class: "ladder" }, ladder.map((rung) => rungOf(rung, space, board, table))),
    slots.length > 0 && h("ol", { class: "slots" }, slots.map((slot) => slotOf(slot, space, board, table))),
    places(space, table, lies),
    says && h("p", { class: "hint" }, says),
  );
}

/** What lies there in order of arrival, and the room that is left. */
function places({ room, slots = [] }, table, lies) {
  const free = Math.min(12, Math.max(0, (room ?? 0) - lies.length));
  if (!lies.length && (!free || slots.length)) return null;
  const left = Array.from({ length: free }, () => h("li", { class: "room-left", "aria-hidden": "true" }));
  const told = free > 0 && h("li", { class: "unseen" }, t("page.block.room", { n: (room ?? 0) - lies.length }));
  return h("ul", { class: "lying" }, lies.map((one) => h("li", {}, lyingOf(one, table))), left, told);
}

function lyingOf({ thing, seat, value }, table) {
  const one = seat && table.seats[seat - 1];
  const said = [one?.name, thing && word(thing, table), value !== undefined ? figure(value) : ""].filter(Boolean).join(" ");
  return [h("span", { class: "lies", "aria-hidden": "true" }, shown({ thing, value }, one, table)), h("span", { class: "unseen" }, said)];
}

function shown({ thing, value }, one, table) {
  if (value !== undefined) {
    const die = new Die(one ? "seated" : "white", Math.max(6, value));
    if (one) die.element.dataset.hue = one.colour;
    die.show(value);
    return die.element;
  }
  return [thing && (sign(thing, table) ?? h("em", {}, table.things[thing]?.short ?? "")), one && mark(one)];
}

function rungOf({ id, value, gives, touch }, space, board, table) {
  const about = touchable(touch, `${board} ${space.id} ${id}`, `${space.name}, ${figure(value)}`);
  return h("li", {}, h("span", { class: "rung", ...about }, h("b", {}, figure(value)), h("span", { class: "got" }, amounts(gives, table))));
}

function slotOf({ id, asks, gives = [], holds, touch }, space, board, table) {
  const about = touchable(touch, `${board} ${space.id} ${id}`, [space.name, asks].filter(Boolean).join(", "));
  const content = holds ? lyingOf(holds, table) : h("span", { class: "unseen" }, t("page.block.free"));
  return h("li", {}, h("span", { class: holds ? "slot filled" : "slot", ...about }, asks && h("b", {}, asks), h("span", { class: "got" }, amounts(gives, table)), content));
}
