// All moves so far, newest first; one's own may be replaced or left out, and before any a forgotten one put in, with
// what no longer fits shown before.
import { get } from "../lib/api.js";
import { button, choiceButton } from "../lib/buttons.js";
import { Confirmation } from "../offers/confirm.js";
import { h } from "../lib/dom.js";
import { Form, kindsOf } from "../offers/forms.js";
import { mark } from "../lib/templates.js";
import { cited, sentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { learn, t } from "../lib/words.js";

/** The moves newest first, those of a turn that has ended under what it brought. */
function grouped(state, entries, turns) {
  return turns.toReversed().flatMap(({ first, last, text }) => {
    const rows = entries.filter(({ entry }) => entry >= first && entry <= last).reverse().map((entry) => row(state, entry));
    if (!text || rows.length < 2) return rows;
    return h("li", { class: "move-turn" }, h("h3", {}, text), h("ol", { class: "move-list", reversed: true }, rows));
  });
}

/** Lay the moves so far over the table; where one is named, what can be done about it lies above them. */
export async function moves(view, wanted) {
  const sheet = new Sheet();
  const list = h("div", { class: "moves" });
  const state = { sheet, view, list, part: "", seats: [], entries: [] };
  sheet.push(t("page.tools.moves"), list, (now) => {
    state.view = now;
    load(state);
  });
  await load(state);
  const entry = state.entries.find((one) => one.yours && one.entry === wanted);
  if (entry) await mend(state, entry);
}

/** The way to the moves before or after those shown, of a game that has very many. */
function part(state, beside) {
  if (!beside) return [];
  return [button("quiet", () => {
    state.part = `?before=${beside.before}`;
    load(state);
  }, beside.text)];
}

async function load(state) {
  const { sheet, list, view } = state;
  try {
    const { number, entries, turns, undone, earlier, later, acts_for: seats, words } = await get(`/api/history${state.part}`);
    if (number !== view.number) return; // another game; its view is on the way
    learn(words); // of changing moves the page brought none
    Object.assign(state, { seats, entries });
    const rows = grouped(state, entries, turns);
    const gone = undone.map((text) => h("li", { class: "undone" }, h("s", {}, text)));
    const found = h("ol", { class: "move-list", reversed: true }, gone, rows);
    list.replaceChildren(...part(state, later), found.children.length ? found : h("p", {}, t("page.moves.none")), ...part(state, earlier));
  } catch (error) {
    sheet.say(sentence(error), "refused");
  }
}

function row(state, entry) {
  const seat = state.view.seats.find((one) => one.seat === entry.seat);
  const gains = entry.lines.map((line) => [line.amount, line.text, cited(line)].filter(Boolean).join(" · "));
  const lines = gains.map((gain) => h("small", { class: "move-gain" }, gain));
  const words = h("span", { class: "move-words" }, h("span", {}, entry.text), lines);
  const number = h("span", { class: "move-number" }, String(entry.entry));
  if (!state.seats.length) return h("li", {}, h("div", { class: "move" }, number, seat && mark(seat), words));
  const may = entry.yours ? t("page.moves.change") : [h("span", { "aria-hidden": "true" }, "+"), h("span", { class: "unseen" }, t("page.moves.before"))];
  return h("li", {}, button("move", () => mend(state, entry), number, seat && mark(seat), words, h("small", { class: "may-change" }, may)));
}

/** What can be done about a move: one's own is replaced or left out, and before any another is put in. */
async function mend(state, entry) {
  const { sheet, view } = state;
  const kinds = h("div", { class: "cards" });
  const out = choiceButton({ text: t("page.moves.leave_out") }, () => leaveOut(state, entry, view));
  const more = choiceButton({ text: t("page.moves.before") }, () => putIn(state, entry));
  const instead = [h("section", { "aria-labelledby": "replace" }, h("h3", { id: "replace" }, t("page.moves.replace")), kinds), h("section", {}, out)];
  const page = h("div", { class: "form" }, h("p", { class: "happens" }, entry.text), entry.yours && instead, h("section", {}, more));
  sheet.push(t("page.moves.move", { number: entry.entry }), page, (now) => outdated(state, now));
  if (entry.yours) await fill(kinds, state, entry.seat, entry, ({ move, text }) => replace(state, entry, view, move, text));
}

/** Whose move was forgotten before another: asked only of whoever acts for several. */
function putIn(state, entry) {
  const { sheet, view, seats } = state;
  if (seats.length === 1) {
    kindsBefore(state, entry, seats[0]);
    return;
  }
  const known = view.seats.filter(({ seat }) => seats.includes(seat));
  const cards = known.map((one) => choiceButton({ text: one.name, seat: one }, () => kindsBefore(state, entry, one.seat)));
  const page = h("div", { class: "form" }, h("div", { class: "cards" }, cards));
  sheet.push(t("page.moves.before"), page, (now) => outdated(state, now));
}

/** What a seat could have done before a move. */
async function kindsBefore(state, entry, seat) {
  const { sheet, view } = state;
  const kinds = h("div", { class: "cards" });
  const title = (text) => t("page.moves.put_in", { number: entry.entry, title: text });
  sheet.push(title(view.seats[seat - 1].name), h("div", { class: "form" }, kinds), (now) => outdated(state, now));
  await fill(kinds, state, seat, entry, ({ move, text }) => {
    const end = (done) => confirmation(state, view, "insert", { entry: entry.entry, seat, move: done }, seat);
    fillIn(state, { view, seat, kind: move, entry, end }, title(text));
  });
}

/** The kinds of moves that a seat had before an earlier one, those that were refused with their reason. */
async function fill(kinds, { sheet }, seat, { entry }, walk) {
  try {
    const found = await kindsOf(seat, entry);
    kinds.replaceChildren(...found.map((kind) => choiceButton(kind, () => walk(kind))));
  } catch (error) {
    sheet.say(sentence(error), "refused");
  }
}

function replace(state, entry, view, kind, title) {
  const end = (move) => confirmation(state, view, "amend", { entry: entry.entry, move }, entry.seat);
  fillIn(state, { view, seat: entry.seat, kind, entry, end }, t("page.moves.instead", { number: entry.entry, title }));
}

/** The form of a move as it was before an earlier one. */
function fillIn(state, { entry, ...about }, title) {
  const failed = (word) => {
    state.sheet.back();
    state.sheet.say(word, "refused");
  };
  const form = new Form({ ...about, entry: entry.entry, failed });
  state.sheet.push(title, form.element, (now) => outdated(state, now));
  form.walk();
}

function leaveOut(state, entry, view) {
  const last = confirmation(state, view, "amend", { entry: entry.entry, move: null }, entry.seat);
  const page = h("div", { class: "form" }, h("p", { class: "happens" }, entry.text), last.element);
  state.sheet.push(t("page.moves.without", { number: entry.entry }), page, (now) => outdated(state, now));
  last.focus();
}

function confirmation(state, view, what, body, seat) {
  const key = what === "insert" ? "page.moves.do_put_in" : body.move ? "page.moves.do_replace" : "page.moves.do_leave_out";
  return new Confirmation({
    view,
    seat,
    what,
    body,
    label: ({ misfits }) => (misfits.length ? t(`${key}_and`, { n: misfits.length }) : t(key)),
    done: () => {
      state.sheet.close();
      if (what === "amend") say(t(body.move ? "page.moves.done" : "page.moves.done_out", { number: body.entry }));
    },
    over: (word) => {
      state.sheet.close();
      say(word, "refused");
    },
  });
}

/** What is shown speaks of the table as it was: back to the moves as they are now. */
function outdated(state, now) {
  const { sheet } = state;
  state.view = now;
  sheet.back(sheet.pages.length - 1);
  load(state);
  sheet.say(t("page.act.stale"), "refused");
}
