// A long list of cards, narrowed by what is printed on them: two rows of chips at most, the second by what the first leaves.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { amount, printedOn } from "../lib/printed.js";
import { figure } from "../lib/words.js";
import { sortOf } from "../lib/things.js";

/**
 * A chip: what it shows, and the choices that it keeps.
 * @typedef {{key: string, show: () => any, kept: any[]}} Chip
 */

const MANY = 9; // so many cards are seen at once
const MOST = 16; // chips in a row
const NOTHING = "0"; // what a chip shows that keeps what costs, or gives, nothing that is printed

/** The cards of these choices; above them, where they are too many, what narrows them. */
export function narrowed(choices, cards) {
  const list = h("div", { class: "cards" }, cards);
  const first = choices.length > MANY ? best(choices) : null;
  if (first === null) return list;
  const show = (kept) => {
    for (const [place, choice] of choices.entries()) cards[place].hidden = !kept.includes(choice) && isNamed(choice);
  };
  const further = h("div", { class: "narrow", role: "group" });
  const pick = (kept) => {
    const second = kept === choices ? null : best(kept);
    further.replaceChildren(...(second === null ? [] : row(second, kept, show)));
    show(kept);
  };
  return h("div", { class: "narrowed" }, h("div", { class: "narrow", role: "group" }, row(first, choices, pick)), further, list);
}

/** Whether there is anything on a choice by which it can be told apart; what is not is always in sight. */
function isNamed({ things = [], group }) {
  return things.length > 0 || group !== undefined;
}

/** The row of chips that parts these choices best, each of them under a chip at least; null where none does. */
function best(choices, further = true) {
  const named = choices.filter(isNamed);
  const parts = (chips) => chips.length > 1 && chips.length <= MOST && new Set(chips.flatMap(({ kept }) => kept)).size === named.length;
  const rows = rowsOf(named).filter(parts);
  if (!rows.length || !named.some(isPrinted)) return rows[0] ?? null;
  const scores = new Map(rows.map((chips) => [chips, [further ? left(chips, leftAfter) : 0, left(chips, ({ length }) => length)]]));
  return rows.sort((one, other) => scores.get(one)[0] - scores.get(other)[0] || scores.get(one)[1] - scores.get(other)[1])[0];
}

/** How many choices are left to be looked through at most, whichever chip is pressed. */
function left(chips, count) {
  return Math.max(...chips.map(({ kept }) => count(kept)));
}

/** The same once a second row has parted these as well as can be. */
function leftAfter(kept) {
  const second = best(kept, false);
  return second === null ? kept.length : left(second, ({ length }) => length);
}

function isPrinted({ things: [thing] = [] }) {
  return thing !== undefined && printedOn(thing).length > 0;
}

/** Every row of chips that might part these choices: by sort and by worth, or by what is printed. @returns {Chip[][]} */
function rowsOf(choices) {
  const printed = choices.map(({ things: [thing] = [] }) => (thing === undefined ? [] : printedOn(thing)));
  const by = (keysOf, show) => {
    const found = new Map();
    for (const [place, choice] of choices.entries()) {
      for (const key of new Set(keysOf(choice, printed[place]))) found.set(key, [...(found.get(key) ?? []), choice]);
    }
    const parting = [...found].filter(([, kept]) => kept.length < choices.length);
    return parting.map(([key, kept]) => ({ key: String(key), show: () => show(key), kept }));
  };
  if (printed.every((one) => !one.length)) return [sorts(choices, by), by((choice) => worth(choice), figure)];
  const all = printed.flat();
  const kinds = [...new Set(all.map(({ side, thing }) => `${side} ${thing}`))];
  const counts = kinds.map((kind) => {
    const [side, thing] = kind.split(" ");
    const of = (amounts) => amounts.filter((one) => one.side === side && one.thing === thing).map(({ n }) => n);
    return by((_, amounts) => of(amounts), (n) => amount(thing, n)).sort((one, other) => one.key - other.key);
  });
  const orNothing = (list) => (list.length ? list : [NOTHING]);
  const shown = (key) => (key === NOTHING ? NOTHING : amount(...key.split(" ")));
  const things = ["gives", "costs"].flatMap((side) => [
    by((_, amounts) => orNothing(amounts.filter((one) => one.side === side).map(({ thing }) => thing)), shown),
    by((_, amounts) => orNothing(amounts.filter((one) => one.side === side).map(({ thing, n }) => `${thing} ${n}`)), shown),
  ]);
  return [...counts, ...things];
}

/** By what a choice is one of: a colour, a group. */
function sorts(choices, by) {
  return by(({ group, things: [thing] = [] }) => [group ?? (thing === undefined ? null : sortOf(thing)[0])].filter((one) => one !== null), (sort) => sort);
}

function worth({ things: [thing] = [] }) {
  return thing === undefined ? [] : [sortOf(thing)[1]].filter((one) => one !== null);
}

/** A chip for each; pressed again, it lets go. */
function row(chips, all, take) {
  /** @type {HTMLElement[]} */
  const made = chips.map(({ key, show, kept }) => {
    const chip = button("chip", () => {
      const on = chip.getAttribute("aria-pressed") !== "true";
      for (const other of made) other.setAttribute("aria-pressed", String(on && other === chip));
      take(on ? kept : all);
    }, show());
    chip.dataset.by = key;
    chip.setAttribute("aria-pressed", "false");
    return chip;
  });
  return made;
}
