// Notes: what the game wants next, said to whoever has to do it; what is to be done at the table, to be ticked off; rules
// of the house as badges; and sentences.
import { h } from "../lib/dom.js";
import { mark } from "../lib/templates.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  const done = new Set(); // what is ticked off here, by note: it lasts as long as the list is there
  return {
    /** @param {Block} block @param {Table} table */
    show({ notes }, { seats }) {
      const next = notes.filter(({ tone }) => tone === "next");
      const badges = notes.filter(({ tone }) => tone === "rule" || tone === "warning");
      const tasks = notes.filter(({ tone }) => tone === "task");
      const plain = notes.filter(({ tone = "plain" }) => tone === "plain");
      const parts = [
        ...next.map((note) => h("p", { class: "next-step" }, said(note, seats))),
        tasks.length > 0 && h("ul", { class: "tasks" }, tasks.map((note) => h("li", {}, task(note, seats, done)))),
        plain.length > 0 && h("ul", { class: "plain-notes" }, plain.map((note) => h("li", {}, said(note, seats)))),
        badges.length > 0 && h("ul", { class: "badges" }, badges.map((note) => h("li", { class: "badge", dataset: { level: note.tone } }, said(note, seats)))),
      ];
      room.replaceChildren(...parts.filter(Boolean));
    },
  };
}

function task(note, seats, done) {
  const box = h("input", { type: "checkbox", id: `task-${note.id}` });
  box.checked = done.has(note.id);
  box.addEventListener("change", () => (box.checked ? done.add(note.id) : done.delete(note.id)));
  return h("label", { class: "task" }, box, said(note, seats));
}

function said({ seat, says }, seats) {
  const one = seat && seats[seat - 1];
  if (!one) return h("span", {}, says);
  return [mark(one), h("span", {}, h("span", { class: "unseen" }, `${one.name}: `), says)];
}
