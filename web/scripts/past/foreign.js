// A saved game that began by other rules: what no longer fits of it, and what is to become of it.
import { Refusal } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { ruled, sentence } from "../lib/reasons.js";
import { ask, Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/**
 * The present rules refuse some of its moves: list them, and ask. `way` is {number, goOn(without), close()}, both of
 * which throw what the box refuses with.
 */
export function misfitting({ reason, misfits }, way) {
  const sheet = new Sheet();
  show(sheet, reason, misfits, way);
}

/** It could not even begin by the present rules: it can be closed, or left as it is. */
export function closing({ reason }, way) {
  show(new Sheet(), reason, [], way);
}

function show(sheet, reason, misfits, way) {
  const without = misfits.map(({ entry }) => entry);
  const goOn = button("play", () => tried(sheet, way, () => way.goOn(without)), t("page.games.foreign.go_on", { n: misfits.length }));
  const close = button("quiet", () => closed(sheet, way), t("page.games.foreign.close"));
  const leave = button("quiet", () => sheet.close(), t("page.games.foreign.leave"));
  const rows = misfits.map((misfit) =>
    h("li", {}, h("b", {}, t("page.games.foreign.whose", misfit)), h("br"), ruled(misfit)),
  );
  const list = rows.length > 0 && [h("p", {}, t("page.games.foreign.misfits", { n: rows.length })), h("ul", {}, rows)];
  const page = h("div", { class: "form foreign" },
    h("p", {}, reason),
    list && h("div", { class: "misfits" }, list),
    h("div", { class: "answers" }, leave, close, list && goOn));
  sheet.pages.length = 0;
  sheet.push(t("page.games.foreign.title", { number: way.number }), page);
}

async function closed(sheet, way) {
  const question = t("page.games.foreign.close_question", { number: way.number });
  if (await ask(question, t("page.games.foreign.close_body"), t("page.games.foreign.close"))) await tried(sheet, way, way.close);
}

/** Do it; where it is refused, say why, with other moves where it is others that no longer fit. */
async function tried(sheet, way, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && error.body.misfits) show(sheet, error.reason, error.body.misfits, way);
    sheet.say(sentence(error), "refused");
  }
}
