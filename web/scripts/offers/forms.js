// Forms of any game: every field answered so far and the next one, as the box describes them.
import { post, Refusal } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { ChoiceQuestion, NumberQuestion, SeatQuestion, TextQuestion, YesNoQuestion } from "./fields.js";
import { ChanceQuestion, PickQuestion } from "./fields_many.js";
import { Picks } from "./picks.js";
import { PlaceQuestion } from "./place_question.js";
import { errorSentence } from "../lib/reasons.js";
import { isSameJson, render } from "../lib/render.js";
import { registerThings } from "../lib/things.js";

/**
 * @typedef {Record<string, any>} Move
 * @typedef {Omit<api.FormView, "fields"> & {fields: Field[]}} FilledForm
 * @typedef {import("./fields.js").Field} Field
 * @typedef {import("./fields.js").FormActions} FormActions
 * @typedef {import("./fields.js").Question} Question
 * @typedef {import("./confirm.js").Confirmation} Confirmation
 */

/** @type {{[Type in Field["type"]]: new (field: Field & {type: Type}, form: FormActions) => Question}} */
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

export class Form {
  /**
   * Create a form without fields.
   * @param {{
   *   view: api.PhoneView, seat: number, kind: string, entry?: number, replaces?: boolean, chosen?: Move, real?: boolean,
   *   end: (move: Move, drawn: boolean) => Confirmation, failed: (reason: string) => void,
   * }} options `kind` is the kind of move, `entry` the earlier move that it comes before, or with `replaces`
   *   takes the place of. The answers in `chosen` are not asked for again. `real`: the outcome of chance is typed in. `end` returns what is shown once the
   *   move is complete; `drawn`: except for what the box draws. `failed` is called when such a move is no longer possible.
   */
  constructor({ view, seat, kind, entry, replaces, chosen = {}, real = false, end, failed }) {
    this.view = view;
    this.seat = seat;
    this.kind = kind;
    this.entry = entry;
    this.replaces = replaces;
    this.isTyped = real;
    this.makeEnding = end;
    this.failed = failed;
    /** @type {Move} */
    this.chosen = chosen;
    this.givenNames = new Set(Object.keys(chosen));
    /** @type {Move} */
    this.move = {};
    this.picks = new Picks();
    this.requestCount = 0;
    /** @type {Question[]} */
    this.questions = [];
    /** @type {Confirmation | null} */
    this.ending = null;
    /** @type {{drawn: boolean} | null} */
    this.ended = null; // how it was ended: complete, or the rest left to chance
    this.isAtEnding = false; // the reader was led to the confirmation
    this.list = h("div", { class: "fields" });
    this.endingPlace = h("div");
    new ResizeObserver(() => this.isAtEnding && this.ending?.show()).observe(this.endingPlace);
    this.problem = h("p", { class: "refusal", role: "alert" });
    this.element = h("div", { class: "form" }, this.list, this.problem, this.endingPlace);
  }

  /**
   * Ask the box for the fields, and show them.
   * @returns {Promise<void>}
   */
  async walk(shouldMoveOn = true) {
    const request = ++this.requestCount;
    /** @type {FilledForm} */
    let answer;
    try {
      const { seat, kind: move, chosen, entry, replaces } = this;
      answer = await post("/api/form", { seat, move, chosen, entry, replaces });
    } catch (error) {
      if (request === this.requestCount) this.refuse(error);
      return;
    }
    if (request !== this.requestCount) return; // another answer was given meanwhile
    this.problem.textContent = "";
    this.move = answer.played ?? answer.move;
    registerThings(answer.things);
    this.chosen = { ...this.endedEmptyLists(), ...answer.move }; // without the answers that no longer fit
    delete this.chosen.move;
    const outdated = answer.fields.find((field) => field.value !== undefined && this.startsElsewhere(field));
    if (outdated) { // a change of an amount is not the same change of another amount
      delete this.chosen[outdated.name];
      this.questions = [];
      return this.walk(shouldMoveOn);
    }
    const { fields, open } = this.picks.visibleFields(answer.fields);
    this.showFields(fields);
    if (answer.whole && !open && !isOpenChance(fields.at(-1))) this.ended = { drawn: false };
    if (answer.whole && !open && this.ended) this.finish(this.ended.drawn, shouldMoveOn);
    else {
      this.reopen();
      if (shouldMoveOn) this.moveOn();
    }
  }

  /** Return the lists that were ended without an item: a move leaves them out, but they are not asked for again. */
  endedEmptyLists() {
    const lists = Object.entries(this.chosen).filter(([, value]) => Array.isArray(value) && value.length === 0);
    return Object.fromEntries(lists.filter(([name]) => this.picks.closed.has(name)));
  }

  /**
   * Give the same answers again, as far as they are still possible after the table changed.
   * @param {api.PhoneView} view
   */
  update(view) {
    this.view = view;
    this.ending?.suspend();
    this.walk(false);
  }

  /**
   * Return whether a correction is asked for from another present amount or place than before.
   * @param {Field} field
   */
  startsElsewhere(field) {
    const before = this.questions.find((question) => question.field.name === field.name)?.field;
    return before !== undefined && !isSameJson(startOf(before), startOf(field));
  }

