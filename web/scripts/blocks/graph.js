// A map: places with their kinds, names and marks, ways with their prices, and pieces; the next places also as a list.
import { h, pageScale, svg, widthOf } from "../lib/dom.js";
import { loadTapped, loadTappedStylesheet } from "../lib/fetching.js";
import { formatNumber, t } from "../lib/words.js";
import { artStandingOn, loadArt } from "../lib/art.js";
import { amounts, sign, word } from "./amounts.js";
import { boxAround, clash, clashes, distance, lengthInside, placeLabels, sharedArea, widened } from "./map_labels.js";
import { entryDataset, cut, picture, signGroup, token, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {import("./map_labels.js").Point} Point */
/** @typedef {import("./map_labels.js").Box} Box */
/** @typedef {import("./map_labels.js").Line} Line */
/** @typedef {import("./map_labels.js").Position} Position */
/** Marks that are shown as one. @typedef {{glyph?: string | null, n?: number, marks: api.Mark[]}} MarkGroup */
/** @typedef {MarkGroup & {box: Box}} PlacedMarks */
/** @typedef {{cost: api.Amount, box: Box}} Price */
/** @typedef {{cost?: api.Amount | null, from: Point, to: Point}} PricedWay */
/**
 * @typedef {{spots: api.Spot[], points: Point[], crowds: Box[], ways: PricedWay[], groups: MarkGroup[][], sizes: Sizes}} MapLayout
 *   Places with their points, the rooms of who stands there and their marks, and the ways between them.
 */
/** @typedef {{from: number, to: number, cost?: api.Amount | null}} Way From which place to which, by their indices. */
/**
 * How large a map and its parts are, in pixels; with a height of 0 it is as high as it must be.
 * @typedef {{width: number, height: number, apart: number, mark: number, piece: number, smallPiece: number,
 *   row: number, letters: number, way: number}} Sizes `way`: what it costs a name to cover a pixel of a way.
 */

const LETTERS = 11.5; // size of the letters of a name
/** Under a finger: places are a finger's width apart; a row of pieces takes `row` at most. */
const TOUCHED = { apart: 44, mark: 17, piece: 20, smallPiece: 15, row: 46, letters: LETTERS, way: 2 };
/** Only looked at, where the map fills its room. */
const WATCHED = { apart: 36, mark: 21, piece: 24, smallPiece: 18, row: 54, letters: LETTERS, way: 5 };
const EDGE = 26; // pixels from the edge to the middle of a place at least
const TOP = 18; // from the upper edge to the middle of a place without marks at least
const UNDER = 27; // from the middle of a place to the foot of its name below
const FOOT = 0.55; // of the size of letters, below that foot
const WAY = 4; // width of a way, with some room, that a name keeps off
const PRICE_HEIGHT = 16;
const FREE = 7; // pixels of a way that its price leaves free, at least
const WIDEST = 520; // pixels that the map is laid out for at most; in a wider room everything is larger
const ROUNDS = 400;
const LETTER = 0.55; // width of a letter of a name, in sizes
const LONGEST = 16; // letters
const DESCENT = 0.22; // of the size of letters, below the foot of a name
const HOLD = 6; // pixels of a place that a name or a mark stands above or below, at least
const MOST_POSITIONS = 120; // of a name and the marks of its place together
const RIM = 2; // from the edge of the map to what is printed
const SHIFTS = [0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1, -1]; // from the middle of a place as far as it reaches
const STOPS = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75]; // of a price on its way
/** How far from its place a label stands, and from others at least; what its side, a shift and a pixel on a way cost. */
const OF_NAMES = { gap: 2.5, alone: 7, below: 0, above: 3, beside: 4, shift: 8 };
const OF_MARKS = { gap: 4, alone: 0, below: 20, above: 0, beside: 4, shift: 4, way: 1.3 };
/** What a price off the middle and a pixel on another way cost, a place that is too near, and a pixel outside. */
const COSTS = { off: 40, way: 1, stranger: 45, edge: 60 };
/** @type {Position} */
const NOWHERE = { boxes: [], cost: 0 };
const KINDS = 4; // shapes that tell kinds of places apart
const SIGHT = { across: 14, up: 8 }; // of a mountain or a dune, from its middle
const FIGURE = 7; // width of a figure
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
  const reaches = spots.map(({ named = true }, i) => crowdBox(rows[i], { x: 0, y: 0 }, named ? 14 : 10, sizes));
  const points = spreadPlaces(spots, joined, reaches, sizes);
  const height = sizes.height || Math.max(...points.map(({ y }) => y)) + footOf(sizes);
  const ways = joined.map(({ cost, from, to }) => ({ cost, from: points[from], to: points[to] }));
  const kinds = [...new Set(spots.map(({ kind = "" }) => kind))];
  const crowds = spots.map(({ named = true }, i) => crowdBox(rows[i], points[i], named ? 14 : 10, sizes));
  const groups = spots.map((spot) => groupMarks(spot.marks ?? [], table));
  const map = { spots, points, crowds, ways, groups, sizes: { ...sizes, height } };
  const { names, marks, prices } = placeAll(map);
  const printed = [...crowds, ...names.map(({ box }) => box), ...prices.map(({ box }) => box), ...marks.flat().map(({ box }) => box)];
  /** @param {Point} middle */
  const isFree = (middle) => {
    const box = boxAround(middle, SIGHT.across, SIGHT.up);
    const isWhole = box.top >= 0 && box.bottom <= height;
    return isWhole && !printed.some((other) => sharedArea(box, other) > 0) && !ways.some((way) => lengthInside(box, way) > 0);
  };
  return picture(
    graph,
    { width, height, class: "graph" },
    graph.art && ground(table.game ?? "", graph.art, { point: pointOn(spots, sizes), width, height, isFree }),
    ["way edge", "way"].map((name) => ways.map(({ from, to }) => svg("line", { class: name, x1: from.x, y1: from.y, x2: to.x, y2: to.y }))),
    marks.map((placed, i) => placed.length > 0 && stem(placed, points[i])),
    spots.map((spot, i) => placeGroup(spot, points[i], kinds, next.some(({ id }) => id === spot.id), table, rows[i].length > 0 ? crowds[i] : null)),
    prices.map((price) => priceTag(price, table)),
    names.map(nameText),
    spots.map((spot, i) => piecesOnPlace(rows[i], points[i], spot, table, sizes)),
    spots.map(({ name }, i) => marks[i].map((group) => markGroup(group, table, name, sizes.mark))),
  );
}

