// The lines of an owner's list: what stands in each, the fields for it, and what of it will do.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

const LETTERS_OF_A_NUMBER = 6;

/**
 * One sort of line, as the game has it.
 * @typedef {{name: string | null, says: string, letters: number, number: boolean, answers: {value: any, says: string}[]}} LineSort
 */

/** The line of a list's entry as a profile has it. @param {LineSort[]} sorts */
export function rowOf(sorts, entry) {
  if (sorts[0].name === null) return { sort: null, text: entry };
  const [sort, value] = Object.entries(entry)[0];
  const { number, letters } = sortOf(sorts, sort);
  if (number) return { sort, text: figure(value) };
  return letters ? { sort, text: value } : { sort, answer: value };
}

/** What a line says as a profile has it (`value`), or what is wrong with it (`fault`). @param {LineSort[]} sorts */
export function read(sorts, { sort, text = "", answer }) {
  const { name, number, letters, answers } = sortOf(sorts, sort);
  if (number) {
    const found = Number(text.trim().replace(/^[−–]/u, "-"));
    return text.trim() && Number.isInteger(found) && found !== 0 ? { value: { [name]: found } } : { fault: t("page.copy.whole_number") };
  }
  if (letters && !text.trim()) return { fault: t("page.copy.wanted") };
  if (name === null) return { value: text.trim() };
  return { value: { [name]: letters ? text.trim() : answers.length ? answer : true } };
}

/** The fields of a line. `changed` is called once something of it is another, `redraw(id)` where it wants other fields. */
export function fresh(list, line, at, { changed, redraw, remove }) {
  const id = `${list.path}-${at}`;
  const title = list.line.replace("{n}", figure(at + 1));
  const away = button("quiet", remove, t("page.copy.remove"), h("span", { class: "unseen" }, `: ${title}`));
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const fields = list.sorts.length > 1 ? sorted(list, line, id, title, changed, redraw) : [words(list.sorts[0], line, id, title, changed)];
  fault.textContent = line.fault ?? "";
  return h("li", {}, h("div", { role: "group", "aria-label": title }, fields, away, fault));
}

function sortOf(sorts, name) {
  return sorts.find((sort) => sort.name === name) ?? sorts[0];
}

function sorted({ sorts }, line, id, title, changed, redraw) {
  const options = sorts.map(({ name, says }) => h("option", { value: name, selected: name === line.sort }, says));
  const select = h("select", { id, "aria-label": `${title}: ${t("page.copy.sort")}` }, options);
  select.addEventListener("change", () => {
    line.sort = select.value;
    line.text = "";
    line.answer = sortOf(sorts, line.sort).answers[0]?.value;
    line.touched = false;
    redraw(id);
  });
  const sort = sortOf(sorts, line.sort);
  if (sort.answers.length) return [select, answerOf(sort, line, title, changed)];
  return sort.number || sort.letters ? [select, words(sort, line, `${id}-value`, title, changed)] : [select];
}

function answerOf({ answers }, line, title, changed) {
  const now = JSON.stringify(line.answer);
  const options = answers.map(({ value, says }, at) => h("option", { value: at, selected: JSON.stringify(value) === now }, says));
  const select = h("select", { "aria-label": `${title}: ${t("page.copy.which")}` }, options);
  select.addEventListener("change", () => {
    line.answer = answers[Number(select.value)].value;
    changed();
  });
  return select;
}

function words({ name, number, letters }, line, id, title, changed) {
  const asked = t(number ? "page.copy.sum" : "page.copy.words");
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    maxlength: number ? LETTERS_OF_A_NUMBER : letters,
    "aria-label": name === null ? title : `${title}: ${asked}`,
    "aria-describedby": `${id.replace(/-value$/, "")}-fault`,
  });
  input.value = line.text ?? "";
  input.addEventListener("change", () => {
    line.text = input.value;
    line.touched = true;
    changed();
  });
  return input;
}
