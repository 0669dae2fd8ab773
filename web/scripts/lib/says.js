// What the page says to its reader: results, refusals and worries, seen and read aloud, and how sheet lines are put.
import { h } from "./dom.js";
import { mark } from "./templates.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

export { sentence } from "./reasons.js";

const STAYS_MS = 5000;
let fading = null;

/** Say something where the reader looks. `kind`: "" for news, "refused", "waiting" (stays until something else). */
export function say(text, kind = "") {
  const sheet = openSheet();
  const place = document.getElementById("said");
  clearTimeout(fading);
  if (sheet) sheet.say(text, kind);
  else if (place) {
    place.textContent = text;
    place.dataset.kind = kind;
    if (kind !== "waiting") fading = setTimeout(() => place.replaceChildren(), STAYS_MS);
  }
}

/** Call it off that something waits. */
export function waiting(late) {
  say(late ? t("page.act.not_sent") : "", late ? "waiting" : "");
}

/** What happened in one breath: "Inès steps to 8: +1 gold". */
export function inOneBreath(told, lines, seat) {
  const mine = lines.filter((line) => line.seat === seat && line.by);
  const again = ({ what }) => mine.filter((line) => line.what === what).length > 1; // then only the reason tells them apart
  const gives = mine.map((line) => (again(line) && line.text ? `${line.amount} (${line.text})` : line.amount));
  return gives.length ? t("page.act.result", { told, gives: gives.join(", ") }) : told;
}

/** Whose it is: shape and letter in the seat's colour, with the name. */
export function whose(view, number) {
  const seat = view.seats.find((one) => one.seat === number);
  return h("span", { class: "whose" }, seat ? [mark(seat), " ", seat.name] : String(number));
}

/** A title that says whose it is, where that is not this phone's own seat. */
export function named(view, seat, title) {
  const one = view.seats.find((other) => other.seat === seat);
  return seat === view.you.seat || !one ? title : `${title} · ${one.name}`;
}