/**
 * Return the ground of a map, filled once its drawing and its script are there.
 * @param {string} game
 * @param {string} name
 * @param {import("./ground.js").Shore} shore
 */
function ground(game, name, shore) {
  const group = svg("g", { class: "ground", "aria-hidden": "true" });
  const script = loadTapped("/scripts/blocks/ground.js").catch(() => null); // with what taps need: other games do without
  Promise.all([loadArt(game, name), script, loadTappedStylesheet("/styles/table/ground.css")]).then(([original, loaded]) => original && group.replaceChildren(...(loaded?.groundOf(original, shore) ?? [])));
  return group;
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
  const { height, mark } = sizes;
  if (!height) return { highest: EDGE, lowest: Infinity };
  const isMarked = spots.some(({ marks = [] }) => marks.length > 0);
  return { highest: TOP + (isMarked ? mark - 3 : 0), lowest: height - footOf(sizes) };
}

/**
 * Return the points of places, no two so near that a finger would touch both: those that are push each other away. So do
 * places whose way is too short for its price.
 * @param {api.Spot[]} spots
 * @param {Way[]} ways
 * @param {Box[]} reaches The rooms of places with their pieces, around their middles.
 * @param {Sizes} sizes
 */
function spreadPlaces(spots, ways, reaches, sizes) {
  const { width, apart } = sizes;
  const { highest, lowest } = edgesOf(spots, sizes);
  const points = spots.map(pointOn(spots, sizes));
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < points.length; i++) {
      for (let j = i + 1; j < points.length; j++) {
        moved = pushApart(points[i], points[j], i * 7 + j, apart) || moved;
      }
    }
    for (const { cost, from, to } of ways) moved = Boolean(cost && makeRoom(points[from], points[to], { across: priceWidth(cost) + FREE + reaches[from].right + reaches[to].right, down: PRICE_HEIGHT + FREE + reaches[from].bottom + reaches[to].bottom })) || moved;
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
  const size = named ? 13 : 8;
  const plate = crowd && named && svg("rect", { x: crowd.left, y: crowd.top, width: crowd.right - crowd.left, height: crowd.bottom - crowd.top + 2, rx: 6 });
  const body = plate || [
    svg("circle", { cx: x, cy: y, r: size }),
    svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 3 }),
    svg("path", { d: `M${x} ${y - 13}L${x + 13} ${y} ${x} ${y + 13} ${x - 13} ${y}z` }),
    svg("path", { d: `M${x - 14} ${y + 12}L${x} ${y - 13} ${x + 14} ${y + 12}z` }),
  ][kinds.indexOf(kind) % KINDS];
  const attributes = { class: isNext ? "place spot is-next" : "place spot", "data-kind": kind, ...touchable(touch, id, name) };
  const reach = svg("circle", { class: "reach", cx: x, cy: y, r: TOUCHED.apart / 2 });
  return svg("g", attributes, reach, art ? artStandingOn(table.game ?? "", art, { x, y: y + 12 }) : body, svg("title", {}, name));
}

