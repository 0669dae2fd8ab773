// Plays the end of a game: the sums of each category, if there are any, then the places; and coins fall, once.
import { drawing, h, prefersReducedMotion } from "../lib/dom.js";
import { loadStylesheet } from "../lib/fetching.js";
import { open } from "../blocks/grid.js";
import { seatMark } from "../lib/templates.js";
import { hasLongWord } from "../table/totals.js";
import { formatNumber } from "../lib/words.js";
import { Moment } from "./moment.js";

const TIMES = { reading: 4000, each: 700, stay: 5000 };
const COINS = 28;

/**
 * Play the end of a game.
 * @param {api.FinalCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play([{ name, rows = [], places }], { view }) {
  const table = h("div", { class: "final-rows" });
  const list = h("ol", { class: "final-places" });
  const moment = new Moment(name, rows.length > 0 && table, list);
  const grid = open(table);
  if (rows.length) loadStylesheet("/styles/blocks/grid.css");
  /** @type {(() => void)[]} */
  const steps = rows.map((_, i) => () => grid.show({ id: "final", name, rows: rows.slice(0, i + 1) }, view));
  /** @param {api.Placed} place */
  const isShared = ({ total }) => places.filter((place) => place.total === total).length > 1;
  for (const place of [...places].reverse()) steps.push(() => list.prepend(placeRow(place, isShared(place), view)));
  const coins = prefersReducedMotion() ? null : rainCoins();
  const end = () => {
    moment.end();
    coins?.remove();
  };
  return { done: moment.read(steps, (step) => step(), TIMES).then(end), finish: end };
}

/**
 * Return a place, with what decides among equals where there are any.
 * @param {api.Placed} place
 * @param {boolean} isShared
 * @param {import("./player.js").Stage["view"]} view
 */
function placeRow({ seat: number, rank, total, ties }, isShared, { seats, unit }) {
  const seat = seats[number - 1];
  return h(
    "li",
    { class: rank === 1 ? "paid" : "", dataset: { colour: seat.colour } },
    h("b", { class: "final-rank" }, formatNumber(rank)),
    seatMark(seat),
    h("span", { class: "share-name" }, h("b", { class: hasLongWord(seat.name) && "wordy" }, seat.name), isShared && ties && h("span", {}, ties)),
    h("span", { class: "share-sum" }, h("b", { class: "share-total" }, formatNumber(total)), drawing(unit)),
  );
}

/** Have coins fall over the page; return the element that they fall in. */
function rainCoins() {
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
