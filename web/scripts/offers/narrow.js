// A long list of cards, narrowed by what is printed on them: a chip for each colour, then one for each value.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { figure } from "../lib/words.js";
import { sortOf } from "../lib/things.js";

const MANY = 9; // so many cards are seen at once

/** The cards of these choices; above them, where they are too many, what narrows them. */
export function narrowed(choices, cards) {
  const list = h("div", { class: "cards" }, cards);
  const groups = distinct(choices.map((choice) => printed(choice)[0]));
  if (choices.length <= MANY || groups.length < 2) return list;
  return h("div", { class: "narrowed" }, chips(choices, groups, (group, value) => {
    for (const [place, choice] of choices.entries()) {
      const [mine, worth] = printed(choice);
      cards[place].hidden = (group !== null && mine !== group) || (value !== null && worth !== value);
    }
  }), list);
}

/** Two rows of chips: the groups, and once one is pressed the values in it, where there is more than one. */
function chips(choices, groups, show) {
  const values = h("div", { class: "narrow", role: "group" });
  const pick = (group) => {
    const mine = distinct(choices.filter((choice) => printed(choice)[0] === group).map((choice) => printed(choice)[1]));
    values.replaceChildren(...(mine.length > 1 ? row(mine, figure, (value) => show(group, value)) : []));
    show(group, null);
  };
  return [h("div", { class: "narrow", role: "group" }, row(groups, (group) => group, pick)), values];
}

/** A chip for each; pressed again, it lets go. */
function row(all, say, take) {
  const made = all.map((one) => button("chip", () => {
    const now = made.find((chip) => chip.dataset.by === String(one));
    const on = now.getAttribute("aria-pressed") !== "true";
    for (const chip of made) chip.setAttribute("aria-pressed", String(on && chip === now));
    take(on ? one : null);
  }, say(one)));
  for (const [place, chip] of made.entries()) {
    chip.dataset.by = all[place];
    chip.setAttribute("aria-pressed", "false");
  }
  return made;
}

/** What is printed on a choice: its group, and its value there; nulls where it has no thing. */
function printed({ group, things: [thing] = [] }) {
  const [sort, worth] = thing === undefined ? [null, null] : sortOf(thing);
  return [group ?? sort, worth];
}

function distinct(all) {
  return [...new Set(all.filter((one) => one !== null))];
}
