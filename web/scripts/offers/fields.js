// The fields of a form that take one value: a number, a short text, and one of several cards.
import { button, choiceLabel } from "../lib/buttons.js";
import { findAll, h } from "../lib/dom.js";
import { showPrintedFaces } from "../lib/printed.js";
import { narrowableList } from "./narrow.js";
import { isSameJson } from "../lib/render.js";
import { withRuling } from "../lib/reasons.js";
import { t } from "../lib/words.js";
import { allows, boundsOf, firstNumber, formatValue, gapAt, gapText, nextNumber } from "./numbers.js";

/**
 * The fields of a form, by the keys that each type has.
 * @typedef {Pick<api.FieldView, "name" | "label" | "note" | "only" | "value">} FieldHead
 * @typedef {FieldHead & {type: "number"} & Required<Pick<api.FieldView, "low" | "high">>
 *   & Pick<api.FieldView, "signed" | "nonzero" | "told" | "gaps" | "base">} NumberField
 * @typedef {FieldHead & {type: "text"} & Required<Pick<api.FieldView, "longest">> & Pick<api.FieldView, "required">} TextField
 * @typedef {FieldHead & {type: "yes_no", choices?: undefined}} YesNoField
 * @typedef {FieldHead & {type: "one_of" | "seat"} & Required<Pick<api.FieldView, "choices">> & Pick<api.FieldView, "piece">} ChoiceField
 * @typedef {api.ChoiceView & {blank?: NumberField | TextField}} ItemChoice
 * @typedef {FieldHead & {type: "several_of" | "path", choices: ItemChoice[], closed?: boolean} & Pick<api.FieldView, "sum">
 *   & Required<Pick<api.FieldView, "taken" | "least" | "most" | "whole">>} ListField `closed`: the reader wants no more items.
 * @typedef {FieldHead & {type: "chance"} & Required<Pick<api.FieldView, "bounds">>
 *   & Pick<api.FieldView, "sectors" | "dice" | "start" | "deals">} ChanceField
 * @typedef {NumberField | TextField | YesNoField | ChoiceField | ListField | ChanceField} Field
 * @typedef {import("../lib/buttons.js").Choice & {value: any, usual?: boolean}} FieldChoice
 */

/**
 * What a question asks of its form. `answer` gives it a value, `reopen` takes away the confirmation, `moveOn` shows what is
 * next, `endList` ends a list with these items, `drawChance` leaves the rest to chance. Nothing can be drawn for a move
 * that replaces an earlier one (`isPast`), or whose chance is typed in (`isTyped`).
 * @typedef {{
 *   isPast: boolean, isTyped: boolean, view: () => api.PhoneView,
 *   answer: (value: unknown, shouldMoveOn: boolean) => void, reopen: () => void, moveOn: () => void,
 *   endList: (items: unknown[]) => void, drawChance: () => void,
 * }} FormActions
 */

const PAUSE_MS = 200; // longer than from letter to letter, shorter than from the last letter to the next tap
/** @type {Record<string, number>} */
const STEPS = { ArrowUp: 1, ArrowDown: -1 };

let idCount = 0;

/** Return an id that no other element of the page has. */
export function newId() {
  return `field-${++idCount}`;
}

/**
 * A fieldset named by its question.
 * @template {Field} [Shown=Field]
 */
export class Question {
  /**
   * Create it without controls.
   * @param {Shown} field
   * @param {FormActions} form
   * @param {string} bounds A sentence about what can be answered; empty for none.
   */
  constructor(field, form, bounds = "") {
    this.field = field;
    this.form = form;
    this.noteId = newId();
    /** @type {HTMLElement | null} */
    this.nextButton = null;
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.element = h(
      "fieldset",
      { key: this, class: `field ask-${field.type}`, dataset: { field: field.name } },
      h("legend", {}, field.label),
      field.note && h("p", { class: "field-note" }, field.note),
      bounds && h("p", { class: "field-note", id: this.noteId }, bounds),
      this.refusal,
    );
  }

  get isAnswered() {
    return this.field.value !== undefined;
  }

  /**
   * Add controls below the question.
   * @param {...(Element | false | undefined)} controls
   */
  add(...controls) {
    for (const control of controls) if (control) this.refusal.before(control);
  }

  /**
   * Return the button that ends a field whose value is not complete by itself.
   * @param {() => void} tap
   */
  makeNextButton(tap) {
    const next = button("next", tap, t("page.form.next"));
    this.nextButton = next;
    this.updateNextButton();
    return next;
  }

