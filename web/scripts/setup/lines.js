// The lines of an owner's list: what is written in each, the fields for it, and the entry that it makes.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";

/**
 * A line as it is written: the name of its type, its text or its chosen answer, whether its text was touched, and what is
 * wrong with it. An entry is the same in the owner's figures.
 * @typedef {{sort: string | null, text?: string, answer?: any, isTouched?: boolean, fault?: string}} Line
 * @typedef {string | Record<string, any>} Entry
 * @typedef {api.CopyLineTypeView} LineType
 */

const DIGITS = 6; // of a number, with its sign

/**
 * Return the line of an entry.
 * @param {LineType[]} types
 * @param {Entry} entry
 * @returns {Line}
 */
export function lineOf(types, entry) {
  if (typeof entry === "string") return { sort: null, text: entry };
  const [sort, value] = Object.entries(entry)[0];
  const { number, letters } = typeNamed(types, sort);
  if (number) return { sort, text: formatNumber(value) };
  return letters ? { sort, text: value } : { sort, answer: value };
}

/**
 * Return the entry of a line (`value`), or what is wrong with the line (`fault`).
 * @param {LineType[]} types
 * @param {Line} line
 * @returns {{value?: Entry, fault?: string}}
 */
export function readLine(types, { sort, text = "", answer }) {
  const { name, number, letters, answers } = typeNamed(types, sort);
  const words = text.trim();
  if (letters && !words) return { fault: t("page.copy.wanted") };
  if (name === null) return { value: words };
  if (number) {
    const sum = Number(words.replace(/^[−–]/u, "-"));
    return Number.isInteger(sum) && sum !== 0 ? { value: { [name]: sum } } : { fault: t("page.copy.whole_number") };
  }
  return { value: { [name]: letters ? words : answers.length ? answer : true } };
}

/**
 * Return a line with its fields, as an item of its list.
 * @param {api.CopyListView} list
 * @param {Line} line
 * @param {number} index
 * @param {{onChange: () => void, redraw: (id: string) => void, remove: () => void}} hooks `onChange` is called after a
 *   change, `redraw` where the line needs other fields, with the id of the field that has the focus.
 */
export function lineItem(list, line, index, { onChange, redraw, remove }) {
  const id = `${list.path}-${index}`;
  const title = list.line.replace("{n}", formatNumber(index + 1));
  const [type] = list.sorts;
  const hasTypes = list.sorts.length > 1;
  const fields = hasTypes ? typeFields(list.sorts, line, id, title, onChange, redraw) : textInput(type, line, id, title, onChange);
  const removeButton = button("quiet", remove, t("page.copy.remove"), h("span", { class: "unseen" }, ` ${title}`));
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" }, line.fault);
  return h("li", {}, h("div", { role: "group", "aria-label": title }, fields, removeButton, fault));
}

/**
 * @param {LineType[]} types
 * @param {string | null} name
 */
function typeNamed(types, name) {
  return types.find((type) => type.name === name) ?? types[0];
}

/**
 * Return the field for the type of a line, and the one that this type has.
 * @param {LineType[]} types
 * @param {Line} line
 * @param {string} id
 * @param {string} title
 * @param {() => void} onChange
 * @param {(id: string) => void} redraw
 */
function typeFields(types, line, id, title, onChange, redraw) {
  const options = types.map(({ name, says }) => h("option", { value: name, selected: name === line.sort }, says));
  const select = h("select", { id, "aria-label": t("page.pair", { head: title, said: t("page.copy.sort") }) }, options);
  select.addEventListener("change", () => {
    line.sort = select.value;
    line.text = "";
    line.answer = typeNamed(types, line.sort).answers[0]?.value;
    line.isTouched = false;
    redraw(id);
  });
  const type = typeNamed(types, line.sort);
  if (type.answers.length) return [select, answerSelect(type, line, title, onChange)];
  return [select, (type.number || type.letters > 0) && textInput(type, line, `${id}-value`, title, onChange)];
}

/**
 * @param {LineType} type
 * @param {Line} line
 * @param {string} title
 * @param {() => void} onChange
 */
function answerSelect({ answers }, line, title, onChange) {
  const chosen = JSON.stringify(line.answer);
  const options = answers.map(({ value, says }, i) => h("option", { value: i, selected: JSON.stringify(value) === chosen }, says));
  const select = h("select", { "aria-label": t("page.pair", { head: title, said: t("page.copy.which") }) }, options);
  select.addEventListener("change", () => {
    line.answer = answers[Number(select.value)].value;
    onChange();
  });
  return select;
}

/**
 * @param {LineType} type
 * @param {Line} line
 * @param {string} id
 * @param {string} title
 * @param {() => void} onChange
 */
function textInput({ name, number, letters }, line, id, title, onChange) {
  const label = t(number ? "page.copy.sum" : "page.copy.words");
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    maxlength: number ? DIGITS : letters,
    "aria-label": name === null ? title : t("page.pair", { head: title, said: label }),
    "aria-describedby": `${id.replace(/-value$/, "")}-fault`,
  });
  input.value = line.text ?? "";
  input.addEventListener("change", () => {
    line.text = input.value;
    line.isTouched = true;
    onChange();
  });
  return input;
}
