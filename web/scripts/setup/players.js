// Who plays: the list of players in playing order, each with name, colours, and the buttons that move it.
import { find, findAll, h, svg } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";
import { LONGEST_NAME } from "./plan.js";

const ARROWS = { up: "M5 15.5l7-7 7 7", down: "M5 8.5l7 7 7-7", away: "M6 6l12 12M18 6L6 18" };

/**
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./plan.js").Player} Player
 */

/** The players of a plan, each with name and colours. */
export class PlayerList {
  /**
   * Draw the players of a plan.
   * @param {{list: HTMLElement, plan: Plan, onChange: (news: string) => void}} parts `onChange` is called after every
   *   change of the plan, with what is to be read aloud.
   */
  constructor({ list, plan, onChange }) {
    this.list = list;
    this.plan = plan;
    this.onChange = onChange;
    /** The seat whose colours are unfolded. @type {number | null} */
    this.unfolded = null;
    /** Returns the buttons beside a seat. @type {(seat: number) => HTMLElement | null} */
    this.buttons = () => null;
  }

  /** @param {Plan} plan */
  draw(plan) {
    this.plan = plan;
    const colours = plan.colours();
    const { activeElement } = document;
    const key = activeElement instanceof HTMLElement && this.list.contains(activeElement) && activeElement.dataset.hold;
    this.list.replaceChildren(...plan.players.map((player, seat) => this.playerItem(player, seat, colours[seat])));
    if (key) findAll(this.list, `[data-hold="${CSS.escape(key)}"]`)[0]?.focus();
  }

  /**
   * Show what is wrong with the name of a seat.
   * @param {string} text
   * @param {number | null} seat
   */
  showFault(text, seat = null) {
    const item = seat === null ? null : this.list.children[seat];
    if (item) showFaultIn(item, text);
  }

  /**
   * @param {Player} player
   * @param {number} seat
   * @param {string[]} colours
   */
  playerItem(player, seat, colours) {
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
    return h(
      "li",
      { class: "player" },
      seatMark(plan.marks()[seat]),
      input,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert" }),
      plan.coloursEach > 0 && this.colourChoice(seat, colours),
      this.buttons(seat),
    );
  }

  /**
   * Unfold the colours of a seat; null for none.
   * @param {number | null} seat
   */
  unfold(seat) {
    this.unfolded = seat;
  }

  /**
   * Return the names of the colours of a seat, with all the colours to choose from folded below.
   * @param {number} seat
   * @param {string[]} colours
   * @returns {HTMLElement}
   */
  colourChoice(seat, colours) {
    const summary = h(
      "summary",
      { dataset: { hold: `colours-${seat}` } },
      colours.map((colour) => h("i", { class: "dot", dataset: { colour } })),
      h("span", { class: "unseen" }, t("page.setup.colours", { n: colours.length })),
      h("span", {}, this.colourNames(colours)),
    );
    const details = h("details", { class: "colours" }, summary, colours.map((colour, piece) => this.swatches(seat, piece, colour)));
    details.open = this.unfolded === seat;
    details.addEventListener("toggle", () => {
      if (details.open) this.unfolded = seat;
      else if (this.unfolded === seat) this.unfolded = null;
      if (details.open) for (const other of this.list.querySelectorAll("details")) other.open = other === details;
    });
    return details;
  }

  /**
   * Return the names of colours: "blue + white".
   * @param {string[]} colours
   */
  colourNames(colours) {
    return colours.map((colour) => this.plan.game.colours.find(({ id }) => id === colour)?.name).join(" + ");
  }

  /**
   * @param {number} seat
   * @param {number} piece
   * @param {string} chosen
   */
  swatches(seat, piece, chosen) {
    const hasSeveral = this.plan.coloursEach > 1;
    const { name } = this.plan.players[seat];
    const legend = hasSeveral ? t("page.setup.colour_of_piece", { name, piece: piece + 1 }) : t("page.setup.colour_of", { name });
    const swatches = this.plan.game.colours.map((colour) => {
      const hold = `colour-${seat}-${piece}-${colour.id}`;
      const input = h("input", { type: "radio", name: `colour-${seat}-${piece}`, value: colour.id, dataset: { hold } });
      input.checked = colour.id === chosen;
      input.addEventListener("change", () => this.chooseColour(seat, piece, colour.id));
      const mark = seatMark({ ...this.plan.marks(this.plan.coloursWith(seat, piece, colour.id))[seat], colour: colour.id });
      return h("label", { class: "swatch" }, input, mark, h("span", {}, colour.name));
    });
    return h("fieldset", { class: "swatches" }, h("legend", { class: hasSeveral ? null : "unseen" }, legend), h("div", {}, swatches));
  }

  /**
   * @param {number} seat
   * @param {HTMLInputElement} input
   */
  rename(seat, input) {
    const name = input.value.trim();
    const fault = this.plan.nameFault(name, seat);
    if (fault) {
      input.value = this.plan.players[seat].name;
      this.showFault(faultSentence(fault, name), seat);
      return;
    }
    this.plan.rename(seat, name);
    this.onChange("");
  }

  /**
   * @param {number} seat
   * @param {number} piece
   * @param {string} colour
   */
  chooseColour(seat, piece, colour) {
    const other = this.plan.chooseColour(seat, piece, colour);
    if (other === null) {
      this.onChange("");
      return;
    }
    const { name } = this.plan.players[other];
    this.onChange(t("page.setup.swapped", { name, colour: this.colourNames(this.plan.colours()[other]) }));
  }
}

