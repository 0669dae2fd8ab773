// Fills the parts that the page repeats: copies of its templates, the same that the box filled for the first paint.
import { copy, drawing, setText } from "./dom.js";
import { cited } from "./reasons.js";
import { sign } from "./things.js";
import { signed } from "./words.js";

/** The part of a copy that has this name; the copy itself where it is that. */
export function part(element, name) {
  return element.dataset.part === name ? element : element.querySelector(`[data-part="${name}"]`);
}

/** A seat's mark: its shape in its colour, with its letter. */
export function mark(seat) {
  return marked(copy("mark-part"), seat);
}

/** Have a mark show another seat. */
export function marked(element, seat) {
  element.dataset.colour = seat.colour;
  if (element.firstElementChild.dataset.drawing !== seat.shape) {
    element.firstElementChild.replaceWith(drawing(seat.shape));
  }
  setText(element.querySelector("b"), seat.letter);
  return element;
}

/** One line of the sheet: what, why, by which rule. */
export function line(one) {
  const element = copy("line-part");
  const [amount, why, ruling] = element.children;
  setText(amount, one.amount);
  setText(why, one.text ?? "");
  setText(ruling, cited(one));
  return element;
}

/** What happened, with the mark of the seat that did it. */
export function event(one, seat) {
  const element = copy("event-part");
  if (seat) marked(part(element, "mark"), seat);
  else part(element, "mark").remove();
  setText(part(element, "text"), one.text);
  return element;
}

/** What is said of a seat, after its drawing where it has one. */
export function about({ says, thing, colour }, things) {
  const element = copy("about-part");
  const drawn = thing ? sign(things[thing] ?? {}) : null;
  if (colour) element.dataset.colour = colour;
  element.classList.toggle("stand", drawn !== null);
  if (drawn) element.prepend(drawn);
  setText(element.lastElementChild, says);
  return element;
}

/** A new row for a seat's score; `score` fills it. */
export function row(seat) {
  const element = copy("total-part");
  element.dataset.seat = seat.seat;
  element.dataset.colour = seat.colour;
  marked(part(element, "mark"), seat);
  return element;
}

/** What floats up from a score that has changed: "+6". */
export function gain(by) {
  const element = document.createElement("span");
  element.className = "gain";
  element.setAttribute("aria-hidden", "true");
  element.textContent = signed(by);
  return element;
}
