// What the page says to its reader: results, refusals and worries, seen and read aloud.
import { h } from "./dom.js";
import { currentSheet } from "./sheet.js";
import { seatMark } from "./templates.js";
import { t } from "./words.js";

export { errorSentence } from "./reasons.js";

const STAYS_MS = 5000;
let fading = 0;

/**
 * Show a message where the reader looks.
 * @param {string} text
 * @param {"" | "refused" | "waiting"} kind "" for news; "waiting" stays until another message.
 */
export function say(text, kind = "") {
  const sheet = currentSheet();
  const place = document.getElementById("said");
  clearTimeout(fading);
  if (sheet) sheet.say(text, kind);
  else if (place) {
    place.textContent = text;
    place.dataset.kind = kind;
    if (kind !== "waiting") fading = setTimeout(() => (place.textContent = ""), STAYS_MS);
  }
}

/**
 * Show that a command waits for the network, or that it no longer does.
 * @param {boolean} late
 */
export function showWaiting(late) {
  say(late ? t("page.act.not_sent") : "", late ? "waiting" : "");
}

/**
 * Return a move and the gains of its seat in one sentence: "Inès steps to 8: +1 gold".
 * @param {string} text
 * @param {api.SheetLineView[]} lines
 * @param {number} seat
 */
export function summarizeMove(text, lines, seat) {
  const gains = gainsOf(lines, seat);
  return gains ? t("page.act.result", { told: text, gives: gains }) : text;
}

/**
 * Return the gains of a seat: "+1 gold, +2 pepper"; "" without any.
 * @param {api.SheetLineView[]} lines
 * @param {number} seat
 */
export function gainsOf(lines, seat) {
  const own = lines.filter((line) => line.seat === seat && line.by);
  /** @param {api.SheetLineView} line */
  const needsReason = ({ what }) => own.filter((line) => line.what === what).length > 1;
  return own.map((line) => (needsReason(line) && line.text ? `${line.amount} (${line.text})` : line.amount)).join(", ");
}

/**
 * Return a seat's mark with its name.
 * @param {Pick<api.TableView, "seats">} view
 * @param {number} number
 */
export function seatLabel(view, number) {
  const seat = view.seats.find((each) => each.seat === number);
  return h("span", { class: "whose" }, seat ? [seatMark(seat), " ", seat.name] : String(number));
}

/**
 * Return a title with the name of its seat, unless that is this phone's own.
 * @param {api.PhoneView} view
 * @param {number} number
 * @param {string} title
 */
export function titleForSeat(view, number, title) {
  const seat = view.seats.find((each) => each.seat === number);
  return number === view.you.seat || !seat ? title : `${title} · ${seat.name}`;
}
