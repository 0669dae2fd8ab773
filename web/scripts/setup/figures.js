// The rarer figures of a board: each with its name, those of a group under one heading.
import { find, h } from "../lib/dom.js";
import { formatNumber, t } from "../lib/words.js";

const HIGHEST = 99;

export class Figures {
  /**
   * Draw into an element.
   * @param {HTMLElement} element
   * @param {() => void} onChange Called once a figure has been set.
   */
  constructor(element, onChange) {
    this.element = element;
    this.onChange = onChange;
  }

  /**
   * Show these figures as the owner has them.
   * @param {api.CopyFigureView[]} figures
   * @param {import("./own_figures.js").OwnFigures} ownFigures
   */
  draw(figures, ownFigures) {
    const { activeElement } = document;
    const focusedId = this.element.contains(activeElement) && activeElement?.id;
    /** @param {api.CopyFigureView} figure */
    const field = ({ path, says }) =>
      numberField(path, says, ownFigures.figureAt(path), (value) => {
        ownFigures.setFigure(path, value);
        this.onChange();
      });
    const groups = [...new Set(figures.map(({ group }) => group))];
    this.element.replaceChildren(
      ...groups.map((group) => {
        const fields = figures.filter((figure) => figure.group === group).map(field);
        return group ? h("fieldset", { class: "tally" }, h("legend", {}, group), fields) : h("div", { class: "singles" }, fields);
      }),
    );
    if (focusedId) document.getElementById(focusedId)?.focus();
  }

  /**
   * Show a fault at the figure of this path, or remove every fault. Return whether there is such a figure.
   * @param {string} text
   * @param {string} path
   */
  showFault(text, path = "") {
    for (const fault of this.element.querySelectorAll(".fault")) fault.textContent = "";
    for (const input of this.element.querySelectorAll("input")) input.removeAttribute("aria-invalid");
    const input = document.getElementById(path);
    const figure = input?.closest(".figure");
    if (!text || !input || !figure) return false;
    input.setAttribute("aria-invalid", "true");
    find(figure, ".fault").textContent = text;
    const details = this.element.closest("details");
    if (details) details.open = true;
    input.focus();
    return true;
  }
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {(value: number) => void} onNumber Called with another number.
 */
function numberField(id, label, value, onNumber) {
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const attributes = { type: "text", inputmode: "numeric", autocomplete: "off", size: 3, maxlength: 3 };
  const input = h("input", { id, ...attributes, "aria-describedby": fault.id });
  input.value = formatNumber(value);
  input.addEventListener("change", () => {
    const text = input.value.trim();
    const isValid = /^\d+$/.test(text) && Number(text) <= HIGHEST;
    fault.textContent = isValid ? "" : t("page.form.number_wanted", { low: "0", high: String(HIGHEST) });
    input.setAttribute("aria-invalid", String(!isValid));
    if (isValid) onNumber(Number(text));
  });
  return h("div", { class: "figure" }, h("label", { for: id }, label), input, fault);
}
