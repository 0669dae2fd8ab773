// Cards of one's own hand that are touched: under the hand stands at once what may be done with them.
import { post } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { named, thing } from "./goods.js";
import { ruled, sentence } from "./reasons.js";
import { t } from "./words.js";

/** Whether the reader may do something now with cards of the hand. */
export function touchable({ you, offers = [] }) {
  return offers.some(({ seat, touches, refused }) => seat === you?.seat && !refused && touches?.includes("card"));
}

/** The cards of a hand as buttons, and below them what those that are chosen are good for. */
export class Touching {
  constructor({ you, things }, goods, label) {
    Object.assign(this, { seat: you.seat, things, goods });
    this.chosen = new Set(); // by their place in the hand: two cards may be alike
    this.asked = 0;
    this.buttons = goods.map((name, place) => this.card(name, place));
    this.list = h("ul", { class: "things touching", "aria-label": label }, this.buttons.map((one) => h("li", {}, one)));
    this.ways = h("div", { class: "touched", role: "status" });
    this.element = h("div", {}, this.list, h("p", { class: "hint" }, t("page.touch.hint")), this.ways);
  }

  card(name, place) {
    const face = thing(name);
    face.setAttribute("aria-hidden", "true");
    const made = button("touch", () => this.touch(place), face, h("span", { class: "unseen" }, named(name)));
    made.setAttribute("aria-pressed", "false");
    return made;
  }

  /** A card is touched, or let go. */
  async touch(place) {
    if (!this.chosen.delete(place)) this.chosen.add(place);
    this.buttons[place].setAttribute("aria-pressed", String(this.chosen.has(place)));
    const asked = ++this.asked;
    const ways = this.chosen.size ? await this.asking() : [];
    if (asked === this.asked) this.ways.replaceChildren(...ways);
  }

  async asking() {
    const names = [...this.chosen].map((place) => this.goods[place]);
    try {
      const { offers } = await post("/api/touch", { seat: this.seat, touches: names.map((name) => `card:${name}`) });
      const worth = names.reduce((sum, name) => sum + (this.things[name]?.worth ?? 0), 0);
      const told = t("page.touch.cards", { n: names.length, worth });
      return offers.map((offer) => way(offer, told));
    } catch (error) {
      return [h("p", { class: "why-not" }, sentence(error))];
    }
  }
}

/** One thing to be done with what is chosen, or why not. */
function way(offer, told) {
  const { text, refused } = offer;
  if (refused) return h("p", { class: "why-not" }, h("b", {}, text), " ", ruled(refused.reason, refused.ruling));
  const act = () => document.dispatchEvent(new CustomEvent("companion:touched", { detail: offer }));
  const words = h("span", { class: "action-words" }, h("b", {}, text), h("small", {}, told));
  return h("div", { class: "action-card usual" }, button("action", act, words));
}
