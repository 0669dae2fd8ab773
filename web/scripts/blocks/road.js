// A road: its stages with what is done, what it asks for in bars and dots, and what is missing in words.
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { sign, word } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

const DOTS = 10; // as many as are counted at a look; more is a bar

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} road @param {Table} table */
    show({ stages, needs = [], lacks = [], says }, table) {
      const met = lacks.length === 0 && needs.length > 0 && needs.every(isMet);
      room.replaceChildren(
        ...[
          h("ol", { class: "stages" }, stages.map(stage)),
          needs.length > 0 && h("ul", { class: "needs" }, needs.map((need) => needOf(need, table))),
          says && h("p", { class: met ? "ready" : "hint" }, says),
          lacks.length > 0 && h("div", { class: "missing" }, h("h3", {}, t("page.block.lacks")), h("ul", {}, lacks.map((text) => h("li", {}, text)))),
        ].filter(Boolean),
      );
    },
  };
}

function stage({ name, done, now }) {
  const state = done ? "done" : now ? "now" : "later";
  return h("li", { class: state }, h("span", {}, name), h("span", { class: "unseen" }, t(`page.block.${state}`)));
}

function isMet({ have, least, most }) {
  return have >= least && (most === undefined || have <= most);
}

function needOf(need, table) {
  const { have, least, most, thing, name } = need;
  const range = most === undefined ? "from" : most === least ? "exactly" : "between";
  const words = t(`page.block.need_${range}`, { name: name ?? word(thing, table), have, least, most: most ?? "" });
  const large = Math.max(most ?? least, have) > DOTS;
  return h("li", { class: [large ? "bar-need" : "", isMet(need) ? "good" : ""].join(" ") }, thing && h("i", {}, sign(thing, table)), large ? bar(need) : dots(need), h("span", {}, words));
}

function dots({ have, least, most = least }) {
  const all = Math.max(most, have);
  return h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: all }, (_, at) => h("i", { class: at < have ? (at < most ? "held" : "over") : "" })));
}

function bar({ have, least }) {
  const part = Math.min(1, least ? have / least : 1);
  return h("span", { class: part < 1 ? "bar" : "bar whole", "aria-hidden": "true", title: figure(have) }, h("span", { style: { "--part": part } }));
}
