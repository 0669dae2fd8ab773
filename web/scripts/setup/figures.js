// The rarer figures of a board: where the cities lie, what everyone begins with, and what the tallies pay.
import { h } from "../lib/dom.js";
import { CITIES } from "./own_board.js";
import { figure, t } from "../lib/words.js";

const MOST = 99;

export class Figures {
  /** Draws into `element`; `changed` is called once a figure of the board has been set. */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
  }

  draw(board) {
    const { activeElement } = document;
    const held = this.element.contains(activeElement) ? activeElement.id : null;
    const figures = [["start", "gold"], ["track", "ormuz"], ["track", "ganzhou"], ["track", "dadu"]];
    const singles = figures.map(([table, name]) =>
      number(`${table}.${name}`, t(`page.board.figure.${name}`), board.figure(table, name), (value) => this.set(() => board.setFigure(table, name, value))),
    );
    const tallies = CITIES.map((city) => {
      const rows = board.tally(city).map(([space, gold]) =>
        number(`tally.${city}.${space}`, t("page.board.space", { space }), gold, (value) => this.set(() => board.setTally(city, space, value))),
      );
      return h("fieldset", { class: "tally" }, h("legend", {}, t(`page.board.tally.${city}`)), rows);
    });
    this.element.replaceChildren(h("div", { class: "singles" }, singles), ...tallies);
    if (held) document.getElementById(held)?.focus();
  }

  set(put) {
    put();
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