/**
 * Return where names, marks and prices stand: together, for each takes room from the others.
 * @param {MapLayout} map
 */
function placeAll(map) {
  const { spots, crowds, ways, groups, sizes } = map;
  const lines = spots.map(({ name, named = true }) => (named ? cut(name, LONGEST) : ""));
  const labelled = spots.flatMap((_, i) => (lines[i] || groups[i].length > 0 ? [i] : []));
  const priced = ways.flatMap(({ cost, from, to }) => (cost ? [{ cost, line: { from, to } }] : []));
  const placed = placeLabels([...labelled.map((i) => labelPositions(lines[i], i, map)), ...priced.map(({ cost, line }) => pricePositions(cost, line, map))]);
  const prices = placed.splice(labelled.length).map(({ boxes: [box] }, k) => ({ cost: priced[k].cost, box }));
  /** @type {PlacedMarks[][]} */
  const marks = spots.map(() => []);
  const names = labelled.flatMap((i, k) => {
    const boxes = [...placed[k].boxes];
    if (groups[i].length > 0) marks[i] = marksInBox(groups[i], boxes.splice(0, 1)[0], sizes);
    return boxes.map((box) => ({ name: lines[i], box, place: crowds[i], letters: sizes.letters }));
  });
  return { marks, prices, names };
}

/**
 * Return the best positions of a place's marks and its name together.
 * @param {string} name
 * @param {number} i The index of the place.
 * @param {MapLayout} map
 */
function labelPositions(name, i, map) {
  const { groups, sizes } = map;
  const width = groups[i].slice(0, MOST_MARKS).reduce((sum, group) => sum + markWidth(group, sizes), 0);
  const marks = width ? positionsAround(i, { width, height: sizes.mark }, map, OF_MARKS) : [NOWHERE];
  const names = name ? positionsAround(i, { width: name.length * LETTER * sizes.letters, height: sizes.letters }, map, OF_NAMES) : [NOWHERE];
  const both = marks.flatMap((mark) => names.map((text) => ({ boxes: [...mark.boxes, ...text.boxes], cost: mark.cost + text.cost + clashes(mark, text) })));
  return both.sort((first, second) => first.cost - second.cost).slice(0, MOST_POSITIONS);
}

/**
 * Return the positions of a box around a place, all as near: above it, below it or beside it.
 * @param {number} i The index of the place.
 * @param {{width: number, height: number}} size
 * @param {MapLayout} map
 * @param {typeof OF_NAMES & {way?: number}} costs
 * @returns {Position[]}
 */
function positionsAround(i, { width, height }, { spots, crowds, ways, sizes }, { gap, alone, above, below, beside, shift, way = sizes.way }) {
  const { left, right, top, bottom } = crowds[i];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [across, down] = [(right - left + width) / 2, (bottom - top + height) / 2];
  return SHIFTS.flatMap((part) => {
    const [dx, dy] = [part * (across - HOLD), (part * (bottom - top)) / 2];
    const sides = [[x + dx, y + down + gap, below], [x + dx, y - down - gap, above], [x + across + gap, y + dy, beside], [x - across - gap, y + dy, beside]];
    return sides.map(([middle, level, side]) => {
      const box = boxAround({ x: middle, y: level }, width / 2, height / 2);
      const strangers = crowds.reduce((sum, crowd, j) => {
        const isNear = distance(box, crowd) < (spots[j].named ?? true ? alone : alone / 2);
        return j === i ? sum : sum + clash(box, crowd) + (isNear ? COSTS.stranger : 0);
      }, 0);
      return { boxes: [box], cost: side + shift * Math.abs(part) + strangers + costOfWays(box, ways, way) + costOfEdge(box, sizes) };
    });
  });
}

/**
 * Return the positions of a price on its way, best in the middle.
 * @param {api.Amount} cost
 * @param {Line} line
 * @param {MapLayout} map
 */
