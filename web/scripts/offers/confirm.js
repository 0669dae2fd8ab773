// The last look before something is done: what it costs and gives, and one large button.
import { busy, command, post, preview, Refusal } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { cited, ruled, sentence } from "../lib/reasons.js";
import { inOneBreath, say, waiting, whose } from "../lib/says.js";
import { bySeat } from "../table/totals.js";
import { figure, t } from "../lib/words.js";

let onItsWay = false;

/** Whether what was confirmed is on its way: until its answer comes, the table's changes may well be its own. */
export function confirmed() {
  return onItsWay;
}

/**
 * A strip that shows what a command would do, and does it.
 *
 * `seat` acts; `body` is what the command carries; `outlook`: lines that are known to follow, shown before the box is
 * asked; `drawn`: chance decides, so nobody can look ahead. `done(answer)` is called when it was done, `over(word)` when
 * it can no longer be, with the reason; `cancel` when the reader thinks better of it. `label(look)` names the button
 * otherwise than "Play". `sure`: it is done as soon as it is known what it does, unless that is the end.
 */
export class Confirmation {
  constructor({ view, seat, what = "play", body, outlook = [], drawn = false, sure = false, label, done, over, cancel }) {
    Object.assign(this, { view, seat, what, body, foreseen: outlook, drawn, sure, done, over });
    this.mends = what === "amend" || what === "insert"; // later moves are played again
    this.label = label ?? (() => t(this.drawn ? "page.act.draw" : "page.act.play"));
    this.look = null; // what would happen, once it is known
    this.looking = false; // it is being asked for
    this.held = null; // what would have happened, before it was changed
    this.tapped = false; // it was pressed while it was being changed
    this.agreed = null; // what it was pressed for then: if that still holds, it is done
    this.lines = h("div", { class: "outlook", "aria-live": "polite" });
    this.act = button("play", () => this.go(), t("page.act.play"));
    this.pressed = false; // a finger is on its button
    this.act.addEventListener("pointerdown", () => this.press());
    this.act.setAttribute("aria-disabled", "true");
    const not = cancel && button("quiet", cancel, t("page.act.cancel"));
    const answers = h("div", { class: "answers" }, not, this.act);
    this.element = h("div", { class: "confirm" }, this.lines, answers);
    this.renew(view);
  }

  focus() {
    this.act.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** Look again: the table may have changed. */
  async renew(view) {
    this.view = view;
    this.look = null;
    if (this.drawn) {
      this.ready({ lines: [], told: t("page.act.chance"), misfits: [] });
      return;
    }
    this.act.setAttribute("aria-disabled", "true");
    this.lines.replaceChildren(...this.foretold());
    this.looking = true;
    try {
      const look = await preview(this.what, this.body, view);
      if (this.view === view) this.ready(look);
    } catch (error) {
      this.drawn = await this.leftToChance(error);
      if (this.view !== view) return;
      if (this.drawn) this.renew(view);
      else this.refuse(error);
    }
  }

  /** Whether a look ahead was refused because chance decides: the form of the move says so. */
  async leftToChance(error) {
    if (this.what !== "play" || !this.body.move || error.error !== "illegal_move") return false;
    const { move, ...chosen } = this.body.move;
    const form = await post("/api/form", { seat: this.seat, move, chosen }).catch(() => null);
    const last = form?.fields.at(-1);
    return last?.type === "chance" && last.value === undefined;
  }

  /** What it confirms is being changed: it no longer does anything. */
  hold() {
    this.held = this.look ?? this.held;
    this.view = null;
    this.act.setAttribute("aria-disabled", "true");
  }

  ready(look) {
    this.look = look;
    this.looking = false;
    this.lines.replaceChildren(h("p", { class: "happens" }, look.told ?? ""), ...this.outlook(look));
    this.act.textContent = this.label(look);
    this.act.setAttribute("aria-disabled", "false");
    const { agreed } = this;
    this.agreed = null;
    if (this.sure ? !look.over && !look.misfits.length : agreed && same(agreed, look)) this.go();
  }

  /** In the place of one whose last words were on their way, and which may have been pressed meanwhile. */
  takeOver(before) {
    this.held = before?.held ?? null;
    if (before?.tapped || before?.agreed) this.agreed = this.held;
    if (before?.pressed) this.press(({ target }) => this.act.contains(target) && this.go());
  }

  /** A finger is on its button, or came down on the one before it: that gets no click, for it is not there any more. */
  press(lifted = () => {}) {
    this.pressed = true;
    const over = new AbortController();
    const end = (event) => {
      over.abort();
      this.pressed = false;
      if (event.type === "pointerup") lifted(event);
    };
    for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, end, { signal: over.signal });
  }

