// The fields of a form that take several values: cards to tick, a path place by place, and what chance decides.
import { button, choiceButton, choiceCard } from "./buttons.js";
import { h } from "./dom.js";
import { freshId, NumberQuestion, Question, same } from "./fields.js";
import { t } from "./words.js";

/** From `least` to `most` of these cards, in the order in which they are ticked. */
export class SeveralQuestion extends Question {
  draw() {
    const { least, most, choices } = this.field;
    const exactly = least === most;
    this.note.textContent = exactly ? t("page.form.exactly", { n: least }) : t("page.form.several", { least, most });
    this.ticked = placesOf(this.field.value ?? [], choices);
    this.boxes = choices.map((_, place) => {
      const box = h("input", { type: "checkbox" });
      box.checked = this.ticked.includes(place);
      box.addEventListener("change", () => this.tick(place, box.checked));
      return box;
    });
    this.count = h("p", { class: "count", role: "status" });
    const cards = choices.map((choice, index) => choiceCard(this.boxes[index], choice));
    const next = this.next(() => this.enough() && this.hands.take(this.values(), true));
    this.show();
    return [h("div", { class: "cards", "aria-describedby": this.note.id }, cards), this.count, next];
  }

  enough() {
    return this.ticked.length >= this.field.least && this.ticked.length <= this.field.most;
  }

  values() {
    return this.ticked.map((place) => this.field.choices[place].value);
  }

  tick(place, on) {
    this.ticked = on ? [...this.ticked, place] : this.ticked.filter((one) => one !== place);
    this.show();
    if (!this.answered) return;
    if (this.enough()) this.hands.take(this.values(), false);
    else this.hands.untake();
  }

  show() {
    const full = this.ticked.length >= this.field.most;
    for (const [index, box] of this.boxes.entries()) {
      box.disabled = Boolean(this.field.choices[index].refused) || (full && !box.checked);
    }
    const { choices, most } = this.field;
    const worth = this.ticked.reduce((sum, place) => sum + (choices[place].worth ?? 0), 0);
    const sum = choices.some((choice) => choice.worth) && t("page.form.sum", { n: worth });
    const said = [t("page.form.count", { n: this.ticked.length, most }), sum].filter(Boolean);
    this.count.replaceChildren(...said.map((words) => h("span", {}, words)));
    this.nextButton.setAttribute("aria-disabled", String(!this.enough()));
  }
}

/** The place of each value among the choices: of two that are alike each has its own. */
function placesOf(values, choices) {
  const free = choices.map((_, place) => place);
  return values.flatMap((value) => {
    const at = free.findIndex((place) => same(choices[place].value, value));
    return at < 0 ? [] : free.splice(at, 1);
  });
}

/** A path: the places so far, the last of which can be taken away, and where it may go on or stop. */
export class PathQuestion extends Question {
  draw() {
    const path = this.field.value ?? [];
    const { choices = [], whole } = this.field;
    const names = this.hands.pathNames(path);
    const places = names.map((name) => h("li", {}, name));
    const list = h("ol", { class: "path-so-far", "aria-label": t("page.form.path_so_far") }, places);
    const back = () => this.hands.take(path.slice(0, -1), true);
    const remove = button("quiet", back, t("page.form.remove_last"));
    const steps = choices.map((choice) => choiceButton(choice, () => this.go(path, choice)));
    const stop = button("next", () => this.hands.stop(), t("page.form.stop_here"));
    return [
      path.length > 0 && h("div", { class: "path-line" }, list, remove),
      steps.length > 0 && h("div", { class: "cards" }, steps),
      whole && steps.length > 0 && stop,
    ];
  }

  go(path, choice) {
    this.hands.namePlace(choice.value, choice.text);
    this.hands.take([...path, choice.value], true);
  }

  focus() {
    const next = this.element.querySelector(".cards button:not(:disabled)") ?? this.element.querySelector("button");
    next?.focus();
  }
}

/** What chance decides: the box draws, or real dice are typed in. An amended move cannot be drawn again. */
export class ChanceQuestion extends Question {
  draw() {
    const { bounds, sectors } = this.field;
    const lowest = bounds.map(([low]) => low);
    this.typing = h("div", { class: "dice" });
    if (sectors && !this.hands.past) return [this.ring(), choiceButton({ text: t("page.form.draw") }, () => this.hands.draw())];
    if (sectors) return [this.ring()];
    const draw = () => this.hands.draw();
    const type = () => {
      this.hands.goOn();
      this.type(lowest);
    };
    if (this.answered) this.type(this.field.value);
    else if (this.hands.past) this.type(lowest);
    if (this.hands.past) return [this.typing];
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
