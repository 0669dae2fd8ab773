// The fields of a form that take several values: a list item by item, and what chance decides.
import { button, choiceButton, choiceCard, faceOf } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { freshId, NumberQuestion, Question, TextQuestion } from "./fields.js";
import { withPrint } from "../lib/printed.js";
import { narrowed } from "./narrow.js";
import { t } from "../lib/words.js";

const FEW = 6; // so many cards are all in sight

/** A list, item by item: what is taken lies there as chips, which a touch lets go, and what may come next as cards. */
export class PickQuestion extends Question {
  draw() {
    const { type, taken, choices, most, closed } = this.field;
    const chips = taken.map((choice, place) => h("li", {}, this.chip(choice, place)));
    const list = h(type === "path" ? "ol" : "ul", { class: `taken-so-far ${type}`, "aria-label": t("page.form.taken") }, chips);
    const cards = choices.map((choice) => withPrint(choiceButton(choice, () => this.choose(choice)), choice));
    this.blank = h("div", {});
    const open = !closed || !taken.length;
    const done = button("next", () => this.hands.stop(this.items), t("page.form.done"));
    if (most !== undefined && !taken.length) this.note.textContent = this.bounds();
    return [
      chips.length > 0 && list,
      taken.length > 0 && this.count(),
      open && cards.length > 0 && this.cards(choices, cards),
      this.blank,
      !closed && this.field.whole && done,
    ];
  }

  /** What may come next; what is further off, and comes with others before it, stands apart where that is much. */
  cards(choices, cards) {
    const far = cards.filter((_, place) => choices[place].further);
    if (cards.length <= FEW || !far.length) return narrowed(choices, cards);
    const near = choices.filter((choice) => !choice.further);
    const more = h("details", { class: "further" }, h("summary", {}, t("page.form.further")), h("div", { class: "cards" }, far));
    return h("div", {}, narrowed(near, cards.filter((_, place) => !choices[place].further)), more);
  }

  /** What is taken: as the box said last, or as it was tapped since. */
  get items() {
    return this.tapped ?? this.field.taken.map((choice) => choice.value);
  }

  bounds() {
    const { least, most } = this.field;
    return least === most ? t("page.form.exactly", { n: least }) : t("page.form.several", { least, most });
  }

  count() {
    const { taken, most } = this.field;
    const said = [
      most !== undefined && t("page.form.count", { n: taken.length, most }),
      this.field.sum,
    ].filter(Boolean);
    return h("p", { class: "count", role: "status" }, said.map((words) => h("span", {}, words)));
  }

  /** Of a path, what comes after an item that is let go goes with it. */
  chip(choice, place) {
    const { items } = this;
    const left = this.field.type === "path" ? items.slice(0, place) : items.filter((_, other) => other !== place);
    const chip = withPrint(button("taken", () => this.take(left), ...faceOf(choice), h("span", { "aria-hidden": "true" }, "×")), choice);
    chip.setAttribute("aria-label", t("page.form.let_go", { item: choice.text }));
    return chip;
  }

  /** What a choice leaves to be said is asked for first, below the cards. */
  choose({ value, blank }) {
    if (this.tapped && alike(this.tapped.at(-1), value)) return; // a finger that taps twice means one
    if (!blank) {
      this.take([...this.items, value]);
      return;
    }
    const Asked = blank.type === "number" ? NumberQuestion : TextQuestion;
    const take = (said, moveOn) => moveOn && this.take([...this.items, { ...value, [blank.name]: said }]);
    const question = new Asked(blank, { ...this.hands, take });
    this.blank.replaceChildren(question.element);
    question.focus();
    question.element.scrollIntoView({ block: "nearest" });
  }

  take(items) {
    this.tapped = items;
    this.hands.take(items, true);
  }

  focus() {
    const next = this.element.querySelector(".cards button:not(:disabled)") ?? this.element.querySelector("button");
    next?.focus();
  }
}

function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What chance decides: the box draws, or real dice are typed in. An amended move cannot be drawn again. */
export class ChanceQuestion extends Question {
  draw() {
    const { bounds, sectors } = this.field;
    const lowest = bounds.map(([low]) => low);
    this.typing = h("div", { class: "dice" });
    const { past, real } = this.hands;
    if (sectors && !past && !real) return [this.ring(), choiceButton({ text: t("page.form.draw") }, () => this.hands.draw())];
    if (sectors) return [this.ring()];
    const draw = () => this.hands.draw();
    const type = () => {
      this.hands.goOn();
      this.type(lowest);
    };
    if (this.answered) this.type(this.field.value);
    else if (past || real) this.type(lowest);
    if (past || real) return [this.typing];
    const ways = [
      choiceButton({ text: t("page.form.draw") }, draw),
      choiceButton({ text: t("page.form.typed") }, type),
    ];
    return [h("div", { class: "cards" }, ways), this.typing];
  }

  /** The sectors of a wheel as cards, each by what it shows. */
  ring() {
    const name = freshId();
    const cards = this.field.sectors.map((text, sector) => {
      const input = h("input", { type: "radio", name });
      input.checked = this.answered && this.field.value[0] === sector;
      input.addEventListener("change", () => {
        this.hands.goOn();
        this.hands.take([sector], true);
      });
      return choiceCard(input, { text });
    });
    return h("div", { class: "cards sector-cards" }, cards);
  }

  type(values) {
    const dice = this.field.bounds.map(([low, high], index) => {
      const field = { name: "die", type: "number", label: this.field.dice[index], low, high, value: values[index] };
      const take = (_, moveOn) => (this.answered || moveOn) && done(moveOn);
      return new NumberQuestion(field, { ...this.hands, take });
    });
    const done = (moveOn) => dice.every((die) => die.typed()) && this.hands.take(dice.map((die) => die.number), moveOn);
    this.typing.replaceChildren(...dice.map((die) => die.element), this.next(() => done(true)));
    if (!this.answered) dice[0]?.focus();
  }
}
