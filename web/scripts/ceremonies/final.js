// The end: what everybody has come to, category by category where there are any, then the places; and coins fall, once.
import { drawing, h, still } from "../lib/dom.js";
import { loadStylesheet } from "../lib/fetching.js";
import { open } from "../blocks/grid.js";
import { mark } from "../lib/templates.js";
import { wordy } from "../table/totals.js";
import { figure } from "../lib/words.js";
import { Moment } from "./moment.js";

const TIMES = { reading: 4000, each: 700, stay: 5000 };
const COINS = 28;

/** @type {import("./player.js").Sort["play"]} */
export function play([{ name, rows = [], places }], { view }) {
  const table = h("div", { class: "final-rows" });
  const list = h("ol", { class: "final-places" });
  const moment = new Moment(name, rows.length > 0 && table, list);
  const grid = open(table);
  if (rows.length) loadStylesheet("/styles/blocks/grid.css");
  const steps = [...rows.map((_, i) => () => grid.show({ id: "final", name, rows: rows.slice(0, i + 1) }, view))];
  const equal = ({ total }) => places.filter((place) => place.total === total).length > 1;
  for (const place of [...places].reverse()) steps.push(() => list.prepend(placeRow(place, equal(place), view)));
  const sky = still() ? null : rain();
  const end = () => {
    moment.end();
    sky?.remove();
  };
  return { done: moment.read(steps, (step) => step(), TIMES).then(end), finish: end };
}

/** A place, with what decides among equals where there are any. */
function placeRow({ seat, rank, total, ties }, equal, { seats, unit }) {
  const one = seats[seat - 1];
  return h(
    "li",
    { class: rank === 1 ? "paid" : "", dataset: { colour: one.colour } },
    h("b", { class: "final-rank" }, figure(rank)),
    mark(one),
    h("span", { class: "share-name" }, h("b", { class: wordy(one.name) && "wordy" }, one.name), equal && ties && h("span", {}, ties)),
    h("span", { class: "share-sum" }, h("b", { class: "share-total" }, figure(total)), drawing(unit)),
  );
}

/** Coins fall over the page. */
function rain() {
  const sky = h("div", { class: "rain", "aria-hidden": "true" });
  document.body.append(sky);
  const falls = Array.from({ length: COINS }, (_, i) => {
    const coin = h("span", {}, drawing("coin"));
    coin.style.left = `${(i * 37) % 100}%`;
    sky.append(coin);
    const turns = `rotate(${180 + ((i * 97) % 360)}deg)`;
    const way = [{ transform: "translateY(-15vh)" }, { transform: `translateY(110vh) ${turns}` }];
    const timing = { duration: 1800 + ((i * 331) % 1400), delay: (i * 173) % 900, easing: "ease-in", fill: "both" };
    return coin.animate(way, timing).finished;
  });
  Promise.allSettled(falls).then(() => sky.remove());
  return sky;
}
