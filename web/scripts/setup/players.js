// Who plays: the list of players of a plan in playing order, each with name and colours.
import { find, findAll, h } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";
import { LONGEST_NAME } from "./plan.js";

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
   * @param {number} seat
   */
  showFault(text, seat) {
    const item = this.list.children[seat];
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
