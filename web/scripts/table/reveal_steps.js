// The steps of a reveal: pieces that climb with the totals that are shown, and beside them where these come from.
import { drawing, h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { thingSign } from "../lib/things.js";
import { formatNumber, formatSigned, t } from "../lib/words.js";
import { countTo, hasLongWord } from "./totals.js";

/**
 * The totals before, the rows of the steps that are shown, the totals after them, and the number of steps that the page
 * showed before.
 * @typedef {{view: api.PhoneView, before: api.GridRow | undefined, rows: api.GridRow[], total: api.GridRow | undefined, known: number, isNew: boolean}} Steps
 */

const COUNT_MS = 700;

/**
 * Return the sentence that is read aloud of the newest step.
 * @param {Steps} parts
 * @param {number[] | undefined} seats
 */
export function spokenStep({ view, rows, total, known }, seats) {
  if (!total) return `${view.headline}. ${t("page.reveal.wait")}`;
  /** @param {api.GridRow} row */
  const amounts = ({ name, cells }) => {
    const values = cells.flatMap(({ value }, i) => (value === undefined ? [] : [`${view.seats[i].name} ${formatNumber(value)}`]));
    return t("page.reveal.line", { name, parts: values.join(", ") });
  };
  if (!seats) return [...rows.slice(known), total].map(amounts).join(" ");
  const sentences = seats.slice(known).map((seat) => {
    const lines = rowsOf(rows, seat).map(({ name, cells }) => `${formatSigned(cells[seat - 1].value ?? 0)} ${name}`);
    const sum = `${total.name.toLowerCase()} ${formatNumber(total.cells[seat - 1].value ?? 0)}`;
    return t("page.reveal.line", { name: view.seats[seat - 1].name, parts: [...lines, sum].join(", ") });
  });
  return sentences.join(" ");
}

/**
 * Return a pillar for each seat, as high as its total among those that are shown, with its piece on top, and what the newest
 * step added. Nothing else has a part in the heights: they tell no more than the numbers.
 * @param {Steps} parts
 * @param {number[] | undefined} seats
 */
export function climb(parts, seats) {
  const { view, before, total, known } = parts;
  const values = view.seats.map((_, i) => total?.cells[i].value ?? before?.cells[i].value);
  const highest = Math.max(1, ...values.map((value = 0) => value));
  const items = view.seats.map((seat, i) => {
    const value = values[i];
    const gain = gainOf(parts, seats, i);
    const isNew = (seats ?? parts.rows).length > known;
    const old = (value ?? 0) - gain;
    const sum = value === undefined ? h("b", {}, "?") : [counted(isNew ? old : value, value), drawing(view.unit)];
    return h(
      "li",
      { class: gain > 0 && "gains", dataset: { colour: seat.colour, seat: seat.seat }, style: { "--from": height(old, highest), "--to": height(value ?? 0, highest) } },
      h("span", { class: "climb-gain" }, gain ? formatSigned(gain) : ""),
      h("span", { class: "climb-total" }, sum),
      seatMark(seat),
      h("span", { class: "pillar" }),
      h("span", { class: "climb-name" }, seat.name),
    );
  });
  return h("ol", { class: "climb", "aria-hidden": String(Boolean(total)) }, items);
}

/**
 * @param {number} value
 * @param {number} highest
 */
function height(value, highest) {
  return (Math.max(0, value) / highest).toFixed(3);
}

/**
 * Return what the newest step added to the total of a seat.
 * @param {Steps} parts
 * @param {number[] | undefined} seats
 * @param {number} index
 */
function gainOf({ view, before, rows, total }, seats, index) {
  if (!total) return 0;
  const row = rows.at(-1);
  if (!seats) return row && isCounted(row, view) ? (row.cells[index].value ?? 0) : 0;
  if (seats.at(-1) !== index + 1) return 0;
  return (total.cells[index].value ?? 0) - (before?.cells[index].value ?? 0);
}

/**
 * Return whether totals count what a row brings.
 * @param {api.GridRow} row
 * @param {api.PhoneView} view
 */
function isCounted({ thing }, { things, unit }) {
  return !thing || things[thing].glyph === unit;
}

/**
 * Return the categories with a column for each seat, and the totals, which count up.
 * @param {Steps} parts
 * @param {number} steps All of them: a television keeps room for each.
 */
export function categoryTable({ view, before, rows, total, known }, steps) {
  const heads = view.seats.map((seat) => h("th", { scope: "col" }, seatMark(seat), h("span", { class: "unseen" }, seat.name)));
  const lines = [...(before ? [before] : []), ...rows].map((row) => {
    const isNewest = row === rows.at(-1);
    const counts = isCounted(row, view);
    const cells = row.cells.map(({ value }) => h("td", {}, isNewest && counts && value ? formatSigned(value) : amount(value)));
    // What is not counted in totals has its own sign.
    const title = h("span", { class: "category" }, row.thing && !counts && thingSign(view.things[row.thing], view.game ?? ""), h("span", {}, row.name));
    return h("tr", { class: [isNewest && "newest", rows.indexOf(row) >= known && "new"].filter(Boolean).join(" ") }, h("th", { scope: "row" }, title), cells);
  });
  const sums = total?.cells.map(({ value = 0 }) => h("td", {}, formatNumber(value)));
  const foot = total && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, total.name), sums));
  const values = [...rows, ...(total ? [total] : [])].flatMap(({ cells }) => cells.map(({ value }) => amount(value).length));
  const style = { "--rows": steps + (before ? 1 : 0), "--missing": steps - rows.length, "--letters": Math.max(...values) + 1 };
  return h("table", { class: view.seats.length > 3 ? "categories many" : "categories", style, dataset: { seats: view.seats.length } }, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, lines), foot);
}

