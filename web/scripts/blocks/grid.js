// A grid: rows of values with a column for every seat; open cells may be touched.
import { h } from "../lib/dom.js";
import { mark } from "../lib/templates.js";
import { figure, t } from "../lib/words.js";
import { sign, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

const MANY = 4; // seats beside which a row's name has no room: then it stands above its values

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} grid @param {Table} table */
    show(grid, table) {
      const many = table.seats.length > MANY;
      const heads = table.seats.map((seat) => h("th", { scope: "col", dataset: { seat: seat.seat } }, mark(seat), h("span", { class: "unseen" }, seat.name)));
      const head = h("thead", {}, h("tr", {}, !many && h("td"), heads));
      const rows = grid.rows.map((row) => rowOf(row, grid, table, many));
      room.replaceChildren(h("table", { class: many ? "values many" : "values" }, head, rows));
    },
  };
}

function rowOf(row, grid, table, many) {
  const { name, thing, ruling, total } = row;
  const title = [thing && sign(thing, table), " ", name, ruling && h("small", {}, " ", ruling)];
  const cells = row.cells.map((cell, i) => cellOf(cell, row, grid, table.seats[i]));
  const about = { class: total ? "sum" : "" };
  if (!many) return h("tbody", about, h("tr", {}, h("th", { scope: "row" }, title), cells));
  return h("tbody", about, h("tr", {}, h("th", { scope: "rowgroup", colspan: table.seats.length }, title)), h("tr", {}, cells));
}

function cellOf({ value, touch }, row, grid, seat) {
  const shown = value === undefined || value === null ? "–" : figure(value);
  const said = t("page.block.cell", { row: row.name, name: seat?.name ?? "" });
  const about = touchable(touch, `${grid.id} ${row.id} ${seat?.seat}`, said);
  return h("td", { dataset: { seat: seat?.seat ?? "" } }, h("span", { class: "value", ...about }, touch && shown === "–" ? "+" : shown));
}
