// The fields of a form that take several values: a list item by item, and what chance decides.
import { button, choiceButton, choiceLabel, choiceFace } from "../lib/buttons.js";
import { Die } from "../lib/dice.js";
import { findAll, h } from "../lib/dom.js";
import { newId, NumberQuestion, Question, TextQuestion } from "./fields.js";
import { showPrintedFaces } from "../lib/printed.js";
import { groupedList } from "./grouped.js";
import { narrowableList } from "./narrow.js";
import { isSameJson } from "../lib/render.js";
import { formatNumber, formatRange, t } from "../lib/words.js";

/** @typedef {import("./fields.js").FormActions} FormActions */

const FEW = 6; // cards that are all in sight
const FACES = 6; // of a die that has a picture for each

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
 * The value of a die with at most six faces: one tap on the face that it shows.
 * @extends {Question<import("./fields.js").NumberField>}
 */
class FaceQuestion extends Question {
  /**
   * Create it; without a value no face is chosen.
   * @param {import("./fields.js").NumberField} field
   * @param {FormActions} form
   */
  constructor(field, form) {
    super(field, form);
    /** @type {number | null} */
    this.number = field.value ?? null;
    const name = newId();
    let isByArrow = false; // arrows go from face to face: their reader is still choosing
    const faces = Array.from({ length: field.high }, (_, i) => {
      const die = new Die("white");
      die.show(i + 1);
      const onchange = () => {
        this.number = i + 1;
        this.refuse("");
        form.answer(i + 1, !isByArrow);
      };
      const input = h("input", { type: "radio", name, "aria-label": formatNumber(i + 1), checked: this.number === i + 1, onchange });
      return h("label", { class: "choice-card face-card" }, input, die.element);
    });
    const list = h("div", { class: "die-faces" }, faces);
    list.addEventListener("keydown", ({ key }) => (isByArrow = key.startsWith("Arrow")));
    list.addEventListener("pointerdown", () => (isByArrow = false));
    this.add(list);
  }

  /** Return whether a face is chosen; ask for one if not. */
  acceptInput() {
    this.refuse(this.number === null ? t("page.form.face_wanted") : "");
    return this.number !== null;
  }
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
    const { sectors, value, start, deals } = field;
    const canDraw = !form.isPast && !form.isTyped && (!form.view().real_dice || deals !== undefined);
    const draw = canDraw && choiceButton({ text: t("page.form.draw") }, () => form.drawChance());
    this.results = h("div", { class: "dice" });
    if (sectors) {
      this.add(this.sectorCards(sectors), draw);
      return;
    }
    if (this.isAnswered || !canDraw) this.type(value ?? start);
    const type = () => {
      form.reopen();
      this.type(start);
    };
    const typed = t(deals ? "page.form.typed_cards" : "page.form.typed");
    this.add(draw && h("div", { class: "cards" }, draw, choiceButton({ text: typed }, type)), this.results);
  }

  /** @param {number[] | undefined} value */
  showValue(value) {
    super.showValue(value);
    if (!this.field.sectors && value && !isSameJson(value, this.typed)) this.type(value);
  }

  /**
   * Ask for each card that was dealt, or for the value of each die.
   * @param {number[] | undefined} values Those to begin with.
   */
  type(values) {
    if (this.field.deals?.length) this.typeCards(this.field.deals, values);
    else this.typeDice(values);
  }

  /**
   * Answer with what was typed.
   * @param {number[]} values
   * @param {boolean} shouldMoveOn
   */
  answer(values, shouldMoveOn) {
    this.typed = values;
    this.form.answer(values, shouldMoveOn);
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
   * @param {number[]} [values]
   */
  typeDice(values) {
    const { bounds, dice: names = [] } = this.field;
    const hasFaces = bounds.map(([low, high]) => low === 1 && high <= FACES);
    const isAllFaces = hasFaces.every(Boolean);
    const form = {
      ...this.form,
      /** @type {FormActions["answer"]} */
      answer: (_, shouldMoveOn) => {
        if (this.isAnswered || (isAllFaces ? dice.every((die) => die.number !== null) : shouldMoveOn)) answerAll(shouldMoveOn);
      },
    };
    const dice = bounds.map(([low, high], index) => {
      /** @type {import("./fields.js").NumberField} */
      const field = { name: "die", type: "number", label: names[index], low, high, value: values?.[index] };
      return hasFaces[index] ? new FaceQuestion(field, form) : new NumberQuestion({ ...field, value: field.value ?? low }, form);
    });
    /** @param {boolean} shouldMoveOn */
    const answerAll = (shouldMoveOn) => {
      if (dice.every((die) => die.acceptInput())) this.answer(dice.map((die) => die.number ?? 0), shouldMoveOn);
    };
    const next = isAllFaces && !values ? [] : [this.makeNextButton(() => answerAll(true))]; // the last face answers by itself
    this.results.replaceChildren(...dice.map((die) => die.element), ...next);
    if (!this.isAnswered) dice[0]?.focus();
  }

  /**
   * Ask for the card on each place, from those that are left of its pile.
   * @param {api.DealView[]} deals
   * @param {number[]} [values]
   */
  typeCards(deals, values = []) {
    const given = [...values];
    const piles = deals.map(({ choices, places }) => {
      const left = [...choices.keys()];
      /** The card on each place, as its position in the pile; empty while it is not chosen. */
      const cards = places.map(() => String(given.length > 0 ? left.splice((given.shift() ?? 1) - 1, 1)[0] : ""));
      const selects = places.map((label, place) => {
        const onchange = () => {
          cards[place] = select.value;
          fill();
          this.refuse("");
          if (this.isAnswered) answerAll(false);
        };
        const select = h("select", { onchange });
        return { select, label: h("label", { class: "dealt-card" }, h("span", {}, label), select) };
      });
      const fill = () => {
        for (const [place, { select }] of selects.entries()) {
          const open = choices.map(({ text }, card) => [String(card), text]).filter(([card]) => card === cards[place] || !cards.includes(card));
          select.replaceChildren(...[["", "–"], ...open].map(([value, text]) => h("option", { value }, text)));
          select.value = cards[place];
        }
      };
      fill();
      return { choices, cards, selects };
    });
    /** @param {boolean} shouldMoveOn */
    const answerAll = (shouldMoveOn) => {
      const missing = piles.flatMap(({ cards, selects }) => selects.filter((_, place) => cards[place] === ""))[0];
      this.refuse(missing ? t("page.form.card_wanted") : "");
      if (missing) missing.select.focus();
      else this.answer(piles.flatMap(({ choices, cards }) => placesInRest(choices.length, cards.map(Number))), shouldMoveOn);
    };
    const labels = piles.flatMap(({ selects }) => selects.map(({ label }) => label));
    this.results.replaceChildren(...labels, this.makeNextButton(() => answerAll(true)));
    if (!this.isAnswered) piles[0].selects[0].select.focus();
  }
}

/**
 * Return the position of each card, from 1, among those that are left of a pile after the cards before it.
 * @param {number} size
 * @param {number[]} cards Their positions in the whole pile, from 0.
 */
function placesInRest(size, cards) {
  const left = [...Array(size).keys()];
  return cards.map((card) => {
    const place = left.indexOf(card);
    left.splice(place, 1);
    return place + 1;
  });
}
