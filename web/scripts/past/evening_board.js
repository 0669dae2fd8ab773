// The final board in the picture of a game: its map, track or squares as on pages, its cards, or where the points came from.
import { open as openGraph } from "../blocks/graph.js";
import * as parts from "../blocks/parts.js";
import { open as openSquares } from "../blocks/squares.js";
import { open as openTrack } from "../blocks/track.js";
import { loadArt } from "../lib/art.js";
import { drawing, h, svg } from "../lib/dom.js";
import { formatNumber } from "../lib/words.js";
import { writeNames } from "./map_names.js";
import { placed, seatBadge } from "./picture_parts.js";

/** @typedef {import("../blocks/scene.js").Table} Table */
/** @typedef {import("./picture_parts.js").Part} Part */
/** @typedef {import("./picture_parts.js").Pen} Pen */
/**
 * `least`: the scale from which on it is read in a chat; `isBare`: it lies on the sand, without a sheet.
 * @typedef {Part & {least?: number, isBare?: boolean}} Board
 */

const HANDS_WIDTH = 920; // of a line of hands
const HANDS_APART = 24; // between two hands at least
/** Widths that a board is laid out for: the one that fills its room best is taken. */
const WIDTHS = [360, 440, 520, 640, 780, 912];

const MAP_SCALE = 1.5; // how much larger than on a page a map is drawn; its letters are even larger
/** Pixels above and below its places that a map has for names, and a picture may spare: the largest map is taken. */
const MAP_EDGES = [0, 10, 20];
/** Parts of a board that nobody could read in a chat: prices, bonuses, signs of crates, numbers of places, of pieces, and where it pays. */
const SMALL_PRINT = ".cost, .spot-mark, .which, .pays, .lying-mark, .wants, .stone text, .strip, .square-label, title";

/**
 * Return the board in several layouts: the largest block of the scene, else a map, squares, a track, cards, or where the points
 * came from.
 * @param {HTMLElement} room
 * @param {api.TableView} game
 * @param {Pen} pen
 * @param {{width: number, height: number, letters: number}} size That a map or a track fills, and of a map's letters.
 * @returns {Promise<Board[]>}
 */
export async function boardsOf(room, game, pen, { width, height, letters }) {
  const { blocks, wide } = game.scene;
  const table = tableOf(game);
  const inOrder = [...blocks].sort((a, b) => Number(b.id === wide) - Number(a.id === wide));
  for (const block of inOrder) {
    if (block.block === "graph") {
      return (await Promise.all(MAP_EDGES.map((edges) => {
        const printed = { height: height / MAP_SCALE + edges, letters: letters / MAP_SCALE };
        const show = (/** @type {HTMLElement} */ inside) => openGraph(inside, () => {}, printed).show(plainMap(block), table);
        return laidOut(room, game, [width / MAP_SCALE], show, (map) => writeNames(map, block, printed.letters));
      }))).flat();
    }
    if (block.block === "squares") return laidOut(room, game, WIDTHS.slice(-1), (inside) => openSquares(inside, parts).show(block, table));
    if (block.block === "track") return laidOut(room, game, WIDTHS, (inside, wide) => openTrack(inside, () => {}, (height * wide) / width).show(block, table, false));
  }
  for (const block of inOrder) {
    const hasHands = block.block === "cards" && block.rows.some(({ seat, cards }) => seat && cards?.length);
    if (hasHands) return hands(block, game, pen);
  }
  for (const block of inOrder) if (block.block === "grid") return [valueTable(block, game, pen)];
  return [];
}

/**
 * Return a map with roads, places and pieces alone.
 * @param {api.GraphBlock} map
 * @returns {api.GraphBlock}
 */
function plainMap(map) {
  const spots = map.spots.map((spot) => ({ ...spot, marks: [] }));
  return { ...map, spots, next: [], edges: (map.edges ?? []).map(({ a, b }) => ({ a, b })) };
}

/**
 * Return a board that a page has, too, as it is laid out in rooms of several widths.
 * @param {HTMLElement} room
 * @param {api.TableView} game
 * @param {number[]} widths
 * @param {(inside: HTMLElement, wide: number) => void} show It shows the board in a room of this width.
 * @param {(board: SVGSVGElement) => {x: number, y: number, width: number, height: number}} finish It changes what is shown, and
 *   returns the room of that.
 */
async function laidOut(room, game, widths, show, finish = (board) => board.getBBox()) {
  /** @type {Board[]} */
  const boards = [];
  for (const wide of widths) {
    const inside = h("div", { style: { width: `${wide}px` } });
    room.append(inside);
    show(inside, wide);
    await loadDrawings(game);
    const original = inside.querySelector("svg");
    for (const part of inside.querySelectorAll(SMALL_PRINT)) part.remove();
    if (original) {
      const { x, y, width, height } = finish(original);
      const name = `picture ${original.getAttribute("class")}`;
      const element = svg("g", { class: name, transform: `translate(${-x} ${-y})` }, ...original.children);
      boards.push({ element: svg("g", {}, element), width, height, isBare: true });
    }
    inside.remove();
  }
  return boards;
}

/**
 * Return what the seats hold at the end, as cards, in the order of their places: all in one line, if they fit there.
 * @param {api.CardsBlock} block
 * @param {api.TableView} game
 * @param {Pen} pen
 * @returns {Part[]}
 */
