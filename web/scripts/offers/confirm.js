// The confirmation of a command: what it costs and gives, and one large button.
import { sendCommand, post, preview, Refusal } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { citation, withRuling, errorSentence } from "../lib/reasons.js";
import { isSameJson } from "../lib/render.js";
import { summarizeMove, say, showWaiting, seatLabel } from "../lib/says.js";
import { boardChanges, confirming } from "./on_demand.js";
import { t } from "../lib/words.js";

/**
 * @typedef {{
 *   seat?: number, entry?: number, move?: Record<string, any> | null, moves?: api.SeatMoveView[],
 *   seats?: string[], options?: Record<string, any>,
 * }} Body
 * @typedef {Pick<api.PreviewView, "over" | "told" | "lines" | "changes" | "misfits"> & {standings?: api.PreviewView["standings"]}} Outcome
 */

/** A strip that shows what a command does, and sends it. */
export class Confirmation {
  /**
   * Create it, and ask the box for the outcome.
   * @param {{
   *   view: api.PhoneView, seat: number, what?: "play" | "amend" | "insert", body: Body, outlook?: api.OutlookLineView[],
   *   question?: string, drawn?: boolean, sure?: boolean, label?: (outcome: Outcome) => string,
   *   done: (answer: api.AnswerView) => void, over: (reason: string) => void, cancel?: () => void,
   * }} options `seat` acts. `body` are the fields of the command `what`. `outlook` are certain lines, shown until the box
   *   answers. `question` is for this seat alone. `drawn`: chance decides, there is no preview. `sure`: the command is sent
   *   as soon as its outcome is known, unless that ends the game. `label` returns the text of the button. `done` is called
   *   after the command, `over` when it is no longer possible, `cancel` when the reader decides against it.
   */
  constructor({ view, seat, what = "play", body, outlook = [], question = "", drawn = false, sure = false, label, done, over, cancel }) {
    this.view = view;
    this.seat = seat;
    this.what = what;
    this.body = body;
    this.outlook = outlook;
    this.isDrawn = drawn;
    this.isAutomatic = sure;
    const doIt = t(body.move?.move === "correct" ? "page.form.correct" : "page.form.play");
    this.label = label ?? (() => (this.isDrawn ? t("page.form.do_draw") : doIt));
    this.done = done;
    this.over = over;
    this.isChangingHistory = what !== "play"; // later moves are replayed
    /** @type {Outcome | null} */
    this.outcome = null; // as soon as it is known
    this.isLoading = false; // the box is being asked for it
    this.isSuspended = false; // the command is being changed, another confirmation will take over
    /** @type {Outcome | null} */
    this.earlierOutcome = null; // before the command was changed
    this.wasTapped = false; // while it was suspended
    /** @type {Outcome | null} */
    this.acceptedOutcome = null; // the outcome for which it was tapped then: if it is still the same, the command is sent
    this.isPressed = false; // a finger is on the button
    this.lines = h("div", { class: "outlook", "aria-live": "polite" });
    this.button = button("play", () => this.send(), doIt);
    this.button.addEventListener("pointerdown", () => this.press());
    const cancelButton = cancel && button("quiet", cancel, t("page.form.cancel"));
    const answers = h("div", { class: "answers" }, cancelButton, this.button);
    this.element = h("div", { key: this, class: "confirm" }, question && h("p", {}, question), this.lines, answers);
    this.update();
  }

  focus() {
    this.button.focus({ preventScroll: true });
    this.show();
  }

  /** Bring it in sight, its beginning first. */
  show() {
    const isLong = this.element.clientHeight > innerHeight / 2;
    this.element.scrollIntoView({ block: isLong ? "start" : "nearest" });
  }

  /** @param {boolean} isEnabled */
  enable(isEnabled) {
    this.button.setAttribute("aria-disabled", String(!isEnabled));
  }

