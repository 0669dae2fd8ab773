// The course of the scores: a line of steps for each seat, marked by shape and letter; and a table for screen readers.
import { drawing, h, pageScale, svg, widthOf } from "../lib/dom.js";
import { hasChanged } from "../lib/render.js";
import { formatNumber, t } from "../lib/words.js";

const HEIGHT = 220;
const LEFT = 26;
const TOP = 20;
const BOTTOM = 24;
export const BADGE = 20; // at the end of a line
const ASIDE = 2.8; // so that equal scores show all their colours, beside the edges of their lines
const ASIDE_LEAST = 1.8; // where one of them would vanish else
const ASIDE_MOST = 0.45; // of the least difference of two scores: nobody seems to be ahead
const APART = 13.5; // between two lines of the grid at least
const LETTER = 8; // width of a figure, in pixels
const TICKS = 7; // along the turns at most
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]; // between the lines of the grid

/** What letters stand lower in their shapes. @type {Record<string, number>} */
const LOWER = { triangle: 1.9, diamond: -0.4, pentagon: 0.1 };

/**
 * @typedef {[entry: number, totals: number[]]} Point An entry of the course: the total of each seat after a move.
 * @typedef {(value: number) => number} Scale It returns where a value lies in the picture.
 */

export class Chart {
  /**
   * Create an empty chart, which is drawn anew whenever its room gets another size.
   * @param {HTMLElement} room The element that it fills.
   */
  constructor(room) {
    this.room = room;
    /** @type {api.TableView | null} */
    this.view = null;
    this.width = widthOf(room, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(room); // its height, too
  }

  /**
   * Show the course of the scores up to a view.
   * @param {api.TableView} view
   */
  show(view) {
    this.view = view;
    this.draw();
  }

  draw() {
    const { view, room } = this;
    const width = Math.round(this.width() / pageScale());
    if (!view || !width || !view.chart.length) return;
    const lent = Math.round((width * room.clientHeight) / room.clientWidth);
    const fills = getComputedStyle(room).contain.includes("size"); // its height does not come from the picture
    const height = room.closest(".tv") ? Math.min(HEIGHT, lent) : fills ? Math.max(HEIGHT, lent) : HEIGHT;
    if (!hasChanged(this, [width, height, view.entry, view.chart, view.seats])) return;
    const points = /** @type {Point[]} */ (view.chart);
    room.replaceChildren(picture(view, points, width, height), table(view, points));
  }
}

/**
 * @param {api.TableView} view
 * @param {Point[]} points
 * @param {number} width
 * @param {number} height
 */
export function picture(view, points, width, height) {
  const all = points.flatMap(([, totals]) => totals);
  const high = Math.max(5, ...all);
  const low = Math.min(0, ...all);
  const decided = view.turning_point;
  const top = decided ? TOP : BADGE / 2; // no name of a band above the lines
  const turns = view.turn_starts ?? [];
  const [[, firstTotals], [, lastTotals]] = [points[0], points[points.length - 1]];
  /** @type {Scale} */
  const y = (total) => top + ((height - top - BOTTOM) * (high - total)) / (high - low || 1);
  const badges = oneBelowTheOther(
    byLastTotal(view, lastTotals).map((seat) => ({ seat, y: y(lastTotals[seat.seat - 1]) })),
    height - BADGE / 2,
  );
  const figures = Math.max(...lastTotals.map((total) => formatNumber(total).length)) * LETTER;
  const right = 16 + BADGE + figures;
  const left = Math.max(LEFT, 8 + formatNumber(high).length * LETTER);
  /** @type {Scale} */
  const x = (entry) => left + (width - left - right) * partOfTurns(entry, turns, view.entry);
  const apart = Math.max(ASIDE_LEAST, Math.min(ASIDE, (ASIDE_MOST * (y(0) - y(leastDifference(all)))) / Math.max(1, view.seats.length - 1)));
  /** @type {(seat: api.SeatView) => (totals: number[]) => number} */
  const heightOf = (seat) => (totals) => y(totals[seat.seat - 1]) + apart * asideOf(seat.seat, totals);
  const sentences = view.seats.map(({ name, seat }) =>
    t("page.chart.said", { name, first: firstTotals[seat - 1], last: lastTotals[seat - 1] }),
  );
  /** @type {(place: Record<string, number | string>, text: string) => SVGTextElement} */
  const number = (place, text) => svg("text", { class: "number", ...place }, text);
  const end = turns.length ? t("page.chart.turn", { n: turns[turns.length - 1][1] }) : t("page.chart.move", { n: view.entry });
  const step = STEPS.find((wide) => turns.length / wide <= TICKS) ?? 2000;
  const middles = turns.map(([entry, turn], i) => [(x(entry) + x(turns[i + 1]?.[0] ?? view.entry)) / 2, turn]);
  const ticks = middles.filter(([, turn]) => turn % step === 0);
  const start = startLabel(left, ticks);
  const ends = [
    number({ x: left, y: height - 6 }, start),
    number({ x: width - right, y: height - 6, "text-anchor": "end" }, end),
  ];
  const between = [left + (start.length + 1) * LETTER, width - right - (end.length + 1) * LETTER];
  const labels = ticks.filter(([across]) => across > between[0] && across < between[1]);
  const fromLast = [...byRank(view)].reverse();
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "curves", role: "img", "aria-label": sentences.join(". ") },
    gridTotals(low, high, Math.max(1, Math.min(5, Math.floor((height - top - BOTTOM) / APART)))).map((total) => [
      svg("path", { class: "grid", d: `M${left} ${y(total)}H${width - right}` }),
      number({ x: left - 6, y: y(total) + 4, "text-anchor": "end" }, formatNumber(total)),
    ]),
    labels.map(([across]) => svg("path", { class: "grid", d: `M${across} ${top}V${y(low)}` })),
    labels.map(([across, turn]) => number({ x: across, y: height - 6, "text-anchor": "middle" }, formatNumber(turn))),
    ends,
    decided && decidedBand(x(decided.entry - 1), Math.max(x(decided.last), x(decided.entry - 1) + 3), y(low), width - right),
    // The leader is drawn last, on top; all marks lie above all lines.
    fromLast.map((seat) => curve(seat, points, view.entry, x, heightOf(seat))),
    fromLast.map((seat) => marks(seat, points, x, heightOf(seat))),
    badges.map(({ seat, y: middle }) => [
      badge(seat, width - right + 8 + BADGE / 2, middle),
      svg("text", { class: "end-total", x: width - right + 12 + BADGE, y: middle + 4.2 }, formatNumber(lastTotals[seat.seat - 1])),
    ]),
  );
}

