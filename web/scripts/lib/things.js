// The components of a game as the box describes them: each is shown by its word, drawing and worth, never by its id.
import { artDrawing, fillWithArt } from "./art.js";
import { drawing, h, svg } from "./dom.js";
import { formatNumber } from "./words.js";

/** @typedef {Pick<api.ThingView, "glyph"> & Partial<Pick<api.ThingView, "colour">>} Look */

/** @type {Map<string, api.ThingView>} */
export const knownThings = new Map();
let game = "";

/**
 * Remember the described components; forget those of another game.
 * @param {Record<string, api.ThingView> | undefined} things
 * @param {string} of The game.
 */
export function registerThings(things, of = game) {
  if (of !== game) knownThings.clear();
  game = of;
  for (const [name, thing] of Object.entries(things ?? {})) knownThings.set(name, thing);
}

/**
 * Return the word for a component.
 * @param {string} name
 */
export function thingName(name) {
  return knownThings.get(name)?.word ?? name;
}

/**
 * Return the sort of a component and its worth: "blue" and 80; nulls if it is unknown.
 * @param {string} name
 * @returns {[string | null, number | null]}
 */
export function sortAndWorth(name) {
  const thing = knownThings.get(name);
  return thing ? [withoutWorth(thing.short, thing.worth), thing.worth] : [null, null];
}

/**
 * Return the drawing of a component: the program's, or else the game's own; null if it has none.
 * @param {Look} look
 * @param {string} of The game.
 */
export function thingSign({ glyph, colour }, of = game) {
  if (!glyph) return null;
  const common = drawing(glyph);
  const element = common.childElementCount ? common : artDrawing(of, glyph);
  if (colour) element.dataset.hue = colour;
  return element;
}

/**
 * Return the drawing of a component as a group of a picture, on a ground of 32 by 32; null if it has none.
 * @param {Record<string, string>} attributes
 * @param {Look} look
 * @param {string} of The game.
 */
export function thingSignGroup(attributes, { glyph, colour }, of = game) {
  if (!glyph) return null;
  const parts = [...drawing(glyph).children];
  const group = svg("g", { ...attributes, "data-drawing": glyph, "data-hue": colour }, parts);
  return parts.length > 0 ? group : fillWithArt(group, of, glyph);
}

/**
 * Return a small card of a component, only to look at: the words beside it say the same.
 * @param {string} name
 */
export function thingCard(name) {
  const { short, glyph, colour, worth, kind } = knownThings.get(name) ?? { short: name, glyph: null, colour: null, worth: null, kind: "" };
  const value = kind === "card" && worth ? h("b", {}, formatNumber(worth)) : null;
  return h(
    "span",
    { class: "thing", dataset: colour ? { hue: colour } : {} },
    h("i", {}, thingSign({ glyph, colour })),
    value,
    value && h("em", {}, withoutWorth(short, worth)),
  );
}

/**
 * @param {string} short
 * @param {number | null} worth
 */
function withoutWorth(short, worth) {
  return worth === null ? short : short.replace(formatNumber(worth), "").trim();
}
