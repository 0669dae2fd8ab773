// Notes: what the game wants next, said to whoever has to do it; rules of the house as badges; and sentences.
import { h } from "../lib/dom.js";
import { mark } from "../lib/templates.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} block @param {Table} table */
    show({ notes }, { seats }) {
      const next = notes.filter(({ tone }) => tone === "next");
      const badges = notes.filter(({ tone }) => tone === "rule" || tone === "warning");
      const plain = notes.filter(({ tone = "plain" }) => tone === "plain");
      const parts = [
        ...next.map((note) => h("p", { class: "next-step" }, said(note, seats))),
        plain.length > 0 && h("ul", { class: "plain-notes" }, plain.map((note) => h("li", {}, said(note, seats)))),
        badges.length > 0 && h("ul", { class: "badges" }, badges.map((note) => h("li", { class: "badge", dataset: { level: note.tone } }, said(note, seats)))),
      ];
      room.replaceChildren(...parts.filter(Boolean));
    },
  };
}

function said({ seat, says }, seats) {
  const one = seat && seats[seat - 1];
  if (!one) return h("span", {}, says);
  return [mark(one), h("span", {}, h("span", { class: "unseen" }, `${one.name}: `), says)];
}
