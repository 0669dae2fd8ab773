// Lists cards under their headings: what stands in groups is folded away until its heading is opened.
import { h } from "../lib/dom.js";

/** @typedef {{groups?: string[]}} Choice */

/**
 * Return a list of the cards of these choices, those in groups below their headings, which may have headings within.
 * @param {Choice[]} choices
 * @param {HTMLElement[]} cards
 * @param {number} depth The number of headings above this list.
 * @returns {HTMLElement}
 */
export function groupedList(choices, cards, depth = 0) {
  /** @type {Map<string, number[]>} */
  const placesByHeading = new Map();
  /** @type {(HTMLElement | string)[]} */
  const parts = []; // cards, and headings in the order in which they come first
  for (const [place, { groups = [] }] of choices.entries()) {
    const heading = groups[depth];
    if (heading === undefined) {
      parts.push(cards[place]);
      continue;
    }
    const places = placesByHeading.get(heading);
    if (places) places.push(place);
    else {
      placesByHeading.set(heading, [place]);
      parts.push(heading);
    }
  }
  /** @param {string} heading */
  const group = (heading) => {
    const places = placesByHeading.get(heading) ?? [];
    const below = groupedList(places.map((place) => choices[place]), places.map((place) => cards[place]), depth + 1);
    return h("details", { class: "further" }, h("summary", {}, heading), below);
  };
  return h("div", { class: "cards" }, parts.map((part) => (typeof part === "string" ? group(part) : part)));
}