  /**
   * Show another value of the same question.
   * @param {unknown} value
   */
  showValue(value) {
    this.field.value = value;
    this.updateNextButton();
  }

  /** Show the button only while the field has no answer. */
  updateNextButton() {
    if (this.nextButton) this.nextButton.hidden = this.isAnswered;
  }

  /** @param {string} reason Empty for none. */
  refuse(reason) {
    this.refusal.textContent = reason;
  }

  focus() {
    findAll(this.element, "input:not(:disabled), button:not([hidden])")[0]?.focus();
  }
}

/** @extends {Question<NumberField>} */
export class NumberQuestion extends Question {
  /**
   * Create it with a stepper, or with a slider for a number that decides more than itself.
   * @param {NumberField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    const { low, high, value, told, base, gaps = [] } = field;
    const toTell = gaps.filter((gap) => base === undefined || gap.low !== 0 || gap.high !== 0); // the question names the present amount
    const notes = toTell.map((gap) => h("p", { class: "field-note gap" }, gapText(field, gap)));
    super(field, form, told ? "" : t("page.form.bounds", boundsOf(field)));
    /** @type {number} */
    this.number = value ?? firstNumber(field);
    const attributes = told ? { type: "range", min: low, max: high } : this.typingAttributes();
    this.input = h("input", { "aria-label": field.label, ...attributes });
    this.output = told && h("output", { class: "comes-to" });
    this.input.addEventListener("input", () => this.readInput());
    this.input.addEventListener("change", () => this.isAnswered && this.acceptInput() && form.answer(this.number, false));
    this.input.addEventListener("keydown", (event) => this.handleKey(event));
    this.less = button("step", () => this.step(-1), "−");
    this.more = button("step", () => this.step(1), "+");
    this.less.setAttribute("aria-label", t("page.form.less"));
    this.more.setAttribute("aria-label", t("page.form.more"));
    this.show();
    const next = this.makeNextButton(() => this.acceptInput() && form.answer(this.number, true));
    this.add(...notes, this.output, h("div", { class: "stepper" }, this.less, this.input, this.more), next);
  }

  typingAttributes() {
    const { base = 0 } = this.field;
    const [low, high] = [base + this.field.low, base + this.field.high];
    const bounds = boundsOf(this.field);
    return {
      type: "text",
      inputmode: low < 0 ? "text" : "numeric",
      autocomplete: "off",
      role: "spinbutton",
      "aria-describedby": this.noteId,
      "aria-valuemin": low,
      "aria-valuemax": high,
      size: Math.max(bounds.low.length, bounds.high.length) + 1,
    };
  }

  /** Show the number, and in words what it leads to if it decides more than itself. */
  show() {
    const { low, told, base = 0 } = this.field;
    const number = formatValue(this.field, this.number);
    const words = told?.[this.number - low] ?? number;
    this.input.value = told ? String(this.number) : number;
    this.input.setAttribute("aria-valuenow", String(base + this.number));
    this.input.setAttribute("aria-valuetext", words);
    if (this.output) this.output.textContent = words;
    this.less.disabled = nextNumber(this.field, this.number, -1) === null;
    this.more.disabled = nextNumber(this.field, this.number, 1) === null;
  }

  /** @param {number} by */
  step(by) {
    const number = nextNumber(this.field, this.number, by);
    if (number === null) return;
    this.number = number;
    this.refuse("");
    this.show();
    if (this.isAnswered) this.form.answer(number, false);
  }

  /** Keep what is being typed as soon as it is allowed. Nothing moves under a finger that is on its way. */
  readInput() {
    const number = this.parseInput();
    if (number === null) return;
    this.number = number;
    this.refuse("");
    this.input.removeAttribute("aria-invalid");
    if (this.output) this.show();
  }

  /** Return the number in the input; null if it is none, or not allowed. */
  parseInput() {
    const number = this.typedNumber();
    return allows(this.field, number) ? number : null;
  }

  /** Return the whole number that the input means, allowed or not; NaN if it is none. */
  typedNumber() {
    const text = this.input.value.trim().replace(/^[−–]/, "-");
    return /^[+-]?\d+$/.test(text) ? Number(text) - (this.field.base ?? 0) : NaN;
  }

  /**
   * Return why a number is not allowed.
   * @param {number} number
   */
  reasonAgainst(number) {
    const gap = gapAt(this.field, number);
    if (gap) return withRuling(gap);
    return t(this.field.nonzero ? "page.form.number_not_zero" : "page.form.number_wanted", boundsOf(this.field));
  }

  /** Keep the number in the input, or refuse it; return whether it is allowed. */
  acceptInput() {
    const number = this.parseInput();
    const isAllowed = number !== null;
    this.input.setAttribute("aria-invalid", String(!isAllowed));
    this.refuse(isAllowed ? "" : this.reasonAgainst(this.typedNumber()));
    if (!isAllowed) return false;
    this.number = number;
    this.show();
    return true;
  }

  /** Focus the input; on a phone a button, because the input would bring up the keyboard, which hides half of the table. */
  focus() {
    (matchMedia("(pointer: coarse)").matches ? this.more : this.input).focus();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const by = STEPS[event.key];
    if (by) {
      event.preventDefault();
      if (this.acceptInput()) this.step(by);
    } else if (event.key === "Enter" && this.acceptInput()) this.form.answer(this.number, true);
  }
}

