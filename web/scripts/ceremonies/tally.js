// Reads a tally out, share by share: who is paid, what for, and the new total; at last what the table does by hand.
import { drawing, find, h, setText } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { sign } from "../blocks/amounts.js";
import { countTo, hasLongWord } from "../table/totals.js";
import { formatNumber, formatSigned } from "../lib/words.js";
import { Moment } from "./moment.js";

const TIMES = { reading: 3200, each: 3200, stay: 800 };
const PASSING_TIMES = { reading: 4000, each: 600, stay: 1200 };

/**
 * Read a tally out.
 * @param {api.TallyCeremony[]} list
 * @param {import("./player.js").Stage} stage
 * @returns {import("./player.js").Playback}
 */
export function play([tally], { view, onTold }) {
  const pieces = view.scene.blocks.flatMap((block) => ("pieces" in block && block.pieces) || []);
  /** @param {api.Share} share */
  const unitOf = ({ thing = tally.thing }) => (thing && sign(thing, view)) || drawing(view.unit);
  const rows = tally.shares.map((share) => {
    const seat = view.seats[share.seat - 1];
    const piece = pieces.find(({ id }) => id === share.piece);
    return shareRow(share, seat, unitOf(share), piece?.colour ?? seat.colour);
  });
  const then = tally.then && h("p", { class: "tally-then waiting" }, tally.then);
  const moment = new Moment(tally.name, h("ol", {}, rows), then);
  /** @type {(share: api.Share, index: number, milliseconds: number) => void} */
  const show = (share, i, milliseconds) => {
    showShare(rows[i], share, milliseconds);
    if (then && i === rows.length - 1) then.classList.remove("waiting");
  };
  return { done: moment.read(tally.shares, show, { ...(tally.passing ? PASSING_TIMES : TIMES), onTold }), finish: () => moment.end() };
}

/**
 * Return a share that is still to be read out.
 * @param {api.Share} share
 * @param {api.SeatView} seat
 * @param {SVGElement} unit
 * @param {string} colour
 */
function shareRow(share, seat, unit, colour) {
  const total = h("b", { class: "share-total" }, formatNumber(share.total - share.pays));
  return h(
    "li",
    { class: "waiting", dataset: { colour } },
    seatMark(seat),
    h("span", { class: "share-name" }, h("b", { class: hasLongWord(seat.name) && "wordy" }, seat.name), h("span", {}, share.where)),
    h("span", { class: "share-pays" }, share.pays ? formatSigned(share.pays) : "–"),
    h("span", { class: "share-sum" }, total, unit),
  );
}

/**
 * Show a share, whose total counts up.
 * @param {HTMLElement} row
 * @param {api.Share} share
 * @param {number} milliseconds
 */
function showShare(row, { pays, total }, milliseconds) {
  row.classList.remove("waiting");
  row.classList.toggle("paid", pays > 0);
  const element = find(row, ".share-total");
  if (milliseconds) countTo(element, total, milliseconds);
  else setText(element, formatNumber(total));
}
