// What blocks are made of: things as signs, cards and amounts, marks of seats, and what can be touched.
import { drawing, h, svg } from "../lib/dom.js";
import { mark } from "../lib/templates.js";
import { sign as signOf, signGroup } from "../lib/things.js";
import { figure, t } from "../lib/words.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {{thing: string, n?: number}} Amount */

/**
 * What makes an element one that can be touched, once something may be done with it. `id` lasts from scene to scene, `name`
 * is read out, `asks` is what touching it may mean, and `of` the one seat that can use it.
 * @param {{asks?: string[], of?: number}} [more]
 */
export function touchable(touch, id, name, thing, { asks, of } = {}) {
  if (!touch) return {};
  return { "data-touch": touch, "data-id": id, "data-name": name, "data-thing": thing, "data-asks": asks?.join(" "), "data-of": of };
}

/** From what lies or stands there the move that brought it is changed, by whoever may. */
export function brought({ entry, thing, seat, says }, table, name = [thing && word(thing, table), table.seats[seat - 1]?.name, says]) {
  return entry ? { entry, name: [name].flat().filter(Boolean).join(", ") } : {};
}

/** The drawing of a thing, of the house's or of the game's own; null for one that has none. */
export function sign(name, { game, things }) {
  return signOf(things[name] ?? {}, game);
}

/** The same as a group of a picture, on a ground of 32 by 32. */
export function signIn(attributes, name, { game, things }) {
  return signGroup(attributes, things[name] ?? {}, game);
}

/** How a thing is called, one or so many of it. */
export function word(name, { things }, n = 1) {
  const thing = things[name];
  if (!thing) return name;
  return Math.abs(n) === 1 ? thing.word : thing.plural;
}

/**
 * So many of some things: their signs with their counts, and in words for whoever listens.
 * @param {Amount[]} list
 * @param {Table} table
 */
export function amounts(list, table) {
  return list.map(({ thing, n }) => {
    const drawing = sign(thing, table);
    const said = n === undefined || n === null ? word(thing, table) : `${figure(n)} ${word(thing, table, n)}`;
    if (!drawing) return h("span", { class: "amount" }, said);
    return h("span", { class: "amount" }, h("span", { "aria-hidden": "true" }, drawing, n ?? null), h("span", { class: "unseen" }, said));
  });
}

/**
 * A card or tile: its sign, its worth, its name, and what is printed on it; without a thing it lies face down.
 * @param {string | undefined} name
 * @param {Table} table
 */
export function face(name, table) {
  if (!name) return h("span", { class: "face back" }, h("span", { class: "unseen" }, t("page.block.unseen")));
  const { word: called, short, colour, worth, printed, kind } = table.things[name] ?? { word: name, short: name };
  const value = kind === "card" && worth ? h("b", {}, figure(worth)) : null;
  const ways = (printed?.ways ?? []).filter((way) => way.costs.length || !value);
  return h(
    "span",
    { class: "face", dataset: colour ? { hue: colour } : {} },
    h("i", {}, sign(name, table)),
    value,
    h("em", { "aria-hidden": "true" }, value ? short.replace(figure(worth), "").trim() : short),
    h("span", { class: "unseen" }, called),
    ways.map((way) => h("small", {}, exchange(way.costs, way.gives, table))),
    printed?.says && h("small", {}, printed.says),
  );
}

/** What is paid and what is got for it. */
export function exchange(costs = [], gives = [], table) {
  const paid = costs.length > 0 && h("span", { class: "paid" }, h("span", { class: "unseen" }, t("page.block.costs"), " "), amounts(costs, table));
  const got = gives.length > 0 && h("span", { class: "got" }, h("span", { class: "unseen" }, t("page.block.gives"), " "), amounts(gives, table));
  return [paid, paid && got && h("span", { class: "for", "aria-hidden": "true" }, "→"), got];
}

/** Whose something is, with the name; null of nobody's. */
export function owner(seat, { seats }, named = true) {
  if (!seat) return null;
  const one = seats[seat - 1];
  return h("span", { class: "whose" }, mark(one), h("span", { class: named ? "" : "unseen" }, one.name));
}

/**
 * A picture: read out by its name and what is said of it.
 * @param {import("./scene.js").Block} block
 * @param {{width: number, height: number, class: string, from?: [number, number]}} size
 */
export function picture(block, { width, height, class: name, from = [0, 0] }, ...children) {
  const told = svg("title", {}, [block.name, ...block.spoken].join(". "));
  return svg("svg", { viewBox: `${from[0]} ${from[1]} ${width} ${height}`, class: name, role: "img" }, told, ...children);
}

/** A piece as it stands on a picture, its foot at 0: its drawing and whose it is, or the shape of its seat alone. */
export function token(piece, table, size = 20) {
  const seat = piece.seat ? table.seats[piece.seat - 1] : null;
  const scale = size / 32;
  const at = `scale(${scale}) translate(-16 -30)`;
  const glyph = piece.thing && signIn({ class: "figurine", transform: at }, piece.thing, table);
  const colour = piece.colour ?? seat?.colour;
  const about = { class: "token", dataset: { ...(colour && { colour }), ...(piece.seat && { seat: piece.seat }), ...brought(piece, table) } };
  const letter = piece.number ?? (glyph ? null : (seat?.letter ?? null));
  return svg(
    "g",
    about,
    glyph || svg("g", { class: "shape", transform: at }, ...drawing(seat?.shape ?? "circle").childNodes),
    letter !== null && svg("text", { y: size * -0.34, "text-anchor": "middle", class: "letter", style: { fontSize: `${size * 0.5}px` } }, figure(letter)),
  );
}

/** A text cut to so many letters. */
export function cut(text, most) {
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
}
