// A tally, read out share by share: who is paid, what for, and what there is then; at last what the table does by hand.
import { drawing, h, setText } from "../lib/dom.js";
import { mark } from "../lib/templates.js";
import { sign } from "../blocks/parts.js";
import { count, wordy } from "../table/totals.js";
import { figure, signed } from "../lib/words.js";
import { Moment } from "./moment.js";

const TIMES = { reading: 3200, each: 3200, stay: 800 };
const SOON = { reading: 4000, each: 600, stay: 1200 };

/** @type {import("./player.js").Sort["play"]} */
export function play([tally], { view, told }) {
  const pieces = new Map(view.scene.blocks.flatMap((block) => block.pieces ?? []).map((piece) => [piece.id, piece.colour]));
  const unit = ({ thing = tally.thing }) => (thing && sign(thing, view)) || drawing(view.unit);
  const rows = tally.shares.map((share) => shareRow(share, view.seats[share.seat - 1], unit(share), pieces.get(share.piece)));
  const then = tally.then && h("p", { class: "tally-then waiting" }, tally.then);
  const moment = new Moment(tally.name, h("ol", {}, rows), then);
  const show = (share, i, ms) => {
    reveal(rows[i], share, ms);
    if (then && i === rows.length - 1) then.classList.remove("waiting");
  };
  return { done: moment.read(tally.shares, show, { ...(tally.passing ? SOON : TIMES), told }), finish: () => moment.end() };
}

function shareRow(share, seat, unit, colour) {
  const total = h("b", { class: "share-total" }, figure(share.total - share.pays));
  return h(
    "li",
    { class: "waiting", dataset: { colour: colour ?? seat.colour } },
    mark(seat),
    h("span", { class: "share-name" }, h("b", { class: wordy(seat.name) && "wordy" }, seat.name), h("span", {}, share.where)),
    h("span", { class: "share-pays" }, share.pays ? signed(share.pays) : "–"),
    h("span", { class: "share-sum" }, total, unit),
  );
}

function reveal(row, share, ms) {
  row.classList.remove("waiting");
  row.classList.toggle("paid", share.pays > 0);
  const total = row.querySelector(".share-total");
  if (ms) count(total, share.total, ms);
  else setText(total, figure(share.total));
}
