// The options of a game as fields: yes or no, one of several, or a number, each with its note.
import { h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";
import { answerAt, otherAnswers, withAnswer } from "./apart.js";

/** @typedef {api.SetupFieldView} Option */

/** Names of the unfolded options: they stay so when the form is drawn again. @type {Set<string>} */
const unfolded = new Set();

/**
 * Return a field for each option of a form.
 * @param {Option[]} form
 * @param {(option: Option) => any} valueOf Returns the present value of an option.
 * @param {(option: Option, value: any) => void} choose Called with another value.
 * @param {string[]} names Of the seats.
 */
export function optionFields(form, valueOf, choose, names) {
  return form.map((option) => {
    /** @param {any} value */
    const take = (value) => choose(option, value);
    const { apart } = option;
    return apart ? separateFields(option, apart, valueOf(option), take, names) : optionField(option, valueOf(option), take);
  });
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
  const details = h("details", { class: "option", id }, head, lines, h("p", { class: "fault", role: "alert" }));
  details.open = unfolded.has(name);
  details.addEventListener("toggle", () => unfolded[details.open ? "add" : "delete"](name));
  return details;
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
    const words = [h("span", { class: "card-name" }, choice.text), choice.note && h("small", {}, choice.note)];
    return h("label", { class: "choice-card" }, input, h("span", { class: "card-words" }, words));
  });
  const attributes = { class: "option", id, "aria-describedby": describedBy };
  return h("fieldset", attributes, h("legend", {}, label), remark, h("div", { class: "cards" }, cards), fault);
}
