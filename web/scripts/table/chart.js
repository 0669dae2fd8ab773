// The course of the scores: a line of steps for each seat, marked by shape and letter; and a table for screen readers.
import { drawing, h, pageScale, svg, widthOf } from "../lib/dom.js";
import { hasChanged } from "../lib/render.js";
import { formatNumber, t } from "../lib/words.js";

const HEIGHT = 200;
const LEFT = 26;
const TOP = 14;
const BOTTOM = 24;
export const BADGE = 20; // at the end of a line
const ASIDE = 1.8; // so that equal scores show all their colours
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]; // between the lines of the grid

/** What letters stand lower in their shapes. @type {Record<string, number>} */
const LOWER = { triangle: 1.9, diamond: -0.4, pentagon: 0.1 };

/**
 * @typedef {[entry: number, totals: number[]]} Point An entry of the course: the total of each seat after a move.
 * @typedef {(value: number) => number} Scale It returns where a value lies in the picture.
 */

export class Chart {
  /**
   * Create an empty chart, which is drawn anew whenever its room gets another width.
   * @param {HTMLElement} room The element that it fills.
   */
  constructor(room) {
    this.room = room;
    /** @type {api.TableView | null} */
    this.view = null;
    this.width = widthOf(room, () => this.draw());
    new ResizeObserver(() => this.draw()).observe(room); // its height, too, on a television
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
    const height = room.closest(".tv") ? Math.min(HEIGHT, (width * room.clientHeight) / room.clientWidth) : HEIGHT;
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
  const last = Math.max(1, view.entry);
  const [[, firstTotals], [, lastTotals]] = [points[0], points[points.length - 1]];
  /** @type {Scale} */
  const y = (total) => TOP + ((height - TOP - BOTTOM) * (high - total)) / (high - low || 1);
  const badges = sideBySide(view.seats.map((seat) => ({ seat, y: y(lastTotals[seat.seat - 1]) })));
  const right = 10 + (BADGE + 1) * (1 + Math.max(...badges.map(({ column }) => column)));
  /** @type {Scale} */
  const x = (entry) => LEFT + ((width - LEFT - right) * entry) / last;
  /** @type {(seat: api.SeatView) => Scale} */
  const beside = (seat) => (total) => y(total) + ASIDE * (seat.seat - (view.seats.length + 1) / 2);
  const sentences = view.seats.map(({ name, seat }) =>
    t("page.chart.said", { name, first: firstTotals[seat - 1], last: lastTotals[seat - 1] }),
  );
  /** @type {(place: Record<string, number | string>, text: string) => SVGTextElement} */
  const number = (place, text) => svg("text", { class: "number", ...place }, text);
  const rounds = (view.round_starts ?? []).map(([entry, round]) => [
    svg("path", { class: "grid", d: `M${x(entry)} ${TOP}V${y(low)}` }),
    number({ x: x(entry) + 4, y: height - 6 }, formatNumber(round)),
  ]);
  const ends = [
    number({ x: LEFT, y: height - 6 }, t("page.chart.start")),
    number({ x: width - right, y: height - 6, "text-anchor": "end" }, t("page.chart.move", { n: view.entry })),
  ];
  const byRank = [...view.standings].reverse().map(({ seat }) => view.seats[seat - 1]);
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "curves", role: "img", "aria-label": sentences.join(". ") },
    gridTotals(low, high).map((total) => [
      svg("path", { class: "grid", d: `M${LEFT} ${y(total)}H${width - right}` }),
      number({ x: LEFT - 6, y: y(total) + 4, "text-anchor": "end" }, formatNumber(total)),
    ]),
    rounds.length ? rounds : ends,
    decided && svg("path", { class: "decided", d: `M${x(decided.entry - 1)} ${TOP}V${y(low)}H${x(decided.last)}V${TOP}` }),
    // The leader is drawn last, on top; all marks lie above all lines.
    byRank.map((seat) => curve(seat, points, view.entry, x, beside(seat))),
    byRank.map((seat) => marks(seat, points, x, beside(seat))),
    badges.map(({ seat, y: middle, column }) => badge(seat, width - right + 14 + (BADGE + 1) * column, middle)),
  );
}

/**
 * @param {api.SeatView} seat
 * @param {Point[]} points
 * @param {number} last The last entry.
 * @param {Scale} x
 * @param {Scale} y
 */
function curve(seat, points, last, x, y) {
  const steps = points.map(([entry, totals], i) => {
    const [across, up] = [x(entry), y(totals[seat.seat - 1])];
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
 * @param {Scale} y
 */
function marks(seat, points, x, y) {
  const own = points.map(([entry, totals]) => ({ entry, total: totals[seat.seat - 1] }));
  const changes = own.filter(({ total }, i) => i && total !== own[i - 1].total);
  return svg("g", { "data-colour": seat.colour }, changes.map(({ entry, total }) => shape(seat, x(entry), y(total), 10)));
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
 * Return labels with their columns: those that would lie on each other stand side by side, in the order of the seats.
 * @param {{seat: api.SeatView, y: number}[]} labels
 */
function sideBySide(labels) {
  /** @type {{seat: api.SeatView, y: number, column: number}[]} */
  const placed = [];
  for (const label of labels.sort((a, b) => a.y - b.y || a.seat.seat - b.seat.seat)) {
    const near = placed.filter((other) => Math.abs(other.y - label.y) < BADGE);
    let column = 0;
    while (near.some((other) => other.column === column)) column++;
    placed.push({ ...label, column });
  }
  return placed;
}

/**
 * Return the totals that have a line in the grid.
 * @param {number} low
 * @param {number} high
 */
function gridTotals(low, high) {
  const step = STEPS.find((wide) => (high - low) / wide <= 5) ?? 2000;
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
