// The fields of a form that take one value: a number, a few words, and one of several cards.
import { button, choiceCard } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { withPrint } from "../lib/printed.js";
import { narrowed } from "./narrow.js";
import { figure, signed, t } from "../lib/words.js";

const PAUSE_MS = 200; // longer than from letter to letter, shorter than from the last letter to the next tap

let made = 0;

/** A name that no other element of the page has. */
export function freshId() {
  return `field-${++made}`;
}

/**
 * What every field has: a fieldset named by its question. `take(value, moveOn)` is told of an answer, `moveOn` when the
 * reader is done with it, `untake()` that it no longer stands. `open`: it has not been answered yet.
 */
export class Question {
  constructor(field, hands) {
    Object.assign(this, { field, hands });
    this.note = h("p", { class: "field-note", id: freshId() });
    this.wrong = h("p", { class: "refusal", role: "alert" });
    this.element = h("fieldset", { class: `field ask-${field.type}`, dataset: { field: field.name } });
    const about = field.note && h("p", { class: "field-note" }, field.note);
    this.element.append(...[h("legend", {}, field.label), about, this.note, ...this.draw(), this.wrong].filter(Boolean));
    if (!this.note.textContent) this.note.remove();
  }

  get answered() {
    return this.field.value !== undefined;
  }

  draw() {
    return [];
  }

  /** The button that ends a field whose value is not complete by itself. */
  next(take) {
    this.nextButton = button("next", take, t("page.form.next"));
    this.settle(this.answered);
    return this.nextButton;
  }

  /** It has been answered, or no longer: only an open field asks to go on. */
  settle(answered) {
    if (this.nextButton) this.nextButton.hidden = answered;
  }

  refuse(text) {
    this.wrong.textContent = text;
  }

  focus() {
    this.element.querySelector("input:not(:disabled), button:not([hidden])")?.focus();
  }
}

export class NumberQuestion extends Question {
  draw() {
    const { low, high, value } = this.field;
    const start = Math.min(Math.max(1, low), high);
    this.number = value ?? (this.field.nonzero && start === 0 ? -1 : start);
    if (!this.field.told) this.note.textContent = t("page.form.bounds", { low: this.said(low), high: this.said(high) });
    const how = this.field.told ? { type: "range", min: low, max: high } : this.typing();
    this.input = h("input", { "aria-label": this.field.label, ...how });
    this.told = this.field.told && h("output", { class: "comes-to" });
    this.input.addEventListener("input", () => this.hear());
    this.input.addEventListener("change", () => this.answered && this.typed() && this.hands.take(this.number, false));
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.less = button("step", () => this.step(-1), "−");
    this.more = button("step", () => this.step(1), "+");
    this.less.setAttribute("aria-label", t("page.form.less"));
    this.more.setAttribute("aria-label", t("page.form.more"));
    this.show();
    const next = this.next(() => this.typed() && this.hands.take(this.number, true));
    return [this.told, h("div", { class: "stepper" }, this.less, this.input, this.more), next];
  }

  /** What a field has that the number is typed into. */
  typing() {
    const { low, high } = this.field;
    return {
      type: "text",
      inputmode: low < 0 ? "text" : "numeric",
      autocomplete: "off",
      role: "spinbutton",
      "aria-describedby": this.note.id,
      "aria-valuemin": low,
      "aria-valuemax": high,
      size: Math.max(this.said(low).length, this.said(high).length) + 1,
    };
  }

  /** The number in words: what it comes to, where it decides more than itself. */
  inWords() {
    return this.field.told?.[this.number - this.field.low] ?? this.said(this.number);
  }

  said(number) {
    return this.field.signed ? signed(number) : figure(number);
  }

  show() {
    this.input.value = this.field.told ? this.number : this.said(this.number);
    this.input.setAttribute("aria-valuenow", this.number);
    this.input.setAttribute("aria-valuetext", this.inWords());
    if (this.told) this.told.textContent = this.inWords();
    this.less.disabled = this.number <= this.field.low;
    this.more.disabled = this.number >= this.field.high;
  }

  step(by) {
    let number = this.number + by;
    if (number === 0 && this.field.nonzero) number += by;
    if (number < this.field.low || number > this.field.high) return;
    this.number = number;
    this.refuse("");
    this.show();
    if (this.answered) this.hands.take(number, false);
  }

