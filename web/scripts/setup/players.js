// Who plays: the list of players in playing order, each with name, colours, and the buttons that move it.
import { h, svg } from "../lib/dom.js";
import { LONGEST_NAME } from "./plan.js";
import { mark } from "../lib/templates.js";
import { t } from "../lib/words.js";

const LETTERS = "ABCDE";
const SHAPES = ["circle", "triangle", "square", "diamond", "pentagon"];
const SIGNS = { up: "M5 15.5l7-7 7 7", down: "M5 8.5l7 7 7-7", away: "M6 6l12 12M18 6L6 18" };

export class Players {
  /**
   * Draws into `list`; `names` are those remembered, shown in `chips`; `adding` is the form that takes a new one. After
   * every change of the plan `changed(said)` is called, with what is worth reading aloud.
   */
  constructor({ list, chips, adding, names, changed }) {
    Object.assign(this, { list, chips, adding, names, changed });
    this.input = adding.querySelector("input");
    this.input.maxLength = LONGEST_NAME;
    this.fault = adding.querySelector(".fault");
    this.shown = null; // the seat whose colours lie open
    adding.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(this.input.value.trim());
    });
    this.input.addEventListener("input", () => this.blame(""));
  }

  /** Have whoever was typed but not added yet sit down. Gives whether there was somebody. */
  addTyped() {
    const name = this.input.value.trim();
    if (!name || this.plan.full) return false;
    this.add(name);
    return true;
  }

  draw(plan) {
    this.plan = plan;
    const colours = plan.colours();
    const held = this.list.contains(document.activeElement) && document.activeElement.dataset.hold;
    this.list.replaceChildren(...plan.players.map((player, seat) => this.row(player, seat, colours[seat])));
    if (held) this.list.querySelector(`[data-hold="${CSS.escape(held)}"]`)?.focus();
    this.list.hidden = !plan.count;
    this.chips.replaceChildren(...plan.away(this.names).map((name) => this.chip(name)));
    this.chips.hidden = plan.full || !this.chips.childElementCount;
    this.adding.hidden = plan.full;
    this.adding.querySelector("small").textContent = t(plan.count ? "page.setup.then_left" : "page.setup.youngest");
  }

  /** Say what is wrong at a seat's name (null: at the new one). */
  blame(text, seat = null) {
    const field = seat === null ? this.input : this.list.children[seat]?.querySelector("input");
    if (!field) return;
    const fault = seat === null ? this.fault : this.list.children[seat].querySelector(".fault");
    fault.textContent = text;
    field.setAttribute("aria-invalid", String(Boolean(text)));
    if (text) field.focus();
  }

  add(name) {
    const fault = this.plan.fault(name);
    if (fault) {
      this.blame(reason(fault, name));
      return;
    }
    this.plan.add(name);
    this.input.value = "";
    this.blame("");
    this.changed(t("page.setup.added", { name, n: this.plan.count }));
    if (this.plan.full) this.list.lastElementChild.querySelector("input").focus();
    else this.input.focus({ preventScroll: true });
  }

  chip(name) {
    const add = () => {
      this.add(name);
      document.activeElement?.blur?.(); // no keyboard comes up on a phone
    };
    return h("li", {}, h("button", { type: "button", class: "chip", onclick: add }, name));
  }

  row(player, seat, colours) {
    const { plan } = this;
    const id = `player-${seat}`;
    const input = h("input", {
      id,
      type: "text",
      maxlength: LONGEST_NAME,
      autocomplete: "off",
      spellcheck: "false",
      dataset: { hold: `name-${seat}` },
      "aria-label": t("page.setup.name_of", { seat: seat + 1 }),
      "aria-describedby": `${id}-fault`,
    });
    input.value = player.name;
    input.addEventListener("change", () => this.rename(seat, input));
    const colour = colours[0] ?? plan.game.colours[seat].id; // where nobody chooses they go by the seats
    const sign = mark({ colour, shape: SHAPES[seat], letter: LETTERS[seat] });
    const buttons = h("span", { class: "moves" },
      this.mover(seat, -1, "up", "page.setup.earlier"),
      this.mover(seat, 1, "down", "page.setup.later"),
      this.button("away", "page.setup.remove", seat, () => this.remove(seat)),
    );
    return h("li", { class: "player" }, sign, input,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
      plan.each > 0 && this.colours(seat, colours), buttons);
  }

  mover(seat, by, name, key) {
    const button = this.button(name, key, seat, () => this.move(seat, by));
    button.disabled = seat + by < 0 || seat + by >= this.plan.count;
    return button;
  }

  button(name, key, seat, onclick) {
    const player = this.plan.players[seat].name;
    const label = t(key, { name: player });
    const attributes = { type: "button", class: `small ${name}`, dataset: { hold: `${name}-${player}` }, onclick, title: label };
    const sign = svg("svg", { viewBox: "0 0 24 24", class: "drawing", "aria-hidden": "true" }, svg("path", { d: SIGNS[name] }));
    return h("button", { ...attributes, "aria-label": label }, sign);
  }

  /** The colours of a seat: their names, and below once asked for, every colour there is. */
  colours(seat, mine) {
    const names = mine.map((id) => this.plan.game.colours.find((colour) => colour.id === id).name);
    const details = h("details", { class: "colours" },
      h("summary", { dataset: { hold: `colours-${seat}` } },
        ...mine.map((colour) => h("i", { class: "dot", dataset: { colour } })), h("span", { class: "unseen" }, t("page.setup.colours", { n: names.length })), h("span", {}, names.join(" + "))),
      ...mine.map((colour, piece) => this.swatches(seat, piece, colour)));
    details.open = this.shown === seat;
    details.addEventListener("toggle", () => {
      if (details.open) this.shown = seat;
      else if (this.shown === seat) this.shown = null;
      if (details.open) for (const other of this.list.querySelectorAll("details.colours[open]")) other.open = other === details;
    });
    return details;
  }

  swatches(seat, piece, chosen) {
    const several = this.plan.each > 1;
    const name = this.plan.players[seat].name;
    const legend = several ? t("page.setup.colour_of_piece", { name, piece: piece + 1 }) : t("page.setup.colour_of", { name });
    const colours = this.plan.game.colours.map((colour) => {
      const hold = `colour-${seat}-${piece}-${colour.id}`;
      const input = h("input", { type: "radio", name: `colour-${seat}-${piece}`, value: colour.id, dataset: { hold } });
      input.checked = colour.id === chosen;
      input.addEventListener("change", () => this.choose(seat, piece, colour));
      const sign = mark({ colour: colour.id, shape: SHAPES[seat], letter: LETTERS[seat] });
      return h("label", { class: "swatch" }, input, sign, h("span", {}, colour.name));
    });
    return h("fieldset", { class: "swatches" }, h("legend", { class: several ? null : "unseen" }, legend), h("div", {}, colours));
  }

  rename(seat, input) {
    const name = input.value.trim();
    const fault = this.plan.fault(name, seat);
    if (fault) {
      input.value = this.plan.players[seat].name;
      this.blame(reason(fault, name), seat);
      return;
    }
    this.plan.rename(seat, name);
    this.changed("");
  }

  move(seat, by) {
    const { name } = this.plan.players[seat];
    this.plan.move(seat, by);
    if (this.shown === seat) this.shown += by;
    else if (this.shown === seat + by) this.shown = seat;
    this.changed(t("page.setup.moved", { name, seat: seat + by + 1 }));
    // At the end of its way the button that was pushed is pushed no further.
    if (document.activeElement?.disabled || document.activeElement === document.body) {
      this.list.children[seat + by].querySelector("button.small:not(:disabled)")?.focus();
    }
  }

  remove(seat) {
    const { name } = this.plan.players[seat];
    this.plan.remove(seat);
    this.shown = null;
    this.changed(t("page.setup.removed", { name }));
    (this.list.children[Math.min(seat, this.plan.count - 1)]?.querySelector("button.away") ?? this.input).focus();
  }

  choose(seat, piece, colour) {
    const other = this.plan.choose(seat, piece, colour.id);
    const named = this.plan.players[other]?.name;
    const changed = other === null ? null : this.plan.colours()[other].map((id) => this.plan.game.colours.find((one) => one.id === id).name);
    this.changed(changed ? t("page.setup.swapped", { name: named, colour: changed.join(" + ") }) : "");
  }
}

/** What is wrong with a name, in words. */
function reason(fault, name) {
  return t(`page.setup.fault.${fault}`, { name, most: LONGEST_NAME });
}
