// The scores: a row for each seat in the table's order, with its rank.
import { findAll, setText, prefersReducedMotion } from "../lib/dom.js";
import { hasChanged, render } from "../lib/render.js";
import { seatNote, gainBubble, sheetLine, findPart, totalRow } from "../lib/templates.js";
import { thingSign } from "../lib/things.js";
import { formatNumber } from "../lib/words.js";

const COUNT_MS = 700;
const GAIN_MS = 1600;
const RISING = [
  { opacity: 0, translate: "0 1rem" },
  { opacity: 1, translate: "0 0", offset: 0.2 },
  { opacity: 1, translate: "0 -0.25rem", offset: 0.75 },
  { opacity: 0, translate: "0 -0.75rem" },
];
const LONG_WORD = 11; // letters

/** Functions that stop the counting of a number. @type {WeakMap<HTMLElement, () => void>} */
const stopsByElement = new WeakMap();

/**
 * Show the scores of a view in a list; scores that change count up over `ms` milliseconds.
 * @param {HTMLElement} list
 * @param {api.TableView | api.PhoneView} view
 * @param {number} ms
 */
export function showTotals(list, view, ms = COUNT_MS) {
  const rows = new Map(findAll(list, ":scope > *").map((row) => [Number(row.dataset.seat), row]));
  const hasRows = view.seats.every(({ seat, colour }) => rows.get(seat)?.dataset.colour === colour);
  const isSameTable = hasRows && view.standings.length === rows.size;
  if (!isSameTable) {
    rows.clear();
    list.replaceChildren();
  }
  const inOrder = sortBySeat(view.standings).map((place) => {
    const seat = view.seats[place.seat - 1];
    const row = rows.get(place.seat) ?? totalRow(seat);
    fillRow(row, view, place, seat, isSameTable ? ms : 0);
    return row;
  });
  render(list, inOrder);
}

/**
 * Return the number that a row shows in large: the total, or its public part while the total of any seat is secret, so
 * that all rows show the same.
 * @param {api.TableView} view
 * @param {api.StandingView} place
 */
function shownTotal(view, { seat, total }) {
  return total === null || view.standings.some((place) => place.total === null) ? view.shown[seat - 1] : total;
}

/**
 * Return places in the order in which the seats sit at the table.
 * @param {api.StandingView[]} places
 */
export function sortBySeat(places) {
  return [...places].sort((a, b) => a.seat - b.seat);
}

/**
 * Return whether a name has a word so long that it is set smaller where there is little room (as parts.html does too).
 * @param {string} name
 */
export function hasLongWord(name) {
  return name.split(/[\s-]/u).some((word) => word.length > LONG_WORD);
}

/**
 * Let a number count from its present value to another; at once for readers who asked for a page that keeps still.
 * @param {HTMLElement} element
 * @param {number} to
 * @param {number} ms
 */
export function countTo(element, to, ms) {
  stopsByElement.get(element)?.();
  const from = parseNumber(element.textContent);
  if (from === to || ms === 0 || prefersReducedMotion() || document.hidden) {
    setText(element, formatNumber(to));
    return;
  }
  const began = performance.now();
  let frame = 0;
  stopsByElement.set(element, () => cancelAnimationFrame(frame));
  /** @param {number} now */
  const step = (now) => {
    const done = Math.min(1, Math.max(0, now - began) / ms);
    setText(element, formatNumber(Math.round(from + (to - from) * (1 - (1 - done) ** 3))));
    if (done < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
}

/**
 * Return the number in a text of `formatNumber`; 0 for any other text.
 * @param {string} text
 */
function parseNumber(text) {
  return Number(text.replace("−", "-")) || 0;
}

/**
 * @param {HTMLElement} row
 * @param {api.TableView | api.PhoneView} view
 * @param {api.StandingView} place
 * @param {api.TableSeatView} seat
 * @param {number} ms
 */
function fillRow(row, view, place, seat, ms) {
  const own = ("you" in view && view.you.seat) || view.turn;
  row.classList.toggle("on-turn", view.turn === seat.seat);
  row.classList.toggle("own", own === seat.seat && holdsMore(view, seat.seat));
  setText(findPart(row, "rank"), place.rank);
  setText(findPart(row, "name"), seat.name);
  findPart(row, "name").classList.toggle("wordy", hasLongWord(seat.name));
  setText(findPart(row, "colour"), seat.colour_name);
  render(findPart(row, "unit"), thingSign({ glyph: view.unit, colour: null }, view.game ?? ""));
  render(findPart(row, "stands"), seat.about.map((note) => seatNote(note, view.things)));
  const number = findPart(row, "total");
  const total = shownTotal(view, place);
  const before = Number(row.dataset.total ?? parseNumber(number.textContent));
  row.dataset.total = String(total);
  if (ms && before !== total) floatGain(row, total - before);
  countTo(number, total, ms);
  const lines = view.sheet.filter((line) => line.seat === seat.seat).reverse();
  if (hasChanged(row, lines)) render(findPart(row, "lines"), lines.map(sheetLine));
}

/**
 * Return whether a seat has amounts that its total does not say: beside what is to be done, its own row shows them.
 * @param {api.TableView} view
 * @param {number} seat
 */
function holdsMore({ scene, things }, seat) {
  const purse = scene.blocks.find((block) => block.block === "purse" && block.seat === seat);
  const holds = purse && "holds" in purse ? purse.holds : [];
  return holds.some(({ thing }) => things[thing].kind === "amount" && things[thing].worth === 0);
}

/**
 * Let the change of a score float up from its row.
 * @param {HTMLElement} row
 * @param {number} by
 */
function floatGain(row, by) {
  const bubble = gainBubble(by);
  row.append(bubble);
  // In a page that keeps still it only stands: an animation that changes nothing would draw the page sixty times a second.
  const risen = prefersReducedMotion()
    ? new Promise((done) => setTimeout(done, GAIN_MS))
    : bubble.animate(RISING, { duration: GAIN_MS, easing: "ease-out" }).finished;
  risen.finally(() => bubble.remove());
}
