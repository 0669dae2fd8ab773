// The lines of tonight's rules, such as "House rules: none", as the box writes them.
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/**
 * Return the words of a line: what it is about, and its present value.
 * @param {api.RulesLineView} line
 */
export function ruleWords({ title, value }) {
  return h("span", {}, t("page.pair", { head: title, said: "" }).trimEnd(), " ", h("b", {}, value));
}

/**
 * Return the lines to read, as items of a list; one with explanations unfolds them.
 * @param {api.RulesLineView[]} lines
 */
export function ruleItems(lines) {
  return lines.map((line) => {
    const notes = line.notes.map((note) => h("small", {}, note));
    const words = ruleWords(line);
    return h("li", { key: line.key, class: "rule" }, notes.length > 0 ? h("details", { class: "option" }, h("summary", {}, words), notes) : words);
  });
}
