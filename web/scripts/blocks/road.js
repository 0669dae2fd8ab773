// A road: its stages, its requirements as bars and dots, and what is missing in words; one that all seats share is a
// picture of where they are.
import { artDrawing } from "../lib/art.js";
import { h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { formatNumber, formatRange, t } from "../lib/words.js";
import { sign, word } from "./amounts.js";

/** @typedef {import("./scene.js").Table} Table */

const DOTS = 10; // as many as are counted at a glance; a larger number is a bar

/**
 * Return the drawing of a road.
 * @param {HTMLElement} room
 */
export function open(room) {
  return {
    /** @param {api.RoadBlock} road @param {Table} table */
    show({ stages, needs = [], lacks = [], says, seat, thing }, table) {
      const isReady = lacks.length === 0 && needs.length > 0 && needs.every(isMet);
      const parts = [
        seat ? h("ol", { class: "stages" }, stages.map(stageItem)) : h("ol", { class: "journey" }, stages.map((stage) => stationItem(stage, thing, table))),
        needs.length > 0 && h("ul", { class: "needs" }, needs.map((need) => needItem(need, table))),
        says && h("p", { class: isReady ? "ready" : "hint" }, says),
        lacks.length > 0 && h("div", { class: "missing" }, h("h3", {}, t("page.block.lacks")), h("ul", {}, lacks.map((text) => h("li", {}, text)))),
      ];
      room.replaceChildren(...parts.filter((part) => part instanceof Node));
    },
  };
}

/** @param {api.Stage} stage */
function stageItem({ name, done, now }) {
  const state = done ? "done" : now ? "now" : "later";
  return h("li", { class: state }, h("span", {}, name), h("span", { class: "unseen" }, t(`page.block.${state}`)));
}

/**
 * Return a stage of a road that all seats share: those who are on the way to it, and its place.
 * @param {api.Stage} stage
 * @param {string | undefined} thing That the seats are drawn as.
 * @param {Table} table
 */
function stationItem({ name, art, seats = [] }, thing, table) {
  const travellers = seats.map((number) => table.seats[number - 1]);
  return h(
    "li",
    { style: { "--travellers": String(seats.length) } },
    h("span", { class: "way", "aria-hidden": "true" }, travellers.map((seat, i) => h("span", { class: "traveller", dataset: { seat: seats[i], colour: seat.colour } }, thing && sign(thing, table), seatMark(seat)))),
    art && h("span", { class: "station" }, artDrawing(table.game ?? "", art)),
    h("i", { class: "stop" }),
    h("span", { class: "place-name" }, name),
    travellers.length > 0 && h("span", { class: "unseen" }, travellers.map((seat) => seat.name).join(", ")),
  );
}

/** @param {api.Need} need */
function isMet({ have, least, most }) {
  return have >= least && (most === undefined || have <= most);
}

/**
 * @param {api.Need} need
 * @param {Table} table
 */
function needItem(need, table) {
  const { have, least, most = least, thing, name = word(thing ?? "", table) } = need;
  const kind = need.most === undefined ? "from" : most === least ? "exactly" : "between";
  const words = t(`page.block.need_${kind}`, { name, have, least, range: formatRange(least, most) });
  const isLarge = Math.max(most, have) > DOTS;
  return h("li", { class: [isLarge ? "bar-need" : "", isMet(need) ? "good" : ""].join(" ") }, thing && h("i", {}, sign(thing, table)), isLarge ? bar(need) : dots(need), h("span", {}, words));
}

/** @param {api.Need} need */
function dots({ have, least, most = least }) {
  const count = Math.max(most, have);
  return h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: count }, (_, i) => h("i", { class: i < have ? (i < most ? "held" : "over") : "" })));
}

/** @param {api.Need} need */
function bar({ have, least }) {
  const part = Math.min(1, least ? have / least : 1);
  return h("span", { class: part < 1 ? "bar" : "bar whole", "aria-hidden": "true", title: formatNumber(have) }, h("span", { style: { "--part": part } }));
}
