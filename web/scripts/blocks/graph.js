// A map: places with their kinds, names and marks, ways with their prices, and pieces; the next places also as a list.
import { h, pageScale, svg, widthOf } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { artStandingOn, loadArt } from "../lib/art.js";
import { amounts, sign, word } from "./amounts.js";
import { entryDataset, cut, picture, signGroup, token, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** Marks that are shown as one. @typedef {{glyph?: string | null, n?: number, marks: api.Mark[]}} MarkGroup */
/** @typedef {MarkGroup & {box: Box}} PlacedMarks */
/** @typedef {{cost: api.Amount, middle: Point}} Price */
/** @typedef {{from: number, to: number, cost?: api.Amount | null}} Way From which place to which, by their indices. */
/**
 * How large a map and its parts are, in pixels; with a height of 0 it is as high as it must be.
 * @typedef {{width: number, height: number, apart: number, mark: number, piece: number, smallPiece: number,
 *   row: number, letters: number, clear: number}} Sizes `clear`: from the middle of a place up to its marks.
 */

const LETTERS = 11.5; // size of the letters of a name
/** Under a finger: places are a finger's width apart; a row of pieces takes `row` at most. */
const TOUCHED = { apart: 44, mark: 17, piece: 20, smallPiece: 15, row: 46, letters: LETTERS, clear: 9 };
/** Only looked at, where the map fills its room. */
const WATCHED = { apart: 36, mark: 21, piece: 24, smallPiece: 18, row: 54, letters: LETTERS, clear: 14 };
const EDGE = 26; // pixels from the edge to the middle of a place at least
const TOP = 18; // from the upper edge to the middle of a place without marks at least
const UNDER = 27; // from the middle of a place to the foot of its name below
const FOOT = 0.55; // of the size of letters, below that foot
const WAY = 4; // width of a way, with some room, that a name keeps off
const STACKED = { across: 34, down: 47 }; // between places, for the marks of the lower one
const PRICE_HEIGHT = 16;
const CLEAR = 12; // from the middle of a place to the price of a way that leads there, at least
const WIDEST = 520; // pixels that the map is laid out for at most; in a wider room everything is larger
const ROUNDS = 400;
const LETTER = 0.55; // width of a letter of a name, in sizes
const LONGEST = 16; // letters
const MOST_COVERED = 0.3; // part of a name that something else may cover; a name without such a place is left out
const STOPS = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73]; // of a price on its way
const ASIDE = { x: 12, y: 6 }; // pixels that a price stands beside its way at most, still on it
const SPACE = 5; // pixels between two names at least
const KINDS = 4; // shapes that tell kinds of places apart
const SIGHT = { across: 14, up: 8 }; // of a mountain or a dune, from its middle
const MOST_MARKS = 3; // that have room above a place; the list has them all

/**
 * Open a map in a room.
 * @param {HTMLElement} room
 * @param {() => void} onRedraw
 * @param {{height: number, letters: number} | null} [printed] Height of the map and size of its letters in pixels, in a picture.
 */
export function open(room, onRedraw, printed = null) {
  room.classList.add("picture");
  const map = h("div", { class: "map" });
  const list = h("div", { class: "next-places" });
  room.replaceChildren(map, list);
  /** @type {{graph: api.GraphBlock, table: Table} | null} */
  let shown = null;
  const draw = () => {
    const width = measureWidth() / pageScale();
    if (!shown || !width) return;
    const { table } = shown;
    const graph = printed ? { ...shown.graph, art: undefined } : shown.graph; // a picture has a ground of its own
    const height = isLargest() ? room.clientHeight / pageScale() : 0;
    const sizes = printed || height ? { ...WATCHED, width, height, ...printed } : { ...TOUCHED, width: Math.min(width, WIDEST), height: 0 };
    map.replaceChildren(mapPicture(graph, table, sizes));
  };
  const isLargest = () => shown?.table.wide === shown?.graph.id && room.closest(".tv") !== null;
  const measureWidth = widthOf(map, () => {
    draw();
    onRedraw();
  });
  new ResizeObserver(() => isLargest() && draw()).observe(room); // its height, too
  return {
    /**
     * Show a map.
     * @param {api.GraphBlock} graph
     * @param {Table} table
     */
    show(graph, table) {
      shown = { graph, table };
      draw();
      list.replaceChildren(...nextPlaces(graph, table));
    },
  };
}

