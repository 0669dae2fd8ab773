// All moves so far, newest first; one's own may be replaced or left out, with what no longer fits shown before.
import { get } from "../lib/api.js";
import { button, choiceButton } from "../lib/buttons.js";
import { Confirmation } from "../offers/confirm.js";
import { h } from "../lib/dom.js";
import { Form, kindsOf } from "../offers/forms.js";
import { mark } from "../lib/templates.js";
import { cited, sentence } from "../lib/reasons.js";
import { say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/** The moves newest first, those of a turn that has ended under what it brought. */
function grouped(state, entries, turns) {
  return turns.toReversed().flatMap(({ first, last, text }) => {
    const rows = entries.filter(({ entry }) => entry >= first && entry <= last).reverse().map((entry) => row(state, entry));
    if (!text || rows.length < 2) return rows;
    return h("li", { class: "move-turn" }, h("h3", {}, text), h("ol", { class: "move-list", reversed: true }, rows));
  });
}

/** Lay the moves so far over the table. */
export async function moves(view) {
  const sheet = new Sheet();
  const list = h("div", { class: "moves" });
  const state = { sheet, view, list, part: "" };
  sheet.push(t("page.moves.title"), list, (now) => {
    state.view = now;
    load(state);
  });
  await load(state);
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
    const { number, entries, turns, undone, earlier, later } = await get(`/api/history${state.part}`);
    if (number !== view.number) return; // another game; its view is on the way
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
  if (!entry.yours) return h("li", {}, h("div", { class: "move" }, number, seat && mark(seat), words));
  const may = h("small", { class: "may-change" }, t("page.moves.change"));
  return h("li", {}, button("move", () => change(state, entry), number, seat && mark(seat), words, may));
}

/** What can be done about one's own move. */
async function change(state, entry) {
  const { sheet, view } = state;
  const kinds = h("div", { class: "cards" });
  const out = choiceButton({ text: t("page.moves.leave_out") }, () => leaveOut(state, entry, view));
  const page = h("div", { class: "form" },
    h("p", { class: "happens" }, entry.text),
    h("section", { "aria-labelledby": "replace" }, h("h3", { id: "replace" }, t("page.moves.replace")), kinds),
    h("section", {}, out));
  sheet.push(t("page.moves.move", { number: entry.entry }), page, (now) => outdated(state, now));
  try {
    const found = await kindsOf(entry.seat, entry.entry);
    const walk = ({ move, text }) => replace(state, entry, view, move, text);
    kinds.replaceChildren(...found.map((kind) => choiceButton(kind, () => walk(kind))));
  } catch (error) {
    sheet.say(sentence(error), "refused");
  }
}

function replace(state, entry, view, kind, title) {
  const form = new Form({
    view,
    seat: entry.seat,
    kind,
    entry: entry.entry,
    failed: (word) => {
      state.sheet.back();
      state.sheet.say(word, "refused");
    },
    end: (move) => confirmation(state, view, entry, move),
  });
  const name = t("page.moves.instead", { number: entry.entry, title });
  state.sheet.push(name, form.element, (now) => outdated(state, now));
  form.walk();
}

function leaveOut(state, entry, view) {
  const last = confirmation(state, view, entry, null);
  const page = h("div", { class: "form" }, h("p", { class: "happens" }, entry.text), last.element);
  state.sheet.push(t("page.moves.without", { number: entry.entry }), page, (now) => outdated(state, now));
  last.focus();
}

function confirmation(state, view, entry, move) {
  const key = move ? "page.moves.do_replace" : "page.moves.do_leave_out";
  return new Confirmation({
    view,
    seat: entry.seat,
    what: "amend",
    body: { entry: entry.entry, move },
    label: ({ misfits }) => (misfits.length ? t(`${key}_and`, { n: misfits.length }) : t(key)),
    done: () => {
      state.sheet.close();
      say(t(move ? "page.moves.done" : "page.moves.done_out", { number: entry.entry }));
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
