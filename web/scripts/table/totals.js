// The scores: a row for each seat in the table's order, with its rank, which counts when the score does.
import { setText, still } from "../lib/dom.js";
import { cited } from "../lib/reasons.js";
import { about, gain, line, part, row } from "../lib/templates.js";
import { sign } from "../lib/things.js";
import { figure, t } from "../lib/words.js";

const COUNT_MS = 700;
const GAIN_MS = 1600;
const RISING = [
  { opacity: 0, translate: "0 1rem" },
  { opacity: 1, translate: "0 0", offset: 0.2 },
  { opacity: 1, translate: "0 -0.25rem", offset: 0.75 },
  { opacity: 0, translate: "0 -0.75rem" },
];
const LONG_WORD = 11; // letters

const counting = new WeakMap(); // a score → where its counting has come to, to go on from there

/** Show the scores of a view in a list; scores that change count up over `ms` milliseconds. */
export function showTotals(list, view, ms = COUNT_MS) {
  const rows = new Map([...list.children].map((element) => [Number(element.dataset.seat), element]));
  const same = view.standings.length === rows.size && view.seats.every((seat) => fits(rows.get(seat.seat), seat));
  if (!same) {
    rows.clear();
    list.replaceChildren();
  }
  bySeat(view.standings).forEach((place, index) => {
    const seat = view.seats[place.seat - 1];
    const element = rows.get(place.seat) ?? row(seat);
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
    fill(element, view, place, seat, same ? ms : 0);
  });
}

/**
 * What a row shows in large: the total, or what lies open of it while somebody's total is still a secret. All rows show
 * the same thing.
 */
function shownOf(view, place) {
  return view.standings.every(({ total }) => total !== null) ? place.total : view.shown[place.seat - 1];
}

/** Places as the seats sit at the table, whoever leads. */
export function bySeat(places) {
  return [...places].sort((one, other) => one.seat - other.seat);
}

/** Whether a name has a word so long that it is set smaller where there is little room (parts.html does so too). */
export function wordy(name) {
  return name.split(/[\s-]/u).some((word) => word.length > LONG_WORD);
}

/** Let a number count from what it shows to what it shall be. Still for readers who want that. */
export function count(element, to, ms) {
  counting.get(element)?.();
  const from = Number(element.textContent.replace("−", "-")) || 0;
  if (from === to || ms === 0 || still() || document.hidden) return setText(element, figure(to));
  const began = performance.now();
  let frame = 0;
  counting.set(element, () => cancelAnimationFrame(frame));
  const step = (now) => {
    const done = Math.min(1, Math.max(0, now - began) / ms);
    setText(element, figure(Math.round(from + (to - from) * (1 - (1 - done) ** 3))));
    if (done < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
}

function fits(element, seat) {
  return element && element.dataset.colour === seat.colour;
}

function fill(element, view, place, seat, ms) {
  element.classList.toggle("on-turn", view.turn === seat.seat);
  setText(part(element, "rank"), place.rank);
  setText(part(element, "name"), seat.name);
  part(element, "name").classList.toggle("wordy", wordy(seat.name));
  setText(part(element, "colour"), seat.colour_name);
  const unit = part(element, "unit");
  const total = shownOf(view, place);
  if (unit.dataset.unit !== view.unit) {
    unit.dataset.unit = view.unit;
    unit.replaceChildren(sign({ glyph: view.unit }, view.game));
  }
  const stands = part(element, "stands");
  const said = JSON.stringify(seat.about);
  if (stands.dataset.said !== said) {
    stands.dataset.said = said;
    stands.replaceChildren(...seat.about.map((one) => about(one, view.things)));
  }
  const number = part(element, "total");
  const shown = Number(element.dataset.total ?? number.textContent.replace("−", "-"));
  element.dataset.total = total;
  if (ms && shown !== total) float(element, total - shown);
  count(number, total, ms);
  showLines(part(element, "lines"), view.sheet.filter((one) => one.seat === seat.seat).reverse());
}

/** The lines are built anew only when they are others: somebody may be reading them. */
function showLines(list, lines) {
  const now = lines.map((one) => `${one.entry} ${one.amount} ${one.text} ${cited(one)}`).join("\n");
  if (list.dataset.lines === now) return;
  list.dataset.lines = now;
  list.replaceChildren(...lines.map(line));
}

function float(element, by) {
  const sign = gain(by);
  element.append(sign);
  // Still, it stands for as long: an animation that changes nothing would have the page drawn sixty times a second.
  const risen = still()
    ? new Promise((done) => setTimeout(done, GAIN_MS))
    : sign.animate(RISING, { duration: GAIN_MS, easing: "ease-out" }).finished;
  risen.finally(() => sign.remove());
}