/**
 * Return the places that come next as a list, each a button where something may be done there.
 * @param {api.GraphBlock} graph
 * @param {Table} table
 */
function nextPlaces({ next = [], spots }, table) {
  if (!next.length) return [];
  const rows = next.map(({ id, cost }) => {
    const spot = spots.find((each) => each.id === id);
    if (!spot) return null;
    const { name, touch, marks = [] } = spot;
    const attributes = { class: "next-place", ...touchable(touch, `next ${id}`, name) };
    const price = cost && h("span", { class: "paid" }, amounts([cost], table));
    return h("li", {}, h("span", attributes, h("b", {}, name), marks.map((mark) => markInList(mark, table)), price));
  });
  return [h("h3", {}, t("page.block.next_places")), h("ul", {}, rows)];
}

/**
 * @param {api.Mark} mark
 * @param {Table} table
 */
function markInList({ thing, n, says }, table) {
  const shown = n === undefined ? [sign(thing, table), word(thing, table)] : amounts([{ thing, n }], table);
  return h("span", { class: "mark-of", title: says }, shown);
}

/**
 * Return the whole map, as wide as its room, and as high as that or as it must be.
 * @param {api.GraphBlock} graph
 * @param {Table} table
 * @param {Sizes} sizes
 */
function mapPicture(graph, table, sizes) {
  const { spots, edges = [], pieces = [], next = [] } = graph;
  const { width } = sizes;
  /** @param {string} id */
  const indexOf = (id) => spots.findIndex((spot) => spot.id === id);
  const joined = edges.map(({ a, b, cost }) => ({ cost, from: indexOf(a), to: indexOf(b) }));
  const rows = spots.map(({ id }) => rowsOfPieces(pieces.filter(({ at }) => at === id)));
  const reaches = rows.map((each) => Math.max(CLEAR, crowdWidth(each, sizes) / 2));
  const points = spreadPlaces(spots, joined, reaches, sizes);
  const height = sizes.height || Math.max(...points.map(({ y }) => y)) + footOf(sizes);
  const ways = joined.map(({ cost, from, to }) => ({ cost, from: points[from], to: points[to] }));
  const kinds = [...new Set(spots.map(({ kind = "" }) => kind))];
  const middles = placePrices(ways, []).map(priceBox);
  const crowds = spots.map(({ named = true }, i) => crowdBox(rows[i], points[i], named ? 14 : 10, sizes));
  const marks = spots.map((spot, i) => placeMarks(groupMarks(spot.marks ?? [], table), points[i], sizes, rows[i].length, [...middles, ...crowds.filter((_, j) => j !== i)]));
  const prices = placePrices(ways, [...crowds, ...marks.flat().map(({ box }) => box)]);
  const labels = placeNames(spots, points, crowds, [...prices.map(priceBox), ...marks.flat().map(({ box }) => box)], { ...sizes, height }, ways);
  const printed = [...crowds, ...prices.map(priceBox), ...marks.flat().map(({ box }) => box), ...labels.map((label) => label && nameBox(label, sizes)).filter((box) => box !== null)];
  /** @param {Point} middle */
  const isFree = (middle) => {
    const box = boxAround(middle, SIGHT.across, SIGHT.up);
    const isWhole = box.top >= 0 && box.bottom <= height;
    return isWhole && !printed.some((other) => sharedArea(box, other) > 0) && !ways.some((way) => lengthInside(box, way) > 0);
  };
  return picture(
    graph,
    { width, height, class: "graph" },
    graph.art && ground(table.game ?? "", graph.art, pointOn(spots, sizes), { width, height }, isFree),
    ways.map(({ from, to }) => svg("line", { class: "way", x1: from.x, y1: from.y, x2: to.x, y2: to.y })),
    marks.map((groups, i) => groups.length > 0 && stem(groups, points[i])),
    spots.map((spot, i) => placeGroup(spot, points[i], kinds, next.some(({ id }) => id === spot.id), table, rows[i].length > 0 ? crowds[i] : null)),
    prices.map((price) => priceTag(price, table)),
    labels,
    spots.map((spot, i) => piecesOnPlace(rows[i], points[i], spot, table, sizes)),
    spots.map(({ name }, i) => marks[i].map((group) => markGroup(group, table, name, sizes.mark))),
  );
}