  /** @param {Field[]} fields */
  showFields(fields) {
    const asked = fields.filter(({ name, only, value }) => !only && !(this.givenNames.has(name) && value !== undefined));
    this.questions = asked.map((field, index) => {
      const before = this.questions[index];
      if (!before || !isSameQuestion(before.field, field)) return makeQuestion(field, this.actionsOf(field.name));
      before.showValue(field.value);
      return before;
    });
    render(this.list, this.questions.map(({ element }) => element));
  }

  /**
   * @param {string} name
   * @returns {FormActions}
   */
  actionsOf(name) {
    return {
      isPast: Boolean(this.entry),
      isTyped: this.isTyped,
      view: () => this.view,
      answer: (value, shouldMoveOn) => this.answer(name, value, shouldMoveOn),
      reopen: () => this.reopen(),
      moveOn: () => this.moveOn(),
      endList: (items) => this.endList(name, items),
      drawChance: () => this.finish(true, true),
    };
  }

  /**
   * Answer a field. Later answers that no longer fit are asked for again.
   * @param {string} name
   * @param {unknown} value
   * @param {boolean} shouldMoveOn
   */
  answer(name, value, shouldMoveOn) {
    this.picks.open(name);
    this.chosen = { ...this.chosen, [name]: value };
    this.ended = null;
    this.isAtEnding = false;
    this.ending?.suspend(); // a tap that is on its way must not confirm the earlier answers
    this.walk(shouldMoveOn);
  }

  /**
   * End a list that could go on.
   * @param {string} name
   * @param {unknown[]} items
   */
  endList(name, items) {
    this.answer(name, items, true);
    this.picks.close(name);
  }

  /** Focus the next field that has no answer, or else the confirmation. */
  moveOn() {
    const open = this.questions.find((question) => !question.isAnswered);
    const next = (this.ended?.drawn || !open ? this.ending : null) ?? open ?? this.questions.at(-1);
    if (!next) return;
    this.isAtEnding = next === this.ending;
    next.focus();
    const isTall = next.element.offsetHeight > innerHeight / 2; // of a long list its question is to be seen first
    next.element.scrollIntoView({ block: isTall ? "start" : "nearest" });
  }

  /**
   * Show the confirmation.
   * @param {boolean} drawn The rest is left to chance.
   * @param {boolean} shouldMoveOn
   */
  finish(drawn, shouldMoveOn) {
    const hadFocus = this.endingPlace.contains(document.activeElement);
    const before = this.ending;
    this.ended = { drawn };
    this.ending = this.makeEnding(this.move, drawn);
    this.ending.takeOver(before);
    this.endingPlace.replaceChildren(this.ending.element);
    if (shouldMoveOn || hadFocus) this.moveOn();
  }

  /** Take the confirmation away. */
  reopen() {
    const hadFocus = this.endingPlace.contains(document.activeElement);
    this.ending = this.ended = null;
    this.endingPlace.replaceChildren();
    if (hadFocus) this.moveOn();
  }

  /**
   * Give up if the move is no longer possible. If the box could not be reached, the next answer asks again.
   * @param {unknown} error
   */
  refuse(error) {
    if (error instanceof Refusal) this.failed(errorSentence(error));
    else this.problem.textContent = errorSentence(error);
  }
}

/**
 * Return the kinds of moves of a seat, with refused ones.
 * @param {number} seat
 * @param {number} [entry] As they were before this move.
 */
export async function kindsOf(seat, entry) {
  /** @type {api.KindsView} */
  const { kinds } = await post("/api/form", { seat, entry });
  return kinds;
}

/**
 * @template {Field["type"]} Type
 * @param {{[Each in Type]: Field & {type: Each}}[Type]} field
 * @param {FormActions} form
 * @returns {Question}
 */
function makeQuestion(field, form) {
  /** @type {Field} */
  const asked = field;
  if (asked.type === "one_of" && asked.piece) return new PlaceQuestion(asked, form);
  return new QUESTIONS[field.type](field, form);
}

/**
 * Return what an answer is the difference to: the present amount, or the present place.
 * @param {Field} field
 */
function startOf(field) {
  if (field.type === "number") return field.base ?? null;
  return field.type === "one_of" && field.piece ? [field.piece, field.label] : null;
}

/**
 * Return whether the reader has a say though the move is complete: chance can be typed in.
 * @param {Field | undefined} field
 */
function isOpenChance(field) {
  return field?.type === "chance" && field.value === undefined;
}

/**
 * Return whether a field is the same question as before, so that its element, and the focus in it, can stay. Lists are other
 * questions with each answer, and chance whose answer no longer fits.
 * @param {Field} before
 * @param {Field} now
 */
function isSameQuestion(before, now) {
  const isLost = now.type === "chance" && before.value !== undefined && now.value === undefined;
  if (isLost || ["path", "several_of"].includes(now.type)) return isSameJson(before, now);
  return isSameJson({ ...before, value: undefined }, { ...now, value: undefined });
}