  /** Ask the box for the outcome, and show it. */
  async update() {
    this.outcome = null;
    if (this.isDrawn) {
      this.showOutcome({ lines: [], told: t("page.form.chance"), misfits: [], over: false });
      return;
    }
    this.enable(false);
    this.lines.replaceChildren(...this.lineList(this.outlook));
    this.isLoading = true;
    try {
      const outcome = await preview(this.what, this.body, this.view);
      if (!this.isSuspended) this.showOutcome(outcome);
    } catch (error) {
      this.isDrawn = await this.isLeftToChance(error);
      if (this.isSuspended) return;
      if (this.isDrawn) this.update();
      else this.refuse(error);
    }
  }

  /**
   * Return whether a preview was refused because chance decides, which the form of the move tells.
   * @param {unknown} error
   */
  async isLeftToChance(error) {
    if (this.what !== "play" || !this.body.move || !(error instanceof Refusal) || error.error !== "illegal_move") return false;
    const { move, ...chosen } = this.body.move;
    /** @type {api.FormView | null} */
    const form = await post("/api/form", { seat: this.seat, move, chosen }).catch(() => null);
    const last = form?.fields.at(-1);
    return last?.type === "chance" && last.value === undefined;
  }

  /** Make it do nothing while the command is being changed. */
  suspend() {
    this.earlierOutcome = this.outcome ?? this.earlierOutcome;
    this.isSuspended = true;
    this.enable(false);
  }

  /** @param {Outcome} outcome */
  showOutcome(outcome) {
    this.outcome = outcome;
    this.isLoading = false;
    this.lines.replaceChildren(h("p", { class: "happens" }, outcome.told), ...this.outcomeParts(outcome));
    this.button.textContent = this.label(outcome);
    this.enable(true);
    const { acceptedOutcome: accepted } = this;
    this.acceptedOutcome = null;
    const canSend = this.isAutomatic ? !outcome.over && !outcome.misfits.length : accepted && isSameOutcome(accepted, outcome);
    if (canSend) this.send();
  }

  /**
   * Take the place of an earlier one, which can have been tapped while the command was being changed.
   * @param {Confirmation | null} before
   */
  takeOver(before) {
    this.earlierOutcome = before?.earlierOutcome ?? null;
    if (before?.wasTapped || before?.acceptedOutcome) this.acceptedOutcome = this.earlierOutcome;
    // A finger that came down on the earlier button gets no click, because that button is gone.
    if (before?.isPressed) this.press(({ target }) => target instanceof Node && this.button.contains(target) && this.send());
  }