/**
 * Return the ground of a map: what its drawing shows lies where the places are, and the sea around it.
 * @param {string} game
 * @param {string} name
 * @param {(place: Point) => Point} point
 * @param {{width: number, height: number}} size
 * @param {(middle: Point) => boolean} isFree Return whether nothing else is there: what is drawn in its own size, as a mountain, is left out elsewhere.
 */
function ground(game, name, point, { width, height }, isFree) {
  const group = svg("g", { class: "ground", "aria-hidden": "true" });
  /** @param {string} path */
  const onMap = (path) => path.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => {
    const place = point({ x: x / 100, y: y / 100 });
    return `${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
  });
  loadArt(game, name).then((original) => {
    if (!original) return;
    const shapes = [...original.children].flatMap((child) => {
      const shape = document.importNode(child, true);
      const attribute = shape.hasAttribute("transform") ? "transform" : "d";
      const placed = onMap(shape.getAttribute(attribute) ?? "");
      const [x, y] = placed.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0];
      shape.setAttribute(attribute, placed);
      return attribute === "d" || isFree({ x, y }) ? [shape] : [];
    });
    group.replaceChildren(svg("rect", { class: "sea", x: -width, y: -height, width: 3 * width, height: 3 * height }), ...shapes);
  });
  return group;
}

/**
 * Return the room of a name that is placed.
 * @param {SVGElement} label
 * @param {Sizes} sizes
 */
function nameBox(label, { letters }) {
  const half = (LETTER * letters * (label.textContent ?? "").length) / 2;
  const growth = letters / LETTERS;
  return boxAround({ x: Number(label.getAttribute("x")), y: Number(label.getAttribute("y")) - 3.5 * growth }, half, 6.5 * growth);
}

/**
 * Return what ties marks to their place: others may be as near.
 * @param {PlacedMarks[]} groups
 * @param {Point} place
 */
function stem(groups, { x, y }) {
  const [left, right] = [Math.min(...groups.map(({ box }) => box.left)), Math.max(...groups.map(({ box }) => box.right))];
  const [{ box: { top, bottom } }] = groups;
  return svg("line", { class: "stem", x1: Math.max(left + 9, Math.min(right - 9, x)), y1: (top + bottom) / 2, x2: x, y2: y });
}

/**
 * Return the function from positions in a scene to points of the map, before places are spread.
 * @param {api.Spot[]} spots
 * @param {Sizes} sizes
 * @returns {(place: Point) => Point}
 */
function pointOn(spots, sizes) {
  const across = sizes.width - 2 * EDGE;
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  const { highest, lowest } = edgesOf(spots, sizes);
  const down = sizes.height ? (lowest - highest) / (bottom - top || 1) : across;
  return ({ x, y }) => ({ x: EDGE + x * across, y: highest + (y - top) * down });
}

/**
 * Return how high and how low the middle of a place may be.
 * @param {api.Spot[]} spots
 * @param {Sizes} sizes
 */
function edgesOf(spots, sizes) {
  const { height, mark, clear } = sizes;
  if (!height) return { highest: EDGE, lowest: Infinity };
  const isMarked = spots.some(({ marks = [] }) => marks.length > 0);
  return { highest: TOP + (isMarked ? mark + clear - 17 : 0), lowest: height - footOf(sizes) };
}

/**
 * Return the points of places, no two so near that a finger would touch both: those that are push each other away. Where
 * the map fills its room, so do places whose way is too short for its price.
 * @param {api.Spot[]} spots
 * @param {Way[]} ways
 * @param {number[]} reaches Half the widths of places with their pieces.
 * @param {Sizes} sizes
 */
function spreadPlaces(spots, ways, reaches, sizes) {
  const { width, height, apart } = sizes;
  const { highest, lowest } = edgesOf(spots, sizes);
  const isMarked = spots.some(({ marks = [] }) => marks.length > 0);
  const points = spots.map(pointOn(spots, sizes));
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) {
        moved = pushApart(points[i], points[j], i * 7 + j, apart) || moved;
        if (height && isMarked) moved = makeRoom(points[i], points[j], STACKED) || moved;
      }
    }
    for (const { cost, from, to } of height ? ways : []) moved = Boolean(cost && makeRoom(points[from], points[to], { across: priceWidth(cost) + reaches[from] + reaches[to], down: PRICE_HEIGHT + 2 * CLEAR })) || moved;
    for (const point of points) {
      point.x = Math.max(EDGE, Math.min(width - EDGE, point.x));
      point.y = Math.max(highest, Math.min(lowest, point.y));
    }
    if (!moved) break;
  }
  return points;
}

/**
 * Return how far the lowest place is from the lower edge: there is its name.
 * @param {Sizes} sizes
 */
function footOf({ letters }) {
  return UNDER + FOOT * letters;
}

/**
 * Move two points away from each other if they are too near; return whether they were.
 * @param {Point} first
 * @param {Point} second
 * @param {number} seed Direction of points in the same place.
 * @param {number} apart
 */
function pushApart(first, second, seed, apart) {
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const distance = Math.hypot(dx, dy);
  if (distance >= apart) return false;
  const angle = distance < 1 ? seed : Math.atan2(dy, dx);
  const half = (apart + 0.5 - distance) / 2;
  first.x -= Math.cos(angle) * half;
  first.y -= Math.sin(angle) * half;
  second.x += Math.cos(angle) * half;
  second.y += Math.sin(angle) * half;
  return true;
}

/**
 * Move two points away from each other if they are too near across and down; return whether they were.
 * @param {Point} first
 * @param {Point} second
 * @param {{across: number, down: number}} room One of these there must be.
 */
function makeRoom(first, second, { across, down }) {
  const lacking = { x: across - Math.abs(second.x - first.x), y: down - Math.abs(second.y - first.y) };
  if (Math.min(lacking.x, lacking.y) <= 0) return false;
  const axis = lacking.x < lacking.y ? "x" : "y";
  const half = ((second[axis] < first[axis] ? -1 : 1) * (lacking[axis] + 0.5)) / 2;
  first[axis] -= half;
  second[axis] += half;
  return true;
}

/**
 * @param {api.Spot} spot
 * @param {Point} point
 * @param {string[]} kinds
 * @param {boolean} isNext
 * @param {Table} table
 * @param {Box | null} crowd The room of the pieces there: they stand on a plate, for its own shape would look out behind them.
 */
function placeGroup({ id, name, kind = "", art, named = true, touch }, { x, y }, kinds, isNext, table, crowd) {
  const size = named ? 11 : 8;
  const plate = crowd && named && svg("rect", { x: crowd.left, y: crowd.top, width: crowd.right - crowd.left, height: crowd.bottom - crowd.top, rx: 6 });
  const body = plate || [
    svg("circle", { cx: x, cy: y, r: size }),
    svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 }),
    svg("path", { d: `M${x} ${y - 13}L${x + 13} ${y} ${x} ${y + 13} ${x - 13} ${y}z` }),
    svg("path", { d: `M${x - 13} ${y + 10}L${x} ${y - 13} ${x + 13} ${y + 10}z` }),
  ][kinds.indexOf(kind) % KINDS];
  const attributes = { class: isNext ? "place spot is-next" : "place spot", "data-kind": kind, ...touchable(touch, id, name) };
  const reach = svg("circle", { class: "reach", cx: x, cy: y, r: TOUCHED.apart / 2 });
  return svg("g", attributes, reach, art ? artStandingOn(table.game ?? "", art, { x, y: y + 12 }) : body, svg("title", {}, name));
}

/**
 * Return names beside their places and pieces, where no other name or place, no price and no mark is in the way.
 * @param {api.Spot[]} spots
 * @param {Point[]} points
 * @param {Box[]} crowds
 * @param {Box[]} others
 * @param {Sizes} sizes
 * @param {{from: Point, to: Point}[]} ways
 */
function placeNames(spots, points, crowds, others, { width, height, letters }, ways) {
  const growth = letters / LETTERS;
  const named = spots.map((_, i) => i).filter((i) => spots[i].named ?? true);
  /** @type {(order: number[]) => (SVGElement | null)[]} */
  const placeInOrder = (order) => {
    const taken = [...crowds, ...others];
    return order.map((i) => placeName(i, taken));
  };
  /** @type {(i: number, taken: Box[]) => SVGElement | null} */
  const placeName = (i, taken) => {
    const text = cut(spots[i].name, LONGEST);
    const textWidth = text.length * LETTER * letters;
    const boxes = [...positionsBeside(points[i], crowds[i], textWidth, width, growth)]
      .map(([left, base]) => ({ left, right: left + textWidth, top: base - 10 * growth, bottom: base + 3 * growth }))
      .filter((box) => box.left >= 0 && box.right <= width && box.top > 0 && box.bottom < height);
    const inTheWay = taken.filter((_, j) => j !== i);
    const box = leastCovered(boxes, inTheWay, MOST_COVERED * textWidth * 13 * growth, ways);
    if (!box) return null;
    taken.push({ ...box, left: box.left - SPACE, right: box.right + SPACE });
    return svg("text", { class: "spot-name", x: box.left + textWidth / 2, y: box.bottom - 3 * growth, "text-anchor": "middle", "aria-hidden": "true" }, text);
  };
  const labels = placeInOrder(named);
  const left = named.filter((_, j) => !labels[j]);
  // The names that had no place come first in a second try.
  return left.length ? placeInOrder([...left, ...named.filter((i) => !left.includes(i))]) : labels;
}

/**
 * Return the first box that no other covers, or else the one that is covered least; null if others cover more than
 * `most` square pixels of it.
 * @param {Box[]} boxes
 * @param {Box[]} others
 * @param {number} most
 * @param {{from: Point, to: Point}[]} ways That are in the way, too.
 */
function leastCovered(boxes, others, most, ways = []) {
  /** @type {(box: Box) => number} */
  const coveredByWays = (box) => ways.reduce((sum, way) => sum + WAY * lengthInside(box, way), 0);
  const covered = boxes.map((box) => others.reduce((sum, other) => sum + sharedArea(box, other), 0));
  const inTheWay = boxes.map((box, i) => (covered[i] <= most ? covered[i] + coveredByWays(box) : Infinity));
  const least = Math.min(...inTheWay);
  return least < Infinity ? boxes[inTheWay.indexOf(least)] : null;
}

/**
 * Yield where a name may stand, from its left end: below and above its place, as near the middle as the edge allows,
 * and beside it.
 * @param {Point} point
 * @param {Box} crowd
 * @param {number} textWidth
 * @param {number} width
 * @param {number} growth How much larger than usual its letters are.
 */
function* positionsBeside({ x, y }, { left, right, top, bottom }, textWidth, width, growth) {
  const [under, above] = [Math.max(bottom + 3, y + UNDER - 10) + 10 * growth, Math.min(top, y - 14) - 1 - 3 * growth];
  const middle = Math.max(1, Math.min(width - textWidth - 1, x - textWidth / 2));
  for (const aside of [0, 7, -7, 14, -14]) yield [middle + aside, under];
  yield [middle, above];
  yield [middle, above - 11]; // above marks
  yield [right + 4, y + 4 * growth];
  yield [left - 4 - textWidth, y + 4 * growth];
  for (const aside of [14, -14, 26, -26, 38, -38]) for (const base of [under, above, under + 4, above - 11]) yield [middle + aside, base];
  for (const base of [14, -6]) yield* [[right + 2, y + base], [left - 2 - textWidth, y + base]];
}

/**
 * Return the area that two boxes share, in square pixels.
 * @param {Box} first
 * @param {Box} second
 */
function sharedArea(first, second) {
  const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const up = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  return Math.max(0, across) * Math.max(0, up);
}

/**
 * Return which length of a way lies in a box, in pixels.
 * @param {Box} box
 * @param {{from: Point, to: Point}} way
 */
function lengthInside({ left, right, top, bottom }, { from, to }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  /** @type {[number, number, number, number][]} */
  const sides = [[from.x, dx, left, right], [from.y, dy, top, bottom]];
  for (const [begin, way, low, high] of sides) {
    if (way === 0 && (begin < low || begin > high)) return 0;
    if (way === 0) continue;
    const [enters, leaves] = [(low - begin) / way, (high - begin) / way].sort((a, b) => a - b);
    start = Math.max(start, enters);
    end = Math.min(end, leaves);
  }
  return Math.max(0, end - start) * Math.hypot(dx, dy);
}

/**
 * Return the prices of ways, each on its way where the least is covered by others, best in the middle.
 * @param {{cost?: api.Amount | null, from: Point, to: Point}[]} ways
 * @param {Box[]} others
 * @returns {Price[]}
 */
function placePrices(ways, others) {
  const taken = [...others];
  return ways.flatMap(({ cost, from, to }) => {
    if (!cost) return [];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const aside = { x: (-ASIDE.x * (to.y - from.y)) / length, y: (ASIDE.y * (to.x - from.x)) / length };
    const prices = [0, 1, -1].flatMap((side) => STOPS.map((part) => {
      const middle = { x: from.x + part * (to.x - from.x) + side * aside.x, y: from.y + part * (to.y - from.y) + side * aside.y };
      return { cost, middle };
    }));
    const boxes = prices.map(priceBox);
    const box = leastCovered(boxes, taken, Infinity) ?? boxes[0];
    taken.push(box);
    return [prices[boxes.indexOf(box)]];
  });
}

/**
 * @param {Point} middle
 * @param {number} across Half its width.
 * @param {number} up Half its height.
 */
function boxAround({ x, y }, across, up) {
  return { left: x - across, right: x + across, top: y - up, bottom: y + up };
}

/** @param {Price} price */
function priceBox({ cost, middle }) {
  return boxAround(middle, priceWidth(cost) / 2, 8);
}

/**
 * Return how wide a price is with its drawing: a figure more takes its room.
 * @param {api.Amount} cost
 */
function priceWidth({ n }) {
  return 24 + 7 * formatNumber(n).length;
}

/**
 * @param {Price} price
 * @param {Table} table
 */
function priceTag({ cost, middle }, table) {
  const width = priceWidth(cost);
  const drawing = signGroup({ transform: `translate(${3 - width / 2} -6.5) scale(.4)` }, cost.thing, table);
  return svg(
    "g",
    { class: "cost", transform: `translate(${middle.x} ${middle.y})` },
    svg("rect", { x: -width / 2, y: -8, width, height: 16, rx: 8 }),
    drawing,
    svg("text", { x: drawing ? 7.5 : 0, y: 4, "text-anchor": "middle" }, formatNumber(cost.n)),
  );
}

/**
 * Return marks in groups: those that look alike are shown as one, with how many there are.
 * @param {api.Mark[]} marks
 * @param {Table} table
 */
function groupMarks(marks, table) {
  /** @type {MarkGroup[]} */
  const groups = [];
  for (const mark of marks) {
    const { thing, n, entry } = mark;
    const glyph = table.things[thing]?.glyph;
    const canJoin = n === undefined && !entry && glyph;
    const alike = canJoin && groups.find((group) => group.n === undefined && group.glyph === glyph);
    if (alike) alike.marks.push(mark);
    else groups.push({ glyph, n, marks: [mark] });
  }
  return groups;
}

/**
 * Return as many marks as have room above their place and its pieces, from the right to the left: above its right side,
 * or above its left side if they cover less of others there.
 * @param {MarkGroup[]} groups
 * @param {Point} point
 * @param {Sizes} sizes
 * @param {number} rowCount Number of rows of pieces.
 * @param {Box[]} others
 * @returns {PlacedMarks[]}
 */
function placeMarks(groups, { x, y }, { width, mark, clear }, rowCount, others) {
  const above = y - clear - (rowCount > 1 ? 7 : 0) - mark;
  const top = Math.max(0, above);
  const aside = above < 0 ? 22 + mark : 22; // at the upper edge they are beside the pieces
  const shown = groups.slice(0, MOST_MARKS).map((group) => ({ group, markWidth: mark + (group.marks.length > 1 ? 8 : 0) }));
  const total = shown.reduce((sum, { markWidth }) => sum + markWidth - 1, 1);
  const ends = [Math.min(x + aside, width - 1), Math.max(x - aside, 0) + total];
  const rooms = ends.map((right) => ({ left: right - total, right, top, bottom: top + mark }));
  let { right } = leastCovered(rooms, others, Infinity) ?? rooms[0];
  return shown.map(({ group, markWidth }) => {
    const box = { left: right - markWidth, right, top, bottom: top + mark };
    right -= markWidth - 1;
    return { ...group, box };
  });
}

/**
 * @param {PlacedMarks} group
 * @param {Table} table
 * @param {string} place
 * @param {number} height
 */
function markGroup({ marks, n, box }, table, place, height) {
  const [mark] = marks;
  const half = height / 2;
  const edge = half - height * 0.38;
  const drawing = n === undefined ? signGroup({ transform: `translate(${box.left + edge} ${box.top + edge}) scale(${(height * 0.76) / 32})` }, mark.thing, table) : null;
  const letter = n === undefined ? table.things[mark.thing]?.short.slice(0, 1) : formatNumber(n);
  /** @type {(words: string | undefined, x: number) => SVGTextElement} */
  const text = (words, x) => svg("text", { x, y: box.top + half + 4, "text-anchor": "middle" }, words);
  return svg(
    "g",
    { class: "spot-mark", dataset: entryDataset({ ...mark, says: place }, table) },
    svg("title", {}, marks.map(({ thing, says }) => says ?? word(thing, table)).join(", ")),
    svg("rect", { x: box.left, y: box.top, width: box.right - box.left, height, rx: half }),
    drawing ?? text(letter, box.left + half),
    marks.length > 1 && text(formatNumber(marks.length), box.right - 7),
  );
}

/**
 * Return pieces in rows: up to two side by side; more of them in two rows, those with a drawing apart from the others.
 * @param {api.Piece[]} pieces
 */
function rowsOfPieces(pieces) {
  if (pieces.length < 3) return pieces.length > 0 ? [pieces] : [];
  const [plain, drawn] = [pieces.filter(({ thing }) => !thing), pieces.filter(({ thing }) => thing)];
  if (plain.length > 0 && drawn.length > 0) return [plain, drawn];
  const half = Math.ceil(pieces.length / 2);
  return [pieces.slice(0, half), pieces.slice(half)];
}

/**
 * Return the room of a place and of all who stand there.
 * @param {api.Piece[][]} rows
 * @param {Point} point
 * @param {number} least
 * @param {Sizes} sizes
 */
function crowdBox(rows, point, least, sizes) {
  const width = crowdWidth(rows, sizes);
  const across = Math.max(least, width / 2);
  if (rows.length > 1) return { left: point.x - across, right: point.x + across, top: point.y - 1 - sizes.smallPiece, bottom: point.y - 2 + sizes.smallPiece };
  return boxAround(point, across, width > 0 ? 14 : least);
}

/**
 * @param {api.Piece[][]} rows
 * @param {Sizes} sizes
 */
function crowdWidth(rows, sizes) {
  return Math.max(0, ...rows.map((row) => row.length * spacingIn(row, rows, sizes)));
}

/**
 * @param {api.Piece[]} row
 * @param {api.Piece[][]} rows
 * @param {Sizes} sizes
 */
function spacingIn(row, rows, sizes) {
  return Math.min(sizeIn(rows, sizes) - 1, sizes.row / row.length);
}

/**
 * @param {api.Piece[][]} rows
 * @param {Sizes} sizes
 */
function sizeIn(rows, { piece, smallPiece }) {
  return rows.length > 1 ? smallPiece : piece;
}

/**
 * @param {api.Piece[][]} rows
 * @param {Point} point
 * @param {api.Spot} spot
 * @param {Table} table
 * @param {Sizes} sizes
 */
function piecesOnPlace(rows, { x, y }, { name, touch }, table, sizes) {
  const size = sizeIn(rows, sizes);
  return rows.map((row, i) =>
    row.map((piece, j) => {
      const element = token({ says: name, ...piece }, table, size);
      if (touch) element.dataset.over = touch;
      const foot = rows.length > 1 ? y - 1 + i * (size - 1) : y + 0.45 * size;
      element.setAttribute("transform", `translate(${x + (j - (row.length - 1) / 2) * spacingIn(row, rows, sizes)} ${foot})`);
      return element;
    }),
  );
}