/** @extends {Question<TextField>} */
export class TextQuestion extends Question {
  /**
   * Create it.
   * @param {TextField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    const { longest, required, value = "" } = field;
    super(field, form, t(required ? "page.form.letters" : "page.form.letters_or_none", { n: longest }));
    this.pause = 0; // timer from the last letter until the text is answered
    this.input = h("input", {
      type: "text",
      maxlength: longest,
      autocomplete: "off",
      "aria-label": field.label,
      "aria-describedby": this.noteId,
      "aria-required": required ? "true" : null,
    });
    this.input.value = value;
    this.input.addEventListener("input", () => this.waitForPause());
    this.input.addEventListener("change", () => this.isChanged() && this.answer(false));
    this.input.addEventListener("keydown", (event) => event.key === "Enter" && this.answer(true));
    this.add(this.input, this.makeNextButton(() => this.answer(true)));
  }

  /**
   * Answer a changed text as soon as no more letters come, so that nothing moves later. Leaving the input answers it at
   * once, so that nothing is done without it.
   */
  waitForPause() {
    clearTimeout(this.pause);
    if (this.isChanged()) this.pause = setTimeout(() => this.answer(false), PAUSE_MS);
  }

  /** Return whether the text differs from an answer that was given before. */
  isChanged() {
    return this.isAnswered && this.input.value.trim() !== this.field.value;
  }

  /** @param {boolean} shouldMoveOn */
  answer(shouldMoveOn) {
    clearTimeout(this.pause);
    const text = this.input.value.trim();
    const isMissing = Boolean(this.field.required) && !text;
    this.input.setAttribute("aria-invalid", String(isMissing));
    this.refuse(isMissing ? t("page.form.text_wanted") : "");
    if (!isMissing) this.form.answer(text, shouldMoveOn);
  }
}

/** @extends {Question<ChoiceField | YesNoField>} */
export class ChoiceQuestion extends Question {
  /**
   * Create it with a card for each choice. A refused one stays in sight, with its reason.
   * @param {ChoiceField | YesNoField} field
   * @param {FormActions} form
   * @param {FieldChoice[]} choices
   */
  constructor(field, form, choices = field.choices ?? []) {
    super(field, form);
    const name = newId();
    let isByArrow = false; // arrows go from card to card: their reader is still choosing
    const cards = choices.map((choice) => {
      const input = h("input", { type: "radio", name, onchange: () => form.answer(choice.value, !isByArrow) });
      input.checked = this.isAnswered ? isSameJson(choice.value, field.value) : Boolean(choice.usual);
      return showPrintedFaces(choiceLabel(input, choice), choice);
    });
    const list = narrowableList(choices, cards);
    list.addEventListener("keydown", ({ key, target }) => {
      isByArrow = key.startsWith("Arrow");
      if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
      if (target.checked) form.moveOn();
      else target.click();
    });
    list.addEventListener("pointerdown", () => (isByArrow = false));
    this.add(list);
  }

  focus() {
    const [checked] = findAll(this.element, "input:checked");
    (checked ?? findAll(this.element, "input:not(:disabled)")[0])?.focus();
  }
}

export class YesNoQuestion extends ChoiceQuestion {
  /**
   * Create it.
   * @param {YesNoField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    super(field, form, [true, false].map((value) => ({ value, text: t(value ? "page.form.yes" : "page.form.no") })));
  }
}

export class SeatQuestion extends ChoiceQuestion {
  /**
   * Create it with the marks of the seats.
   * @param {ChoiceField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    const { seats } = form.view();
    super(field, form, field.choices.map((choice) => ({ ...choice, seat: seats.find(({ seat }) => seat === choice.value) })));
  }
}
