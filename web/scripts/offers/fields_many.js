// The fields of a form that take several values: a list item by item, and what chance decides.
import { button, choiceButton, choiceLabel, choiceFace } from "../lib/buttons.js";
import { findAll, h } from "../lib/dom.js";
import { newId, NumberQuestion, Question, TextQuestion } from "./fields.js";
import { showPrintedFaces } from "../lib/printed.js";
import { groupedList } from "./grouped.js";
import { narrowableList } from "./narrow.js";
import { isSameJson } from "../lib/render.js";
import { formatRange, t } from "../lib/words.js";

/** @typedef {import("./fields.js").FormActions} FormActions */

const FEW = 6; // cards that are all in sight

/**
 * A list, item by item: the taken items as chips, each of which a touch removes, and the choices for the next as cards.
 * @extends {Question<import("./fields.js").ListField>}
 */
export class PickQuestion extends Question {
  /**
   * Create it.
   * @param {import("./fields.js").ListField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    const { type, taken, choices, closed, whole } = field;
    super(field, form, taken.length ? "" : boundsText(field));
    /** @type {unknown[]} */
    this.items = taken.map((choice) => choice.value); // as the box has them, or as they were tapped since
    /** @type {unknown} */
    this.tapped = undefined; // the item that was tapped last
    this.blank = h("div"); // where the rest of an item is asked for
    const chips = taken.map((choice, place) => h("li", {}, this.chip(choice, place)));
    const listAttributes = { class: `taken-so-far ${type}`, "aria-label": t("page.form.taken") };
    const cards = choices.map((choice) => showPrintedFaces(choiceButton(choice, () => this.choose(choice)), choice));
    this.add(
      chips.length > 0 && h(type === "path" ? "ol" : "ul", listAttributes, chips),
      chips.length > 0 && this.count(),
      (!closed || !taken.length) && cards.length > 0 && this.cardList(cards),
      this.blank,
      !closed && whole && button("next", () => form.endList(this.items), t("page.form.done")),
    );
  }

  /**
   * Return the cards of the choices. Many distant ones, which come with others before them, are folded away.
   * @param {HTMLElement[]} cards
   */
  cardList(cards) {
    const { choices } = this.field;
    if (choices.some(({ groups }) => groups?.length)) return groupedList(choices, cards);
    const distant = cards.filter((_, place) => choices[place].further);
    if (cards.length <= FEW || !distant.length) return narrowableList(choices, cards);
    const near = choices.filter((choice) => !choice.further);
    const summary = h("summary", {}, t("page.form.further"));
    const more = h("details", { class: "further" }, summary, h("div", { class: "cards" }, distant));
    return h("div", {}, narrowableList(near, cards.filter((_, place) => !choices[place].further)), more);
  }

  /** @param {unknown} value */
  showValue(value) {
    super.showValue(value);
    this.items = this.field.taken.map((choice) => choice.value);
    this.tapped = undefined;
  }

  count() {
    const { taken, most, sum } = this.field;
    const words = [t("page.form.count", { n: taken.length, most }), sum];
    return h("p", { class: "count", role: "status" }, words.map((each) => each && h("span", {}, each)));
  }

  /**
   * Return the chip of a taken item, which removes it; of a path also all items after it.
   * @param {api.ChoiceView} choice
   * @param {number} place
   */
  chip(choice, place) {
    const left = this.items.filter((_, other) => (this.field.type === "path" ? other < place : other !== place));
    const chip = button("taken", () => this.answer(left), ...choiceFace(choice), h("span", { "aria-hidden": "true" }, "×"));
    chip.setAttribute("aria-label", t("page.form.let_go", { item: choice.text }));
    return showPrintedFaces(chip, choice);
  }

  /**
   * Take an item; if a part of it is left blank, ask for that first, below the cards.
   * @param {import("./fields.js").ItemChoice} choice
   */
  choose({ value, blank }) {
    if (isSameJson(this.tapped, value)) return; // a double tap
    if (!blank) {
      this.answer([...this.items, value]);
      return;
    }
    /** @type {FormActions["answer"]} */
    const answer = (part, shouldMoveOn) => {
      if (shouldMoveOn) this.answer([...this.items, { ...value, [blank.name]: part }]);
    };
    const form = { ...this.form, answer };
    const question = blank.type === "number" ? new NumberQuestion(blank, form) : new TextQuestion(blank, form);
    this.blank.replaceChildren(question.element);
    question.focus();
    question.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {unknown[]} items */
  answer(items) {
    this.items = items;
    this.tapped = items.at(-1);
    this.form.answer(items, true);
  }

  focus() {
    const [card] = findAll(this.element, ".cards button:not(:disabled)");
    (card ?? findAll(this.element, "button")[0])?.focus();
  }
}

/** @param {import("./fields.js").ListField} field */
function boundsText({ least, most }) {
  return least === most ? t("page.form.exactly", { n: least }) : t("page.form.several", { range: formatRange(least, most) });
}

/**
 * A result of chance: the box draws it, or it is typed in from the real thing.
 * @extends {Question<import("./fields.js").ChanceField>}
 */
export class ChanceQuestion extends Question {
  /**
   * Create it.
   * @param {import("./fields.js").ChanceField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    super(field, form);
    const { bounds, sectors, value, start = bounds.map(([low]) => low) } = field;
    const canDraw = !form.isPast && !form.isTyped;
    const draw = canDraw && choiceButton({ text: t("page.form.draw") }, () => form.drawChance());
    this.dice = h("div", { class: "dice" });
    if (sectors) {
      this.add(this.sectorCards(sectors), draw);
      return;
    }
    if (this.isAnswered) this.typeDice(value);
    else if (!canDraw) this.typeDice(start);
    const type = () => {
      form.reopen();
      this.typeDice(start);
    };
    this.add(draw && h("div", { class: "cards" }, draw, choiceButton({ text: t("page.form.typed") }, type)), this.dice);
  }

  /**
   * Return the sectors of a wheel as cards. That of a replaced move is marked, and can be tapped like the others.
   * @param {string[]} sectors What each shows.
   */
  sectorCards(sectors) {
    const name = newId();
    const cards = sectors.map((text, sector) => {
      const onclick = () => {
        this.form.reopen();
        this.form.answer([sector], true);
      };
      const input = h("input", { type: "radio", name, onclick });
      input.checked = (this.field.value ?? this.field.start)?.[0] === sector;
      return choiceLabel(input, { text });
    });
    return h("div", { class: "cards sector-cards" }, cards);
  }

  /**
   * Ask for the value of each die.
   * @param {number[]} values Those to begin with.
   */
  typeDice(values) {
    const { bounds, dice: names = [] } = this.field;
    const form = {
      ...this.form,
      /** @type {FormActions["answer"]} */
      answer: (_, shouldMoveOn) => {
        if (this.isAnswered || shouldMoveOn) answerAll(shouldMoveOn);
      },
    };
    const dice = bounds.map(([low, high], index) => {
      return new NumberQuestion({ name: "die", type: "number", label: names[index], low, high, value: values[index] }, form);
    });
    /** @param {boolean} shouldMoveOn */
    const answerAll = (shouldMoveOn) => {
      if (dice.every((die) => die.acceptInput())) this.form.answer(dice.map((die) => die.number), shouldMoveOn);
    };
    this.dice.replaceChildren(...dice.map((die) => die.element), this.makeNextButton(() => answerAll(true)));
    if (!this.isAnswered) dice[0]?.focus();
  }
}
