// Forms of any game: every field answered so far and the next one, drawn from what the box says of them.
import { post, Refusal } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { ChoiceQuestion, NumberQuestion, SeatQuestion, TextQuestion, YesNoQuestion } from "./fields.js";
import { ChanceQuestion, PickQuestion } from "./fields_many.js";
import { Picks } from "./picks.js";
import { sentence } from "../lib/reasons.js";
import { registerThings } from "../lib/things.js";

const QUESTIONS = {
  number: NumberQuestion,
  text: TextQuestion,
  yes_no: YesNoQuestion,
  one_of: ChoiceQuestion,
  seat: SeatQuestion,
  several_of: PickQuestion,
  path: PickQuestion,
  chance: ChanceQuestion,
};

/** The kinds of moves of a seat, refused ones too; `entry`: as they were before that move. */
export async function kindsOf(seat, entry) {
  return (await post("/api/form", entry ? { seat, entry } : { seat })).kinds;
}

export class Form {
  /**
   * A form on its way. `kind` is the move, `entry` the earlier move in whose place it stands, or undefined.
   *
   * `end(move, drawn)` gives what is shown once the move is whole (`element`, `focus()`, `hold()`, `takeOver(before)`); `drawn`: but
   * for what chance decides. `failed(word)` is called when there can be no such move any more.
   */
  constructor({ view, seat, kind, entry, end, failed, real = false }) {
    Object.assign(this, { view, seat, kind, entry, end, failed, real });
    this.begin({});
    this.picks = new Picks();
    this.asked = 0;
    this.questions = [];
    this.ending = null;
    this.ended = null; // how the reader ended it though it could go on: {drawn}
    this.list = h("div", { class: "fields" });
    this.last = h("div", {});
    this.trouble = h("p", { class: "refusal", role: "alert" });
    this.element = h("div", { class: "form" }, this.list, this.trouble, this.last);
  }

  /** What is answered from the beginning, by the card that opened the form: it is not asked again. */
  begin(chosen) {
    this.chosen = chosen;
    this.given = new Set(Object.keys(chosen));
  }

  /** Ask for the fields and draw them. `moveOn`: the reader goes on to the next one. */
  async walk(moveOn = true) {
    const asked = ++this.asked;
    let answer;
    try {
      const past = this.entry ? { entry: this.entry } : {};
      answer = await post("/api/form", { seat: this.seat, move: this.kind, chosen: this.chosen, ...past });
    } catch (error) {
      if (asked === this.asked) this.refuse(error);
      return;
    }
    if (asked !== this.asked) return; // something else has been answered meanwhile
    this.trouble.textContent = "";
    this.answer = answer;
    registerThings(answer.things);
    const { move: _, ...chosen } = answer.move;
    this.chosen = chosen; // what no longer fitted has fallen away
    const { fields, open } = this.picks.seen(answer.fields);
    this.draw(fields);
    const complete = answer.whole && !open && !mayGoOn(fields.at(-1));
    if (complete) this.ended = { drawn: false };
    if (answer.whole && this.ended && !open) this.finish(this.ended.drawn, moveOn);
    else {
      this.unfinish();
      if (moveOn) this.moveOn();
    }
  }

  /** The table changed: the same answers again, if they are still possible. */
  renew(view) {
    this.view = view;
    this.ending?.hold();
    this.walk(false);
  }

  draw(fields) {
    const asked = fields.filter(({ name, only, value }) => !only && !(this.given.has(name) && value !== undefined));
    const drawn = asked.map((field, index) => {
      const before = this.questions[index];
      if (before && stays(before.field, field)) {
        before.field.value = field.value;
        before.settle(field.value !== undefined);
        return before;
      }
      return new QUESTIONS[field.type](field, this.hands(field.name));
    });
    for (const [index, question] of drawn.entries()) {
      const there = this.list.children[index];
      if (there !== question.element) this.list.insertBefore(question.element, there ?? null);
    }
    while (this.list.children.length > drawn.length) this.list.lastElementChild.remove();
    this.questions = drawn;
  }

  hands(name) {
    return {
      past: Boolean(this.entry),
      real: this.real,
      view: () => this.view,
      take: (value, moveOn) => this.take(name, value, moveOn),
      goOn: () => this.unfinish(),
      moveOn: () => this.moveOn(),
      stop: (items) => this.stop(name, items),
      draw: () => this.finish(true, true),
    };
  }

  /** An answer. Of those after it, what no longer fits is asked again. */
  take(name, value, moveOn) {
    this.picks.change(name);
    this.chosen = { ...this.chosen, [name]: value };
    this.ended = null;
    this.ending?.hold(); // a tap that is on its way must not confirm what stood there before
    this.walk(moveOn);
  }

  /** The reader wants no more of a list. */
  stop(name, items) {
    this.take(name, items, true);
    this.picks.close(name);
  }

  moveOn() {
    const open = this.questions.find((question) => !question.answered); // what has a usual answer may be said all the same
    const next = (this.ended?.drawn || !open ? this.ending : null) ?? open ?? this.questions.at(-1);
    next?.focus();
    const tall = next?.element?.offsetHeight > innerHeight / 2; // of a long list its question is to be seen first
    next?.element?.scrollIntoView({ block: tall ? "start" : "nearest" });
  }

  finish(drawn, moveOn) {
    const there = this.last.contains(document.activeElement);
    this.ended = { drawn };
    const before = this.ending;
    this.ending = this.end(this.answer.played ?? this.answer.move, drawn);
    this.ending.takeOver(before);
    this.last.replaceChildren(this.ending.element);
    if (moveOn || there) this.moveOn();
  }

  unfinish() {
    const there = this.last.contains(document.activeElement);
    this.ending = this.ended = null;
    this.last.replaceChildren();
    if (there) this.moveOn();
  }

  /** There is no such move any more; or nobody answered, and the next answer asks again. */
  refuse(error) {
    if (error instanceof Refusal) this.failed(sentence(error));
    else this.trouble.textContent = sentence(error);
  }
}

/** Whether the reader has a say though the move is whole: chance may be typed in. */
function mayGoOn(field) {
  return field?.type === "chance" && field.value === undefined;
}

/** Whether a field is the same question as before, so that its element, and the focus in it, may stay. */
function stays(before, now) {
  if (["path", "several_of", "chance"].includes(now.type)) return false;
  const plain = ({ value, ...question }) => JSON.stringify(question);
  return plain(before) === plain(now);
}
