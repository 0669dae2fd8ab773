// Goods and honours as small cards, each by sign, name and value: never by its colour alone.
import { drawing, h } from "./dom.js";
import { figure, has, t } from "./words.js";

const SIGNS = { table: "golden_table", secret: "scroll", hasard: "hasard" };

/** How a thing is called, by its name in the holdings: `blue:80` is "blue 80", `table` the Golden Table. */
export function named(name) {
  const [goods, value] = name.split(":");
  const known = has(`page.goods.${goods}`) ? t(`page.goods.${goods}`) : goods;
  return value ? t("page.goods.card", { goods: known, value }) : known;
}

/** A small card of a thing, only to be looked at: what stands beside it says the same. */
export function thing(name) {
  const [goods, value] = name.split(":");
  return h(
    "span",
    { class: "thing", dataset: { goods } },
    h("i", {}, drawing(SIGNS[goods] ?? `goods_${goods}`)),
    value ? h("b", {}, figure(value)) : null,
    SIGNS[goods] ? null : h("em", {}, t(`page.goods.${goods}`)),
  );
}

/** A list of things as cards, each with its name for whoever listens. */
export function things(names, label) {
  const cards = names.map((name) => {
    const card = thing(name);
    card.setAttribute("aria-hidden", "true");
    return h("li", {}, card, h("span", { class: "unseen" }, named(name)));
  });
  return h("ul", { class: "things", "aria-label": label }, cards);
}
