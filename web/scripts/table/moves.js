// All moves so far, the newest first. One's own may be replaced or left out, and a forgotten one inserted before any; what
// no longer fits then is shown before. The last move of somebody else is taken back here, after a question.
import { get, sendCommand } from "../lib/api.js";
import { button, choiceButton } from "../lib/buttons.js";
import { Confirmation } from "../offers/confirm.js";
import { h } from "../lib/dom.js";
import { Form, kindsOf } from "../offers/forms.js";
import { seatMark } from "../lib/templates.js";
import { citation, errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";
import { say, showWaiting } from "../lib/says.js";
import { askYesNo, Sheet } from "../lib/sheet.js";
import { addWords, t } from "../lib/words.js";

/**
 * A list of moves in a sheet: the part of the moves that it shows, as a query of the box's address; the seats that this
 * phone acts for; and the moves shown.
 * @typedef {{
 *   sheet: Sheet, view: api.PhoneView, list: HTMLElement, query: string, seats: number[], entries: api.MoveView[],
 * }} MoveList
 */
/** @typedef {api.Insert["move"]} Move */

/**
 * Show the moves so far in a sheet over the table, and on top of them how one of this phone's own may be changed.
 * @param {api.PhoneView} view
 * @param {number} [entry] The number of the move to change.
 */
export async function showMoves(view, entry) {
  const sheet = new Sheet();
  const list = h("div", { class: "moves" });
  /** @type {MoveList} */
  const moveList = { sheet, view, list, query: "", seats: [], entries: [] };
  sheet.push(t("page.tools.moves"), list, (now) => {
    moveList.view = now;
    load(moveList);
  });
  await load(moveList);
  const move = moveList.entries.find((move) => move.yours && move.entry === entry);
  if (move) await showChanges(moveList, move);
}

/** @param {MoveList} moveList */
async function load(moveList) {
  const { sheet, list, view } = moveList;
  try {
    /** @type {api.HistoryView} */
    const answer = await get(`/api/history${moveList.query}`);
    const { number, entries, turns = [], undone, earlier, later, acts_for: seats = [], words = {} } = answer;
    if (number !== view.number) return; // another game; its view is on the way
    addWords(words); // those of changing moves did not come with the page
    Object.assign(moveList, { seats, entries });
    const rows = turnRows(moveList, turns);
    const takenBack = undone.map((text) => h("li", { class: "undone" }, h("s", {}, text)));
    const items = h("ol", { class: "move-list", reversed: true }, takenBack, rows);
    const content = items.childElementCount ? items : h("p", {}, t("page.moves.none"));
    render(list, takeBackButton(view), partButton(moveList, later), content, partButton(moveList, earlier));
  } catch (error) {
    sheet.say(errorSentence(error), "refused");
  }
}

/**
 * Return the button that takes back the last move if it is of others: one's own has its button on the table.
 * @param {api.PhoneView} view
 */
function takeBackButton(view) {
  const { undo, undo_question: question } = view;
  if (!undo || !question) return null;
  const ask = async () => {
    if (!(await askYesNo(question, undo, t("page.tools.take_back"), "play"))) return;
    try {
      await sendCommand("take_back", {}, view, showWaiting);
    } catch (error) {
      say(errorSentence(error), "refused");
    }
  };
  const words = [h("span", {}, t("page.tools.take_back_other")), h("small", {}, undo)];
  return h("button", { type: "button", class: "tool", dataset: { key: "take_back_other" }, onclick: ask }, words);
}

/**
 * Return a button that shows the moves before or after those shown, of a game that has very many.
 * @param {MoveList} moveList
 * @param {api.PartView | undefined} part
 */
function partButton(moveList, part) {
  if (!part) return null;
  const show = () => {
    moveList.query = `?before=${part.before}`;
    load(moveList);
  };
  return button("quiet", show, part.text);
}

/**
 * Return the rows of the moves, newest first, those of a turn that has ended under its result.
 * @param {MoveList} moveList
 * @param {api.TurnView[]} turns
 */
function turnRows(moveList, turns) {
  return turns.toReversed().flatMap(({ first, last, text }) => {
    const own = moveList.entries.filter(({ entry }) => entry >= first && entry <= last);
    const rows = own.reverse().map((move) => moveRow(moveList, move));
    if (!text || rows.length < 2) return rows;
    return h("li", { key: `turn ${first}`, class: "move-turn" }, h("h3", {}, text), h("ol", { class: "move-list", reversed: true }, rows));
  });
}

/**
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
function moveRow(moveList, move) {
  const seat = moveList.view.seats[move.seat - 1];
  const gains = move.lines.map((line) =>
    h("small", { class: "move-gain" }, [line.amount, line.text, citation(line)].filter(Boolean).join(" · ")),
  );
  const words = h("span", { class: "move-words" }, h("span", {}, move.text), gains);
  const content = [h("span", { class: "move-number" }, move.entry), seat && seatMark(seat), words];
  const { yours, why_not: reason } = move;
  if (!moveList.seats.length && !reason) return h("li", { key: move.entry }, h("div", { class: "move" }, content));
  const [sign, name] = moveList.seats.length ? ["+", t("page.moves.before")] : ["?", reason];
  const note = yours ? t("page.moves.change") : [h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, name)];
  return h("li", { key: move.entry }, button("move", () => showChanges(moveList, move), content, h("small", { class: "may-change" }, note)));
}

/**
 * Show how a move may be changed: one's own is replaced or left out, and before any a forgotten one is inserted. At that
 * of another stands why this phone cannot change it.
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
async function showChanges(moveList, move) {
  const { view, seats } = moveList;
  const kinds = h("div", { class: "cards" });
  const out = choiceButton({ text: t("page.moves.leave_out") }, () => leaveOut(moveList, move, view));
  const before = choiceButton({ text: t("page.moves.before") }, () => insert(moveList, move));
  const replacing = h("section", { "aria-labelledby": "replace" }, h("h3", { id: "replace" }, t("page.moves.replace")), kinds);
  const own = move.yours && [replacing, h("section", {}, out)];
  const theirs = move.why_not && h("p", { class: "why-not" }, move.why_not);
  const inserting = seats.length > 0 && h("section", {}, before);
  const page = h("div", { class: "form" }, h("p", { class: "happens" }, move.text), own, theirs, inserting);
  push(moveList, t("page.moves.move", { number: move.entry }), page);
  if (move.yours) await fillKinds(kinds, moveList, move.seat, move, (kind) => replace(moveList, move, view, kind));
}

/**
 * Ask whose move was forgotten before another, if this phone acts for several seats.
 * @param {MoveList} moveList
 * @param {api.MoveView} next
 */
function insert(moveList, next) {
  const { view, seats } = moveList;
  if (seats.length === 1) {
    insertOf(moveList, next, seats[0]);
    return;
  }
  const own = view.seats.filter(({ seat }) => seats.includes(seat));
  const cards = own.map((seat) => choiceButton({ text: seat.name, seat }, () => insertOf(moveList, next, seat.seat)));
  push(moveList, t("page.moves.before"), h("div", { class: "form" }, h("div", { class: "cards" }, cards)));
}

/**
 * Ask which move of a seat was forgotten before another.
 * @param {MoveList} moveList
 * @param {api.MoveView} next
 * @param {number} seat
 */
async function insertOf(moveList, next, seat) {
  const { view } = moveList;
  const kinds = h("div", { class: "cards" });
  /** @param {string} text */
  const title = (text) => t("page.moves.put_in", { number: next.entry, title: text });
  push(moveList, title(view.seats[seat - 1].name), h("div", { class: "form" }, kinds));
  await fillKinds(kinds, moveList, seat, next, ({ move: kind, text }) => {
    const { entry } = next;
    openForm(moveList, title(text), {
      view,
      seat,
      kind,
      entry,
      end: (move) => confirmation(moveList, view, "insert", { entry, seat, move }, seat),
    });
  });
}

/**
 * Fill cards with the kinds of moves that a seat had before an earlier move, those that were refused with their reason.
 * @param {HTMLElement} cards
 * @param {MoveList} moveList
 * @param {number} seat
 * @param {api.MoveView} move
 * @param {(kind: api.KindView) => void} choose
 */
async function fillKinds(cards, { sheet }, seat, { entry }, choose) {
  try {
    const kinds = await kindsOf(seat, entry);
    cards.append(...kinds.map((kind) => choiceButton(kind, () => choose(kind))));
  } catch (error) {
    sheet.say(errorSentence(error), "refused");
  }
}

/**
 * @param {MoveList} moveList
 * @param {api.MoveView} replaced
 * @param {api.PhoneView} view
 * @param {api.KindView} kind
 */
function replace(moveList, { entry, seat }, view, { move: kind, text }) {
  openForm(moveList, t("page.moves.instead", { number: entry, title: text }), {
    view,
    seat,
    kind,
    entry,
    end: (move) => confirmation(moveList, view, "amend", { entry, move }, seat),
  });
}

/**
 * Open the form of a move as it was before an earlier one.
 * @param {MoveList} moveList
 * @param {string} title
 * @param {{view: api.PhoneView, seat: number, kind: string, entry: number, end: (move: Move) => Confirmation}} options
 */
function openForm(moveList, title, options) {
  const { sheet } = moveList;
  /** @param {string} reason */
  const failed = (reason) => {
    sheet.back();
    sheet.say(reason, "refused");
  };
  const form = new Form({ ...options, failed });
  push(moveList, title, form.element);
  form.walk();
}

/**
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 * @param {api.PhoneView} view
 */
function leaveOut(moveList, { entry, seat, text }, view) {
  const last = confirmation(moveList, view, "amend", { entry, move: null }, seat);
  const page = h("div", { class: "form" }, h("p", { class: "happens" }, text), last.element);
  push(moveList, t("page.moves.without", { number: entry }), page);
  last.focus();
}

/**
 * Return the last look at a change of the moves.
 * @param {MoveList} moveList
 * @param {api.PhoneView} view
 * @param {"insert" | "amend"} what
 * @param {{entry: number, seat?: number, move: Move | null}} body
 * @param {number} seat
 */
function confirmation({ sheet }, view, what, body, seat) {
  const key = what === "insert" ? "page.moves.do_put_in" : body.move ? "page.moves.do_replace" : "page.moves.do_leave_out";
  return new Confirmation({
    view,
    seat,
    what,
    body,
    label: ({ misfits }) => (misfits.length ? t(`${key}_and`, { n: misfits.length }) : t(key)),
    done: () => {
      sheet.close();
      if (what === "amend") say(t(body.move ? "page.moves.done" : "page.moves.done_out", { number: body.entry }));
    },
    over: (reason) => {
      sheet.close();
      say(reason, "refused");
    },
  });
}

/**
 * Lay a page on the sheet. It is about the table as it is now: after a change the moves are shown again.
 * @param {MoveList} moveList
 * @param {string} title
 * @param {HTMLElement} page
 */
function push(moveList, title, page) {
  const { sheet } = moveList;
  sheet.push(title, page, (now) => {
    moveList.view = now;
    sheet.back(sheet.pages.length - 1);
    load(moveList);
    sheet.say(t("page.act.stale"), "refused");
  });
}
