// Places, sectors, dice and cards that are touched: what hangs on one is done, and of others it stands below what they are good
// for. From a card or piece with which nothing is done its move is changed: it is another.
import { post } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { Die } from "../lib/dice.js";
import { h } from "../lib/dom.js";
import { loadStylesheet } from "../lib/fetching.js";
import { ruled, sentence } from "../lib/reasons.js";
import { sign } from "../lib/things.js";
import { moves } from "../offers/on_demand.js";
import { figure, t } from "../lib/words.js";
import { exchange } from "./parts.js";

const REACH = 26; // pixels from the middle of a place of a picture within which it is touched
const SELECTOR = "[data-touch]";
const ANOTHER = "[data-entry].another";

export class Touching {
  /** @param {HTMLElement} root What has all blocks in it. */
  constructor(root) {
    this.root = root;
    loadStylesheet("/styles/blocks/touched.css");
    this.view = null;
    this.key = "";
    this.asked = 0;
    /**
     * What is chosen, in the order touched. What asks first which of several things it means has no touch until that is
     * said. @type {{id: string, like: string, touch?: string, name: string, thing?: string, seat: number, asks?: string[]}[]}
     */
    this.chosen = [];
    /** What was said last of what asks first, by what is alike. @type {Map<string, string>} */
    this.said = new Map();
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** What may be touched now, by the offers of a view. A table that went on lets all be let go. */
  show(view) {
    const offers = (view.offers ?? []).flatMap((one) => (one.moves ? { ...one, seat: one.seat ?? one.moves[0].seat } : one));
    const key = JSON.stringify([view.number, view.seq, offers, view.you, view.mendable]);
    this.view = view;
    if (key === this.key) return this.mark(this.root);
    this.key = key;
    const open = offers.filter(({ refused, secret, seat }) => !refused && (!secret || seat === view.you?.seat));
    /** The entries that the reader may change. */
    this.mendable = new Set(view.mendable);
    this.places = new Set(open.map(({ at }) => at).filter(Boolean));
    /** The seats that can use things of a sort, or one by its name. @type {Map<string, number[]>} */
    this.seats = new Map();
    for (const { touches = [], seat } of open) {
      for (const sort of touches) this.seats.set(sort, [...new Set([...(this.seats.get(sort) ?? []), seat])]);
    }
    this.chosen = [];
    this.said.clear();
    this.asked++;
    this.mark(this.root);
    for (const element of this.root.querySelectorAll(".touched")) element.replaceChildren();
  }

  /** Whether touching this does something at once. */
  does(touch) {
    return this.places?.has(touch) ?? false;
  }

  /** The seat that can use a thing in a move, which may be its owner's alone; undefined where none can. */
  userOf({ touch, of }) {
    const seats = this.seats?.get(touch) ?? this.seats?.get(touch.split(":")[0]) ?? [];
    return of ? seats.find((seat) => seat === Number(of)) : seats[0];
  }

  /** Make what may be touched in here a button, and everything else no more than what it shows. */
  mark(element) {
    for (const one of element.querySelectorAll(`${SELECTOR}, [data-entry]`)) {
      const { touch, id, name, entry } = one.dataset;
      const chooses = touch && !this.does(touch) && this.userOf(one.dataset) !== undefined;
      const open = chooses || this.does(touch);
      const another = !open && Boolean(this.mendable?.has(Number(entry)));
      one.classList.toggle("touchable", open);
      one.classList.toggle("another", another);
      set(one, "role", (open || another) && "button");
      set(one, "tabindex", (open || another) && "0");
      set(one, "aria-label", open ? name : another && t("page.touch.another", { name }));
      set(one, "aria-pressed", chooses && String(this.chosen.some((other) => other.id === id)));
    }
    for (const drawn of element.querySelectorAll("svg[role]")) {
      const open = drawn.querySelector(".touchable, .another") !== null;
      drawn.setAttribute("role", open ? "group" : "img");
      for (const child of drawn.querySelectorAll("text, [data-touch]:not(.touchable), [data-entry]:not(.another)")) set(child, "aria-hidden", open && "true");
    }
    const blocks = element.matches(".block") ? [element] : element.querySelectorAll(".block");
    for (const block of blocks) hint(block);
  }

  pressed(event) {
    const found = event.target.closest?.(`${SELECTOR}.touchable, ${ANOTHER}`);
    if (!found || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    this.take(found);
  }

  tapped({ target, clientX, clientY }) {
    const drawn = target.closest("svg[role]");
    const near = (wanted) => nearest(drawn, wanted, clientX, clientY);
    const found = target.closest(`${SELECTOR}.touchable`) ?? near(".place.touchable") ?? target.closest(ANOTHER) ?? near(ANOTHER);
    if (found) this.take(found);
  }

  /** Something is touched; where nothing is done with it, the move that brought it is changed. */
  take(element) {
    if (element.classList.contains("another")) moves(this.view, Number(element.dataset.entry));
    else this.touch(element);
  }

  /** Something is touched: done where something hangs on it, with all that is chosen; else it is chosen, or let go. */
  async touch(element) {
    const { touch: like, id, name, thing, asks } = element.dataset;
    if (this.does(like)) {
      if (this.chosen.length) await this.use(like, element);
      else document.dispatchEvent(new CustomEvent("companion:place", { detail: like }));
      return;
    }
    const seat = this.userOf(element.dataset);
    if (this.chosen.some((one) => one.seat !== seat)) this.chosen = [];
    const there = this.chosen.findIndex((one) => one.id === id);
    const touch = asks ? this.said.get(like) : like;
    if (there < 0) this.chosen.push({ id, like, touch, name, thing, seat, asks: asks?.split(" ") });
    else this.chosen.splice(there, 1);
    this.mark(this.root);
    await this.tell(element);
  }

  /** Do what hangs on a place with all that is chosen; why not is told below its block. */
  async use(at, element) {
    if (this.chosen.some(({ touch }) => !touch)) return; // it is asked first which value a die is to have
    const asked = ++this.asked;
    const { offers, failed } = await this.ask([at]);
    if (asked !== this.asked) return;
    const found = offers.find((offer) => offer.at === at);
    if (found && !found.refused) act(found);
    else this.showBelow(element, failed ?? [found && why(found)]);
  }

  /** Below a block stands what may be done with all that is chosen, above it what has to be said of the last of it. */
  async tell(element) {
    const asked = ++this.asked;
    for (const way of this.root.querySelectorAll(".touched .action")) way.disabled = true; // of what was chosen before
    const last = this.chosen.at(-1);
    const open = this.chosen.some(({ touch }) => !touch);
    const { offers, failed, table } = last && !open ? await this.ask() : { offers: [] };
    if (asked !== this.asked) return;
    this.showBelow(element, [last?.asks && this.question(last, element), ...(failed ?? ways(offers, this.told(), table))]);
  }

  showBelow(element, content) {
    for (const other of this.root.querySelectorAll(".touched")) other.replaceChildren();
    below(element.closest(".block")).replaceChildren(...content.filter(Boolean));
  }

  /** Which value a die is to have: that goes for those alike that are touched after it, and each may be told another. */
  question(one, element) {
    const choose = async (touch) => {
      this.said.set(one.like, touch);
      for (const other of this.chosen) if (other.like === one.like && (other === one || !other.touch)) other.touch = touch;
      await this.tell(element);
      this.root.querySelector('.die-values [aria-pressed="true"]')?.focus();
    };
    const values = one.asks.map((touch, place) => {
      const die = new Die("white");
      die.show(place + 1);
      const value = button("die-value", () => choose(touch), die.element, h("span", { class: "unseen" }, figure(place + 1)));
      value.setAttribute("aria-pressed", String(touch === one.touch));
      return value;
    });
    return h("div", { class: "die-values", role: "group", "aria-label": t("page.touch.value") }, h("p", { class: "hint" }, t("page.touch.value")), values);
  }

  /** What may be done with all that is chosen, and with these; `failed` says why nothing. */
  async ask(more = []) {
    const [{ seat }] = this.chosen;
    try {
      const { offers, things } = await post("/api/touch", { seat, touches: [...this.chosen.map(({ touch }) => touch), ...more] });
      return { offers, table: { game: this.view.game, things: { ...this.view.things, ...things } } };
    } catch (error) {
      return { offers: [], failed: [h("p", { class: "why-not" }, sentence(error))] };
    }
  }

  /** What is chosen: cards by number and worth, all else by name. */
  told() {
    if (this.chosen.every(({ like, asks }) => like.startsWith("die:") && !asks)) return ""; // they lie right above, marked
    const worths = this.chosen.map(({ thing }) => this.view.things[thing]).map((thing) => (thing?.kind === "card" ? thing.worth : null));
    if (worths.some((worth) => !worth)) return this.chosen.map(nameOf).join(", ");
    return t("page.touch.cards", { n: worths.length, worth: worths.reduce((sum, worth) => sum + worth, 0) });
  }
}

/** What is chosen, by name: a die that was told its value by that. */
function nameOf({ name, touch, asks }) {
  return asks ? t("page.block.die", { n: asks.indexOf(touch) + 1 }) : name;
}

/** What may be done with what is chosen, each with what it costs and gives; or why not. */
function ways(offers, told, table) {
  const open = offers.filter(({ refused }) => !refused);
  const no = offers.filter(({ refused, of_use: ofUse }) => refused && ofUse);
  const list = h("ul", { class: "action-cards ways" }, open.map((offer) => h("li", { class: "action-card" }, way(offer, open.length === 1 && told, table))));
  const nothing = !open.length && !no.length && offers.length > 0 && h("p", { class: "hint" }, ruled(offers[0].refused));
  return [open.length > 0 && list, ...no.map(why), nothing];
}

/** One thing to be done: what is whole is done by its tap, of anything else its form goes on from there. */
function way(offer, told, table) {
  const { text, detail, glyph, whole, brings } = offer;
  const about = brings && [...brings.costs, ...brings.gives].length > 0 && h("small", { class: "brings" }, exchange(brings.costs, brings.gives, table));
  const said = detail && h("small", {}, detail);
  const words = h("span", { class: "action-words" }, h("b", {}, whole ? text : `${text}…`), about || said, told && h("small", {}, told));
  return button("action", () => act(offer), glyph && sign({ glyph }), words);
}

function act(offer) {
  document.dispatchEvent(new CustomEvent("companion:touched", { detail: offer }));
}

function why({ text, refused }) {
  return h("p", { class: "why-not" }, h("b", {}, text), " ", ruled(refused));
}

/** The place of a block where it is told what may be done with what is chosen. */
function below(block) {
  const there = block.querySelector(":scope .touched");
  if (there) return there;
  const made = h("div", { class: "touched", role: "status" });
  block.querySelector(".block-room").after(made);
  return made;
}

/** Cards and dice that can be chosen do not look like buttons: it is said that they are. */
function hint(block) {
  const wanted = block.matches(".cards-block, .dice-block") && block.querySelector("[aria-pressed]") !== null;
  const there = block.querySelector(":scope .touch-hint");
  if (!wanted) there?.remove();
  else if (!there) block.querySelector(".block-room").after(h("p", { class: "hint touch-hint" }, t("page.touch.hint")));
}

/** Of a picture the place or piece that is meant: none where the finger is far from all of them. */
function nearest(drawn, wanted, x, y) {
  const apart = (one) => {
    const { left, top, width, height } = (one.matches(".place") ? one.firstElementChild : one).getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  };
  const open = [...(drawn?.querySelectorAll(wanted) ?? [])].map((one) => [apart(one), one]);
  const [first] = open.sort(([one], [other]) => one - other);
  return first && first[0] <= REACH ? first[1] : null;
}

function set(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
