// Places, sectors, dice and cards that are touched: what is offered on a place is done; for other things the offers that
// can use them are shown below their block. A card or piece without such offers opens the move that brought it there.
import { post } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { Die } from "../lib/dice.js";
import { find, h } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { withRuling, errorSentence } from "../lib/reasons.js";
import { hasChanged, render } from "../lib/render.js";
import { thingSign } from "../lib/things.js";
import { showMoves } from "../offers/on_demand.js";
import { formatNumber, t } from "../lib/words.js";
import { exchange } from "./amounts.js";

/** @typedef {import("./amounts.js").GameThings} GameThings */
/** @typedef {HTMLElement | SVGElement} Target */

/**
 * A thing that is chosen. `kind` is what touching it means; if several meanings are asked for (`asks`), `touch` is missing
 * until one is selected.
 * @typedef {{id: string, kind: string, touch?: string, name: string, thing?: string, seat: number, asks?: string[]}} Choice
 */

const REACH = 26; // pixels from the middle of a place of a picture within which it is touched
const SELECTOR = "[data-touch]";
const ANOTHER = "[data-entry].another";

export class Touching {
  /**
   * Make the blocks of a page touchable.
   * @param {HTMLElement} root The element that contains all blocks.
   * @param {api.PhoneView} view
   */
  constructor(root, view) {
    this.root = root;
    loadTappedStylesheet("/styles/offers/touched.css");
    this.view = view;
    this.requests = 0;
    /** The entries that the reader may change. @type {Set<number>} */
    this.amendable = new Set();
    /** The text of what is offered on a place or a card. @type {Map<string | null, string>} */
    this.places = new Map();
    /** The seats that can use a kind of thing, or a single thing. @type {Map<string, number[]>} */
    this.seats = new Map();
    /** In the order in which they were touched. @type {Choice[]} */
    this.chosen = [];
    /** What their seat could use when the last of them was touched, as JSON. */
    this.usableThen = "";
    /** The meaning that was selected last for each kind of thing. @type {Map<string, string>} */
    this.meanings = new Map();
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /**
   * Make touchable what the offers of a view can use. What is chosen stays while its seat can use just the same: others
   * may move at the same time. After any other change nothing is chosen.
   * @param {api.PhoneView} view
   */
  show(view) {
    const { number, seq, offers, you, mendable } = view;
    this.view = view;
    if (!hasChanged(this, [number, seq, offers, you, mendable])) return this.mark(this.root);
    const open = offers.filter(({ refused, secret, seat }) => !refused && (!secret || seat === you.seat));
    this.amendable = new Set(mendable);
    this.places = new Map(open.map(({ at, text }) => [at, text]));
    this.seats = new Map();
    for (const { touches, seat } of open) {
      for (const kind of touches) this.seats.set(kind, [...new Set([...(this.seats.get(kind) ?? []), seat])]);
    }
    this.requests++;
    this.mark(this.root);
    const last = this.chosen.at(-1);
    if (last && this.usableBy(last.seat) === this.usableThen) this.renewOffers(last);
    else this.clear();
  }

  /** Choose nothing any more. */
  clear() {
    const hadChosen = this.chosen.length > 0;
    this.chosen = [];
    this.meanings.clear();
    if (hadChosen) this.mark(this.root);
    for (const place of this.root.querySelectorAll(".touched")) render(place);
  }

  /**
   * Return the offers of a seat and all that they can use on the page, as JSON to compare.
   * @param {number} seat
   */
  usableBy(seat) {
    const { number, you, offers } = this.view;
    /** @type {NodeListOf<Target>} */
    const elements = this.root.querySelectorAll(".touchable");
    const own = [...elements].map(({ dataset }) => this.userOf(dataset) === seat && [dataset.touch, dataset.id, dataset.name, dataset.thing]);
    return JSON.stringify([number, you, offers.filter((offer) => offer.seat === seat), own.filter(Boolean)]);
  }

  /**
   * Ask again what may be done with all that is chosen, because the table moved on; the focus stays.
   * @param {Choice} last
   */
  async renewOffers({ id }) {
    /** @type {Target | null} */
    const element = this.root.querySelector(`.touchable[data-id="${CSS.escape(id)}"]`);
    const { activeElement: focused } = document;
    if (element) await this.showOffers(element);
    const isLost = document.activeElement === document.body; // a button loses it while it is disabled
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }

  /** Return whether something is done as soon as this is touched. */
  isOfferedAt(touch = "") {
    return this.places.has(touch);
  }

  /**
   * Return the seat that can use a thing in a move; of some things only the owner (`of`) can be.
   * @param {DOMStringMap} dataset
   * @returns {number | undefined}
   */
  userOf({ touch = "", of }) {
    const seats = this.seats.get(touch) ?? this.seats.get(sortOf(touch)) ?? [];
    return of ? seats.find((seat) => seat === Number(of)) : seats[0];
  }

  /**
   * Make buttons of all elements that may be touched, and of no others.
   * @param {Element} root
   */
  mark(root) {
    /** @type {NodeListOf<Target>} */
    const elements = root.querySelectorAll(`${SELECTOR}, [data-entry]`);
    for (const element of elements) {
      const { touch, id, name, entry, over } = element.dataset;
      const isOffered = this.isOfferedAt(touch);
      const canBeChosen = !isOffered && this.userOf(element.dataset) !== undefined;
      const canBeTouched = canBeChosen || isOffered;
      const isOverTouchable = over && root.querySelector(`.touchable[data-touch="${over}"]`); // then a finger means the place
      const canBeAmended = !canBeTouched && !isOverTouchable && this.amendable.has(Number(entry));
      const isButton = canBeTouched || canBeAmended;
      element.classList.toggle("touchable", canBeTouched);
      element.classList.toggle("another", canBeAmended);
      setAttribute(element, "role", isButton && "button");
      setAttribute(element, "tabindex", isButton && "0");
      setAttribute(element, "aria-label", isOffered && element.matches(".touch") ? this.places.get(touch ?? null) : canBeTouched ? name : canBeAmended && t("page.touch.another", { name }));
      setAttribute(element, "aria-pressed", canBeChosen && String(this.chosen.some((choice) => choice.id === id)));
    }
    for (const picture of root.querySelectorAll("svg[role]")) {
      const hasButtons = picture.querySelector(".touchable, .another") !== null;
      picture.setAttribute("role", hasButtons ? "group" : "img");
      for (const child of picture.querySelectorAll("text, [data-touch]:not(.touchable), [data-entry]:not(.another)")) setAttribute(child, "aria-hidden", hasButtons && "true");
    }
    const blocks = root.matches(".block") ? [root] : root.querySelectorAll(".block");
    for (const block of blocks) updateHint(block, this.places);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!(event.target instanceof Element)) return;
    /** @type {Target | null} */
    const element = event.target.closest(`${SELECTOR}.touchable, ${ANOTHER}`);
    if (!element || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.activate(element);
  }

  /** @param {MouseEvent} event */
  onClick({ target, clientX, clientY }) {
    if (!(target instanceof Element)) return;
    const picture = target.closest("svg[role]");
    /** @param {string} selector */
    const near = (selector) => nearest(picture, selector, clientX, clientY);
    /** @type {Target | null} */
    const element = target.closest(`${SELECTOR}.touchable`) ?? near(".place.touchable") ?? target.closest(ANOTHER) ?? near(ANOTHER);
    if (element) this.activate(element);
  }

  /**
   * React to a touch: open the move that brought the element there if it has no other use.
   * @param {Target} element
   */
  activate(element) {
    if (element.classList.contains("another")) showMoves(this.view, Number(element.dataset.entry));
    else this.touch(element);
  }

  /**
   * Do what is offered on an element, with all that is chosen; else choose the element, or no longer.
   * @param {Target} element
   */
  async touch(element) {
    const { touch: kind = "", id = "", name = "", thing, asks } = element.dataset;
    if (this.isOfferedAt(kind)) {
      if (this.chosen.length) await this.useAt(kind, element);
      else document.dispatchEvent(new CustomEvent("companion:place", { detail: kind }));
      return;
    }
    const seat = this.userOf(element.dataset);
    if (seat === undefined) return;
    if (this.chosen.some((choice) => choice.seat !== seat)) this.chosen = [];
    const index = this.chosen.findIndex((choice) => choice.id === id);
    const touch = asks ? this.meanings.get(kind) : kind;
    if (index < 0) this.chosen.push({ id, kind, touch, name, thing, seat, asks: asks?.split(" ") });
    else this.chosen.splice(index, 1);
    this.usableThen = this.usableBy(seat);
    this.mark(this.root);
    await this.showOffers(element);
  }

  /**
   * Do what is offered on a place with all that is chosen, or show below its block why not.
   * @param {string} place
   * @param {Target} element
   */
  async useAt(place, element) {
    if (this.chosen.some(({ touch }) => !touch)) return; // the value of a die is asked for first
    const request = ++this.requests;
    const { offers, failure } = await this.requestOffers([place]);
    if (request !== this.requests) return;
    const offer = offers.find(({ at }) => at === place);
    if (offer && !offer.refused) play(offer);
    else this.showBelow(element, [failure, offer && refusal(offer)]);
  }

  /**
   * Show below a block what may be done with all that is chosen, after the question what the last of it means.
   * @param {Target} element
   * @returns {Promise<void>}
   */
  async showOffers(element) {
    const request = ++this.requests;
    for (const outdated of this.root.querySelectorAll(".touched .action")) outdated.toggleAttribute("disabled", true);
    const last = this.chosen.at(-1);
    const isComplete = this.chosen.every(({ touch }) => touch);
    const { offers, things, failure } = last && isComplete ? await this.requestOffers() : { offers: [], things: {}, failure: null };
    if (request !== this.requests) return;
    const alike = this.chosen.filter(({ kind }) => sortOf(kind) === sortOf(last?.kind ?? ""));
    if (isComplete && alike.length < this.chosen.length && !offers.some((offer) => !offer.refused || offer.of_use)) {
      this.chosen = alike; // what was touched elsewhere, long ago perhaps, is of no use with this
      this.mark(this.root);
      return this.showOffers(element);
    }
    const cards = offerCards(offers, this.chosenText(), { game: this.view.game, things });
    this.showBelow(element, [last?.asks && this.question(last, last.asks, element), failure, ...cards]);
  }

  /**
   * @param {Target} element
   * @param {(HTMLElement | false | null | undefined)[]} content
   */
  showBelow(element, content) {
    const block = element.closest(".block");
    const below = block && placeBelow(block);
    for (const place of this.root.querySelectorAll(".touched")) render(place, place === below && content);
  }

  /**
   * Return the question what value a die is to have. The answer goes for dice of the same kind that are touched later,
   * and each of them may be given another value.
   * @param {Choice} choice
   * @param {string[]} asks
   * @param {Target} element
   */
  question(choice, asks, element) {
    /** @param {string} touch */
    const choose = (touch) => {
      this.meanings.set(choice.kind, touch);
      for (const other of this.chosen) if (other.kind === choice.kind && (other === choice || !other.touch)) other.touch = touch;
      this.showOffers(element);
    };
    const values = asks.map((touch, i) => {
      const die = new Die("white");
      die.show(i + 1);
      const attributes = { key: touch, type: "button", class: "die-value", "aria-pressed": String(touch === choice.touch) };
      return h("button", { ...attributes, onclick: () => choose(touch) }, die.element, h("span", { class: "unseen" }, formatNumber(i + 1)));
    });
    return h("div", { class: "die-values", role: "group", "aria-label": t("page.touch.value") }, h("p", { class: "hint" }, t("page.touch.value")), values);
  }

  /**
   * Return the offers that use all that is chosen and more; `failure` says why there are none.
   * @param {string[]} more
   */
  async requestOffers(more = []) {
    const [{ seat }] = this.chosen;
    try {
      /** @type {api.TouchedView} */
      const { offers, things } = await post("/api/touch", { seat, touches: [...this.chosen.map(({ touch }) => touch), ...more] });
      return { offers, things: { ...this.view.things, ...things }, failure: null };
    } catch (error) {
      return { offers: [], things: {}, failure: h("p", { class: "why-not" }, errorSentence(error)) };
    }
  }

  /** Return what is chosen in words: cards by number and worth, everything else by name. */
  chosenText() {
    const chosen = this.chosen.filter(({ kind, asks }) => asks || sortOf(kind) !== "die"); // dice are marked right above
    const cards = chosen.map(({ thing = "" }) => this.view.things[thing]).filter((thing) => thing?.kind === "card" && thing.worth);
    if (cards.length < chosen.length || !cards.length) return chosen.map(nameOf).join(", ");
    return t("page.touch.cards", { n: cards.length, worth: cards.reduce((sum, { worth }) => sum + (worth ?? 0), 0) });
  }
}

/**
 * Return the sort of what is touched: "die" for "die:blue:3".
 * @param {string} touch
 */
function sortOf(touch) {
  return touch.split(":")[0];
}

/**
 * Return the name of a chosen thing; of a die whose value was asked for, that value.
 * @param {Choice} choice
 */
function nameOf({ name, touch, asks }) {
  return asks && touch ? t("page.block.die", { n: asks.indexOf(touch) + 1 }) : name;
}

/**
 * Return the offers as cards with their costs and gains, then the refused ones with their reasons.
 * @param {api.OfferView[]} offers
 * @param {string} chosenText
 * @param {GameThings} table
 */
function offerCards(offers, chosenText, table) {
  const open = offers.filter(({ refused }) => !refused);
  const refused = offers.filter((offer) => offer.refused && offer.of_use);
  const list = h("ul", { class: "action-cards ways" }, open.map((offer) => h("li", { class: "action-card" }, offerButton(offer, open.length === 1 && chosenText, table))));
  const reason = !open.length && !refused.length && offers[0]?.refused;
  return [open.length > 0 && list, ...refused.map(refusal), reason && h("p", { class: "hint" }, withRuling(reason))];
}

/**
 * Return the button of an offer: a tap plays a whole move, and opens the form of any other.
 * @param {api.OfferView} offer
 * @param {string | false} chosenText
 * @param {GameThings} table
 */
function offerButton(offer, chosenText, table) {
  const { text, detail, glyph, colour, whole, solemn, brings } = offer;
  const amounts = brings && [...brings.costs, ...brings.gives].length > 0 && h("small", { class: "brings" }, exchange(brings.costs, brings.gives, table));
  const remark = amounts || (detail && h("small", {}, detail));
  const words = h("span", { class: "action-words" }, h("b", {}, whole && !solemn ? text : `${text}…`), remark, chosenText && h("small", {}, chosenText));
  return button("action", () => play(offer), glyph && thingSign({ glyph, colour }), words);
}

/** @param {api.OfferView} offer */
function play(offer) {
  document.dispatchEvent(new CustomEvent("companion:touched", { detail: offer }));
}

/**
 * Return the name of an offer with the reason why it is refused.
 * @param {api.OfferView} offer
 */
function refusal({ text, refused }) {
  return h("p", { class: "why-not" }, h("b", {}, text), " ", refused && withRuling(refused));
}

/**
 * Return the element of a block that shows what may be done with all that is chosen; create it if there is none.
 * @param {Element} block
 */
function placeBelow(block) {
  const place = block.querySelector(":scope .touched");
  if (place) return place;
  const created = h("div", { class: "touched", role: "status" });
  find(block, ".block-room").after(created);
  return created;
}

/**
 * Say of cards and dice that can be chosen or played that they are buttons, which they do not look like.
 * @param {Element} block
 * @param {Map<string | null, string>} places The texts of what is done by touching one thing.
 */
function updateHint(block, places) {
  /** @type {HTMLElement | null} */
  const played = block.querySelector(".touch.touchable:not([aria-pressed])");
  const hint = block.querySelector(":scope .touch-hint");
  const text = played ? t("page.touch.play", { text: places.get(played.dataset.touch ?? null) ?? "" }) : block.querySelector("[aria-pressed]") && t("page.touch.hint");
  if (!text || !block.matches(".cards-block, .dice-block")) hint?.remove();
  else if (hint) hint.textContent = text;
  else find(block, ".block-room").after(h("p", { class: "hint touch-hint" }, text));
}

/**
 * Return the element of a picture that is meant by a touch; null if the finger is far from all that match.
 * @param {Element | null} picture
 * @param {string} selector
 * @param {number} x
 * @param {number} y
 * @returns {Target | null}
 */
function nearest(picture, selector, x, y) {
  if (!picture) return null;
  /** @type {NodeListOf<Target>} */
  const elements = picture.querySelectorAll(selector);
  const candidates = [...elements].map((element) => {
    const { left, top, width, height } = ((element.matches(".place") && element.firstElementChild) || element).getBoundingClientRect();
    return { element, distance: Math.hypot(left + width / 2 - x, top + height / 2 - y) };
  });
  const [best] = candidates.filter(({ distance }) => distance <= REACH).sort((one, other) => one.distance - other.distance);
  return best?.element ?? null;
}

/**
 * Set an attribute, or remove it.
 * @param {Element} element
 * @param {string} name
 * @param {string | false | undefined} value
 */
function setAttribute(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
