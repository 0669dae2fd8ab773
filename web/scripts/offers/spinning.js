// Turning a wheel by hand: one announces what counts, holds the button in its middle, and lets go.
import { command } from "../lib/api.js";
import { button, whyNot } from "../lib/buttons.js";
import { drawing, h, still } from "../lib/dom.js";
import { sign } from "../blocks/parts.js";
import { playForm } from "./on_demand.js";
import { sentence } from "../lib/reasons.js";
import { say, waiting, whose } from "../lib/says.js";
import { Sounds } from "../lib/sounds.js";
import { throwing } from "../lib/throwing.js";
import { t } from "../lib/words.js";

const TICK = [[1400, 14]]; // Hz, milliseconds
const QUIET = 1;
const FULL_MS = 1600; // a throw that was held so long goes round most often
const FEWEST_TURNS = 2;
const MORE_TURNS = 2;

/** The whole moves among these offers that turn a wheel now; none where all are refused. */
function spinsAmong(offers = []) {
  const found = offers.filter(({ whole, touches = [], moves }) => whole && !moves && touches.includes("sector"));
  return found.some(({ refused }) => !refused) ? found : [];
}

function same(one, other) {
  return JSON.stringify(one?.move) === JSON.stringify(other?.move) && one?.seat === other?.seat;
}

export class Spinning {
  /** @param {any} ring The drawing of the wheel, as blocks/ring.js has it. */
  constructor(ring) {
    this.ring = ring;
    ring.hand = this;
    this.view = null;
    /** @type {any[]} */
    this.spins = [];
    this.announced = null; // the offer that was chosen here, not thrown yet
    this.thrown = false; // a throw of this phone is on its way, or its wheel turns
    this.turns = FEWEST_TURNS;
    this.laid = "";
    this.bell = h("button", { class: "choice wheel-sound", type: "button", "aria-label": t("page.wheel.sound"), title: t("page.wheel.sound") }, drawing("bell"));
    const sounds = new Sounds(this.bell);
    ring.ticked = () => (this.holds || this.thrown) && sounds.play(TICK, QUIET);
    this.makeButton();
  }

  /** Whether the button is held: then the wheel is this hand's. */
  get holds() {
    return this.button.classList.contains("held");
  }

  /** Show what a view lets this phone do. */
  show(view) {
    this.view = view;
    this.spins = spinsAmong(view.offers);
    const may = this.spins.length > 0;
    if (!this.spins.some((one) => same(one, this.announced) && !one.refused)) this.announced = null;
    if (this.spins.length === 1) [this.announced] = this.spins;
    this.ring.call.hidden = this.ring.below.hidden = !may;
    this.bell.hidden = !may;
    if (may) this.call();
    this.settled();
  }

  /** The wheel lies still as the table has it: what is announced here is shown on it, and the button in its middle. */
  settled() {
    const { wheel, ring, table } = this.ring;
    if (document.documentElement.classList.contains("playing")) return;
    if (!this.spins.length) {
      if (wheel.hub.firstElementChild === this.button) wheel.tell(ring, table);
      return;
    }
    if (wheel.hub.firstElementChild !== this.button) wheel.hub.replaceChildren(this.button);
    wheel.hub.classList.remove("stark");
    wheel.announce(this.bandOf(this.announced));
    this.button.setAttribute("aria-disabled", String(this.announced === null || this.thrown));
  }

  /** The band that an offer announces; null where it names none. */
  bandOf(offer) {
    const bands = this.ring.ring.bands.map(({ id }) => id);
    return Object.values(offer?.move ?? {}).find((value) => bands.includes(value)) ?? null;
  }

  /** What may be announced, as cards; where there is but one way, nothing is asked. */
  call() {
    const [{ seat }] = this.spins;
    const { bands } = this.ring.ring;
    const laid = JSON.stringify([seat, this.spins.map(({ move, refused }) => [move, refused]), bands, this.view.you, this.view.seats[seat - 1].name]);
    if (laid !== this.laid) {
      this.laid = laid;
      const other = this.view.you.seat !== seat;
      const names = this.spins.map((offer) => this.nameOf(offer));
      this.inputs = this.spins.map((offer) => h("input", { type: "radio", name: "announced", value: this.bandOf(offer) ?? "", onchange: () => this.announce(offer) }));
      const cards = this.spins.map((offer, i) => this.card(offer, this.inputs[i], names[i]));
      const title = h("legend", {}, other && [whose(this.view, seat), " "], t("page.wheel.which"));
      const why = this.spins.map(({ refused }) => whyNot(refused)).filter(Boolean);
      const bands = h("fieldset", { class: "bands" }, title, cards, why.length > 0 && h("p", { class: "hint" }, why));
      this.ring.call.replaceChildren(...[this.spins.length > 1 && bands].filter(Boolean), this.bell);
      this.ring.below.replaceChildren(button("quiet", () => this.type(), t("page.wheel.typed")));
      this.names = names;
    }
    for (const [i, input] of this.inputs.entries()) input.checked = same(this.spins[i], this.announced);
  }

  nameOf(offer) {
    const band = this.ring.ring.bands.find(({ id }) => id === this.bandOf(offer));
    return band?.name ?? offer.text;
  }

  card(offer, input, name) {
    const at = this.ring.ring.bands.findIndex(({ id }) => id === this.bandOf(offer));
    const thing = this.ring.ring.bands[at]?.thing;
    input.disabled = Boolean(offer.refused);
    return h("label", { class: "choice-card band-card", dataset: at < 0 ? {} : { band: at % 3 } }, input, thing && sign(thing, this.ring.table), h("span", {}, name));
  }

  announce(offer) {
    this.announced = offer;
    this.settled();
  }

  makeButton() {
    this.button = h("button", { type: "button", class: "throw" }, h("b", {}, t("page.wheel.throw")), h("span", {}, t("page.wheel.hold")));
    const { wheel } = this.ring;
    throwing(this.button, {
      ready: () => this.ready(),
      wind: () => wheel.wind(),
      unwind: () => wheel.unwind(),
      release: (held) => this.release(held),
    });
  }

  ready() {
    if (this.thrown || !this.spins.length) return false;
    if (this.announced === null) {
      say(t("page.wheel.announce", { names: this.names.join(" · ") }), "refused");
      this.inputs.find((input) => !input.disabled).focus({ preventScroll: true });
      return false;
    }
    return true;
  }

  release(held) {
    this.turns = FEWEST_TURNS + Math.round((MORE_TURNS * Math.min(held, FULL_MS)) / FULL_MS);
    this.ring.wheel.free();
    return this.send(this.announced);
  }

  /** Whatever comes of it is in the next view. */
  async send({ seat, move }) {
    this.thrown = true;
    this.button.setAttribute("aria-disabled", "true");
    try {
      if (await command("play", { seat, move }, this.view, waiting)) {
        if (still()) this.thrown = false; // nothing turns here
        return;
      }
    } catch (error) {
      say(sentence(error), "refused");
    }
    this.thrown = false;
    this.ring.wheel.unwind();
    this.settled();
  }

  /** Type in what the real wheel showed. */
  type() {
    const [{ seat, move, text }] = this.announced ? [this.announced] : this.spins;
    const { move: kind, ...chosen } = this.announced ? move : { move: move.move };
    playForm(this.view, seat, kind, text, { chosen, real: true });
  }
}
