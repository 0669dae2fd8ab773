// The course of the scores in a picture of a game: who won stands out, and each line ends at the mark of its seat.
import { svg } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { BADGE, gridTotals, oneBelowTheOther, partOfTurns } from "../table/chart.js";
import { seatBadge } from "./picture_parts.js";

/** @typedef {import("./picture_parts.js").Part} Part */
/** @typedef {import("./picture_parts.js").Pen} Pen */

const MARK = 40; // size of the mark at the end of a line
const SCALE = MARK / BADGE;
const NUMBER = 26; // size of the letters at the axes
const TOTAL = 32; // and of the totals at the ends of the lines
const BELOW = 38; // height of the row of turns
const TAIL = 12; // that a line goes on for at its end
const WIDE = { won: 8, others: 5 }; // lines
const ASIDE = 4.5; // from one line to the next where scores are equal: less than a line is wide
const ASIDE_LEAST = 3;
const STEPS = [1, 2, 5, 10, 20, 50, 100]; // between two turns that are written
const TICKS = 6; // of them at most
const GRID = 44; // between two lines of the grid at least

/**
 * Return the course of the scores.
 * @param {api.TableView} game
 * @param {number} width
 * @param {number} height
 * @param {Pen} pen
 * @returns {Part}
 */
export function coursePart(game, width, height, pen) {
  const points = /** @type {import("../table/chart.js").Point[]} */ (game.chart);
  const { seats, standings } = game;
  const all = points.flatMap(([, totals]) => totals);
  const [high, low] = [Math.max(5, ...all), Math.min(0, ...all)];
  const lastTotals = points[points.length - 1][1];
  const [top, foot] = [MARK / 2, height - BELOW - WIDE.won / 2];
  /** @param {number} total */
  const y = (total) => top + ((foot - top) * (high - total)) / (high - low || 1);
  const totals = grid({ low, high }, foot - top);
  const names = totals.map((total) => pen.write(formatNumber(total), number("start")));
  const left = Math.max(...names.map((name) => name.width)) + 12;
  const figures = seats.map(({ seat }) => pen.write(formatNumber(lastTotals[seat - 1]), { class: "evening-total", width: 160, size: TOTAL, least: TOTAL, most: 1, anchor: "start" }));
  const end = width - Math.max(...figures.map((part) => part.width)) - MARK - 44;
  const turns = game.turn_starts ?? [];
  /** @param {number} entry */
  const x = (entry) => left + (end - left) * partOfTurns(entry, turns, game.entry);
  const winners = standings.flatMap(({ seat, rank }) => (rank === 1 ? [seat] : []));
  const order = [...seats].sort((a, b) => Number(winners.includes(a.seat)) - Number(winners.includes(b.seat)));
  const unit = Math.abs(y(1) - y(0));
  const apart = Math.max(ASIDE_LEAST, Math.min(ASIDE, (0.9 * unit) / Math.max(1, seats.length - 1)));
  const ends = seats.map((seat) => ({ seat, y: y(lastTotals[seat.seat - 1]) }));
  const byTotal = ends.sort((a, b) => a.y - b.y).map((each) => ({ ...each, y: each.y / SCALE }));
  const marks = oneBelowTheOther(byTotal, (height - MARK / 2) / SCALE).map((each) => ({ ...each, y: each.y * SCALE }));
  const decided = game.turning_point;
  const element = svg(
    "g",
    {},
    totals.map((total, i) => [
      svg("path", { class: "grid", d: `M${left} ${y(total)}H${end}` }),
      svg("g", { transform: `translate(${left - 12 - names[i].width} ${y(total) - names[i].height / 2})` }, names[i].element),
    ]),
    decided && svg("rect", { class: "decided", x: x(decided.entry - 1), y: top, width: Math.max(6, x(decided.last) - x(decided.entry - 1)), height: foot - top }),
    axis(game, { left, end, x, y: height - BELOW + 6 }, pen),
    order.map((seat) => {
      const isFirst = winners.includes(seat.seat);
      const path = points.map(([entry, totals], i) => {
        const [across, up] = [x(entry).toFixed(1), (y(totals[seat.seat - 1]) + apart * asideOf(seat.seat, totals)).toFixed(1)];
        return i ? `H${across}V${up}` : `M${across} ${up}`;
      });
      return svg("path", { class: isFirst ? "evening-curve is-first" : "evening-curve", "data-colour": seat.colour, "stroke-width": isFirst ? WIDE.won : WIDE.others, d: `${path.join("")}H${end + TAIL}` });
    }),
    marks.map(({ seat, y: middle }) => {
      const own = y(lastTotals[seat.seat - 1]) + apart * asideOf(seat.seat, lastTotals);
      const total = figures[seat.seat - 1];
      return [
        svg("path", { class: "evening-leader", "data-colour": seat.colour, d: `M${end + TAIL} ${own}L${end + 34} ${middle}` }),
        seatBadge(seat, end + 28 + MARK / 2, middle, MARK),
        svg("g", { transform: `translate(${end + 36 + MARK} ${middle - total.height / 2})` }, total.element),
      ];
    }),
  );
  return { element, width, height };
}

/**
 * Return how a number at an axis is written.
 * @param {"start" | "middle"} anchor
 * @returns {import("./picture_parts.js").Writing}
 */
function number(anchor) {
  return { class: "evening-note", width: 200, size: NUMBER, least: 24, most: 1, anchor };
}

/**
 * Return the totals that have a line: few, and evenly apart.
 * @param {{low: number, high: number}} totals
 * @param {number} height
 */
function grid({ low, high }, height) {
  return gridTotals(low, high, Math.max(1, Math.min(4, Math.floor(height / GRID))));
}

/**
 * Return the row of turns, from the start to the last one.
 * @param {api.TableView} game
 * @param {{left: number, end: number, x: (entry: number) => number, y: number}} place
 * @param {Pen} pen
 */
function axis({ turn_starts: turns = [], entry: last }, { left, end, x, y }, pen) {
  const start = pen.write(t("page.chart.start"), number("start"));
  const words = turns.length ? t("page.chart.turn", { n: turns[turns.length - 1][1] }) : t("page.chart.move", { n: last });
  const final = pen.write(words, number("start"));
  const step = STEPS.find((wide) => turns.length / wide <= TICKS) ?? 200;
  const ticks = turns.flatMap(([entry, turn], i) => {
    if (turn % step) return [];
    const text = pen.write(formatNumber(turn), number("middle"));
    const middle = (x(entry) + x(turns[i + 1]?.[0] ?? last)) / 2;
    const isFree = middle - text.width / 2 > left + start.width + 20 && middle + text.width / 2 < end - final.width - 20;
    return isFree ? [svg("g", { transform: `translate(${middle} ${y})` }, text.element)] : [];
  });
  return [
    svg("g", { transform: `translate(${left} ${y})` }, start.element),
    ticks,
    svg("g", { transform: `translate(${end - final.width} ${y})` }, final.element),
  ];
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
  return equal.indexOf(seat) - (total === 0 ? equal.length - 1 : (equal.length - 1) / 2);
}