  outlook(look) {
    if (this.drawn) return this.foretold();
    const changes = look.lines.map((line) => this.line(line));
    const ends = this.what === "play" && look.over;
    const unchanged = this.what === "play" && !ends && t("page.act.no_change");
    const found = [changes.length ? h("ul", { class: "changes" }, changes) : unchanged && h("p", { class: "same" }, unchanged)];
    if (ends) found.push(h("p", {}, t("page.act.ends")));
    if (this.mends) found.push(this.totals(look));
    if (look.misfits.length) found.push(misfitsOf(this.view, look.misfits));
    else if (this.mends) found.push(h("p", { class: "same" }, t("page.moves.all_fit")));
    return found.filter(Boolean);
  }

  /** The lines that were known beforehand. */
  foretold() {
    const lines = this.foreseen.map((line) => this.line(line));
    return lines.length ? [h("ul", { class: "changes" }, lines)] : [];
  }

  /** The scores that a change of an earlier move would lead to, for everybody whose score it changes. */
  totals({ standings }) {
    const was = new Map(this.view.standings.map(({ seat, total }) => [seat, total]));
    const changed = bySeat(standings ?? []).filter(({ seat, total }) => was.get(seat) !== total);
    const rows = changed.map(({ seat, total }) =>
      h("li", {}, whose(this.view, seat), " ", h("b", {}, `${figure(was.get(seat))} → ${figure(total)}`)),
    );
    return rows.length > 0 && h("ul", { class: "changes", "aria-label": t("page.moves.scores") }, rows);
  }

  line(line) {
    const other = line.seat !== this.seat && [whose(this.view, line.seat), " "];
    const why = [line.text, cited(line)].filter(Boolean).join(" · ");
    return h("li", {}, other, h("b", { class: /^[-−]/u.test(line.amount) ? "costs" : "gives" }, line.amount), why && ` · ${why}`);
  }

  async go() {
    if (this.view === null) this.tapped = true;
    else if (this.looking) this.agreed = this.held; // a finger is quicker than the look at what was changed
    if (this.act.getAttribute("aria-disabled") === "true" || busy()) return;
    if (!this.look) {
      this.renew(this.view); // nothing is done that was not looked at
      return;
    }
    this.act.setAttribute("aria-disabled", "true");
    this.element.classList.add("sending");
    onItsWay = true;
    try {
      const answer = await command(this.what, this.whole(), this.view, waiting);
      if (!answer) return;
      const { told, lines } = this.look;
      this.done(answer);
      const said = this.body.move?.move === "correct"; // it names the amount itself
      if (told && !this.drawn) say(said ? told : inOneBreath(told, lines, this.seat));
    } catch (error) {
      if (error instanceof Refusal && error.error === "stale") this.over(sentence(error));
      else if (error instanceof Refusal && error.error === "misfits") this.renew(this.view);
      else this.refuse(error);
    } finally {
      onItsWay = false;
      this.element.classList.remove("sending");
    }
  }

  /** The command with what it has to name besides: the later moves that it leaves out. */
  whole() {
    if (!this.mends) return this.body;
    return { ...this.body, without: this.look.misfits.map(({ entry }) => entry) };
  }

  /** Say why not, where the answer was expected. What could not be reached may be tried again. */
  refuse(error) {
    this.looking = false;
    if (error instanceof Refusal && error.error === "stale") {
      this.over(sentence(error));
      return;
    }
    this.lines.replaceChildren(h("p", { class: "refusal", role: "alert" }, sentence(error)));
    const again = !(error instanceof Refusal) || error.status === 507 || error.status === 429;
    if (again && !this.look) this.act.textContent = t("page.act.again");
    this.act.setAttribute("aria-disabled", String(!again));
  }
}

/** Whether two looks ahead cost and give the same, and leave out nothing: then only words have changed. */
function same(one, other) {
  const amounts = ({ lines }) => JSON.stringify(lines.map(({ seat, amount }) => [seat, amount]));
  return !other.misfits.length && amounts(one) === amounts(other);
}

/** The later moves that would no longer fit, each with its reason, and that they would be left out. */
function misfitsOf(view, misfits) {
  const rows = misfits.map((misfit) =>
    h("li", {}, h("b", {}, misfit.text), h("br"), ruled(misfit)),
  );
  return h("div", { class: "misfits" }, h("p", {}, t("page.moves.misfits", { n: misfits.length })), h("ul", {}, rows));
}