/**
 * Return which part of the game an entry ends, from 0 to 1: all turns are as wide as each other; without turns, all moves.
 * @param {number} entry
 * @param {number[][]} turns The entry before each turn, and its number.
 * @param {number} last The last entry.
 */
export function partOfTurns(entry, turns, last) {
  const next = turns.findIndex(([start]) => start >= entry);
  const index = next < 0 ? turns.length : next;
  if (!turns.length) return entry / Math.max(1, last);
  if (!index) return 0;
  const [start, end] = [turns[index - 1][0], turns[index]?.[0] ?? last];
  return (index - 1 + (entry - start) / Math.max(1, end - start)) / turns.length;
}

/** @param {api.TableView} view */
function byRank({ standings, seats }) {
  return [...standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat).map(({ seat }) => seats[seat - 1]);
}

/**
 * Return the label of the start: a word, unless it would take the place of a turn, which has to be in the row of the others.
 * @param {number} left Where it begins.
 * @param {number[][]} ticks
 */
function startLabel(left, ticks) {
  const word = t("page.chart.start");
  return ticks.every(([across]) => across > left + (word.length + 1) * LETTER) ? word : "";
}

/**
 * Return the seats by their last totals, the highest first, as their lines end.
 * @param {api.TableView} view
 * @param {number[]} totals
 */
function byLastTotal({ seats }, totals) {
  return [...seats].sort((a, b) => totals[b.seat - 1] - totals[a.seat - 1]);
}

/**
 * Return by how many steps a seat's line is set aside, up if less than 0: only where other seats have the same score, and
 * never below 0.
 * @param {number} seat
 * @param {number[]} totals
 */
function asideOf(seat, totals) {
  const total = totals[seat - 1];
  const equal = totals.flatMap((other, i) => (other === total ? [i + 1] : []));
  const lowest = total === 0 ? equal.length - 1 : (equal.length - 1) / 2;
  return equal.indexOf(seat) - lowest;
}

