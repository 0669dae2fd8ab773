// Purses and hands: what the turn wants next, the reader's own hand, what lies open, and every hand once it is over.
import { drawing, h, put } from "./dom.js";
import { named, thing, things } from "./goods.js";
import { drawOpen } from "./loot.js";
import { mark } from "./parts.js";
import { drawReveal } from "./reveal.js";
import { road } from "./road.js";
import { touchable, Touching } from "./touching.js";
import { t } from "./words.js";

const at = (id) => document.getElementById(id);
const place = { next: at("next"), hand: at("hand"), open: at("open"), reveal: at("reveal"), chart: at("chart-title") };

/** Show the purses and hands of a view; of one without any, nothing. */
export function show(view) {
  once(place.next, [view.hands?.next, view.seats], view.hands?.next, () => next(view));
  if (place.hand) once(place.hand, [view.hand, view.hands?.stacks, touchable(view)], view.hand, () => hand(view));
  once(place.open, [view.hands, view.over], view.hands && !view.over, () => drawOpen(view));
  once(place.reveal, [view.hands, view.seats, view.over], view.hands && view.over, () => drawReveal(view));
  if (place.chart && view.hands?.tracked) put(place.chart, t(view.over ? "page.chart.fortunes" : "page.chart.besants"));
}

/** Draw a part anew where what it was drawn from is something else now; without anything to show it is hidden. */
function once(element, from, there, draw) {
  const now = JSON.stringify(from);
  if (element.dataset.drawn === now) return;
  element.dataset.drawn = now;
  element.hidden = !there;
  element.replaceChildren(...(there ? draw().filter(Boolean) : []));
}

/** What the turn wants, said to whoever has to do it. */
function next(view) {
  const { seat, text } = view.hands.next;
  const one = view.seats[seat - 1];
  return [mark(one), h("span", {}, h("span", { class: "unseen" }, `${one.name}: `), text)];
}

/** The reader's own hand, which folds away when somebody looks over a shoulder. */
function hand(view) {
  const { besants, goods, honours, town, fortune, trading } = view.hand;
  const folded = place.hand.querySelector("details")?.open === false;
  const summary = h("summary", {}, h("h2", {}, t("page.hand.title")), h("small", {}, t("page.hand.secret")));
  const purse = h("p", { class: "purse" }, drawing("coin"), h("b", {}, besants), " ", t("page.hand.besants", { n: besants }).replace(/^\S+\s/u, ""));
  const inside = h(
    "div",
    { class: "in-hand" },
    purse,
    goods && cards(view, goods),
    honours.length > 0 && h("ul", { class: "honours" }, honours.map(honour)),
    town && h("p", { class: "mission" }, t("page.hand.mission_town", { town })),
    trading && market(view, trading),
    road(view.hand.road, fortune),
  );
  return [h("details", { open: !folded }, summary, inside)];
}

/** The cards of the hand, to be touched where something may be done with them. */
function cards(view, goods) {
  if (!goods.length) return h("p", { class: "hint" }, t("page.hand.no_cards"));
  const label = t("page.hand.cards");
  return touchable(view) ? new Touching(view, goods, label).element : things(goods, label);
}

function honour({ thing: name, text, worth }) {
  const card = thing(name);
  card.setAttribute("aria-hidden", "true");
  return h("li", {}, card, h("span", {}, text, h("small", {}, t("page.hand.worth", { n: worth }))));
}

/** What may be sold and bought where one is, and what is left to buy. */
function market(view, trading) {
  const ways = ["sell", "buy", "trade"].map((way) =>
    h("li", { class: trading[way].open ? "" : "shut" }, h("b", {}, t(`page.hand.${way}`)), h("span", {}, trading[way].text)),
  );
  const stack = view.hands.stacks?.find(({ goods }) => goods === trading.goods);
  const left = stack && h("p", { class: "stack" }, thing(stack.goods), h("span", {}, t("page.hand.stack", { goods: named(stack.goods), n: stack.left })));
  return h("section", { class: "market" }, h("h3", {}, t("page.hand.trading")), left, h("ul", {}, ways));
}
