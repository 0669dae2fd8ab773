// The options of a game as fields: yes or no, one of several, or a number, each with its note.
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

/** A field for each option of a form; `value(option)` is what it is now, `chosen(option, value)` hears of another. */
export function options(form, value, chosen) {
  return form.map((option) => field(option, value(option), (wanted) => chosen(option, wanted)));
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
