// All moves so far, by turns and phases, the newest first. Each opens a page: what it was, how it may be changed or left out,
// and that a move was forgotten before it. Who may change it, and what no longer fits then, is shown before. The last move of
// somebody else is taken back here, after a question.
import { get, sendCommand } from "../lib/api.js";
import { button, choiceButton } from "../lib/buttons.js";
import { Confirmation } from "../offers/confirm.js";
import { findAll, h } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { Form, kindsOf } from "../offers/forms.js";
import { seatMark } from "../lib/templates.js";
import { citation, errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";
import { say, seatLabel, showWaiting } from "../lib/says.js";
import { askYesNo } from "../lib/ask.js";
import { Sheet } from "../lib/sheet.js";
import { addWords, t } from "../lib/words.js";
import { beginningRow } from "./beginning.js";

/**
 * A list of moves in a sheet: the part of the moves that it shows, as a query of the box's address; the seat whose moves
 * alone are shown, 0 for all; and the newest answer of the box.
 * @typedef {{
 *   sheet: Sheet, view: api.PhoneView, list: HTMLElement, query: string, seat: number, history: api.HistoryView,
 * }} MoveList
 */
/** @typedef {api.Insert["move"]} Move */

/**
 * Show the moves so far in a sheet over the table, and on top of them the page of one of them.
 * @param {api.PhoneView} view
 * @param {number} [entry] The number of that move.
 */
export async function showMoves(view, entry) {
  const sheet = new Sheet();
  const list = h("div", { class: "moves" });
  /** @type {MoveList} */
  const moveList = { sheet, view, list, query: "", seat: 0, history: { number: 0, entries: [], undone: [] } };
  sheet.push(t("page.tools.moves"), list, (now) => {
    moveList.view = now;
    load(moveList);
  });
  await Promise.all([load(moveList), loadTappedStylesheet("/styles/table/moves.css")]);
  const move = moveAt(moveList, entry);
  if (move) showMove(moveList, move);
}

/**
 * Return the move with this number, if it is shown.
 * @param {MoveList} moveList
 * @param {number | undefined} number
 */
function moveAt({ history }, number) {
  return history.entries.find(({ entry }) => entry === number);
}

/** @param {MoveList} moveList */
async function load(moveList) {
  const { sheet, list, view } = moveList;
  try {
    /** @type {api.HistoryView} */
    const history = await get(`/api/history${moveList.query}`);
    const { number, entries, turns = [], undone, earlier, later, beginning, words = {} } = history;
    if (number !== view.number) return; // another game; its view is on the way
    addWords(words); // those of changing moves did not come with the page
    moveList.history = history;
    const groups = turns.map((turn) => turnGroup(moveList, turn)).reverse();
    const none = h("p", { class: "no-moves", hidden: true }, t("page.moves.none"));
    render(
      list,
      takeBackButton(view),
      entries.length > 0 && seatFilter(moveList),
      partButton(moveList, later),
      undone.length > 0 && undoneGroup(undone),
      groups,
      none,
      partButton(moveList, earlier),
      beginningRow(moveList, beginning),
    );
    showSeat(moveList);
  } catch (error) {
    sheet.say(errorSentence(error), "refused");
  }
}

/**
 * Return a row of marks: a tap shows the moves of one seat alone.
 * @param {MoveList} moveList
 */
function seatFilter(moveList) {
  /** @param {number} seat @param {...import("../lib/dom.js").Child} face */
  const chip = (seat, ...face) => {
    const choose = () => {
      moveList.seat = seat;
      showSeat(moveList);
    };
    return h("button", { type: "button", class: "chip", key: seat, dataset: { seat }, "aria-pressed": "false", onclick: choose }, face);
  };
  const chips = moveList.view.seats.map((seat) => chip(seat.seat, seatMark(seat), h("span", {}, seat.name)));
  return h("div", { class: "whose-moves", role: "group", "aria-label": t("page.moves.whose") }, chip(0, t("page.moves.all")), chips);
}

/**
 * Hide the moves of other seats, if those of one alone are wanted: a long list is not made again for this.
 * @param {MoveList} moveList
 */
function showSeat({ list, seat }) {
  const wanted = String(seat);
  for (const chip of findAll(list, ".chip")) chip.setAttribute("aria-pressed", String(chip.dataset.seat === wanted));
  for (const row of findAll(list, "li[data-seat]")) row.hidden = seat > 0 && row.dataset.seat !== wanted;
  for (const group of findAll(list, ".move-turn")) group.hidden = !group.querySelector("li:not([hidden])");
  for (const none of findAll(list, ".no-moves")) none.hidden = list.querySelector(".move-turn:not([hidden])") !== null;
}

/**
 * Return the button that takes back the last move if it is of others: one's own has its button on the table.
 * @param {api.PhoneView} view
 */
function takeBackButton(view) {
  const { undo, undo_question: question } = view;
  if (!undo || !question) return null;
  const ask = async () => {
    if (!(await askYesNo(question, undo, t("page.act.take_back"), "play"))) return;
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
 * Return the moves that were taken back, the last first.
 * @param {string[]} undone
 */
function undoneGroup(undone) {
  const rows = undone.map((text) => h("li", { class: "undone" }, h("s", {}, text)));
  const title = h("h3", { id: "undone" }, t("page.moves.undone"));
  return h("div", { key: "undone", class: "move-turn" }, title, h("ol", { class: "move-list", role: "list", "aria-labelledby": "undone" }, rows));
}

/**
 * Return a turn or phase: its heading, its result once it has ended, and its moves, the newest first.
 * @param {MoveList} moveList
 * @param {api.TurnView} turn
 */
function turnGroup(moveList, { first, last, seat: number, ended, title, result }) {
  const moves = moveList.history.entries.filter(({ entry }) => entry >= first && entry <= last).reverse();
  const seat = number && moveList.view.seats[number - 1];
  const heading = h("h3", { id: `turn-${first}` }, seat && seatMark(seat), h("span", {}, title));
  const note = ended ? moves.length > 1 && result : t("page.moves.running");
  const rows = moves.map((move) => moveRow(moveList, move));
  const list = h("ol", { class: "move-list", role: "list", "aria-labelledby": `turn-${first}` }, rows);
  return h("div", { key: `turn ${first}`, class: "move-turn" }, heading, note && h("p", { class: "turn-result" }, note), list);
}

/**
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
function moveRow(moveList, move) {
  const seat = moveList.view.seats[move.seat - 1];
  const gains = move.lines.map((line) => {
    const name = line.seat !== move.seat && moveList.view.seats[line.seat - 1]?.name;
    return h("small", { class: "move-gain" }, [name, line.amount, line.text, citation(line)].filter(Boolean).join(" · "));
  });
  const words = h("span", { class: "move-words" }, h("span", {}, move.text), gains);
  const note = move.yours ? h("small", { class: "may-change" }, t("page.moves.change")) : h("span", { "aria-hidden": "true" }, "›");
  /** @param {MouseEvent} event */
  const open = ({ currentTarget }) => {
    if (currentTarget instanceof HTMLElement) currentTarget.focus(); // a tap alone does not give it the focus everywhere
    showMove(moveList, moveAt(moveList, move.entry) ?? move);
  };
  const content = [h("span", { class: "move-number" }, move.entry), seat && seatMark(seat), words, note];
  return h("li", { key: move.entry, dataset: { seat: move.seat } }, button("move", open, content));
}

/**
 * Show the page of a move: what it was, how it may be changed or left out, and that one was forgotten before it.
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
function showMove(moveList, move) {
  const { sheet, history } = moveList;
  const page = h("div", { class: "form" }, facts(moveList, move), changing(moveList, move), inserting(moveList, move));
  sheet.push(move.text, page, async (now) => {
    moveList.view = now;
    await load(moveList);
    const present = moveAt(moveList, move.entry);
    const isSame = history.number === now.number && present?.seat === move.seat && present.text === move.text;
    if (!isSame && sheet.pages.at(-1)?.content === page) leave(moveList);
  });
}

/**
 * Return what a move was: when, what it brought and why, and whether chance decided.
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
function facts({ view, history }, { entry, seat, lines }) {
  const turn = history.turns?.find(({ first, last }) => entry >= first && entry <= last);
  const number = t("page.moves.move", { number: entry });
  const own = view.seats[seat - 1];
  const whose = turn?.seat === seat ? [own && seatMark(own), " "] : [seatLabel(view, seat), " · "]; // else the turn names it
  const chance = history.typed?.includes(entry) ? t("page.moves.typed") : history.drawn?.includes(entry) && t("page.moves.drawn");
  const rows = lines.map((line) => {
    const why = [line.text, citation(line)].filter(Boolean).join(" · ");
    const kind = line.by < 0 ? "costs" : "gives";
    const other = line.seat !== seat && [seatLabel(view, line.seat), " "];
    return h("li", {}, other, h("b", { class: kind }, line.amount), why && ` · ${why}`);
  });
  return h(
    "section",
    { class: "move-facts" },
    h("p", {}, whose, [turn?.title, number].filter(Boolean).join(" · ")),
    rows.length > 0 && h("ul", { class: "changes", role: "list" }, rows),
    chance && h("p", {}, chance),
  );
}

/**
 * Return how a move may be changed or left out; where this phone may not, by whom, or with the reason.
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
function changing(moveList, move) {
  const { entry, seat, yours } = move;
  const { hidden, who_may: whoMay } = moveList.history;
  const locked = yours && hidden?.locked.includes(entry) && hidden.why;
  const change = choiceButton({ text: t("page.moves.replace") }, () => chooseKind(moveList, move));
  const out = choiceButton({ text: t("page.moves.leave_out") }, () => leaveOut(moveList, move));
  change.disabled = out.disabled = Boolean(!yours || locked);
  return h(
    "section",
    { "aria-labelledby": "changing" },
    h("h3", { id: "changing" }, t("page.moves.changing")),
    change.disabled && h("p", { class: "about-move why-not" }, locked || whoMay?.[String(seat)]),
    yours && !locked && hidden && entry < hidden.last && h("p", { class: "about-move" }, t("page.moves.secret")),
    h("div", { class: "cards" }, change, out),
  );
}

/**
 * Return the card for a move that was forgotten before another; where this phone can add none, with the reason.
 * @param {MoveList} moveList
 * @param {api.MoveView} next
 */
function inserting(moveList, next) {
  const { hidden, insert_refused: reason } = moveList.history;
  const refused = reason ? { reason, ruling: null } : null;
  return h(
    "section",
    { "aria-labelledby": "inserting" },
    h("h3", { id: "inserting" }, t("page.moves.forgotten")),
    !reason && hidden && next.entry <= hidden.last && h("p", { class: "about-move" }, t("page.moves.secret")),
    h("div", { class: "cards" }, choiceButton({ text: t("page.moves.before"), refused }, () => insert(moveList, next))),
  );
}

/**
 * Ask what a move is replaced with.
 * @param {MoveList} moveList
 * @param {api.MoveView} move
 */
async function chooseKind(moveList, move) {
  const kinds = h("div", { class: "cards" });
  push(moveList, t("page.moves.replacing", { text: move.text }), h("div", { class: "form" }, kinds));
  await fillKinds(kinds, moveList, move.seat, move, (kind) => replace(moveList, move, kind));
}

/**
 * Ask whose move was forgotten before another, if this phone acts for several seats.
 * @param {MoveList} moveList
 * @param {api.MoveView} next
 */
function insert(moveList, next) {
  const { view, history } = moveList;
  const own = view.seats.filter(({ seat }) => history.acts_for?.includes(seat));
  if (own.length === 1) {
    insertOf(moveList, next, own[0].seat);
    return;
  }
  const cards = own.map((seat) => choiceButton({ text: seat.name, seat }, () => insertOf(moveList, next, seat.seat)));
  const title = t("page.moves.before_this", { text: next.text });
  push(moveList, title, h("div", { class: "form" }, h("div", { class: "cards" }, cards)));
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
  /** @param {string} title */
  const titled = (title) => t("page.moves.put_in", { title, text: next.text });
  push(moveList, titled(view.seats[seat - 1].name), h("div", { class: "form" }, kinds));
  await fillKinds(kinds, moveList, seat, next, ({ move: kind, text }) => {
    const { entry } = next;
    openForm(moveList, titled(text), {
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
 * @param {api.KindView} kind
 */
function replace(moveList, { entry, seat, text: old }, { move: kind, text }) {
  const { view } = moveList;
  openForm(moveList, t("page.moves.instead", { title: text, text: old }), {
    view,
    seat,
    kind,
    entry,
    replaces: true,
    end: (move) => confirmation(moveList, view, "amend", { entry, move }, seat),
  });
}

/**
 * Open the form of a move as it was before an earlier one.
 * @param {MoveList} moveList
 * @param {string} title
 * @param {{view: api.PhoneView, seat: number, kind: string, entry: number, replaces?: boolean, end: (move: Move) => Confirmation}} options
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
 */
function leaveOut(moveList, { entry, seat, text }) {
  const last = confirmation(moveList, moveList.view, "amend", { entry, move: null }, seat);
  push(moveList, t("page.moves.without", { text }), h("div", { class: "form" }, last.element));
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
    done: ({ change = "" }) => {
      sheet.close();
      queueMicrotask(() => say(change)); // after what the confirmation says of the new move alone
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
    leave(moveList);
    load(moveList);
  });
}

/**
 * Go back to the list, because the table has changed.
 * @param {MoveList} moveList
 */
function leave({ sheet }) {
  sheet.back(sheet.pages.length - 1);
  sheet.say(t("page.act.stale"), "refused");
}
