// Fills the parts that a page repeats: copies of its templates, which the box filled for the first paint too.
import { copyTemplate, drawing, find, setText } from "./dom.js";
import { citation } from "./reasons.js";
import { thingSign } from "./things.js";
import { formatSigned } from "./words.js";

/** @typedef {Pick<api.SeatView, "colour" | "shape" | "letter">} Mark The marks of a seat. */

/**
 * Return the part of a copy that has this name; the copy itself if it is that part.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function findPart(element, name) {
  return element.dataset.part === name ? element : find(element, `[data-part="${name}"]`);
}

/**
 * Return a seat's mark: its shape in its colour, with its letter.
 * @param {Mark} seat
 */
export function seatMark(seat) {
  return showSeatMark(copyTemplate("mark-part"), seat);
}

/**
 * Make a mark show another seat; return the mark.
 * @param {HTMLElement} element
 * @param {Mark} seat
 */
export function showSeatMark(element, seat) {
  element.dataset.colour = seat.colour;
  const shape = element.firstElementChild;
  if (shape instanceof SVGElement && shape.dataset.drawing !== seat.shape) shape.replaceWith(drawing(seat.shape));
  setText(find(element, "b"), seat.letter);
  return element;
}

/**
 * Return one line of the sheet: the amount, the reason and the ruling.
 * @param {Pick<api.SheetLineView, "amount" | "text" | "ruling" | "reading">} line
 */
export function sheetLine(line) {
  const element = copyTemplate("line-part");
  const [amount, reason, ruling] = element.children;
  setText(amount, line.amount);
  setText(reason, line.text ?? "");
  setText(ruling, citation(line));
  return element;
}

/**
 * Return an event in words, with the mark of its seat.
 * @param {{text: string}} event
 * @param {Mark | null | undefined} seat
 */
export function eventLine(event, seat) {
  const element = copyTemplate("event-part");
  if (seat) showSeatMark(findPart(element, "mark"), seat);
  else findPart(element, "mark").remove();
  setText(findPart(element, "text"), event.text);
  return element;
}

/**
 * Return a note beside a seat's name, after its drawing if it has one.
 * @param {api.SeatNote} note
 * @param {Record<string, api.ThingView>} things
 */
export function seatNote({ says, thing, colour }, things) {
  const element = copyTemplate("about-part");
  const sign = thing && things[thing] ? thingSign(things[thing]) : null;
  if (colour) element.dataset.colour = colour;
  element.classList.toggle("stand", sign !== null);
  if (sign) element.prepend(sign);
  if (element.lastElementChild) setText(element.lastElementChild, says);
  return element;
}

/**
 * Return a new row for a seat's score, still without the score.
 * @param {api.SeatView} seat
 */
export function totalRow(seat) {
  const element = copyTemplate("total-part");
  element.dataset.seat = String(seat.seat);
  element.dataset.colour = seat.colour;
  showSeatMark(findPart(element, "mark"), seat);
  return element;
}

/**
 * Return the bubble that floats up from a score that has changed: "+6".
 * @param {number} by
 */
export function gainBubble(by) {
  const element = document.createElement("span");
  element.className = "gain";
  element.setAttribute("aria-hidden", "true");
  element.textContent = formatSigned(by);
  return element;
}
