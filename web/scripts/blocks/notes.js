// Notes: the next step, for the seat that has to take it; tasks at the table, to be ticked off; asides; the rules of the
// house as badges; and plain sentences.
import { h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";
import { exchange } from "./amounts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {api.SeatView[]} Seats */

/**
 * Return the drawing of notes.
 * @param {HTMLElement} room
 */
export function open(room) {
  /** The ids of the tasks that were ticked off here. @type {Set<string>} */
  const done = new Set();
  /** As the reader left them; null before that. @type {boolean | null} */
  let areTasksOpen = null;
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
   * Return the list of what is to be done; nobody can tick it off on a television.
   * @param {api.NotesBlock} block
   * @param {api.Note[]} tasks
   * @param {Table} table
   */
  const taskList = ({ id, name }, tasks, table) => {
    if (room.closest(".tv")) return h("ul", { class: "tasks" }, tasks.map((note) => h("li", { class: "task" }, taskText(note, table))));
    const count = h("small", { class: "tasks-done" });
    const showCount = () => (count.textContent = `${tasks.filter((note) => done.has(note.id)).length}/${tasks.length}`);
    const rows = tasks.map((note) => h("li", {}, task(note, table, done, showCount)));
    const summary = h("summary", {}, name, " ", count);
    summary.addEventListener("click", () => (areTasksOpen = !element.open));
    const element = h("details", { class: "tasks", open: areTasksOpen ?? id === table.wide }, summary, h("ul", {}, rows));
    showCount();
    return element;
  };
  return {
    /** @param {api.NotesBlock} block @param {Table} table */
    show(block, table) {
      const { notes } = block;
      const { seats } = table;
      const next = notes.filter(({ tone }) => tone === "next");
      const badges = notes.filter(({ tone }) => tone === "rule" || tone === "warning");
      const tasks = notes.filter(({ tone }) => tone === "task");
      const asides = notes.filter(({ tone }) => tone === "aside");
      const plain = notes.filter(({ tone = "plain" }) => tone === "plain");
      const parts = [
        ...next.map((note, i) => nextStep(note, i === next.length - 1 ? asides : [], seats)),
        tasks.length > 0 && taskList(block, tasks, table),
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
 * @param {Table} table
 * @param {Set<string>} done
 * @param {() => void} onChange
 */
function task(note, table, done, onChange) {
  const box = h("input", { type: "checkbox", id: `task-${note.id}` });
  box.checked = done.has(note.id);
  box.addEventListener("change", () => {
    if (box.checked) done.add(note.id);
    else done.delete(note.id);
    onChange();
  });
  return h("label", { class: "task" }, box, taskText(note, table));
}

/**
 * Return what is to be done: a sentence, or the name of the task with what is printed on its components, which the
 * sentence says to screen readers.
 * @param {api.Note} note
 * @param {Table} table
 */
function taskText(note, table) {
  const { name, things, says } = note;
  if (!things) return sentence(note, table.seats);
  const components = things.map((thing) => table.things[thing]);
  const printed = components.map((component) => print(component, table, things.length > 1 || component.kind === "tile"));
  return h("span", {}, h("span", { class: "unseen" }, says), h("span", { class: "to-lay", "aria-hidden": "true" }, h("b", {}, name), printed));
}

/**
 * Return what is printed on a component, behind its short name if it `isNamed`; of rows for the values of a die the
 * first and the last.
 * @param {api.ThingView} thing
 * @param {Table} table
 * @param {boolean} isNamed
 */
function print({ short, printed }, table, isNamed) {
  const { ways = [], says = "" } = printed ?? {};
  const shown = ways.length > 2 ? [ways[0], ways[ways.length - 1]] : ways;
  const between = ways.length > 2 ? "…" : "/";
  const parts = shown.map(({ costs, gives, die }, i) => [i > 0 && between, die && h("b", {}, `${die}:`), exchange(costs, gives, table)]);
  return h("span", { class: "print" }, isNamed && h("small", {}, short), parts, says);
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
