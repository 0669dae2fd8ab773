// The card "Chance": what was sealed before play, how much was drawn, and every draw with what became of it.
import { get } from "../lib/api.js";
import { find, h, setText } from "../lib/dom.js";
import "../lib/downloads.js";
import { loadStylesheet } from "../lib/fetching.js";
import { seatMark } from "../lib/templates.js";
import { errorSentence } from "../lib/reasons.js";
import { hasChanged, render } from "../lib/render.js";
import { sealSection } from "../lib/seal.js";
import { t } from "../lib/words.js";

const COUNTS = /** @type {const} */ (["drawn", "taken_back", "typed", "replaced"]);

export class Chance {
  /**
   * Create the content of a card.
   * @param {HTMLDetailsElement} card
   * @param {string} path Where the box has the draws.
   */
  constructor(card, path = "/api/draws") {
    this.card = card;
    this.path = path;
    /** @type {api.TableView | null} */
    this.view = null;
    this.requestCount = 0;
    this.seals = h("div", { class: "seals" });
    this.counts = h("p", { class: "chance-counts" });
    this.list = h("ol", { class: "draws", tabindex: 0, "aria-label": t("page.chance.list") });
    this.ways = h("p", { class: "chance-ways" });
    find(card, ".chance-body").append(this.seals, this.counts, this.list, this.ways);
    card.addEventListener("toggle", () => this.fill());
    loadStylesheet("/styles/table/chance.css");
  }

  /**
   * Show the chance of a game; hide the card of a game without chance.
   * @param {api.TableView} view
   */
  show(view) {
    this.view = view;
    this.card.hidden = !view.chance;
    this.fill();
  }

  /** Fill the card. The draws are asked for only while somebody looks. */
  async fill() {
    const { view } = this;
    if (!view?.chance || !this.card.open || !hasChanged(this, [view.number, view.seq, view.chance])) return;
    const request = ++this.requestCount;
    const { commitments, ...counts } = view.chance;
    render(this.seals, commitments.map((commitment) => sealSection(commitment)));
    const counted = COUNTS.filter((name) => name === "drawn" || counts[name]);
    setText(this.counts, counted.map((name) => t(`page.chance.${name}`, { n: counts[name] })).join(" · "));
    const file = h("a", { href: `/games/${view.number}/moves.jsonl`, download: true }, t("page.chance.file"));
    render(this.ways, h("a", { href: "/verify.html" }, t("page.chance.verify")), file);
    try {
      const draws = await get(this.path);
      if (request === this.requestCount) render(this.list, drawRows(draws, view.seats));
    } catch (error) {
      hasChanged(this, null); // the next look asks again
      render(this.list, h("li", {}, errorSentence(error)));
    }
  }
}

/**
 * Return a row for every draw, the newest first; each move whose chance was typed in stands in its place among them.
 * @param {api.DrawsView} draws
 * @param {api.TableSeatView[]} seats
 */
function drawRows({ draws, typed }, seats) {
  const typedRows = typed.map(({ entry, seat, told }) => ({ entry, row: drawRow(seats[seat - 1], told, ["typed_in"]) }));
  const rows = draws.flatMap(({ seat, told, again, entry, instead_of }) => {
    const marks = [again && "again", entry === null && "back", instead_of && "instead"];
    const before = typedRows.filter((typed) => entry !== null && typed.entry < entry);
    return [...typedRows.splice(0, before.length), { row: drawRow(seats[seat - 1], told, marks) }];
  });
  if (!rows.length && !typedRows.length) return [h("li", { class: "hint" }, t("page.chance.none"))];
  return [...rows, ...typedRows].reverse().map(({ row }) => row);
}

/**
 * @param {api.TableSeatView | undefined} seat
 * @param {string} told
 * @param {(string | false | undefined)[]} marks
 */
function drawRow(seat, told, marks) {
  const words = marks.filter(Boolean).map((name) => [" ", h("i", { class: `draw-${name}` }, t(`page.chance.${name}`))]);
  const name = seat && h("span", { class: "unseen" }, seat.name, " ");
  return h("li", {}, seat && seatMark(seat), h("span", {}, name, told, words));
}
