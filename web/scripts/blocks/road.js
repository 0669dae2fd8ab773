// A road: its stages, its requirements as bars and dots, and what is missing in words.
import { h } from "../lib/dom.js";
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
    show({ stages, needs = [], lacks = [], says }, table) {
      const isReady = lacks.length === 0 && needs.length > 0 && needs.every(isMet);
      const parts = [
        h("ol", { class: "stages" }, stages.map(stageItem)),
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
