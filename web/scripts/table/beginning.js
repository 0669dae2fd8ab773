// How the game began: who plays with which colours, by which options. It is the oldest row of all moves, and a host
// corrects it there, in one form; what that changes is shown before.
import { get } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { findAll, h } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { errorSentence } from "../lib/reasons.js";
import { isSameJson } from "../lib/render.js";
import { say } from "../lib/says.js";
import { seatMark } from "../lib/templates.js";
import { addWords, t } from "../lib/words.js";
import { Confirmation } from "../offers/confirm.js";
import { optionFields } from "../setup/options.js";
import { Plan } from "../setup/plan.js";
import { PlayerList } from "../setup/players.js";

/**
 * The sheet that the beginning lies on, with the newest view of the table.
 * @typedef {{sheet: import("../lib/sheet.js").Sheet, view: api.PhoneView}} Place
 */

/**
 * Return the row of the beginning; null where the moves shown are not the oldest.
 * @param {Place} place
 * @param {api.BeginningRowView | undefined} row
 */
export function beginningRow(place, row) {
  if (!row) return null;
  const words = h("span", { class: "move-words" }, h("span", {}, row.title), h("small", { class: "move-gain" }, row.text));
  const note = place.view.you.host
    ? h("small", { class: "may-change" }, t("page.moves.change"))
    : h("span", { "aria-hidden": "true" }, "›");
  const content = [h("span", { class: "move-number" }, "0"), words, note];
  return h("div", { key: "beginning" }, button("beginning-row", () => showBeginning(place, row.title), content));
}

/**
 * Lay the beginning of the game on the sheet: a form for hosts, words for everybody else.
 * @param {Place} place
 * @param {string} title
 */
export async function showBeginning(place, title) {
  const { sheet } = place;
  loadTappedStylesheet("/styles/setup/beginning.css");
  try {
    /** @type {api.BeginningView} */
    const beginning = await get("/api/beginning");
    if (beginning.number !== place.view.number) return; // another game; its view is on the way
    addWords(beginning.words ?? {});
    const { game, plan } = beginning;
    if (game && plan) new BeginningForm(place, title, beginning, new Plan(game, plan));
    else sheet.push(title, readOnly(place.view, beginning), keepView(place));
  } catch (error) {
    sheet.say(errorSentence(error), "refused");
  }
}

/**
 * Return what keeps the newest view, and leaves the page once another game is on the table.
 * @param {Place} place
 * @returns {(view: api.PhoneView) => void}
 */
function keepView(place) {
  return (now) => {
    if (now.number !== place.view.number) place.sheet.close();
    place.view = now;
  };
}

/**
 * Return the beginning in words, with the reason why this phone cannot change it.
 * @param {api.PhoneView} view
 * @param {api.BeginningView} beginning
 */
function readOnly(view, { told, why_not: reason }) {
  const players = view.seats.map((seat) => h("li", {}, seatMark(seat), h("span", {}, seat.name), h("small", {}, seat.colour_name)));
  return h(
    "div",
    { class: "form beginning" },
    h("p", { class: "why-not" }, reason),
    h("ul", { class: "who", role: "list" }, players),
    told.length > 0 && h("ul", { class: "changes" }, told.map((text) => h("li", {}, text))),
  );
}

/** The players of a game that has begun: the name of another exchanges the two. */
class SeatedPlayers extends PlayerList {
  /**
   * @param {ConstructorParameters<typeof PlayerList>[0]} parts
   * @param {boolean} keepsColours Whether no colour can be changed.
   */
  constructor(parts, keepsColours) {
    super(parts);
    this.keepsColours = keepsColours;
  }

  /**
   * @param {number} seat
   * @param {string[]} colours
   */
  colourChoice(seat, colours) {
    return this.keepsColours ? h("p", { class: "colours" }, this.colourNames(colours)) : super.colourChoice(seat, colours);
  }

