// A ring: a wheel with its bands and weighted sectors, the pointer on top, and what it rests on in the middle.
import { h, setText } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { Wheel } from "./wheel.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return new Ring(room);
}

class Ring {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.note = h("p", { class: "wheel-note" });
    /** Where one announces and throws: filled by what turns wheels by hand. */
    this.call = h("div", { class: "wheel-call", hidden: true });
    const face = h("div", { class: "wheel-room" });
    this.told = h("p", { class: "wheel-result told" });
    this.below = h("div", { class: "wheel-below", hidden: true });
    room.classList.add("ring-room");
    room.replaceChildren(this.note, this.call, face, this.told, this.below);
    /** Whoever throws it by hand here. @type {{holds: boolean, turns: number, thrown: boolean} | null} */
    this.hand = null;
    this.wheel = new Wheel(face, () => this.ticked());
    this.ticked = () => {};
  }

  /** @param {Block} ring @param {Table} table */
  show(ring, table) {
    Object.assign(this, { ring, table });
    const copies = table.wheel_page && !this.note.closest(".tv");
    const copying = copies ? h("a", { href: table.wheel_page }, t("page.wheel.copy", { note: ring.note })) : ring.note;
    this.note.replaceChildren(...(ring.note ? [copying] : []));
    this.wheel.lay(ring, table);
    this.settle();
  }

  /** All as it is, lying still. */
  settle() {
    const { ring, table, wheel } = this;
    const { rests, announced, bands, says } = ring;
    if (!this.hand?.holds) {
      if (rests) wheel.stand(rests);
      else wheel.stop();
    }
    wheel.announce(announced ?? null, rests);
    wheel.tell(ring, table);
    setText(this.told, says ?? bands.find(({ id }) => id === announced)?.name ?? "");
    this.hand?.settled?.();
  }
}
