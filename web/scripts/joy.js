// Moments of joy: a tally read out share by share, and the end. They are only watched: no press ever waits for them.
import { drawing, h, put, still } from "./dom.js";
import { mark } from "./parts.js";
import { count, wordy } from "./totals.js";
import { figure, signed, t } from "./words.js";

/** How long the shares of a tally take altogether, at most. */
const READING_MS = 3200;
const STAY_MS = 800; // what is left of four seconds
const STILL_MS = 4000;
const COINS = 28;

let ends = null; // ends the moment that is on

/**
 * Celebrate what a new view brought: a tally, the end of the game, or both one after the other. `told` is called once
 * every share has been read out, or the reader has seen enough.
 */
export async function celebrate(view, tallied, over, told) {
  if (document.hidden) return;
  if (tallied) await readOut(view, told);
  if (over && view.over) rain();
}

/** Read the shares out, the furthest camel first. A tap or a key anywhere ends it, and does what it does besides. */
async function readOut({ tally, seats, unit, scene }, told) {
  const pieces = new Map(scene.blocks.flatMap((block) => block.pieces ?? []).map((piece) => [piece.id, piece.colour]));
  ends?.();
  const rows = tally.shares.map((share) => shareRow(share, seats[share.seat - 1], unit, pieces.get(share.piece)));
  const card = h(
    "div",
    { class: "joy", "aria-hidden": "true" },
    h("p", { class: "joy-title" }, drawing("lantern"), h("span", {}, tally.title), drawing("lantern")),
    h("ol", {}, rows),
    h("p", { class: "joy-skip" }, t("page.joy.skip")),
  );
  document.body.append(card);
  const moment = new Moment(card);
  if (still()) {
    for (const [i, share] of tally.shares.entries()) reveal(rows[i], share, 0);
    await moment.wait(STILL_MS);
  } else {
    const each = READING_MS / tally.shares.length;
    for (const [i, share] of tally.shares.entries()) {
      reveal(rows[i], share, Math.min(500, each * 0.7));
      if (!(await moment.wait(each))) break;
    }
    told();
    await moment.wait(STAY_MS);
  }
  moment.end();
}

function shareRow(share, seat, unit, colour) {
  const total = h("b", { class: "joy-total" }, figure(share.total - share.pays));
  return h(
    "li",
    { class: "waiting", dataset: { colour: colour ?? seat.colour } },
    mark(seat),
    h("span", { class: "joy-name" }, h("b", { class: wordy(seat.name) && "wordy" }, seat.name), h("span", {}, share.place)),
    h("span", { class: "joy-pays" }, share.pays ? signed(share.pays) : "–"),
    h("span", { class: "joy-sum" }, total, drawing(unit)),
  );
}

function reveal(row, share, ms) {
  row.classList.remove("waiting");
  row.classList.toggle("paid", share.pays > 0);
  const total = row.querySelector(".joy-total");
  if (ms) count(total, share.total, ms);
  else put(total, figure(share.total));
}

/** Something that is on for a while; whoever taps anywhere has seen enough of it. */
class Moment {
  constructor(element) {
    this.element = element;
    this.over = false;
    this.wake = () => {};
    ends = () => this.end();
    for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, ends, { capture: true, once: true });
  }

  /** Whether the moment still goes on after so many milliseconds. */
  wait(ms) {
    return new Promise((done) => {
      if (this.over) return done(false);
      const timer = setTimeout(() => done(!this.over), ms);
      this.wake = () => {
        clearTimeout(timer);
        done(false);
      };
    });
  }

  end() {
    this.over = true;
    this.wake();
    this.element.remove();
  }
}

/** Coins fall over the page, once. */
function rain() {
  if (still()) return;
  const sky = h("div", { class: "rain", "aria-hidden": "true" });
  document.body.append(sky);
  const moment = new Moment(sky);
  const falls = Array.from({ length: COINS }, (_, i) => {
    const coin = h("span", {}, drawing("coin"));
    coin.style.left = `${(i * 37) % 100}%`;
    sky.append(coin);
    const turns = `rotate(${180 + ((i * 97) % 360)}deg)`;
    const way = [{ transform: "translateY(-15vh)" }, { transform: `translateY(110vh) ${turns}` }];
    const timing = { duration: 1800 + ((i * 331) % 1400), delay: (i * 173) % 900, easing: "ease-in", fill: "both" };
    return coin.animate(way, timing).finished;
  });
  Promise.allSettled(falls).then(() => moment.end());
}
