// The options of a game as fields: yes or no, one of several, or a number, each with its note.
import { refusalNote } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { answerAt, otherAnswers, withAnswer } from "./apart.js";

/** @typedef {api.SetupFieldView} Option */

/**
 * Return a field for each option of a form.
 * @param {Option[]} form
 * @param {(option: Option) => any} valueOf Returns the present value of an option.
 * @param {(option: Option, value: any) => void} choose Called with another value.
 * @param {string[]} names Of the seats.
 */
export function optionFields(form, valueOf, choose, names) {
  /** @param {Option} option */
  const field = (option) => fieldOf(option, valueOf(option), choose, names);
  const house = form.filter((option) => option.house);
  const fields = form.filter((option) => !option.house).map(field);
  return house.length ? [...fields, houseRules(house, valueOf, house.map(field))] : fields;
}

/**
 * Return the field of an option.
 * @param {Option} option
 * @param {any} value
 * @param {(option: Option, value: any) => void} choose Called with another value.
 * @param {string[]} names Of the seats.
 */
export function fieldOf(option, value, choose, names) {
  /** @param {any} chosen */
  const take = (chosen) => choose(option, chosen);
  const { apart } = option;
  const element = apart ? separateFields(option, apart, value, take, names) : optionField(option, value, take);
  if (option.refused) refuse(element, option);
  return element;
}

/**
 * Close the field of an option that cannot be changed, and say why; of house rules that stands above all of them.
 * @param {HTMLElement} element
 * @param {Option} option
 */
function refuse(element, { name, house, refused }) {
  for (const input of element.querySelectorAll("input, select")) {
    input.setAttribute("disabled", "");
    input.setAttribute("aria-describedby", `option-${house ? "house" : name}-refused`);
  }
  if (!house) element.append(refusedNote(name, refused));
}

/**
 * Return why an option cannot be changed.
 * @param {string} name
 * @param {api.ReasonView | undefined} refused
 */
function refusedNote(name, refused) {
  return h("div", { class: "cannot-change", id: `option-${name}-refused` }, refusalNote(refused));
}

/**
 * Return the house rules, folded away: the summary names those that are chosen.
 * @param {Option[]} rules
 * @param {(option: Option) => any} valueOf
 * @param {HTMLElement[]} fields
 */
function houseRules(rules, valueOf, fields) {
  const chosen = rules.filter((option) => JSON.stringify(valueOf(option)) !== JSON.stringify(option.default));
  const labels = chosen.map((option) => ruleName(option, valueOf(option)));
  const summary = labels.length ? t("page.setup.house_some", { names: labels.join(", ") }) : t("page.setup.house_none");
  const refused = rules.find((option) => option.refused)?.refused;
  return folded("option-house", "option house-rules", [h("summary", {}, summary), refused && refusedNote("house", refused), fields]);
}

/**
 * Return the name of a house rule with its value; of one that is switched on, its name alone.
 * @param {Option} rule
 * @param {any} value
 */
function ruleName({ label, type }, value) {
  if (type === "yes_no" && value) return label;
  return t("page.pair", { head: label, said: type === "number" ? formatNumber(value) : t("page.beginning.off") });
}

/**
 * Return what is folded away, unless it is unfolded in the form that is drawn again.
 * @param {string} id
 * @param {string} kind
 * @param {import("../lib/dom.js").Child[]} content
 */
export function folded(id, kind, content) {
  const details = h("details", { class: kind, id }, content);
  const before = document.getElementById(details.id);
  details.open = before instanceof HTMLDetailsElement && before.open;
  return details;
}

/**
 * Return the fields of an option that is set separately for each seat or place, folded away: none of them needs an answer.
 * @param {Option} option
 * @param {api.SetupTargetView[]} parts
 * @param {any} value
 * @param {(value: any) => void} take
 * @param {string[]} names
 */
function separateFields({ name, label, note, exclusive, choices = [] }, parts, value, take, names) {
  const id = `option-${name}`;
  const lines = parts.map(({ at, seat, label: place }) => {
    const taken = exclusive ? otherAnswers(parts, value, at) : new Set();
    const free = choices.filter((choice) => !taken.has(choice.value));
    const selectId = `${id}-${at.join("-")}`;
    const onchange = () => {
      take(withAnswer(parts, value, at, free[select.selectedIndex].value));
      document.getElementById(selectId)?.focus(); // the form was drawn again
    };
    const select = h("select", { id: selectId, onchange }, free.map((choice) => h("option", {}, choice.text)));
    select.selectedIndex = Math.max(0, free.findIndex((choice) => choice.value === answerAt(value, at)));
    return h("div", { class: "apart" }, h("label", { for: selectId }, seat ? names[seat - 1] : place), select);
  });
  const head = [h("summary", {}, label), note && h("small", {}, note)];
  return folded(id, "option", [head, lines, h("p", { class: "fault", role: "alert" })]);
}

/**
 * @param {Option} option
 * @param {any} value
 * @param {(value: any) => void} take
 */
function optionField({ name, label, type, note, low = -Infinity, high = Infinity, choices = [] }, value, take) {
  const id = `option-${name}`;
  const remark = note && h("small", { id: `${id}-note` }, note);
  const fault = h("p", { class: "fault", role: "alert" });
  const describedBy = remark ? `${id}-note` : null;
  if (type === "yes_no") {
    const input = h("input", { type: "checkbox", "aria-describedby": describedBy });
    input.checked = Boolean(value);
    input.addEventListener("change", () => take(input.checked));
    return h("div", { class: "option", id }, h("label", { class: "tick" }, input, h("span", {}, label, remark)), fault);
  }
  if (type === "number") {
    const input = h("input", { type: "number", min: low, max: high, value, inputmode: "numeric" });
    const bounds = t("page.form.bounds", { low: formatNumber(low), high: formatNumber(high) });
    input.addEventListener("change", () => {
      const number = Number(input.value);
      const isValid = input.value !== "" && Number.isInteger(number) && number >= low && number <= high;
      fault.textContent = isValid ? "" : bounds;
      input.setAttribute("aria-invalid", String(!isValid));
      if (isValid) take(number);
    });
    return h("div", { class: "option", id }, h("label", {}, label, " ", input), h("small", {}, bounds), remark, fault);
  }
  const cards = choices.map((choice) => {
    const input = h("input", { type: "radio", name: id, onchange: () => take(choice.value) });
    input.checked = JSON.stringify(choice.value) === JSON.stringify(value);
    input.disabled = Boolean(choice.refused);
    const words = [h("span", { class: "card-name" }, choice.text), choice.note && h("small", {}, choice.note), refusalNote(choice.refused)];
    return h("label", { class: "choice-card" }, input, h("span", { class: "card-words" }, words));
  });
  const attributes = { class: "option", id, "aria-describedby": describedBy };
  return h("fieldset", attributes, h("legend", {}, label), remark, h("div", { class: "cards" }, cards), fault);
}
