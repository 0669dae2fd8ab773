// A ring: a wheel with its bands and weighted sectors, the pointer on top, and its result in the middle.
import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { byHand } from "./parts.js";
import { Wheel } from "./wheel.js";

/** @typedef {import("./scene.js").Table} Table */

/**
 * Open a wheel in a room.
 * @param {HTMLElement} room
 */
export function open(room) {
  return new Ring(room);
}

export class Ring {
  /**
   * Create a wheel that is still to be shown.
   * @param {HTMLElement} room
   */
  constructor(room) {
    this.note = h("p", { class: "wheel-note" });
    /** Where a player announces and throws: filled by what turns wheels by hand. */
    this.call = h("div", { class: "wheel-call", hidden: true });
    const face = h("div", { class: "wheel-room" });
    this.result = h("p", { class: "wheel-result told" });
    this.below = h("div", { class: "wheel-below", hidden: true });
    room.classList.add("ring-room");
    room.replaceChildren(this.note, this.call, face, this.result, this.below);
    /** @type {api.RingBlock | null} */
    this.ring = null;
    /** @type {Table | null} */
    this.table = null;
    /** Turns the wheel by hand, where the reader may. @type {import("../offers/spinning.js").Spinning | null} */
    this.hand = null;
    this.wheel = new Wheel(face);
  }

  get bands() {
    return this.ring?.bands ?? [];
  }

  /**
   * Show a wheel.
   * @param {api.RingBlock} ring
   * @param {Table} table
   */
  show(ring, table) {
    this.ring = ring;
    this.table = table;
    const { note } = ring;
    const isTelevision = this.note.closest(".tv") !== null;
    const shown = note && (isTelevision ? byHand(note) : table.wheel_page ? h("a", { href: table.wheel_page }, t("page.wheel.copy", { note })) : note);
    this.note.replaceChildren(...(shown ? [shown] : []));
    this.wheel.lay(ring, table);
    this.settle(ring);
  }

  /**
   * Show all as it is, lying still.
   * @param {api.RingBlock} ring
   */
  settle({ rests, announced, bands, says }) {
    const { wheel } = this;
    if (!this.hand?.isHeld) {
      if (rests) wheel.stand(rests);
      else wheel.stop();
    }
    wheel.announce(announced ?? null, rests);
    this.showResult();
    setText(this.result, says ?? bands.find(({ id }) => id === announced)?.name ?? "");
    this.hand?.settle();
  }

  /** Show in the hub what the wheel rests on. */
  showResult() {
    if (this.ring && this.table) this.wheel.showResult(this.ring, this.table);
  }
}
