// The question on which place of a track a piece is to stand: the track itself is shown, and its places are touched.
import { Card } from "../blocks/scene.js";
import { h } from "../lib/dom.js";
import { withRuling } from "../lib/reasons.js";
import { t } from "../lib/words.js";
import { ChoiceQuestion } from "./fields.js";

/**
 * @typedef {import("./fields.js").ChoiceField} ChoiceField
 * @typedef {import("./fields.js").FormActions} FormActions
 */

export class PlaceQuestion extends ChoiceQuestion {
  /**
   * Create it with the track that the piece stands on, and with all places in a list below it; without a track, with the
   * list alone.
   * @param {ChoiceField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    super(field, form);
    this.piece = field.piece;
    this.choices = field.choices;
    this.card = new Card({ block: "track", id: `${field.piece}-place` }, () => this.mark());
    this.room = this.card.room;
    this.room.addEventListener("click", ({ target }) => this.touch(target));
    this.room.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.touch(event.target);
    });
    if (this.trackBlock()) this.addTrack();
  }

  /** Return the track that the piece stands on, as the table is now; undefined without one. */
  trackBlock() {
    for (const block of this.form.view().scene.blocks) {
      if (block.block === "track" && block.pieces?.some(({ id }) => id === this.piece)) return block;
    }
    return undefined;
  }

  addTrack() {
    this.change = h("output", { class: "comes-to" });
    const hint = h("p", { class: "field-note" }, t("page.form.touch_place"));
    const list = this.element.querySelector(".cards");
    this.refusal.before(hint, h("div", { class: "block track-block place-track" }, this.room), this.change);
    this.refusal.after(h("details", { class: "all-places" }, h("summary", {}, t("page.form.places")), list));
    this.draw(false);
  }

  /**
   * Show the piece on the place that is chosen, or where it stands.
   * @param {boolean} isUpdate It walks there.
   */
  draw(isUpdate) {
    const block = this.trackBlock();
    if (!block) return;
    const { start, chosen } = this.choicesOnTrack();
    const places = new Map(block.places.map(({ id, touch }) => [touch, id]));
    const pieces = (block.pieces ?? []).flatMap((piece) => {
      if (piece.id !== this.piece) return this.form.isPast ? [] : [piece]; // the others stood elsewhere then
      const [from, to] = [start, chosen ?? start].map((choice) => places.get(choice?.touch) ?? piece.at);
      const ghost = { ...piece, id: `ghost:${piece.id}`, at: from, ghost: true };
      return from === to ? [{ ...piece, at: to }] : [{ ...piece, at: to }, ghost];
    });
    const { game, seats, things, unit, wheel_page, you } = this.form.view();
    const turn = pieces.find(({ id }) => id === this.piece)?.seat ?? null; // the light is on the piece
    this.card.show({ ...block, pieces }, { game, seats, things, turn, unit, wheel_page, reader: you.seat }, isUpdate);
  }

  /** Return the choice of the place where the piece stands, and the chosen one. */
  choicesOnTrack() {
    const start = this.choices.find(({ value }) => value === 0);
    return { start, chosen: this.choices.find(({ value }) => value === this.field.value) };
  }

  /** Make buttons of the places that may be touched, and mark the one where the piece stands and the chosen one. */
  mark() {
    const { start, chosen } = this.choicesOnTrack();
    for (const place of this.room.querySelectorAll("[data-touch]")) {
      const choice = this.choiceOf(place);
      const canBeChosen = choice !== undefined && !choice.refused;
      place.classList.toggle("touchable", canBeChosen);
      place.classList.toggle("left-behind", chosen !== undefined && choice === start);
      if (!choice) continue;
      place.setAttribute("aria-label", choice.text);
      place.setAttribute("role", "button");
      place.setAttribute("aria-disabled", String(!canBeChosen));
      place.setAttribute("aria-pressed", String(choice === chosen));
      if (canBeChosen) place.setAttribute("tabindex", "0");
      else place.removeAttribute("tabindex");
    }
    this.room.querySelector("svg[role]")?.setAttribute("role", "group");
    const place = chosen && this.trackBlock()?.places.find(({ touch }) => touch === chosen.touch);
    if (this.change) this.change.textContent = start && place ? `${start.text} → ${place.name ?? place.label}` : "";
  }

  /** @param {Element} place */
  choiceOf(place) {
    return this.choices.find(({ touch }) => touch === place.getAttribute("data-touch"));
  }

  /**
   * Take the place that is touched, or say why not.
   * @param {EventTarget | null} target
   */
  touch(target) {
    const place = target instanceof Element ? target.closest("[data-touch]") : null;
    const choice = place && this.choiceOf(place);
    if (!choice) return;
    this.refuse(choice.refused ? withRuling(choice.refused) : "");
    if (choice.refused) this.refusal.scrollIntoView({ block: "nearest" });
    else this.form.answer(choice.value, true);
  }

  /** @param {unknown} value */
  showValue(value) {
    super.showValue(value);
    for (const [i, input] of this.element.querySelectorAll("input").entries()) input.checked = this.choices[i].value === value;
    this.draw(true);
  }

  focus() {
    if (!this.change) return super.focus();
    /** @type {SVGElement | null} */
    const place = this.room.querySelector("[aria-pressed='true'], .touchable");
    place?.focus({ preventScroll: true });
  }
}
