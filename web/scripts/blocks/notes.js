// Notes: the next step, for the seat that has to take it; tasks at the table, to be ticked off; asides; the rules of the
// house as badges; and plain sentences.
import { h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {api.SeatView[]} Seats */

/**
 * Return the drawing of notes.
 * @param {HTMLElement} room
 */
export function open(room) {
  /** The ids of the tasks that were ticked off here. @type {Set<string>} */
  const done = new Set();
  let areTasksOpen = false;
  let areAsidesOpen = false;
  /**
   * Return a next step; it unfolds its asides.
   * @param {api.Note} note
   * @param {api.Note[]} asides
   * @param {Seats} seats
   */
  const nextStep = (note, asides, seats) => {
    if (asides.length === 0 || room.closest(".tv")) return h("p", { class: "next-step" }, sentence(note, seats));
    const more = h("span", { class: "more-sign", "aria-hidden": "true" }, "?");
    const element = h("details", { class: "next-more", open: areAsidesOpen }, h("summary", { class: "next-step" }, sentence(note, seats), more), list("asides", asides, seats));
    element.addEventListener("toggle", () => (areAsidesOpen = element.open));
    return element;
  };
  /**
   * @param {string} name
   * @param {api.Note[]} tasks
   * @param {Seats} seats
   */
  const taskList = (name, tasks, seats) => {
    const count = h("small", { class: "tasks-done" });
    const showCount = () => (count.textContent = `${tasks.filter(({ id }) => done.has(id)).length}/${tasks.length}`);
    const rows = tasks.map((note) => h("li", {}, task(note, seats, done, showCount)));
    const element = h("details", { class: "tasks", open: areTasksOpen }, h("summary", {}, name, " ", count), h("ul", {}, rows));
    element.addEventListener("toggle", () => (areTasksOpen = element.open));
    showCount();
    return element;
  };
  return {
    /** @param {api.NotesBlock} block @param {Table} table */
    show({ name, notes }, { seats }) {
      const next = notes.filter(({ tone }) => tone === "next");
      const badges = notes.filter(({ tone }) => tone === "rule" || tone === "warning");
      const tasks = notes.filter(({ tone }) => tone === "task");
      const asides = notes.filter(({ tone }) => tone === "aside");
      const plain = notes.filter(({ tone = "plain" }) => tone === "plain");
      const parts = [
        ...next.map((note, i) => nextStep(note, i === next.length - 1 ? asides : [], seats)),
        tasks.length > 0 && taskList(name, tasks, seats),
        next.length === 0 && asides.length > 0 && list("asides", asides, seats),
        plain.length > 0 && list("plain-notes", plain, seats),
        badges.length > 0 && h("ul", { class: "badges" }, badges.map((note) => h("li", { class: "badge", dataset: { level: note.tone } }, sentence(note, seats)))),
      ];
      room.replaceChildren(...parts.filter((part) => part !== false));
    },
  };
}

/**
 * @param {string} name Its class.
 * @param {api.Note[]} notes
 * @param {Seats} seats
 */
function list(name, notes, seats) {
  return h("ul", { class: name }, notes.map((note) => h("li", {}, sentence(note, seats))));
}

/**
 * @param {api.Note} note
 * @param {Seats} seats
 * @param {Set<string>} done
 * @param {() => void} onChange
 */
function task(note, seats, done, onChange) {
  const box = h("input", { type: "checkbox", id: `task-${note.id}` });
  box.checked = done.has(note.id);
  box.addEventListener("change", () => {
    if (box.checked) done.add(note.id);
    else done.delete(note.id);
    onChange();
  });
  return h("label", { class: "task" }, box, sentence(note, seats));
}

/**
 * Return a sentence with the mark of its seat, and the name of the seat unless the sentence begins with it.
 * @param {api.Note} note
 * @param {Seats} seats
 */
function sentence({ seat: number, says }, seats) {
  if (!number) return h("span", {}, says);
  const seat = seats[number - 1];
  const isNamed = says.startsWith(seat.name) && !/^[\p{L}\p{N}]/u.test(says.slice(seat.name.length));
  const head = isNamed ? "" : h("span", { class: "unseen" }, t("page.pair", { head: seat.name, said: "" }));
  return [seatMark(seat), h("span", {}, head, says)];
}
