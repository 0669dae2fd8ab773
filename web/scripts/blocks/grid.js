// A grid: rows of values with a column for each seat; open cells may be touched.
import { h, widthOf } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { formatNumber, t } from "../lib/words.js";
import { sign } from "./amounts.js";
import { touchable } from "./parts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {Pick<api.GridBlock, "id" | "name" | "rows">} Grid */

const MANY = 4; // with more seats than this a row's name needs a wide room beside its values, else it stands above them
const WIDE = { open: 440, still: 330 }; // pixels of such a room, with cells to touch and without
const MOST_ROWS = 7; // on a television, with the totals
const FINAL = "final:"; // begins the ids of what the final scoring brought

/**
 * Return the drawing of a grid.
 * @param {HTMLElement} room
 * @param {() => void} [onRedraw]
 */
export function open(room, onRedraw) {
  /** @type {(() => void) | null} */
  let draw = null;
  let wasNarrow = false;
  const width = widthOf(room, () => {
    if (!draw || wasNarrow === isNarrow()) return;
    draw();
    onRedraw?.();
  });
  let wide = WIDE.still;
  const isNarrow = () => width() < wide && !room.closest(".tv");
  return {
    /** @param {Grid} grid @param {Table} table */
    show(grid, table) {
      wide = grid.rows.some(({ cells }) => cells.some(({ touch }) => touch)) ? WIDE.open : WIDE.still;
      draw = () => {
        wasNarrow = isNarrow();
        drawGrid(grid, table, wasNarrow && table.seats.length > MANY);
      };
      draw();
    },
  };

  /** @param {Grid} grid @param {Table} table @param {boolean} hasManySeats */
  function drawGrid({ id, rows: all }, table, hasManySeats) {
    const rows = room.closest(".tv") ? grouped(all) : all;
    const isResult = Boolean(table.standings?.length) && all.some(({ total }) => total);
    const seats = isResult ? byPlace(table) : table.seats;
    const heads = seats.map((seat) => h("th", { scope: "col", dataset: { seat: seat.seat } }, seatMark(seat), h("span", { class: "unseen" }, seat.name)));
    const head = h("thead", {}, h("tr", {}, !hasManySeats && h("td"), heads));
    const isAlike = rows.every(({ thing }) => thing === rows[0].thing) && rows.some(({ total }) => total);
    const bodies = rows.map((row) => rowBody(row, id, { ...table, seats }, hasManySeats, isAlike));
    room.replaceChildren(h("table", { class: `values${hasManySeats ? " many" : ""}${isResult ? " result" : ""}` }, head, bodies));
  }
}

/**
 * Return the seats in the order of their places, the winner first.
 * @param {Table} table
 */
function byPlace({ seats, standings = [] }) {
  const rank = new Map(standings.map((place) => [place.seat, place.rank]));
  return [...seats].sort((a, b) => (rank.get(a.seat) ?? 0) - (rank.get(b.seat) ?? 0) || a.seat - b.seat);
}

/**
 * Return rows for a television, where many small ones could not be read: what the final scoring did not bring is one row then.
 * @param {api.GridRow[]} rows
 */
function grouped(rows) {
  const before = rows.filter(({ id, total }) => !total && !id.startsWith(FINAL));
  if (rows.length <= MOST_ROWS || !before.length || !rows.some(({ id }) => id.startsWith(FINAL))) return rows;
  const cells = before[0].cells.map((_, i) => ({ value: before.reduce((sum, row) => sum + (row.cells[i].value ?? 0), 0) }));
  return [{ ...before[0], id: "before", name: t("page.block.before"), cells }, ...rows.filter((row) => !before.includes(row))];
}

/**
 * @param {api.GridRow} row
 * @param {string} grid Its id.
 * @param {Table} table
 * @param {boolean} hasManySeats
 * @param {boolean} isAlike All rows have the same sign: only the totals show it.
 */
function rowBody(row, grid, table, hasManySeats, isAlike) {
  const { name, ruling, total } = row;
  const thing = isAlike && !total ? undefined : row.thing;
  const title = [thing && sign(thing, table), " ", name, ruling && h("small", {}, " ", ruling)];
  const cells = table.seats.map((seat) => cellOf(row.cells[seat.seat - 1], row, grid, seat));
  const attributes = { class: total ? "sum" : "" };
  if (!hasManySeats) return h("tbody", attributes, h("tr", {}, h("th", { scope: "row" }, title), cells));
  return h("tbody", attributes, h("tr", {}, h("th", { scope: "rowgroup", colspan: table.seats.length }, title)), h("tr", {}, cells));
}

/**
 * @param {api.Cell} cell
 * @param {api.GridRow} row
 * @param {string} grid
 * @param {api.SeatView} seat
 */
function cellOf({ value, touch }, row, grid, { seat, name }) {
  const shown = value === undefined ? "–" : formatNumber(value);
  const attributes = touchable(touch, `${grid} ${row.id} ${seat}`, t("page.block.cell", { row: row.name, name }));
  return h("td", { dataset: { seat } }, h("span", { class: "value", ...attributes }, touch && shown === "–" ? "+" : shown));
}