/** The players of a new game, who may also be added, removed and moved. */
export class Players extends PlayerList {
  /**
   * Draw the players of a plan.
   * @param {{
   *   list: HTMLElement, chips: HTMLElement, adding: HTMLElement, names: string[], plan: Plan, onChange: (news: string) => void,
   * }} parts `names` are the remembered ones, shown in `chips`; `adding` is the form for a new one.
   */
  constructor({ list, chips, adding, names, plan, onChange }) {
    super({ list, plan, onChange });
    /** @param {number} seat */
    this.buttons = (seat) => this.moveButtons(seat);
    this.chips = chips;
    this.adding = adding;
    this.names = names;
    this.input = find(adding, "input", HTMLInputElement);
    this.input.maxLength = LONGEST_NAME;
    adding.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(this.input.value.trim());
    });
    this.input.addEventListener("input", () => this.showFault(""));
  }

  /** Add the name that was typed but not added yet. Return whether there was one. */
  addTyped() {
    const name = this.input.value.trim();
    if (!name || this.plan.isFull) return false;
    this.add(name);
    return true;
  }

  /** @param {Plan} plan */
  draw(plan) {
    super.draw(plan);
    this.list.hidden = !plan.count;
    this.chips.replaceChildren(...plan.absentNames(this.names).map((name) => this.chip(name)));
    this.chips.hidden = plan.isFull || !this.chips.childElementCount;
    this.adding.hidden = plan.isFull;
    find(this.adding, "small").textContent = t(plan.count ? "page.setup.then_left" : "page.setup.youngest");
  }

  /**
   * Show what is wrong with the name of a seat.
   * @param {string} text
   * @param {number | null} seat Null for the new one.
   */
  showFault(text, seat = null) {
    if (seat === null) showFaultIn(this.adding, text);
    else super.showFault(text, seat);
  }

  /** @param {string} name */
  add(name) {
    const fault = this.plan.nameFault(name);
    if (fault) {
      this.showFault(faultSentence(fault, name));
      return;
    }
    this.plan.add(name);
    this.input.value = "";
    this.showFault("");
    this.onChange(t("page.setup.added", { name, n: this.plan.count }));
    if (this.plan.isFull) this.list.lastElementChild?.querySelector("input")?.focus();
    else this.input.focus({ preventScroll: true });
  }

  /** @param {string} name */
  chip(name) {
    const add = () => {
      this.add(name);
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // no keyboard comes up on a phone
    };
    return h("li", {}, h("button", { type: "button", class: "chip", onclick: add }, name));
  }

  /**
   * Return the buttons that move or remove a seat.
   * @param {number} seat
   */
  moveButtons(seat) {
    return h(
      "span",
      { class: "moves" },
      this.moveButton(seat, -1, "up", "page.setup.earlier"),
      this.moveButton(seat, 1, "down", "page.setup.later"),
      this.button("away", "page.setup.remove", seat, () => this.remove(seat)),
    );
  }

  /**
   * @param {number} seat
   * @param {-1 | 1} by
   * @param {"up" | "down"} kind
   * @param {string} key
   */
  moveButton(seat, by, kind, key) {
    const button = this.button(kind, key, seat, () => this.move(seat, by));
    button.disabled = seat + by < 0 || seat + by >= this.plan.count;
    return button;
  }

  /**
   * @param {keyof typeof ARROWS} kind
   * @param {string} key
   * @param {number} seat
   * @param {() => void} onclick
   */
  button(kind, key, seat, onclick) {
    const { name } = this.plan.players[seat];
    const label = t(key, { name });
    const attributes = { type: "button", class: `small ${kind}`, dataset: { hold: `${kind}-${name}` }, onclick, title: label };
    const arrow = svg("svg", { viewBox: "0 0 24 24", class: "drawing", "aria-hidden": "true" }, svg("path", { d: ARROWS[kind] }));
    return h("button", { ...attributes, "aria-label": label }, arrow);
  }

  /**
   * @param {number} seat
   * @param {-1 | 1} by
   */
  move(seat, by) {
    const { name } = this.plan.players[seat];
    this.plan.move(seat, by);
    if (this.unfolded === seat) this.unfold(seat + by);
    else if (this.unfolded === seat + by) this.unfold(seat);
    this.onChange(t("page.setup.moved", { name, seat: seat + by + 1 }));
    // At the end of its way the button that was pushed is pushed no further.
    if (document.activeElement?.matches("body, :disabled")) {
      findAll(this.list.children[seat + by], "button.small:not(:disabled)")[0]?.focus();
    }
  }

  /** @param {number} seat */
  remove(seat) {
    const { name } = this.plan.players[seat];
    this.plan.remove(seat);
    this.unfold(null);
    this.onChange(t("page.setup.removed", { name }));
    const neighbour = this.list.children[Math.min(seat, this.plan.count - 1)];
    (neighbour ? find(neighbour, ".away") : this.input).focus();
  }
}

/**
 * Show what is wrong with a name beside its field.
 * @param {Element} place
 * @param {string} text
 */
function showFaultIn(place, text) {
  const input = find(place, "input");
  find(place, ".fault").textContent = text;
  input.setAttribute("aria-invalid", String(Boolean(text)));
  if (text) input.focus();
}

/**
 * Return what is wrong with a name.
 * @param {NonNullable<ReturnType<Plan["nameFault"]>>} fault
 * @param {string} name
 */
function faultSentence(fault, name) {
  return t(`page.setup.fault.${fault}`, { name, most: LONGEST_NAME });
}