/**
 * Return a place for each seat: those still to come above, then those whose end is shown, the highest place first, each with
 * its lines and its total.
 * @param {Steps} parts
 * @param {number[]} seats
 */
export function seatList({ view, before, rows, total, known }, seats) {
  const items = seats.map((number, i) => {
    const seat = view.seats[number - 1];
    const own = rowsOf(rows, number);
    const value = total?.cells[number - 1].value ?? 0;
    const first = before?.cells[number - 1].value ?? value - own.reduce((sum, { cells }) => sum + (cells[number - 1].value ?? 0), 0);
    const lines = own.map(({ name, cells }) => h("li", {}, h("b", {}, formatSigned(cells[number - 1].value ?? 0)), " ", name));
    const classes = [i >= known && "new", i === seats.length - 1 && "newest"].filter(Boolean).join(" ");
    return h(
      "li",
      { class: classes, dataset: { colour: seat.colour, seat: number } },
      seatMark(seat),
      h("div", {}, h("b", { class: hasLongWord(seat.name) && "wordy" }, seat.name), own.length > 0 ? h("ul", {}, lines) : h("p", {}, t("page.reveal.nothing"))),
      counted(i >= known ? first : value, value),
    );
  });
  const open = Array.from({ length: view.seats.length - seats.length }, (_, i) => h("li", {}, h("b", {}, formatNumber(i + 1)), "?"));
  const style = { "--seats": view.seats.length, "--open": open.length };
  return h("div", { class: "seat-places", style }, h("ol", { class: "open-places", "aria-hidden": "true" }, open), h("ol", { class: "ends" }, items.reverse()));
}

/**
 * Return the rows of a seat, where each seat has its own.
 * @param {api.GridRow[]} rows
 * @param {number} seat
 */
function rowsOf(rows, seat) {
  return rows.filter(({ cells }) => cells[seat - 1].value !== undefined);
}

/** @param {number | undefined} value */
function amount(value) {
  return value === undefined ? "–" : formatNumber(value);
}

/**
 * Return a total that counts up to its value.
 * @param {number} from
 * @param {number} to
 */
function counted(from, to) {
  const element = h("b", { class: "ending-total", dataset: { to } }, formatNumber(from));
  countTo(element, to, COUNT_MS);
  return element;
}