function pricePositions(cost, line, { crowds, ways, sizes }) {
  const { from, to } = line;
  return STOPS.map((part) => {
    const box = boxAround({ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }, priceWidth(cost) / 2, PRICE_HEIGHT / 2);
    const covered = crowds.reduce((sum, crowd) => sum + clash(box, crowd), 0);
    const others = ways.filter((way) => way.from !== from || way.to !== to);
    return { boxes: [box], cost: COSTS.off * Math.abs(part - 0.5) + covered + costOfWays(box, others, COSTS.way) + costOfEdge(box, sizes) };
  });
}

/**
 * @param {Box} box
 * @param {Line[]} ways
 * @param {number} cost Of a pixel.
 */
function costOfWays(box, ways, cost) {
  return ways.reduce((sum, way) => sum + cost * lengthInside(widened(box, WAY / 2), way), 0);
}

/**
 * Return what it costs that a box looks out of the map.
 * @param {Box} box
 * @param {Sizes} sizes
 */
function costOfEdge({ left, right, top, bottom }, { width, height }) {
  return COSTS.edge * Math.max(0, RIM - left, right - width + RIM, RIM - top, bottom - height + RIM);
}

/**
 * @param {{name: string, box: Box, place: Box, letters: number}} label
 */
function nameText({ name, box, place, letters }) {
  const y = box.bottom - DESCENT * letters;
  const attributes = { class: "spot-name", y, "aria-hidden": "true" };
  // Where it stands beside its place, it begins or ends there, whatever the width of its letters.
  if (box.left > place.right) return svg("text", { ...attributes, x: box.left, "text-anchor": "start" }, name);
  if (box.right < place.left) return svg("text", { ...attributes, x: box.right, "text-anchor": "end" }, name);
  return svg("text", { ...attributes, x: (box.left + box.right) / 2, "text-anchor": "middle" }, name);
}

/**
 * Return how wide a price is with its drawing: a figure more takes its room.
 * @param {api.Amount} cost
 */
function priceWidth({ n }) {
  return 24 + FIGURE * formatNumber(n).length;
}

/**
 * @param {Price} price
 * @param {Table} table
 */
function priceTag({ cost, box }, table) {
  const width = priceWidth(cost);
  const drawing = signGroup({ transform: `translate(${3 - width / 2} -6.5) scale(.4)` }, cost.thing, table);
  return svg(
    "g",
    { class: "cost", transform: `translate(${(box.left + box.right) / 2} ${(box.top + box.bottom) / 2})` },
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
 * @param {MarkGroup} group
 * @param {Sizes} sizes
 */
function markWidth({ marks, glyph, n }, { mark }) {
  if (n !== undefined) return mark + (glyph ? 2 + FIGURE * formatNumber(n).length : 0);
  return mark + (marks.length > 1 ? 8 : 0);
}

/**
 * Return the marks of a place in their room, from the right to the left.
 * @param {MarkGroup[]} groups
 * @param {Box} box
 * @param {Sizes} sizes
 * @returns {PlacedMarks[]}
 */
function marksInBox(groups, { top, bottom, ...box }, sizes) {
  let { right } = box;
  return groups.slice(0, MOST_MARKS).map((group) => {
    const left = right - markWidth(group, sizes);
    const placed = { ...group, box: { left, right, top, bottom } };
    right = left;
    return placed;
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
  const drawing = signGroup({ transform: `translate(${box.left + edge} ${box.top + edge}) scale(${(height * 0.76) / 32})` }, mark.thing, table);
  const letter = n === undefined ? table.things[mark.thing]?.short.slice(0, 1) : formatNumber(n);
  const figures = drawing && (n !== undefined ? formatNumber(n) : marks.length > 1 && formatNumber(marks.length));
  /** @type {(words: string | undefined, x: number) => SVGTextElement} */
  const text = (words, x) => svg("text", { x, y: box.top + half + 4, "text-anchor": "middle" }, words);
  return svg(
    "g",
    { class: "spot-mark", dataset: entryDataset({ ...mark, says: place }, table) },
    svg("title", {}, marks.map(({ thing, says }) => says ?? word(thing, table)).join(", ")),
    svg("rect", { x: box.left, y: box.top, width: box.right - box.left, height, rx: half }),
    drawing ?? text(letter, box.left + half),
    figures && text(figures, box.right - 3 - (FIGURE * figures.length) / 2),
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
