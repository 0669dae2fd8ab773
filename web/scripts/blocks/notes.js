// Notes: what the game wants next, said to whoever has to do it; what is to be done at the table, to be ticked off; what
// is said in passing; rules of the house as badges; and sentences.
import { h } from "../lib/dom.js";
import { mark } from "../lib/templates.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  const done = new Set(); // what is ticked off here, by note: it lasts as long as the list is there
  let unfolded = false;
  let asking = false; // what is said in passing beside the next step unfolds from it
  const step = (note, asides, seats) => {
    if (asides.length === 0 || room.closest(".tv")) return h("p", { class: "next-step" }, said(note, seats));
    const more = h("span", { class: "more-sign", "aria-hidden": "true" }, "?");
    const made = h("details", { class: "next-more", open: asking }, h("summary", { class: "next-step" }, said(note, seats), more), list("asides", asides, seats));
    made.addEventListener("toggle", () => (asking = made.open));
    return made;
  };
  const tasksOf = (name, tasks, seats) => {
    const count = h("small", { class: "tasks-done" });
    const tell = () => (count.textContent = `${tasks.filter(({ id }) => done.has(id)).length}/${tasks.length}`);
    const rows = tasks.map((note) => h("li", {}, task(note, seats, done, tell)));
    const made = h("details", { class: "tasks", open: unfolded }, h("summary", {}, name, " ", count), h("ul", {}, rows));
    made.addEventListener("toggle", () => (unfolded = made.open));
    tell();
    return made;
  };
  return {
    /** @param {Block} block @param {Table} table */
    show({ name, notes }, { seats }) {
      const next = notes.filter(({ tone }) => tone === "next");
      const badges = notes.filter(({ tone }) => tone === "rule" || tone === "warning");
      const tasks = notes.filter(({ tone }) => tone === "task");
      const asides = notes.filter(({ tone }) => tone === "aside");
      const plain = notes.filter(({ tone = "plain" }) => tone === "plain");
      const parts = [
        ...next.map((note, i) => step(note, i === next.length - 1 ? asides : [], seats)),
        tasks.length > 0 && tasksOf(name, tasks, seats),
        next.length === 0 && asides.length > 0 && list("asides", asides, seats),
        plain.length > 0 && list("plain-notes", plain, seats),
        badges.length > 0 && h("ul", { class: "badges" }, badges.map((note) => h("li", { class: "badge", dataset: { level: note.tone } }, said(note, seats)))),
      ];
      room.replaceChildren(...parts.filter(Boolean));
    },
  };
}

function list(name, notes, seats) {
  return h("ul", { class: name }, notes.map((note) => h("li", {}, said(note, seats))));
}

function task(note, seats, done, tell) {
  const box = h("input", { type: "checkbox", id: `task-${note.id}` });
  box.checked = done.has(note.id);
  box.addEventListener("change", () => {
    if (box.checked) done.add(note.id);
    else done.delete(note.id);
    tell();
  });
  return h("label", { class: "task" }, box, said(note, seats));
}

function said({ seat, says }, seats) {
  const one = seat && seats[seat - 1];
  if (!one) return h("span", {}, says);
  return [mark(one), h("span", {}, h("span", { class: "unseen" }, `${one.name}: `), says)];
}