function hands({ rows }, game, pen) {
  const [card, high, gap, left, mark] = [84, 106, 4, 64, 54];
  const places = [...game.standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat).map(({ seat }) => game.seats[seat - 1]);
  const seats = places.filter(({ seat }) => rows.some((row) => row.seat === seat));
  const parts = seats.map((seat) => {
    const things = rows.filter((row) => row.seat === seat.seat).flatMap(({ cards = [] }) => cards.map(({ thing }) => thing));
    const empty = pen.write("–", { class: "evening-note", width: card, size: 32, least: 24, most: 1, anchor: "start" });
    const cards = things.map((thing, i) => placed(cardPart(thing, card, high, game, pen), left + i * (card + gap), 0));
    const element = svg("g", {}, seatBadge(seat, mark / 2, high / 2, mark), cards.length ? cards : placed(empty, left, (high - empty.height) / 2));
    return { element, width: left + (cards.length ? cards.length * (card + gap) - gap : empty.width), height: high };
  });
  return [inLines(parts)];
}

/**
 * Return hands in lines, one after the other, as far as a line has room; all gaps of a line are alike.
 * @param {Part[]} parts
 * @returns {Part}
 */
function inLines(parts) {
  /** @type {{width: number, parts: Part[]}[]} */
  const lines = [];
  for (const part of parts) {
    const line = lines[lines.length - 1];
    if (line && line.width + HANDS_APART + part.width <= HANDS_WIDTH) {
      line.parts.push(part);
      line.width += HANDS_APART + part.width;
    } else lines.push({ width: part.width, parts: [part] });
  }
  const isAlone = lines.length === 1;
  const width = Math.max(...lines.map((line) => line.width));
  const high = parts[0].height;
  const apart = isAlone ? Math.min(70, HANDS_APART + (HANDS_WIDTH - width) / Math.max(1, parts.length - 1)) : HANDS_APART;
  const items = lines.flatMap((line, i) => {
    let x = 0;
    return line.parts.map((part) => {
      const left = x;
      x += part.width + apart;
      return placed(part, left, i * (high + 14));
    });
  });
  const taken = isAlone ? width + (apart - HANDS_APART) * (parts.length - 1) : width;
  return { element: svg("g", {}, items), width: taken, height: lines.length * (high + 14) - 14 };
}

/**
 * Return a card: its sign, and its worth or its name.
 * @param {string | undefined} name
 * @param {number} width
 * @param {number} height
 * @param {api.TableView} game
 * @param {Pen} pen
 */
function cardPart(name, width, height, game, pen) {
  const thing = game.things[name ?? ""];
  const value = thing?.kind === "card" && thing.worth ? formatNumber(thing.worth) : (thing?.short ?? "");
  const size = /\d/.test(value) ? 30 : 24; // words are no larger than the names of colours
  const words = pen.write(value, { class: "evening-card-name", width: width - 4, size, least: 24, most: 1 });
  const colour = thing?.short.replace(value, "").trim();
  const named = colour ? pen.write(colour, { class: "evening-card-name", width: width - 8, size: 24, least: 24, most: 1 }) : null;
  const element = svg(
    "g",
    { class: "evening-card", "data-hue": thing?.colour },
    svg("rect", { width, height, rx: 10 }),
    svg("path", { class: "evening-card-edge", d: `M0 14V10Q0 0 10 0H${width - 10}q10 0 10 10v4z` }),
    name && parts.signGroup({ class: "evening-card-sign", transform: `translate(${width / 2 - 15} 16) scale(${30 / 32})` }, name, tableOf(game)),
    placed(words, width / 2, height - 3 - words.height - (named?.height ?? 0)),
    named && placed(named, width / 2, height - 3 - named.height),
  );
  return { element, width, height };
}

/**
 * Return where the points came from, with a column for each seat.
 * @param {api.GridBlock} block
 * @param {api.TableView} game
 * @param {Pen} pen
 * @returns {Board}
 */
function valueTable({ rows }, game, pen) {
  const [names, cell, high, head] = [320, 92, 42, 62];
  const width = names + cell * game.seats.length;
  /** @param {number} i */
  const middle = (i) => names + cell * (i + 0.5);
  const marks = game.seats.map((seat, i) => seatBadge(seat, middle(i), 28, 46));
  const lines = rows.map(({ name, cells, total }, i) => {
    const kind = total ? "evening-cell sum" : "evening-cell";
    const title = pen.write(name, { class: kind, width: names - 20, size: 26, least: 24, most: 1, anchor: "start" });
    const values = cells.map(({ value }, j) => {
      const figures = pen.write(value === undefined ? "–" : formatNumber(value), { class: kind, width: cell - 10, size: 28, least: 24, most: 1 });
      return placed(figures, middle(j), (high - figures.height) / 2);
    });
    return svg("g", { transform: `translate(0 ${head + i * high})` }, svg("path", { class: "evening-line", d: `M0 0H${width}` }), placed(title, 0, (high - title.height) / 2), values);
  });
  return { element: svg("g", {}, marks, lines), width, height: head + rows.length * high, least: 1 };
}

/**
 * Load the game's own drawings that its blocks and components may show: what asks for them later has them at once.
 * @param {api.TableView} game
 */
export function loadDrawings({ game, scene, things }) {
  const names = new Set(Object.values(things).map(({ glyph }) => glyph));
  JSON.stringify(scene, (key, value) => {
    if (key === "art") names.add(value);
    return value;
  });
  return Promise.all([...names].map((name) => name && !drawing(name).childElementCount && loadArt(game ?? "", name)));
}

/**
 * Return what blocks are drawn with: a finished game has no turn and nobody who reads it from a seat.
 * @param {api.TableView} game
 * @returns {Table}
 */
function tableOf({ game, seats, things, unit }) {
  return { game, seats, things, unit, turn: null, wheel_page: null };
}