  /** What is being typed counts as soon as it will do, and nothing moves under a finger that is on its way. */
  hear() {
    const number = this.read();
    if (number === null) return;
    this.number = number;
    this.refuse("");
    this.input.removeAttribute("aria-invalid");
    if (this.told) this.show();
  }

  /** The number in the field; null if it will not do. */
  read() {
    const text = this.input.value.trim().replace(/^[−–]/, "-");
    const number = Number(text);
    const fits = /^[+-]?\d+$/.test(text) && number >= this.field.low && number <= this.field.high;
    return fits && !(number === 0 && this.field.nonzero) ? number : null;
  }

  /** Take what was typed; whether it is a number that will do. */
  typed() {
    const number = this.read();
    const good = number !== null;
    this.input.setAttribute("aria-invalid", String(!good));
    const bounds = { low: this.said(this.field.low), high: this.said(this.field.high) };
    this.refuse(good ? "" : t(this.field.nonzero ? "page.form.number_not_zero" : "page.form.number_wanted", bounds));
    if (!good) return false;
    this.number = number;
    this.show();
    return true;
  }

  /** On a phone the field itself would bring up the keyboard, which hides half of the table. */
  focus() {
    (matchMedia("(pointer: coarse)").matches ? this.more : this.input).focus();
  }

  key(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) {
      event.preventDefault();
      if (this.typed()) this.step(by);
    } else if (event.key === "Enter" && this.typed()) this.hands.take(this.number, true);
  }
}

export class TextQuestion extends Question {
  draw() {
    const { longest, required, value = "" } = this.field;
    this.note.textContent = t(required ? "page.form.letters" : "page.form.letters_or_none", { n: longest });
    this.input = h("input", {
      type: "text",
      maxlength: longest,
      autocomplete: "off",
      "aria-label": this.field.label,
      "aria-describedby": this.note.id,
      "aria-required": required ? "true" : null,
    });
    this.input.value = value;
    this.input.addEventListener("input", () => this.hear(PAUSE_MS));
    this.input.addEventListener("change", () => this.changed() && this.take(false));
    this.input.addEventListener("keydown", (event) => event.key === "Enter" && this.take(true));
    return [this.input, this.next(() => this.take(true))];
  }

  /**
   * What was answered is being written anew. It is taken as soon as no more letters come, so that nothing moves later; at
   * once by whoever goes on to something else, so that nothing is done without it.
   */
  hear(pause) {
    clearTimeout(this.typing);
    if (this.changed()) this.typing = setTimeout(() => this.take(false), pause);
  }

  changed() {
    return this.answered && this.input.value.trim() !== this.field.value;
  }

  take(moveOn) {
    clearTimeout(this.typing);
    const text = this.input.value.trim();
    const missing = this.field.required && !text;
    this.input.setAttribute("aria-invalid", String(missing));
    this.refuse(missing ? t("page.form.text_wanted") : "");
    if (!missing) this.hands.take(text, moveOn);
  }
}

/** One of several cards. A refused one stays in sight, with its reason. */
export class ChoiceQuestion extends Question {
  draw() {
    const group = freshId();
    this.byArrow = false; // arrows go from card to card: whoever uses them is not done yet
    const cards = this.choices().map((choice) => {
      const input = h("input", { type: "radio", name: group });
      input.checked = this.answered ? same(choice.value, this.field.value) : Boolean(choice.usual);
      input.addEventListener("change", () => this.hands.take(choice.value, !this.byArrow));
      return withPrint(choiceCard(input, choice), choice);
    });
    const list = narrowed(this.choices(), cards);
    list.addEventListener("keydown", (event) => {
      this.byArrow = event.key.startsWith("Arrow");
      if (event.key === "Enter") event.target.checked ? this.hands.moveOn() : event.target.click?.();
    });
    list.addEventListener("pointerdown", () => (this.byArrow = false));
    return [list];
  }

  choices() {
    return this.field.choices;
  }

  focus() {
    (this.element.querySelector("input:checked") ?? this.element.querySelector("input:not(:disabled)"))?.focus();
  }
}

export class YesNoQuestion extends ChoiceQuestion {
  choices() {
    return [true, false].map((value) => ({ value, text: t(value ? "page.form.yes" : "page.form.no") }));
  }
}

export class SeatQuestion extends ChoiceQuestion {
  choices() {
    return this.field.choices.map((choice) => {
      const seat = this.hands.view().seats.find((one) => one.seat === choice.value);
      return { ...choice, text: choice.text ?? seat?.name, seat };
    });
  }
}

/** Whether two values are the same as JSON. */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
