// Lays hidden cards open, one row after the other.
import { h } from "../lib/dom.js";
import { loadStylesheet } from "../lib/fetching.js";
import { open } from "../blocks/cards.js";
import { Moment } from "./moment.js";

const TIMES = { reading: 3200, each: 900, stay: 1600 };

/**
 * Lay hidden cards open.
 * @param {api.RevealCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play([{ name, rows }], { view }) {
  loadStylesheet("/styles/blocks/cards.css");
  const room = h("div", { class: "revealed" });
  const moment = new Moment(name, room);
  const cards = open(room);
  /** @type {(row: api.CardRow, index: number) => void} */
  const show = (_, i) => cards.show({ id: "revealed", name, rows: rows.slice(0, i + 1) }, view);
  return { done: moment.read(rows, show, TIMES), finish: () => moment.end() };
}