/**
 * Return the least difference of two different scores; 1 without any.
 * @param {number[]} totals
 */
function leastDifference(totals) {
  const sorted = [...new Set(totals)].sort((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((total, i) => total - sorted[i]), sorted[1] === undefined ? 1 : Infinity);
}

/**
 * Return the turn that decided the game as a band, with its name above it.
 * @param {number} from
 * @param {number} to
 * @param {number} foot
 * @param {number} end Where the curve ends.
 */
function decidedBand(from, to, foot, end) {
  const text = t("page.chart.decided");
  const half = (text.length * LETTER) / 2;
  const middle = Math.max(LEFT + half, Math.min(end - half, (from + to) / 2));
  return [
    svg("path", { class: "decided", d: `M${from} ${TOP}V${foot}H${to}V${TOP}` }),
    svg("text", { class: "number", x: middle, y: TOP - 4, "text-anchor": "middle" }, text),
  ];
}

/**
 * @param {api.SeatView} seat
 * @param {Point[]} points
 * @param {number} last The last entry.
 * @param {Scale} x
 * @param {(totals: number[]) => number} y
 */
function curve(seat, points, last, x, y) {
  const steps = points.map(([entry, totals], i) => {
    const [across, up] = [x(entry), y(totals)];
    return i ? `H${across}V${up}` : `M${across} ${up}`;
  });
  const path = `${steps.join("")}H${x(last)}`;
  const lines = ["edge", "curve"].map((kind) => svg("path", { class: kind, d: path }));
  return svg("g", { "data-colour": seat.colour }, lines);
}

/**
 * Return the seat's shape wherever its score changed.
 * @param {api.SeatView} seat
 * @param {Point[]} points
 * @param {Scale} x
 * @param {(totals: number[]) => number} y
 */
function marks(seat, points, x, y) {
  const changes = points.filter(([, totals], i) => i && totals[seat.seat - 1] !== points[i - 1][1][seat.seat - 1]);
  return svg("g", { "data-colour": seat.colour }, changes.map(([entry, totals]) => shape(seat, x(entry), y(totals), 10)));
}

/**
 * @param {api.SeatView} seat
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function shape(seat, x, y, size) {
  const inner = [...drawing(seat.shape).childNodes];
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 32})`;
  return svg("g", { class: "shape", transform }, inner);
}

/**
 * @param {api.SeatView} seat
 * @param {number} x
 * @param {number} y
 */
export function badge(seat, x, y) {
  const place = { x, y: y + 4.2 + (LOWER[seat.shape] ?? 0), "text-anchor": "middle" };
  const letter = svg("text", { class: `letter in-${seat.shape}`, ...place }, seat.letter);
  return svg("g", { "data-colour": seat.colour }, shape(seat, x, y, BADGE), letter);
}

/**
 * Return labels in the order of their places, each as near to its height as the one above it allows.
 * @param {{seat: api.SeatView, y: number}[]} labels
 * @param {number} lowest Where the last one may have its middle.
 */
export function oneBelowTheOther(labels, lowest) {
  let free = BADGE / 2;
  const placed = labels.map((label) => {
    const y = Math.max(free, label.y);
    free = y + BADGE + 1;
    return { ...label, y };
  });
  let room = lowest;
  for (const label of placed.reverse()) {
    label.y = Math.min(label.y, room);
    room = label.y - BADGE - 1;
  }
  return placed;
}

/**
 * Return the totals that have a line in the grid.
 * @param {number} low
 * @param {number} high
 * @param {number} most How many steps there may be between them.
 */
export function gridTotals(low, high, most) {
  const step = STEPS.find((wide) => (high - low) / wide <= most) ?? 2000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/**
 * @param {api.TableView} view
 * @param {Point[]} points
 */
function table(view, points) {
  const head = h("tr", {}, h("td"), view.seats.map((seat) => h("th", { scope: "col" }, seat.name)));
  const rows = points.map(([entry, totals]) => {
    const label = entry ? t("page.chart.move", { n: entry }) : t("page.chart.start");
    return h("tr", {}, h("th", { scope: "row" }, label), totals.map((total) => h("td", {}, formatNumber(total))));
  });
  return h("div", { class: "unseen" }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
}
