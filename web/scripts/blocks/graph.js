// A map: places with their kinds, names and marks, ways with what they cost, and who stands where; next places as a list too.
import { h, svg, widthOf } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { standing } from "../lib/art.js";
import { amounts, brought, cut, picture, sign, signIn, token, touchable, word } from "./parts.js";

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
const MARKS = 3; // that have room above a place; the list has them all
const MARK_HIGH = 17; // pixels
const PIECE = { alone: 20, among: 15 }; // pixels: one or two side by side, or more in two rows

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
    const width = Math.min(wide(), WIDEST);
    if (shown && width) map.replaceChildren(drawn(shown.graph, shown.table, width));
  };
  const wide = widthOf(map, () => {
    draw();
    redrawn();
  });
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
  const shown = n === undefined ? [sign(thing, table), word(thing, table)] : amounts([{ thing, n }], table);
  return h("span", { class: "mark-of", title: says }, shown);
}

/** The whole map, as wide as its room and as high as it must be. */
function drawn(graph, table, width) {
  const { spots, edges = [], pieces = [], next: onward = [] } = graph;
  const ids = onward.map(({ id }) => id);
  const points = spread(spots, width);
  const at = new Map(spots.map(({ id }, i) => [id, points[i]]));
  const height = Math.max(...points.map(({ y }) => y)) + EDGE + 10;
  const prices = edges.filter(({ cost }) => cost);
  const onto = new Map(spots.map(({ id }) => [id, rows(pieces.filter((piece) => piece.at === id))]));
  const above = spots.map(({ id, marks = [] }, i) => placed(grouped(marks, table).slice(0, MARKS), points[i], width, onto.get(id)));
  const crowds = spots.map(({ id, named: written = true }, i) => crowd(onto.get(id), points[i], written ? 14 : 10));
  const labels = named(spots, points, crowds, [...prices.map((edge) => priceBox(edge, at)), ...above.flat().map(({ box }) => box)], { width, height });
  return picture(
    graph,
    { width, height, class: "graph" },
    edges.map(({ a, b }) => svg("line", { class: "way", x1: at.get(a).x, y1: at.get(a).y, x2: at.get(b).x, y2: at.get(b).y })),
    prices.map(({ a, b, cost }) => costOf(at.get(a), at.get(b), cost, table)),
    spots.map((spot, i) => spotOf(spot, points[i], spots, ids.includes(spot.id), table)),
    labels,
    spots.map(({ id, name }, i) => onto.get(id).map((row, j, all) => row.map((piece, k) => stood({ says: name, ...piece }, points[i], [j, all], [k, row], table)))),
    spots.map(({ name }, i) => above[i].map((one) => small(one, table, name))),
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

/** Names beside their places and who stands there, where no other name or place, no price and no mark is in the way. */
function named(spots, points, crowds, boxes, { width, height }) {
  const taken = [...crowds, ...boxes];
  return spots.map(({ name, named: written = true }, i) => {
    if (!written) return null;
    const text = cut(name, LONGEST);
    const wide = text.length * LETTER;
    for (const [left, base] of beside(points[i], crowds[i], wide, width)) {
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
function* beside({ x, y }, { left, right }, wide, width) {
  const middle = Math.max(1, Math.min(width - wide - 1, x - wide / 2));
  yield [middle, y + 25];
  yield [middle, y - 18];
  yield [middle, y - 29]; // above marks
  yield [right + 2, y + 4];
  yield [left - 2 - wide, y + 4];
  for (const aside of [14, -14, 26, -26]) for (const base of [25, -18, 29]) yield [middle + aside, y + base];
}

function meets(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function about({ x, y }, across, up) {
  return { left: x - across, right: x + across, top: y - up, bottom: y + up };
}

function priceBox({ a, b, cost }, at) {
  return about(midway(at.get(a), at.get(b)), priceWide(cost) / 2, 8);
}

/** How wide a price is with its drawing: a figure more takes its room. */
function priceWide({ n }) {
  return 24 + 7 * figure(n).length;
}

function midway(one, other) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function costOf(one, other, { thing, n }, table) {
  const wide = priceWide({ n });
  const drawing = signIn({ transform: `translate(${3 - wide / 2} -6.5) scale(.4)` }, thing, table);
  return svg(
    "g",
    { class: "cost", transform: `translate(${midway(one, other).x} ${midway(one, other).y})` },
    svg("rect", { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }),
    drawing,
    svg("text", { x: drawing ? 7.5 : 0, y: 4, "text-anchor": "middle" }, figure(n)),
  );
}

/** Marks that look alike are one, with how many there are. */
function grouped(marks, table) {
  const found = [];
  for (const mark of marks) {
    const { glyph } = table.things[mark.thing] ?? {};
    const plain = mark.n === undefined && !mark.entry && glyph;
    const alike = plain && found.find((one) => one.n === undefined && one.glyph === glyph);
    if (alike) alike.marks.push(mark);
    else found.push({ glyph, n: mark.n, marks: [mark] });
  }
  return found;
}

/** Above their place and its pieces from the right to the left. */
function placed(groups, { x, y }, width, onto) {
  const top = Math.max(0, y - (onto.length > 1 ? 33 : 26));
  let right = Math.min(x + 22, width - 1);
  return groups.map((group) => {
    const wide = MARK_HIGH + (group.marks.length > 1 ? 8 : 0);
    const box = { left: right - wide, right, top, bottom: top + MARK_HIGH };
    right -= wide - 1;
    return { ...group, box };
  });
}

function small({ marks, n, box }, table, place) {
  const [mark] = marks;
  const half = MARK_HIGH / 2;
  const drawing = n === undefined ? signIn({ transform: `translate(${box.left + half - 6.5} ${box.top + half - 6.5}) scale(.40625)` }, mark.thing, table) : null;
  const letter = n === undefined ? table.things[mark.thing]?.short.slice(0, 1) : figure(n);
  const text = (words, x) => svg("text", { x, y: box.top + half + 4, "text-anchor": "middle" }, words);
  return svg(
    "g",
    { class: "spot-mark", dataset: brought({ ...mark, says: place }, table) },
    svg("title", {}, marks.map(({ thing, says }) => says ?? word(thing, table)).join(", ")),
    svg("rect", { x: box.left, y: box.top, width: box.right - box.left, height: MARK_HIGH, rx: half }),
    drawing ?? text(letter, box.left + half),
    marks.length > 1 && text(figure(marks.length), box.right - 7),
  );
}

/** Up to two pieces side by side; more of them in two rows, those that are drawn apart from those that are not. */
function rows(pieces) {
  if (pieces.length < 3) return pieces.length > 0 ? [pieces] : [];
  const [plain, drawn] = [pieces.filter(({ thing }) => !thing), pieces.filter(({ thing }) => thing)];
  if (plain.length > 0 && drawn.length > 0) return [plain, drawn];
  const half = Math.ceil(pieces.length / 2);
  return [pieces.slice(0, half), pieces.slice(half)];
}

/** The room of a place and of all who stand there. */
function crowd(onto, point, least) {
  const wide = Math.max(0, ...onto.map((row) => row.length * apartIn(row, onto)));
  return about(point, Math.max(least, wide / 2), wide > 0 ? 14 : least);
}

function apartIn(row, all) {
  return Math.min(sizeIn(all) - 1, 46 / row.length);
}

function sizeIn(all) {
  return all.length > 1 ? PIECE.among : PIECE.alone;
}

function stood(piece, { x, y }, [row, all], [index, beside], table) {
  const size = sizeIn(all);
  const element = token(piece, table, size);
  const foot = all.length > 1 ? y - 1 + row * (size - 1) : y + 9;
  element.setAttribute("transform", `translate(${x + (index - (beside.length - 1) / 2) * apartIn(beside, all)} ${foot})`);
  return element;
}
