// Tonight's rules of the game on the table, to read; a host corrects them where the game began.
import { get } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { errorSentence } from "../lib/reasons.js";
import { Sheet } from "../lib/sheet.js";
import { addWords, t } from "../lib/words.js";
import { ruleItems } from "../setup/rule_lines.js";
import { showBeginning } from "./beginning.js";

/**
 * Show tonight's rules in a sheet over the table.
 * @param {api.PhoneView} view
 */
export async function showRules(view) {
  const sheet = new Sheet();
  const place = { sheet, view };
  const title = t("page.tools.rules");
  const list = h("ul", { class: "rules" });
  const content = h("div", { class: "form beginning" }, list);
  /** @param {api.PhoneView} now */
  const follow = (now) => {
    const isAmended = now.seq !== place.view.seq;
    place.view = now;
    if (now.number !== view.number) sheet.close();
    else if (isAmended) load();
  };
  const load = async () => {
    try {
      /** @type {api.BeginningView} */
      const beginning = await get("/api/beginning");
      if (beginning.number !== view.number) return; // another game; its view is on the way
      addWords(beginning.words ?? {});
      list.replaceChildren(...ruleItems(beginning.rules));
      const correct = beginning.plan && button("quiet", () => showBeginning(place, t("page.beginning.correct")), t("page.beginning.correct"));
      content.replaceChildren(list, ...(correct ? [h("div", { class: "answers" }, correct)] : []));
    } catch (error) {
      sheet.say(errorSentence(error), "refused");
    }
  };
  sheet.push(title, content, follow);
  await Promise.all([load(), loadTappedStylesheet("/styles/setup/beginning.css")]);
}
