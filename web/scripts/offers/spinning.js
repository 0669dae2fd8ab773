// Turning a wheel by hand: a player announces what counts, holds the button in its middle, and lets go.
import { sendCommand } from "../lib/api.js";
import { button, refusalNote } from "../lib/buttons.js";
import { h, prefersReducedMotion } from "../lib/dom.js";
import { sign } from "../blocks/amounts.js";
import { playForm } from "./on_demand.js";
import { errorSentence } from "../lib/reasons.js";
import { isSameJson, render } from "../lib/render.js";
import { say, showWaiting, seatLabel } from "../lib/says.js";
import { makeThrowable } from "../lib/throwing.js";
import { t } from "../lib/words.js";

const FULL_MS = 1600; // a throw that was held so long goes round most often
const FEWEST_TURNS = 2;
const MORE_TURNS = 2;

export class Spinning {
  /**
   * Have a wheel turned by hand.
   * @param {import("../blocks/ring.js").Ring} ring
   */
  constructor(ring) {
    const { wheel } = ring;
    this.ring = ring;
    /** @type {api.PhoneView | null} */
    this.view = null;
    /** The moves that turn the wheel. @type {api.OfferView[]} */
    this.spins = [];
    /** The offer that was chosen here and is not thrown yet. @type {api.OfferView | null} */
    this.announced = null;
    this.isThrown = false; // a throw of this phone is on its way, or its wheel turns
    this.turns = FEWEST_TURNS;
    this.button = h("button", { type: "button", class: "throw" }, h("b", {}, t("page.wheel.throw")), h("span", {}, t("page.wheel.hold")));
    makeThrowable(this.button, {
      ready: () => this.isReady(),
      wind: () => wheel.wind(),
      unwind: () => wheel.unwind(),
      release: (held) => this.release(held),
    });
  }

  /** The inputs of what may be announced, in order; none where nothing is asked. */
  get inputs() {
    return [...this.ring.call.querySelectorAll("input")];
  }

  /** Return whether the button is held; then the wheel follows the hand. */
  get isHeld() {
    return this.button.classList.contains("held");
  }

  /**
   * Show what a view lets this phone do.
   * @param {api.PhoneView} view
   */
  show(view) {
    this.view = view;
    this.spins = spinsAmong(view.offers);
    const canSpin = this.spins.length > 0;
    if (!this.spins.some((offer) => isSameMove(offer, this.announced) && !offer.refused)) this.announced = null;
    if (this.spins.length === 1) [this.announced] = this.spins;
    this.ring.call.hidden = this.ring.below.hidden = !canSpin;
    if (canSpin) this.showChoices(view);
    this.settle();
  }

  /** Show on the wheel, which lies still, what is announced here, and the button in its middle. */
  settle() {
    const { wheel } = this.ring;
    if (document.documentElement.classList.contains("playing")) return;
    if (!this.spins.length || this.view?.real_dice) {
      if (wheel.hub.firstElementChild === this.button) this.ring.showResult();
      return;
    }
    if (wheel.hub.firstElementChild !== this.button) wheel.hub.replaceChildren(this.button);
    wheel.hub.classList.remove("stark");
    wheel.announce(this.announced && this.bandOf(this.announced));
    this.button.setAttribute("aria-disabled", String(this.announced === null || this.isThrown));
  }

  /**
   * Return the band that an offer announces; null where it names none.
   * @param {api.OfferView} offer
   * @returns {string | null}
   */
  bandOf({ move }) {
    const bands = this.ring.bands.map(({ id }) => id);
    return Object.values(move).find((value) => bands.includes(value)) ?? null;
  }

  /**
   * Show what may be announced, as cards; with a single offer nothing is asked.
   * @param {api.PhoneView} view
   */
  showChoices(view) {
    const [{ seat }] = this.spins;
    const title = h("legend", {}, view.you.seat !== seat && [seatLabel(view, seat), " "], t("page.wheel.which"));
    const cards = this.spins.map((offer) => this.choiceCard(offer, view));
    const reasons = this.spins.flatMap(({ refused }) => refusalNote(refused) || []);
    const fieldset = h("fieldset", { class: "bands" }, title, cards, reasons.length > 0 && h("p", { class: "hint" }, reasons));
    render(this.ring.call, this.spins.length > 1 && fieldset);
    render(this.ring.below, button(view.real_dice ? "play" : "quiet", () => this.typeIn(), t("page.wheel.typed")));
    for (const [i, input] of this.inputs.entries()) input.checked = isSameMove(this.spins[i], this.announced);
  }

  /** @param {api.OfferView} offer */
  nameOf(offer) {
    return this.ring.bands.find(({ id }) => id === this.bandOf(offer))?.name ?? offer.text;
  }

  /**
   * @param {api.OfferView} offer
   * @param {api.PhoneView} view
   */
  choiceCard(offer, view) {
    const { bands } = this.ring;
    const band = bands.findIndex(({ id }) => id === this.bandOf(offer));
    const thing = bands[band]?.thing;
    const attributes = { type: "radio", name: "announced", value: this.bandOf(offer) ?? "", disabled: Boolean(offer.refused) };
    const input = h("input", { ...attributes, onchange: () => this.announce(offer) });
    return h("label", { class: "choice-card band-card", dataset: band < 0 ? {} : { band: band % 3 } }, input, thing && sign(thing, view), h("span", {}, this.nameOf(offer)));
  }

  /** @param {api.OfferView} offer */
  announce(offer) {
    this.announced = offer;
    this.settle();
  }

  /** Return whether a throw is possible now; say what is missing where something is to be announced first. */
  isReady() {
    if (this.isThrown || !this.spins.length) return false;
    if (this.announced === null) {
      say(t("page.wheel.announce", { names: this.spins.map((offer) => this.nameOf(offer)).join(" · ") }), "refused");
      this.inputs.find((input) => !input.disabled)?.focus({ preventScroll: true });
      return false;
    }
    return true;
  }

  /** @param {number} held In milliseconds. */
  release(held) {
    this.turns = FEWEST_TURNS + Math.round((MORE_TURNS * Math.min(held, FULL_MS)) / FULL_MS);
    this.ring.wheel.turnFreely();
    this.send();
  }

  /** Send the throw; whatever comes of it is in the next view. */
  async send() {
    if (!this.view || !this.announced) return;
    const { seat, move } = this.announced;
    this.isThrown = true;
    this.button.setAttribute("aria-disabled", "true");
    try {
      if (await sendCommand("play", { seat, move }, this.view, showWaiting)) {
        if (prefersReducedMotion()) this.isThrown = false; // nothing turns here
        return;
      }
    } catch (error) {
      say(errorSentence(error), "refused");
    }
    this.isThrown = false;
    this.ring.wheel.unwind();
    this.settle();
  }

  /** Let the reader type in what the real wheel showed. */
  typeIn() {
    if (!this.view) return;
    const { seat, move, text } = this.announced ?? this.spins[0];
    const { move: kind, ...chosen } = this.announced ? move : { move: move.move };
    playForm(this.view, seat, kind, text, { chosen, real: true });
  }
}

/**
 * Return the whole moves among these offers that turn a wheel now; none where all are refused.
 * @param {api.OfferView[]} offers
 */
function spinsAmong(offers) {
  const spins = offers.filter(({ whole, touches, moves }) => whole && !moves && touches.includes("sector"));
  return spins.some(({ refused }) => !refused) ? spins : [];
}

/**
 * @param {api.OfferView} offer
 * @param {api.OfferView | null} other
 */
function isSameMove({ seat, move }, other) {
  return seat === other?.seat && isSameJson(move, other.move);
}
