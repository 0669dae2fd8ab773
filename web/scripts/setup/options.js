// The options of a game as fields: yes or no, one of several, or a number, each with its note.
import { answerAt, answered, taken } from "./apart.js";
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

const opened = new Set(); // of the options that are said apart: they stay as they are when the form is drawn again

/**
 * A field for each option of a form; `value(option)` is what it is now, `chosen(option, value)` hears of another, and
 * `names` are those of the seats.
 */
export function options(form, value, chosen, names) {
  return form.map((option) => {
    const take = (wanted) => chosen(option, wanted);
    return option.apart ? apart(option, value(option), take, names) : field(option, value(option), take);
  });
}

/** An option that is said of one after another, folded away: nobody need say any of it. */
function apart(option, now, take, names) {
  const id = `option-${option.name}`;
  const lines = option.apart.map(({ at, seat, label }) => {
    const gone = taken(option, now, at);
    const free = option.choices.filter((choice) => !gone.has(choice.value));
    const name = `${id}-${at.join("-")}`;
    const said = () => {
      take(answered(option, now, at, free[select.selectedIndex].value));
      document.getElementById(name)?.focus(); // the form was drawn again
    };
    const select = h("select", { id: name, onchange: said }, free.map((choice) => h("option", {}, choice.text)));
    select.selectedIndex = Math.max(0, free.findIndex((choice) => choice.value === answerAt(now, at)));
    return h("div", { class: "apart" }, h("label", { for: name }, seat ? names[seat - 1] : label), select);
  });
  const note = option.note && h("small", {}, option.note);
  const details = h("details", { class: "option", id }, h("summary", {}, option.label), note, lines, h("p", { class: "fault", role: "alert" }));
  details.open = opened.has(option.name);
  details.addEventListener("toggle", () => opened[details.open ? "add" : "delete"](option.name));
  return details;
}

function field(option, now, take) {
  const id = `option-${option.name}`;
  const note = option.note && h("small", { id: `${id}-note` }, option.note);
  const fault = h("p", { class: "fault", role: "alert" });
  const described = note ? `${id}-note` : null;
  if (option.type === "yes_no") {
    const input = h("input", { type: "checkbox", "aria-describedby": described, onchange: () => take(input.checked) });
    input.checked = Boolean(now);
    return h("div", { class: "option", id }, h("label", { class: "tick" }, input, h("span", {}, option.label, note)), fault);
  }
  if (option.type === "number") {
    const input = h("input", { type: "number", min: option.low, max: option.high, value: now, inputmode: "numeric" });
    const bounds = t("page.form.bounds", { low: figure(option.low), high: figure(option.high) });
    input.addEventListener("change", () => {
      const number = Number(input.value);
      const fits = input.value !== "" && Number.isInteger(number) && number >= option.low && number <= option.high;
      fault.textContent = fits ? "" : bounds;
      input.setAttribute("aria-invalid", String(!fits));
      if (fits) take(number);
    });
    return h("div", { class: "option", id }, h("label", {}, option.label, " ", input), h("small", {}, bounds), note, fault);
  }
  const cards = (option.choices ?? []).map((choice) => {
    const input = h("input", { type: "radio", name: id, onchange: () => take(choice.value) });
    input.checked = JSON.stringify(choice.value) === JSON.stringify(now);
    const words = h("span", { class: "card-words" }, h("span", { class: "card-name" }, choice.text), choice.note && h("small", {}, choice.note));
    return h("label", { class: "choice-card" }, input, words);
  });
  return h("fieldset", { class: "option", id, "aria-describedby": described }, h("legend", {}, option.label), note, h("div", { class: "cards" }, cards), fault);
}
