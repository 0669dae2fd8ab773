// A map: places with their kinds, names and marks, ways with what they cost, and who stands where; next places as a list too.
import { h, svg } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { standing } from "../lib/art.js";
import { amounts, brought, cut, picture, signIn, token, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */
/** @typedef {{x: number, y: number}} Point */

const APART = 44; // pixels between two places at least: a finger's width
const EDGE = 26; // pixels from the edge to the middle of a place at least
const WIDEST = 520; // pixels that it is laid out for at most: where there is more room all is larger
const ROUNDS = 400;
const LETTER = 6.3; // pixels that a letter of a name takes
const LONGEST = 16; // letters
const KINDS = 4; // shapes that tell kinds of places apart

/**
 * @param {HTMLElement} room
 * @param {() => void} redrawn
 */
export function open(room, redrawn) {
  room.classList.add("picture");
  const map = h("div", { class: "map" });
  const list = h("div", { class: "next-places" });
  room.replaceChildren(map, list);
  let shown = null;
  const draw = () => {
    const width = Math.min(map.clientWidth, WIDEST);
    if (!shown || !width) return;
    map.replaceChildren(drawn(shown.graph, shown.table, width));
  };
  let wide = 0;
  new ResizeObserver(() => {
    if (map.clientWidth === wide) return;
    wide = map.clientWidth;
    draw();
    redrawn();
  }).observe(map);
  return {
    /** @param {Block} graph @param {Table} table */
    show(graph, table) {
      shown = { graph, table };
      draw();
      list.replaceChildren(...next(graph, table));
    },
  };
}

/** The places that come next, each a button where something may be done there. */
function next({ next: onward = [], spots }, table) {
  if (!onward.length) return [];
  const rows = onward.map(({ id, cost }) => {
    const { name, touch, marks = [] } = spots.find((spot) => spot.id === id);
    const about = touchable(touch, `next ${id}`, name);
    return h("li", {}, h("span", { class: "next-place", ...about }, h("b", {}, name), marks.map((mark) => markOf(mark, table)), cost && h("span", { class: "paid" }, amounts([cost], table))));
  });
  return [h("h3", {}, t("page.block.next_places")), h("ul", {}, rows)];
}

function markOf({ thing, n, says }, table) {
  return h("span", { class: "mark-of", title: says }, amounts([{ thing, n }], table));
}

/** The whole map, as wide as its room and as high as it must be. */
function drawn(graph, table, width) {
  const { spots, edges = [], pieces = [], next: onward = [] } = graph;
  const ids = onward.map(({ id }) => id);
  const points = spread(spots, width);
  const at = new Map(spots.map(({ id }, i) => [id, points[i]]));
  const height = Math.max(...points.map(({ y }) => y)) + EDGE + 10;
  const labels = named(spots, points, edges.filter(({ cost }) => cost).map(({ a, b }) => midway(at.get(a), at.get(b))), { width, height });
  const onto = (id) => pieces.filter((piece) => piece.at === id);
  return picture(
    graph,
    { width, height, class: "graph" },
    edges.map(({ a, b }) => svg("line", { class: "way", x1: at.get(a).x, y1: at.get(a).y, x2: at.get(b).x, y2: at.get(b).y })),
    edges.filter(({ cost }) => cost).map(({ a, b, cost }) => costOf(at.get(a), at.get(b), cost, table)),
    spots.map((spot, i) => spotOf(spot, points[i], spots, ids.includes(spot.id), table)),
    labels,
    spots.map(({ name, marks = [] }, i) => marks.slice(0, 2).map((mark, j) => small(mark, points[i], j, table, name))),
    spots.map(({ id, name }, i) => onto(id).map((piece, j, all) => stood(token({ ...piece, says: name }, table), points[i], j, all.length))),
  );
}

/** No two places so near that a finger would touch both: those that are push each other away. */
function spread(spots, width) {
  const room = width - 2 * EDGE;
  const top = Math.min(...spots.map(({ y }) => y));
  const points = spots.map(({ x, y }) => ({ x: EDGE + x * room, y: EDGE + (y - top) * room }));
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) moved = push(points[i], points[j], i * 7 + j) || moved;
    }
    for (const point of points) {
      point.x = Math.max(EDGE, Math.min(width - EDGE, point.x));
      point.y = Math.max(EDGE, point.y);
    }
    if (!moved) break;
  }
  return points;
}

