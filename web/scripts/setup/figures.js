// The rarer figures of a board: each with its name, those of a group under one heading.
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

const MOST = 99;

export class Figures {
  /** Draws into `element`; `changed` is called once a figure has been set. */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.turned = false; // a figure was set that is not kept yet
  }

  /**
   * @param {{path: string, says: string, group: string}[]} list
   * @param {import("./own_figures.js").OwnFigures} own
   */
  draw(list, own) {
    const { activeElement } = document;
    const held = this.element.contains(activeElement) ? activeElement.id : null;
    const field = ({ path, says }) => number(path, says, own.figure(path), (value) => this.set(() => own.setFigure(path, value)));
    const groups = [...new Set(list.map(({ group }) => group))];
    this.element.replaceChildren(
      ...groups.map((group) => {
        const rows = list.filter((one) => one.group === group).map(field);
        return group ? h("fieldset", { class: "tally" }, h("legend", {}, group), rows) : h("div", { class: "singles" }, rows);
      }),
    );
    if (held) document.getElementById(held)?.focus();
  }

  set(change) {
    change();
    this.changed();
  }

  /** Say what is wrong at the figure of this path, or take every such word away. Gives whether there is such a figure. */
  blame(text, where = "") {
    for (const fault of this.element.querySelectorAll(".fault")) fault.textContent = "";
    for (const input of this.element.querySelectorAll("input")) input.removeAttribute("aria-invalid");
    const input = where && document.getElementById(where);
    if (!text || !input) return false;
    input.setAttribute("aria-invalid", "true");
    input.closest(".figure").querySelector(".fault").textContent = text;
    this.element.closest("details").open = true;
    input.focus();
    return true;
  }
}

function number(id, label, value, take) {
  const input = h("input", { id, type: "text", inputmode: "numeric", autocomplete: "off", size: 3, maxlength: 3, "aria-describedby": `${id}-fault` });
  input.value = figure(value);
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  input.addEventListener("change", () => {
    const text = input.value.trim();
    const fits = /^\d+$/.test(text) && Number(text) <= MOST;
    fault.textContent = fits ? "" : t("page.form.number_wanted", { low: "0", high: String(MOST) });
    input.setAttribute("aria-invalid", String(!fits));
    if (fits) take(Number(text));
  });
  return h("div", { class: "figure" }, h("label", { for: id }, label), input, fault);
}
