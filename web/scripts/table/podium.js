// The podium of a game that is over: places with pieces, names, medals and totals, and coins that fall once.
import { drawing, h, svg } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { hasLongWord } from "./totals.js";
import { formatNumber, t } from "../lib/words.js";

/** @typedef {Pick<api.TableView, "standings" | "seats" | "unit">} Result */

const MEDALS = 3; // places that get one
const COINS = 28;
/** The outlines of medals by place: a sun, a flower and a coin. */
const OUTLINES = [starPath(16, 11), starPath(8, 12.5), starPath(24, 14)];

/**
 * Return the podium, with the places behind it and what decides among equals.
 * @param {Result} result
 * @returns {HTMLElement[]}
 */
export function podium({ standings, seats, unit }) {
  const places = [...standings].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  /** @param {api.StandingView} place */
  const item = (place, i = 0) => placeItem(place, seats[place.seat - 1], unit, i);
  const [high, low] = [places.filter(hasMedal), places.filter((place) => !hasMedal(place))];
  const isShared = places.some(({ rank, seat }) => places.some((other) => other.rank === rank && other.seat !== seat));
  const isDecided = places.some(({ total, rank }) => places.some((other) => other.total === total && other.rank !== rank));
  const notes = [isDecided && t("page.podium.decides"), isShared && t("page.podium.shared")].filter(Boolean);
  return [
    h("ol", { class: "podium" }, high.map(item)),
    ...(low.length ? [h("ol", { class: "podium-rest" }, low.map((place) => item(place)))] : []),
    ...notes.map((text) => h("p", { class: "hint" }, text)),
  ];
}

/** @param {api.StandingView} place */
export function hasMedal({ rank }) {
  return rank <= MEDALS;
}

/**
 * Return a place. The first stands in the middle, the next ones beside it, left and right in turn.
 * @param {api.StandingView} place
 * @param {api.SeatView} seat
 * @param {string} unit
 * @param {number} index
 */
function placeItem(place, seat, unit, index) {
  const { rank, total, ties } = place;
  const order = index % 2 ? -Math.ceil(index / 2) : index / 2;
  return h(
    "li",
    { dataset: { colour: seat.colour, seat: seat.seat, rank }, style: { order } },
    h("span", { class: "unseen" }, t("page.rank", { rank: formatNumber(rank) })),
    hasMedal(place) ? null : h("b", { class: "rank", "aria-hidden": "true" }, formatNumber(rank)),
    rank === 1 && drawing("crown"),
    seatMark(seat),
    h("span", { class: "podium-name" }, h("b", { class: hasLongWord(seat.name) && "wordy" }, seat.name), ties && h("small", {}, ties)),
    h("span", { class: "pedestal" }, hasMedal(place) && medal(rank), h("span", { class: "podium-total" }, h("b", {}, formatNumber(total ?? 0)), drawing(unit))),
  );
}

/**
 * Return the medal of a place: its outline and its number tell it, and its metal.
 * @param {number} rank
 */
export function medal(rank) {
  return svg(
    "svg",
    { class: "medal", viewBox: "0 0 32 42", "aria-hidden": "true", dataset: { rank } },
    svg("path", { class: "ribbon", d: "M6 0h7l5 16h-6z" }),
    svg("path", { class: "ribbon over", d: "M26 0h-7l-5 16h6z" }),
    svg("path", { class: "metal", d: OUTLINES[rank - 1] }),
    svg("circle", { class: "rim", cx: 16, cy: 27, r: 9.8 }),
    svg("path", { class: "shine", d: "M8.2 28.5a8.2 8.2 0 0 1 9.6-9.5a12 12 0 0 0-9.6 9.5z" }),
    svg("text", { x: 16, y: 32 }, String(rank)),
  );
}

/**
 * Return the outline of a star around the middle of a medal.
 * @param {number} points
 * @param {number} inner Radius between the points; at them it is 14.
 */
function starPath(points, inner) {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const [radius, angle] = [i % 2 ? inner : 14, (Math.PI * i) / points];
    return `${(16 + radius * Math.sin(angle)).toFixed(1)} ${(27 - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}

/** Have coins fall over the page; return the element that they fall in. */
export function rainCoins() {
  const sky = h("div", { class: "rain", "aria-hidden": "true" });
  document.body.append(sky);
  const falls = Array.from({ length: COINS }, (_, i) => {
    const coin = h("span", { style: { left: `${(i * 37) % 100}%` } }, drawing("coin"));
    sky.append(coin);
    const turns = `rotate(${180 + ((i * 97) % 360)}deg)`;
    const frames = [{ transform: "translateY(-15vh)" }, { transform: `translateY(110vh) ${turns}` }];
    return coin.animate(frames, { duration: 1800 + ((i * 331) % 1400), delay: (i * 173) % 900, easing: "ease-in", fill: "both" }).finished;
  });
  Promise.allSettled(falls).then(() => sky.remove());
  return sky;
}
