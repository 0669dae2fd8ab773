// Parts of blocks: cards, tokens, marks of seats, and the attributes of what can be touched.
import { drawing, h, svg } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { thingSignGroup } from "../lib/things.js";
import { formatNumber, t } from "../lib/words.js";
import { exchange, sign, word } from "./amounts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {import("./amounts.js").GameThings} GameThings */

/**
 * Return the attributes of an element that can be touched, once something may be done with it.
 * @param {string | undefined} touch What touching it means: `place:7`; without it the element cannot be touched.
 * @param {string} id It is the same in later scenes.
 * @param {string} name It is read aloud.
 * @param {string} [thing]
 * @param {{asks?: string[], seat?: number}} [more] The meanings to choose from, and the only seat that can use it.
 */
export function touchable(touch, id, name, thing, { asks, seat } = {}) {
  if (!touch) return {};
  return { "data-touch": touch, "data-id": id, "data-name": name, "data-thing": thing, "data-asks": asks?.join(" "), "data-of": seat };
}

/**
 * Return the dataset of a card or piece whose move may be changed: the entry of that move, and the name to read aloud.
 * @param {{entry?: number, thing?: string, seat?: number, says?: string}} piece
 * @param {Table} table
 * @param {string} [name]
 */
export function entryDataset({ entry, thing, seat, says }, table, name) {
  if (!entry) return {};
  const words = [thing && word(thing, table), seat && table.seats[seat - 1]?.name, says];
  return { entry, name: name ?? words.filter(Boolean).join(", ") };
}

/**
 * Return the drawing of a component as a group of a picture, on a ground of 32 by 32; null if it has none.
 * @param {Record<string, string>} attributes
 * @param {string} name
 * @param {GameThings} table
 */
export function signGroup(attributes, name, { game, things }) {
  return things[name] ? thingSignGroup(attributes, things[name], game ?? undefined) : null;
}

/**
 * Return a card or tile: its sign, its worth, its name and its print. Without a component it lies face down.
 * @param {string | undefined} name
 * @param {GameThings} table
 */
export function face(name, table) {
  if (!name) return h("span", { class: "face back" }, drawing("wind_rose"), h("span", { class: "unseen" }, t("page.block.unseen")));
  /** @type {Partial<api.ThingView>} */
  const thing = table.things[name] ?? {};
  const { word: fullName = name, short = name, colour, worth, printed, kind } = thing;
  const value = kind === "card" && worth ? formatNumber(worth) : null;
  const ways = (printed?.ways ?? []).filter(({ costs }) => costs.length || !value);
  return h(
    "span",
    { class: ways.length > 0 ? "face has-print" : printed?.says ? "face in-words" : "face", dataset: colour ? { hue: colour } : {} },
    h("i", {}, sign(name, table)),
    value && h("b", {}, value),
    h("em", { "aria-hidden": "true" }, value ? short.replace(value, "").trim() : short),
    h("span", { class: "unseen" }, fullName),
    ways.map(({ costs, gives, die }) => h("small", {}, die && h("b", {}, `${formatNumber(die)}:`), exchange(costs, gives, table))),
    printed?.says && h("small", {}, printed.says),
  );
}

/**
 * Return the mark and the name of an owner; null without one.
 * @param {number | undefined} number
 * @param {Table} table
 */
export function owner(number, { seats }) {
  if (!number) return null;
  const seat = seats[number - 1];
  return h("span", { class: "whose" }, seatMark(seat), h("span", {}, seat.name));
}

/**
 * Return a picture of a block; the name and the reading of the block are read aloud in its place.
 * @param {Pick<import("./scene.js").Block, "name" | "spoken">} block
 * @param {{width: number, height: number, class: string}} size
 * @param {...import("../lib/dom.js").Child} children
 */
export function picture(block, { width, height, class: name }, ...children) {
  const title = svg("title", {}, [block.name, ...block.spoken].join(". "));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: name, role: "img" }, title, ...children);
}

/**
 * How far above its foot a letter stands in narrow shapes, and how high it is, as parts of the size.
 * @type {Record<string, {foot: number, height: number}>}
 */
const LETTERS_IN = {
  triangle: { foot: 0.13, height: 0.36 },
  diamond: { foot: 0.36, height: 0.4 },
  pentagon: { foot: 0.33, height: 0.44 },
};

/**
 * Return a piece of a picture, its foot at 0: its drawing, or only the shape of its seat.
 * @param {api.Piece} piece
 * @param {Table} table
 */
export function token(piece, table, size = 20) {
  const seat = piece.seat ? table.seats[piece.seat - 1] : null;
  const transform = `scale(${size / 32}) translate(-16 -30)`;
  const figurine = piece.thing && signGroup({ class: "figurine", transform }, piece.thing, table);
  const colour = piece.colour ?? seat?.colour;
  const dataset = { ...(colour && { colour }), ...(piece.seat && { seat: piece.seat }), ...entryDataset(piece, table) };
  const label = piece.label ?? piece.number ?? (figurine ? null : seat?.letter);
  const { foot, height } = LETTERS_IN[(!figurine && seat?.shape) || ""] ?? { foot: 0.34, height: 0.5 };
  return svg(
    "g",
    { class: piece.ghost ? "token ghost" : "token", dataset },
    figurine || svg("g", { class: "shape", transform }, ...drawing(seat?.shape ?? "circle").childNodes),
    (label ?? null) !== null && svg("text", { y: size * -foot, "text-anchor": "middle", class: "letter", style: { fontSize: `${size * height}px` } }, label),
  );
}

/**
 * Return a text cut to a number of letters.
 * @param {string} text
 * @param {number} most
 */
export function cut(text, most) {
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
}

/**
 * Return a pencil for a note of what was noted by hand, on a television: phones have its words.
 * @param {string} note
 * @param {string} [spoken] The note as it is read aloud.
 */
export function byHand(note, spoken = note) {
  const pencil = svg("svg", { class: "drawing", viewBox: "0 0 32 32", "aria-hidden": "true" }, svg("path", { fill: "currentColor", d: "M22 3.5a2.5 2.5 0 0 1 3.5 0l3 3a2.5 2.5 0 0 1 0 3.5L26 12.5 19.5 6zM18 7.5l6.5 6.5L11 27.5 3 29l1.500-8z" }));
  return h("span", { class: "by-hand", title: note }, pencil, h("span", { class: "unseen" }, spoken));
}