function push(one, other, seed) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const apart = Math.hypot(dx, dy);
  if (apart >= APART) return false;
  const angle = apart < 1 ? seed : Math.atan2(dy, dx);
  const half = (APART + 0.5 - apart) / 2;
  one.x -= Math.cos(angle) * half;
  one.y -= Math.sin(angle) * half;
  other.x += Math.cos(angle) * half;
  other.y += Math.sin(angle) * half;
  return true;
}

function spotOf({ id, name, kind = "", art, named: written = true, touch }, { x, y }, spots, isNext, table) {
  const kinds = [...new Set(spots.map((one) => one.kind ?? ""))];
  const shape = kinds.indexOf(kind) % KINDS;
  const size = written ? 11 : 8;
  const body = [
    svg("circle", { cx: x, cy: y, r: size }),
    svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 }),
    svg("path", { d: `M${x} ${y - 13}L${x + 13} ${y} ${x} ${y + 13} ${x - 13} ${y}z` }),
    svg("path", { d: `M${x - 13} ${y + 10}L${x} ${y - 13} ${x + 13} ${y + 10}z` }),
  ][shape];
  const reach = svg("circle", { class: "reach", cx: x, cy: y, r: APART / 2 });
  return svg("g", { class: isNext ? "place spot is-next" : "place spot", "data-kind": kind, ...touchable(touch, id, name) }, reach, art ? standing(table.game, art, { x, y: y + 12 }) : body, svg("title", {}, name));
}

/** Names beside their places, where no other name, no place and no price is in the way. */
function named(spots, points, prices, { width, height }) {
  const about = ({ x, y }, across, up) => ({ left: x - across, right: x + across, top: y - up, bottom: y + up });
  const taken = [...points.map((point) => about(point, 14, 14)), ...prices.map((point) => about(point, 15, 8))];
  return spots.map(({ name, named: written = true }, i) => {
    if (!written) return null;
    const text = cut(name, LONGEST);
    const wide = text.length * LETTER;
    for (const [left, base] of beside(points[i], wide, width)) {
      const box = { left, right: left + wide, top: base - 10, bottom: base + 3 };
      const free = box.left >= 0 && box.right <= width && box.top > 0 && box.bottom < height;
      if (!free || taken.some((one, j) => j !== i && meets(box, one))) continue;
      taken.push(box);
      return svg("text", { class: "spot-name", x: left + wide / 2, y: base, "text-anchor": "middle", "aria-hidden": "true" }, text);
    }
    return null;
  });
}

/** Where a name may stand, from its left end: below and above its place, as near the middle as the edge allows; beside it. */
function* beside({ x, y }, wide, width) {
  const middle = Math.max(1, Math.min(width - wide - 1, x - wide / 2));
  yield [middle, y + 25];
  yield [middle, y - 18];
  yield [x + 16, y + 4];
  yield [x - 16 - wide, y + 4];
}

function meets(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function midway(one, other) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function costOf(one, other, { thing, n }, table) {
  const drawing = signIn({ transform: "translate(-12 -6.5) scale(.4)" }, thing, table);
  return svg(
    "g",
    { class: "cost", transform: `translate(${midway(one, other).x} ${midway(one, other).y})` },
    svg("rect", { x: drawing ? -15 : -9, y: -8, width: drawing ? 30 : 18, height: 16, rx: 8 }),
    drawing,
    svg("text", { x: drawing ? 7 : 0, y: 4, "text-anchor": "middle" }, figure(n)),
  );
}

function small(mark, { x, y }, index, table, place) {
  const { thing, n, says } = mark;
  const drawing = n === undefined ? signIn({ transform: "translate(-6 -6) scale(.375)" }, thing, table) : null;
  return svg(
    "g",
    { class: "spot-mark", transform: `translate(${x + 9} ${y - 12 + index * 14})`, dataset: brought({ ...mark, says: place }, table) },
    says && svg("title", {}, says),
    svg("circle", { r: 8.5 }),
    drawing ?? svg("text", { y: 4, "text-anchor": "middle" }, n === undefined ? table.things[thing]?.short.slice(0, 1) : figure(n)),
  );
}

function stood(element, { x, y }, index, among) {
  const apart = Math.min(16, 34 / Math.max(1, among));
  element.setAttribute("transform", `translate(${x + (index - (among - 1) / 2) * apart} ${y + 5})`);
  return element;
}
