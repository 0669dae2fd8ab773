// The things of a game, as the box tells of them: by its word, its drawing and its worth each is shown, never by its id.
import { drawn, fillWith } from "./art.js";
import { drawing, h, svg } from "./dom.js";
import { figure } from "./words.js";

/**
 * What the box tells of a thing.
 * @typedef {{word: string, plural: string, short: string, kind: string, glyph: string | null, colour: string | null,
 *   worth: number | null, printed?: object}} Thing
 */

/** @type {Map<string, Thing>} */
export const known = new Map();
let game = "";

/**
 * Remember what the box told of things; those of another game are forgotten.
 * @param {Record<string, Thing>} things
 * @param {string} of The game.
 */
export function registerThings(things, of = game) {
  if (of !== game) known.clear();
  game = of;
  for (const [name, thing] of Object.entries(things ?? {})) known.set(name, thing);
}

/** How a thing is called. */
export function named(name) {
  return known.get(name)?.word ?? name;
}

/** What a thing is one of, and what it is worth there: "blue" and 80; nulls where nothing is known of it. */
export function sortOf(name) {
  const { short, worth = null } = known.get(name) ?? {};
  return short === undefined ? [null, null] : [withoutWorth(short, worth), worth];
}

/** The drawing of a thing: the house's, else the game's own; null for one that has none. */
export function sign({ glyph, colour }, of = game) {
  if (!glyph) return null;
  const found = drawing(glyph);
  const made = found.childElementCount ? found : drawn(of, glyph);
  if (colour) made.dataset.hue = colour;
  return made;
}

/**
 * The drawing of a thing as a group of a picture, on a ground of 32 by 32; null for one that has none.
 * @param {Record<string, string>} attributes
 */
export function signGroup(attributes, { glyph, colour }, of = game) {
  if (!glyph) return null;
  const parts = [...drawing(glyph).children];
  const group = svg("g", { ...attributes, "data-hue": colour }, parts);
  return parts.length > 0 ? group : fillWith(group, of, glyph);
}

/** A small card of a thing, only to be looked at: what stands beside it says the same. */
export function thing(name) {
  const one = known.get(name) ?? { short: name, glyph: null, colour: null, worth: null };
  const value = one.kind === "card" && one.worth ? h("b", {}, figure(one.worth)) : null;
  return h(
    "span",
    { class: "thing", dataset: one.colour ? { hue: one.colour } : {} },
    h("i", {}, sign(one)),
    value,
    value && h("em", {}, withoutWorth(one.short, one.worth)),
  );
}

function withoutWorth(short, worth) {
  return worth === null ? short : short.replace(figure(worth), "").trim();
}
