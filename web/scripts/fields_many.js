// The fields of a form that take several values: cards to tick, a path place by place, and what chance decides.
import { button, choiceButton, choiceCard } from "./buttons.js";
import { h } from "./dom.js";
import { NumberQuestion, Question, same } from "./fields.js";
import { t } from "./words.js";

/** From `least` to `most` of these cards, in the order in which they are ticked. */
export class SeveralQuestion extends Question {
  draw() {
    const { least, most, choices } = this.field;
    const exactly = least === most;
    this.note.textContent = exactly ? t("page.form.exactly", { n: least }) : t("page.form.several", { least, most });
    this.ticked = [...(this.field.value ?? [])];
    this.boxes = choices.map((choice) => {
      const box = h("input", { type: "checkbox" });
      box.checked = this.ticked.some((value) => same(value, choice.value));
      box.addEventListener("change", () => this.tick(choice.value, box.checked));
      return box;
    });
    this.count = h("p", { class: "count", role: "status" });
    const cards = choices.map((choice, index) => choiceCard(this.boxes[index], choice));
    const next = this.next(() => this.enough() && this.hands.take(this.ticked, true));
    this.show();
    return [h("div", { class: "cards", "aria-describedby": this.note.id }, cards), this.count, next];
  }

  enough() {
    return this.ticked.length >= this.field.least && this.ticked.length <= this.field.most;
  }

  tick(value, on) {
    this.ticked = on ? [...this.ticked, value] : this.ticked.filter((one) => !same(one, value));
    this.show();
    if (!this.answered) return;
    if (this.enough()) this.hands.take(this.ticked, false);
    else this.hands.untake();
  }

  show() {
    const full = this.ticked.length >= this.field.most;
    for (const [index, box] of this.boxes.entries()) {
      box.disabled = Boolean(this.field.choices[index].refused) || (full && !box.checked);
    }
    this.count.textContent = t("page.form.count", { n: this.ticked.length, most: this.field.most });
    this.nextButton.setAttribute("aria-disabled", String(!this.enough()));
  }
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
    this.faces = facesOf(this.field.draws);
    this.typing = h("div", { class: "dice" });
    const draw = () => this.hands.draw();
    const type = () => {
      this.hands.goOn();
      this.type(this.faces.map(() => 1));
    };
    if (this.answered) this.type(this.field.value);
    else if (this.hands.past) this.type(this.faces.map(() => 1));
    if (this.hands.past) return [this.typing];
    const ways = [
      choiceButton({ text: t("page.form.draw") }, draw),
      choiceButton({ text: t("page.form.typed") }, type),
    ];
    return [h("div", { class: "cards" }, ways), this.typing];
  }

  type(values) {
    const dice = this.faces.map((high, index) => {
      const label = t("page.form.die", { number: index + 1 });
      const field = { name: "die", type: "number", label, low: 1, high, value: values[index] };
      const take = (_, moveOn) => (this.answered || moveOn) && done(moveOn);
      return new NumberQuestion(field, { ...this.hands, take });
    });
    const done = (moveOn) => dice.every((die) => die.typed()) && this.hands.take(dice.map((die) => die.number), moveOn);
    this.typing.replaceChildren(...dice.map((die) => die.element), this.next(() => done(true)));
    if (!this.answered) dice[0]?.focus();
  }
}

/** How many faces each single draw has: `["d6", 5]` is five dice of six, `["sectors", 8]` one of eight sectors. */
function facesOf(draws) {
  return draws.flatMap(([kind, count]) => {
    const sides = /^d(\d+)$/.exec(kind)?.[1];
    return sides ? Array(count).fill(Number(sides)) : [count];
  });
}