  /**
   * Follow a finger on the button until it is lifted.
   * @param {(event: Event) => unknown} lifted
   */
  press(lifted = () => {}) {
    this.isPressed = true;
    const stop = new AbortController();
    /** @param {Event} event */
    const end = (event) => {
      stop.abort();
      this.isPressed = false;
      if (event.type === "pointerup") lifted(event);
    };
    for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, end, { signal: stop.signal });
  }

  /** @param {Outcome} outcome */
  outcomeParts({ lines, over, changes, misfits, standings }) {
    if (this.isDrawn) return this.lineList(this.outlook);
    const parts = changes ? [] : this.lineList(lines);
    if (this.isChangingHistory) parts.push(misfits.length ? misfitsWarning(misfits) : h("p", { class: "same" }, t("page.moves.all_fit")));
    else if (over) parts.push(h("p", {}, t("page.form.ends")));
    else if (!lines.length) parts.push(h("p", { class: "same" }, t(standings === null ? "page.form.unseen" : "page.form.no_change")));
    if (changes) parts.push(this.changesPart(changes));
    return parts;
  }

  /**
   * Return a list of these lines; none without lines. Where others get something too, as in a tally, all are named.
   * @param {api.OutlookLineView[]} lines
   * @returns {HTMLElement[]}
   */
  lineList(lines) {
    if (lines.some(({ seat }) => seat !== this.seat)) return [h("ul", { class: "changes of-all", role: "list" }, this.linesOfAll(lines))];
    const rows = lines.map((line) => {
      const [amount, why] = lineParts(line);
      return h("li", {}, amount, why && ` · ${why}`);
    });
    return rows.length ? [h("ul", { class: "changes" }, rows)] : [];
  }

  /**
   * Return the lines of every seat in the order of the table; before a tally also those who get nothing.
   * @param {api.OutlookLineView[]} lines
   */
  linesOfAll(lines) {
    return this.view.seats.flatMap(({ seat }) => {
      const own = lines.filter((line) => line.seat === seat);
      const rows = own.map(lineParts);
      if (!rows.length && this.outlook.length) rows.push([h("b", {}, "–"), ""]);
      return rows.map(([amount, why]) => h("li", {}, h("span", {}, seatLabel(this.view, seat)), amount, h("span", {}, why)));
    });
  }

  /**
   * Return what shows the changes on the board.
   * @param {api.ChangesView} changes
   */
  changesPart(changes) {
    const part = h("div");
    boardChanges(changes, this.view).then((element) => element && part.replaceChildren(element));
    return part;
  }

  async send() {
    if (this.isSuspended) {
      this.wasTapped = true;
      return;
    }
    if (this.isLoading) this.acceptedOutcome = this.earlierOutcome; // a finger is quicker than the preview
    if (this.button.getAttribute("aria-disabled") === "true") return;
    const { outcome } = this;
    if (!outcome) {
      this.update(); // nothing is sent before its outcome was shown
      return;
    }
    this.enable(false);
    this.element.classList.add("sending");
    confirming.isOnItsWay = true;
    try {
      const answer = await sendCommand(this.what, this.bodyToSend(outcome), this.view, showWaiting);
      if (!answer) {
        this.enable(true);
        return;
      }
      this.done(answer);
      if (!outcome.told || this.isDrawn) return;
      const isCorrection = this.body.move?.move === "correct"; // its text names the amount
      say(isCorrection ? outcome.told : summarizeMove(outcome.told, outcome.lines, this.seat));
    } catch (error) {
      if (error instanceof Refusal && error.error === "misfits") this.update();
      else this.refuse(error);
    } finally {
      confirming.isOnItsWay = false;
      this.element.classList.remove("sending");
    }
  }

  /**
   * Return the fields of the command; of a change of an earlier move with the later moves that it leaves out.
   * @param {Outcome} outcome
   */
  bodyToSend({ misfits }) {
    return this.isChangingHistory ? { ...this.body, without: misfits.map(({ entry }) => entry) } : this.body;
  }

  /**
   * Show why the command is not possible. After a failure that can pass, it can be tried again.
   * @param {unknown} error
   */
  refuse(error) {
    this.isLoading = false;
    const refusal = error instanceof Refusal ? error : null;
    if (refusal?.error === "stale") {
      this.over(errorSentence(error));
      return;
    }
    this.lines.replaceChildren(h("p", { class: "refusal", role: "alert" }, errorSentence(error)));
    const canPass = !refusal || refusal.status === 507 || refusal.status === 429;
    if (canPass && !this.outcome) this.button.textContent = t("page.form.again");
    this.enable(canPass);
  }
}

/**
 * Return the amount of a line, and why.
 * @param {api.OutlookLineView} line
 * @returns {[HTMLElement, string]}
 */
function lineParts(line) {
  const why = [line.text, citation(line)].filter(Boolean).join(" · ");
  const kind = /^[-−]/u.test(line.amount) ? "costs" : "gives";
  return [h("b", { class: kind }, line.amount), why];
}

/**
 * Return whether only words differ in two outcomes, and the second leaves out no move.
 * @param {Outcome} first
 * @param {Outcome} second
 */
function isSameOutcome(first, second) {
  /** @param {Outcome} outcome */
  const amounts = ({ lines, changes }) => [lines.map(({ seat, amount }) => [seat, amount]), changes?.seats.map(({ seat, texts }) => [seat, texts])];
  return !second.misfits.length && isSameJson(amounts(first), amounts(second));
}

/**
 * Return the later moves that would be left out because they no longer fit, with the reasons.
 * @param {api.MisfitView[]} misfits
 */
function misfitsWarning(misfits) {
  const rows = misfits.map((misfit) => h("li", {}, h("b", {}, misfit.text), h("br"), withRuling(misfit)));
  return h("div", { class: "misfits" }, h("p", {}, t("page.moves.misfits", { n: misfits.length })), h("ul", {}, rows));
}
