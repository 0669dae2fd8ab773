// Narrows a long list of cards by what is printed on them: with two rows of chips at most, the second within the first.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { amountLabel, printedAmounts } from "../lib/printed.js";
import { formatNumber } from "../lib/words.js";
import { sortAndWorth } from "../lib/things.js";

/**
 * A chip: its label, and the choices that stay in sight while it is pressed.
 * @typedef {{key: string, label: () => Child, kept: Choice[]}} Chip
 * @typedef {{things?: string[]}} Choice
 * @typedef {import("../lib/dom.js").Child} Child
 * @typedef {import("../lib/printed.js").PrintedAmount} PrintedAmount
 */

const MOST_IN_SIGHT = 9; // cards
const MOST_CHIPS = 16; // in a row
const NOTHING = "0"; // label of the chip for what costs, or gives, nothing that is printed

/**
 * Return a list of the cards of these choices; above it, if they are too many, chips that narrow it.
 * @param {Choice[]} choices
 * @param {HTMLElement[]} cards
 */
export function narrowableList(choices, cards) {
  const list = h("div", { class: "cards" }, cards);
  const firstRow = choices.length > MOST_IN_SIGHT ? bestRow(choices) : null;
  if (firstRow === null) return list;
  /** @param {Choice[]} kept */
  const show = (kept) => {
    for (const [place, choice] of choices.entries()) cards[place].hidden = !kept.includes(choice) && hasThings(choice);
  };
  const second = h("div", { class: "narrow", role: "group" });
  /** @param {Choice[]} kept */
  const showWithRow = (kept) => {
    const secondRow = kept === choices ? null : bestRow(kept);
    second.replaceChildren(...(secondRow === null ? [] : chipButtons(secondRow, kept, show)));
    show(kept);
  };
  const first = h("div", { class: "narrow", role: "group" }, chipButtons(firstRow, choices, showWithRow));
  return h("div", { class: "narrowed" }, first, second, list);
}

/**
 * Return whether a choice can be told apart by its components; one that cannot is always in sight.
 * @param {Choice} choice
 */
function hasThings({ things = [] }) {
  return things.length > 0;
}

/**
 * Return the row of chips that parts these choices best, with a chip for each at least; null if none does.
 * @param {Choice[]} choices
 * @param {boolean} canBeFollowed A second row can part them further.
 */
function bestRow(choices, canBeFollowed = true) {
  const named = choices.filter(hasThings);
  const rows = rowsOf(named).filter((chips) => {
    const kept = new Set(chips.flatMap((chip) => chip.kept));
    return chips.length > 1 && chips.length <= MOST_CHIPS && kept.size === named.length;
  });
  if (!rows.length || !named.some(isPrinted)) return rows[0] ?? null;
  const rated = rows.map((chips) => ({
    chips,
    left: mostLeft(chips, countOf),
    leftAfter: canBeFollowed ? mostLeft(chips, leftAfterSecondRow) : 0,
  }));
  return rated.sort((first, second) => first.leftAfter - second.leftAfter || first.left - second.left)[0].chips;
}

/**
 * Return how many choices are left at most, whichever chip is pressed.
 * @param {Chip[]} chips
 * @param {(kept: Choice[]) => number} count
 */
function mostLeft(chips, count) {
  return Math.max(...chips.map(({ kept }) => count(kept)));
}

/** @param {Choice[]} kept */
function leftAfterSecondRow(kept) {
  const second = bestRow(kept, false);
  return second === null ? kept.length : mostLeft(second, countOf);
}

/** @param {Choice[]} kept */
function countOf(kept) {
  return kept.length;
}

/** @param {Choice} choice */
function isPrinted({ things: [thing] = [] }) {
  return thing !== undefined && printedAmounts(thing).length > 0;
}

/**
 * Return every row of chips that can part these choices: by what is printed; without print by sort, and by worth.
 * @param {Choice[]} choices
 */
function rowsOf(choices) {
  const printed = choices.map(({ things: [thing] = [] }) => (thing === undefined ? [] : printedAmounts(thing)));
  /**
   * @template {string | number} Key
   * @param {(amounts: PrintedAmount[]) => Key[]} keysOf
   * @param {(key: Key) => Child} label
   */
  const rowBy = (keysOf, label) => chipsOf(choices, (_, place) => keysOf(printed[place]), label);
  const all = printed.flat();
  if (!all.length) return [chipsOf(choices, sortOf, (sort) => sort), chipsOf(choices, worthOf, formatNumber)];
  const kinds = [...new Set(all.map(({ side, thing }) => `${side} ${thing}`))];
  const counts = kinds.map((kind) => {
    const [side, thing] = kind.split(" ");
    const row = rowBy(
      (amounts) => amounts.filter((each) => each.side === side && each.thing === thing).map(({ n }) => n),
      (n) => amountLabel(thing, n),
    );
    return row.sort((first, second) => Number(first.key) - Number(second.key));
  });
  const things = ["gives", "costs"].flatMap((side) =>
    [false, true].map((isCounted) =>
      rowBy(
        (amounts) => {
          const sided = amounts.filter((each) => each.side === side);
          return sided.length ? sided.map(({ thing, n }) => (isCounted ? `${thing} ${n}` : thing)) : [NOTHING];
        },
        (key) => {
          const [thing, n] = key.split(" ");
          return key === NOTHING ? NOTHING : amountLabel(thing, n);
        },
      ),
    ),
  );
  return [...counts, ...things];
}

/**
 * Return a chip for each key of these choices, except for those that keep all of them.
 * @template {string | number} Key
 * @param {Choice[]} choices
 * @param {(choice: Choice, place: number) => Key[]} keysOf
 * @param {(key: Key) => Child} label
 * @returns {Chip[]}
 */
function chipsOf(choices, keysOf, label) {
  /** @type {Map<Key, Choice[]>} */
  const keptByKey = new Map();
  for (const [place, choice] of choices.entries()) {
    for (const key of new Set(keysOf(choice, place))) keptByKey.set(key, [...(keptByKey.get(key) ?? []), choice]);
  }
  const parting = [...keptByKey].filter(([, kept]) => kept.length < choices.length);
  return parting.map(([key, kept]) => ({ key: String(key), label: () => label(key), kept }));
}

/** @param {Choice} choice */
function sortOf({ things: [thing] = [] }) {
  const sort = thing === undefined ? null : sortAndWorth(thing)[0];
  return sort === null ? [] : [sort];
}

/** @param {Choice} choice */
function worthOf({ things: [thing] = [] }) {
  const worth = thing === undefined ? null : sortAndWorth(thing)[1];
  return worth === null ? [] : [worth];
}

/**
 * Return a button for each chip. Pressing one shows the choices that it keeps, pressing it again shows all.
 * @param {Chip[]} chips
 * @param {Choice[]} all
 * @param {(kept: Choice[]) => void} show
 */
function chipButtons(chips, all, show) {
  /** @type {HTMLElement[]} */
  const buttons = chips.map(({ key, label, kept }) => {
    const chip = button("chip", () => {
      const isOn = chip.getAttribute("aria-pressed") !== "true";
      for (const other of buttons) other.setAttribute("aria-pressed", String(isOn && other === chip));
      show(isOn ? kept : all);
    }, label());
    chip.dataset.by = key;
    chip.setAttribute("aria-pressed", "false");
    return chip;
  });
  return buttons;
}
