// What lies open on the table: the loot space, and what is left of each stack.
import { drawing, h } from "./dom.js";
import { named, thing, things } from "./goods.js";
import { t } from "./words.js";

/** The parts of the card of what lies open. */
export function drawOpen({ hands }) {
  return [loot(hands.loot), hands.stacks && stacks(hands.stacks)];
}

/** Its besants and cards; of the cards those that the reader paid, and so knows. */
function loot({ besants, cards, known }) {
  const said = [besants > 0 && t("page.hand.besants", { n: besants }), cards > 0 && t("page.loot.cards", { n: cards })];
  const words = said.filter(Boolean).join(" · ") || t("page.loot.empty");
  const mine = known.length > 0 && [h("p", { class: "hint" }, t("page.loot.yours")), things(known, t("page.loot.yours"))];
  return h("div", { class: "loot" }, h("h2", {}, t("page.loot.title")), h("p", {}, drawing("loot"), h("span", {}, words)), mine);
}

function stacks(all) {
  const rows = all.map(({ goods, left }) => {
    const said = left ? t("page.stacks.left", { goods: named(goods), n: left }) : t("page.stacks.empty", { goods: named(goods) });
    const sign = thing(goods);
    sign.setAttribute("aria-hidden", "true");
    return h("li", { class: left ? "" : "none" }, sign, h("b", { "aria-hidden": "true" }, left), h("span", { class: "unseen" }, said));
  });
  return h("div", { class: "stacks" }, h("h2", {}, t("page.stacks.title")), h("ul", {}, rows));
}
