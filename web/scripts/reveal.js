// The end: every hand laid open, as the seats sit, with its honours and its fortune.
import { h } from "./dom.js";
import { thing, things } from "./goods.js";
import { mark } from "./parts.js";
import { bySeat } from "./totals.js";
import { t } from "./words.js";

/** The parts of the card of all hands. */
export function drawReveal(view) {
  const rows = bySeat(view.standings).map(({ seat }) => row(view.seats[seat - 1], view.hands.seats[seat - 1]));
  return [h("h2", {}, t("page.reveal.title")), h("ol", { class: "hands" }, rows), h("p", { class: "hint" }, t("page.reveal.hint"))];
}

function row(seat, { besants, goods, honours, fortune }) {
  const who = h("p", { class: "whose" }, mark(seat), h("b", {}, seat.name), fortune !== null && h("span", {}, t("page.reveal.fortune", { n: fortune })));
  const cards = goods && (goods.length ? things(goods, seat.name) : h("p", { class: "hint" }, t("page.reveal.no_cards")));
  const signs = honours.map((honour) => {
    const sign = thing(honour.thing);
    sign.setAttribute("aria-hidden", "true");
    return h("li", {}, sign, h("span", {}, honour.text));
  });
  const beside = h("ul", { class: "beside" }, h("li", {}, t("page.hand.besants", { n: besants })), signs);
  return h("li", { dataset: { colour: seat.colour } }, who, cards, beside);
}