  /**
   * @param {number} seat
   * @param {HTMLInputElement} input
   */
  rename(seat, input) {
    const name = input.value.trim();
    const other = name ? this.plan.seatNamed(name, seat) : null;
    if (other === null) {
      super.rename(seat, input);
      return;
    }
    const { name: before } = this.plan.players[seat];
    this.plan.rename(seat, this.plan.players[other].name);
    this.plan.rename(other, before);
    this.onChange(t("page.beginning.exchanged", { name: this.plan.players[seat].name, other: before }));
  }
}

class BeginningForm {
  /**
   * Lay the form on the sheet.
   * @param {Place} place
   * @param {string} title
   * @param {api.BeginningView} beginning
   * @param {Plan} plan
   */
  constructor(place, title, beginning, plan) {
    this.place = place;
    this.plan = plan;
    this.before = plan.startCommand();
    const list = h("ol", { class: "players" });
    const { seats_stay: seatsStay, colours_stay: coloursStay } = beginning;
    this.players = new SeatedPlayers({ list, plan, onChange: (news) => this.draw(news) }, Boolean(coloursStay));
    const hints = [coloursStay, seatsStay].map((text) => text && h("p", { class: "hint" }, text));
    this.options = h("div", {});
    const check = button("next", () => this.check(), t("page.beginning.check"));
    const element = h(
      "div",
      { class: "form beginning" },
      h("section", {}, h("h3", {}, t("page.beginning.who")), list, hints),
      plan.form.length > 0 && h("section", {}, h("h3", {}, t("page.beginning.options")), this.options),
      h("div", { class: "answers" }, check),
    );
    place.sheet.push(title, element, keepView(place));
    this.draw();
  }

  /** Draw the form after a change; `news` is told. */
  draw(news = "") {
    const { plan } = this;
    this.players.draw(plan);
    const names = plan.players.map(({ name }) => name);
    /** @param {api.SetupFieldView} option */
    const valueOf = (option) => plan.optionValue(option);
    this.options.replaceChildren(...optionFields(plan.form, valueOf, (option, value) => this.choose(option, value), names));
    this.place.sheet.say(news);
  }

  /**
   * @param {api.SetupFieldView} option
   * @param {any} value
   */
  choose(option, value) {
    const inputs = () => findAll(this.options, `#option-${option.name} input`);
    const index = inputs().findIndex((input) => input === document.activeElement);
    this.plan.options[option.name] = value;
    this.draw();
    if (index >= 0) inputs()[index].focus({ preventScroll: true }); // the form was drawn again
  }

  /** Show what the changes lead to, and ask. */
  check() {
    const { sheet, view } = this.place;
    const body = { entry: 0, ...this.changes() };
    if (!("seats" in body || "options" in body)) {
      sheet.say(t("page.beginning.nothing"));
      return;
    }
    const confirmation = new Confirmation({
      view,
      seat: view.you.seat ?? 1,
      what: "amend",
      body,
      label: ({ misfits }) => (misfits.length ? t("page.beginning.do_and", { n: misfits.length }) : t("page.beginning.do")),
      done: () => sheet.close(),
      over: (reason) => {
        sheet.back();
        say(reason, "refused");
      },
    });
    sheet.push(t("page.beginning.check"), h("div", { class: "form" }, confirmation.element), (now) => {
      this.place.view = now;
      sheet.back();
      sheet.say(t("page.act.stale"), "refused");
    });
    confirmation.focus();
  }

  /**
   * Return what differs from the beginning as it is, as fields of the command.
   * @returns {{seats?: string[], options?: Record<string, any>}}
   */
  changes() {
    const { before } = this;
    const after = this.plan.startCommand();
    const names = new Set([...Object.keys(before.options), ...Object.keys(after.options)]);
    const changed = [...names].filter((name) => !isSameJson(before.options[name], after.options[name]));
    return {
      ...(!isSameJson(before.seats, after.seats) && { seats: after.seats }),
      ...(changed.length > 0 && { options: Object.fromEntries(changed.map((name) => [name, after.options[name] ?? null])) }),
    };
  }
}
