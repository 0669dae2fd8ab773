// The card "Chance": what was sealed before play, how much was drawn, and every draw with what became of it.
import { get } from "../lib/api.js";
import { h, setText } from "../lib/dom.js";
import { loadStylesheet } from "../lib/fetching.js";
import { mark } from "../lib/templates.js";
import { sentence } from "../lib/reasons.js";
import { sealOf } from "../lib/seal.js";
import { t } from "../lib/words.js";

export class Chance {
  /**
   * @param {HTMLElement} card  the details element it fills
   * @param {string} address  where its draws are
   */
  constructor(card, address = "/api/draws") {
    this.card = card;
    this.address = address;
    this.drawn = "";
    this.seals = h("div", { class: "seals" });
    this.counts = h("p", { class: "chance-counts" });
    this.list = h("ol", { class: "draws", tabindex: 0, "aria-label": t("page.chance.list") });
    this.ways = h("p", { class: "chance-ways" });
    card.querySelector(".chance-body").replaceChildren(this.seals, this.counts, this.list, this.ways);
    card.addEventListener("toggle", () => this.fill());
    loadStylesheet("/styles/table/chance.css");
  }

  show(view) {
    this.view = view;
    this.card.hidden = !view.chance;
    if (view.chance) this.fill();
  }

  /** Ask for the draws only while somebody looks. */
  async fill() {
    if (!this.view?.chance || !this.card.open) return;
    const { view } = this;
    const now = JSON.stringify([view.number, view.seq, view.chance]);
    if (now === this.drawn) return;
    this.drawn = now;
    const { commitments, ...counts } = view.chance;
    const open = this.seals.querySelector("details[open]") !== null;
    this.seals.replaceChildren(...commitments.map((one) => sealOf(one)));
    if (open) this.seals.querySelector("details").open = true;
    const counted = ["drawn", "taken_back", "typed", ...(counts.replaced ? ["replaced"] : [])];
    setText(this.counts, counted.map((name) => t(`page.chance.${name}`, { n: counts[name] })).join(" · "));
    const file = h("a", { href: `/games/${view.number}/moves.jsonl`, download: true }, t("page.chance.file"));
    this.ways.replaceChildren(h("a", { href: "/verify.html" }, t("page.chance.verify")), file);
    try {
      const answer = await get(this.address);
      if (this.drawn === now) this.list.replaceChildren(...this.rows(answer));
    } catch (error) {
      this.drawn = ""; // the next look asks again
      this.list.replaceChildren(h("li", {}, sentence(error)));
    }
  }

  /** Every draw, the newest first, with those that were typed in where they stand. */
  rows({ draws, typed }) {
    const marks = (one) => [one.again && "again", one.entry === null && "back", one.instead_of && "instead"];
    const drawn = draws.map((one) => ({ ...one, marks: marks(one) }));
    const byHand = typed.map((one) => ({ ...one, marks: ["typed_in"] }));
    const all = [];
    for (const one of drawn) {
      while (byHand.length && one.entry !== null && byHand[0].entry < one.entry) all.push(byHand.shift());
      all.push(one);
    }
    const rows = [...all, ...byHand].reverse().map((one) => this.row(one));
    return rows.length ? rows : [h("li", { class: "hint" }, t("page.chance.none"))];
  }

  row({ seat, told, marks }) {
    const one = this.view.seats[seat - 1];
    const words = marks.filter(Boolean).map((name) => h("i", { class: `draw-${name}` }, t(`page.chance.${name}`)));
    const name = one && h("span", { class: "unseen" }, one.name, " ");
    return h("li", {}, one && mark(one), h("span", {}, name, told, words.map((word) => [" ", word])));
  }
}
