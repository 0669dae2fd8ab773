// The road to victory of one hand: the way travelled, the fortune, and the cards of each colour that the return wants.
import { h } from "./dom.js";
import { named, thing } from "./goods.js";
import { t } from "./words.js";

/** What is done and what is missing for the return, in bars and in words. */
export function road({ fortune, threshold, colours, steps, lacks, ready }) {
  return h(
    "section",
    { class: "road" },
    h("h3", {}, t("page.road.title")),
    h("ol", { class: "steps" }, steps.map(step)),
    bar(fortune, threshold),
    colours.length > 0 ? h("ul", { class: "wanted" }, colours.map(wanted)) : h("p", { class: "hint" }, t("page.road.untracked")),
    ready ? h("p", { class: "ready" }, t("page.road.ready")) : lacks.length > 0 && missing(lacks),
  );
}

function step({ text, done, now }) {
  const state = done ? "done" : now ? "now" : "later";
  return h("li", { class: state }, h("span", {}, text), h("span", { class: "unseen" }, t(`page.road.${state}`)));
}

function bar(fortune, threshold) {
  const part = Math.min(1, threshold ? fortune / threshold : 1);
  const fill = h("span", { style: { "--part": part } });
  const words = h("p", {}, h("b", {}, t("page.road.fortune")), " ", t("page.road.of", { n: fortune, all: threshold }));
  return h("div", { class: part < 1 ? "fortune" : "fortune whole" }, words, h("div", { class: "bar", "aria-hidden": "true" }, fill));
}

function wanted({ goods, held, least, most, good }) {
  const sign = thing(goods);
  sign.setAttribute("aria-hidden", "true");
  const dots = Array.from({ length: Math.max(most, held) }, (_, at) => h("i", { class: at < held ? (at < most ? "held" : "over") : "" }));
  const words = t(least === most ? "page.road.exactly" : "page.road.counts", { goods: named(goods), held, least, most });
  return h("li", { class: good ? "good" : "" }, sign, h("span", { class: "dots", "aria-hidden": "true" }, dots), h("span", {}, words));
}

function missing(lacks) {
  return h("div", { class: "lacks" }, h("h4", {}, t("page.road.lacks")), h("ul", {}, lacks.map((text) => h("li", {}, text))));
}
