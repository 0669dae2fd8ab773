// What one does to a game rather than in it.
import { sendCommand } from "../lib/api.js";
import { choiceButton } from "../lib/buttons.js";
import { byId, h } from "../lib/dom.js";
import { join, leave, playForm, showMoves } from "../offers/on_demand.js";
import { errorSentence } from "../lib/reasons.js";
import { render } from "../lib/render.js";
import { say, showWaiting } from "../lib/says.js";
import { askYesNo, Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/** @typedef {"take_back" | "restore" | "leave" | "close"} Command A command that needs no more than its name. */

const place = byId("tools");
/** @type {api.PhoneView} */
let newest; // set before any tool is drawn
place.tabIndex = -1; // takes the focus of a tool that is gone

/**
 * Return the buttons that take the last move back, if it is this phone's own, and restore it; false without any.
 * @param {api.PhoneView} view
 */
export function undoButtons(view) {
  const buttons = [
    view.undo && !view.undo_question && tool("take_back", () => send("take_back", view), view.undo),
    view.redo && tool("restore", () => send("restore", view), view.redo),
  ].filter(Boolean);
  return buttons.length > 0 && h("ul", { class: "tool-list" }, buttons);
}

/**
 * Draw all other tools.
 * @param {api.PhoneView} view
 */
export function drawTools(view) {
  newest = view;
  const tools = toolsOf(view);
  place.hidden = !tools.length;
  const title = h("h2", { class: "unseen" }, t("page.tools.title"));
  const hasRole = view.you.host || view.you.leads || view.you.seat !== null;
  render(place, title, hasRole && roleLine(view), h("ul", { class: "tool-list" }, tools));
}

/**
 * Return a line that names the role of this phone.
 * @param {api.PhoneView} view
 */
function roleLine({ you: { host, leads, seat }, seats }) {
  const name = seats.find((other) => other.seat === seat)?.name;
  const role = host ? (seat ? "both" : "host") : leads ? "leads" : "seat";
  return h("p", { class: "tool-role" }, t(seat || host ? `page.tools.role.${role}` : "page.join.host", { name }));
}

/** @param {api.PhoneView} view */
function toolsOf(view) {
  const { host, seat, leads } = view.you;
  const isGame = view.game !== null;
  const mayLead = host || leads;
  if (!mayLead && !seat) return isGame ? [tool("moves", () => showMoves(view))] : [];
  const leaving = host && seat ? "forget_both" : seat ? "forget" : "forget_host";
  return [
    isGame && tool("moves", () => showMoves(view)),
    view.options.some(isCorrection) && tool("correct", () => correct(view)),
    host && isGame && link("new", "/setup"),
    isGame && link("free"),
    host && link("phones"),
    host && link("how"),
    host && isGame && tool("leave", () => askAndSend("leave", view)),
    host && isGame && !view.closed && !view.over && tool("close", () => askAndSend("close", view)),
    isGame && !view.over && !(host && seat) && tool(host ? "join_seat" : "join_host", () => join(view, host ? "join" : "joinAsHost")),
    host && seat && tool("release", () => giveUp("release", "release")),
    leads && view.seats.some((other) => other.claimed && other.seat !== seat) && tool("hand_on", () => join(view, "handOn")),
    mayLead && seat && tool("resign", () => giveUp("resign", "resign")),
    tool(leaving, () => giveUp(leaving, "forget")),
  ].filter(Boolean);
}

/**
 * Return a button in a list.
 * @param {string} name
 * @param {() => unknown} tap
 * @param {string} [note]
 */
function tool(name, tap, note) {
  const words = [h("span", {}, t(`page.tools.${name}`)), note && h("small", {}, note)];
  return h("li", { key: name }, h("button", { type: "button", class: "tool", dataset: { key: name }, onclick: tap }, words));
}

/** @param {string} name */
function link(name, href = `/${name}`) {
  return h("li", { key: name }, h("a", { class: "tool", dataset: { key: name }, href }, t(`page.tools.${name}`)));
}

/**
 * Send a command, and say that it is done. Of what was taken back or restored, the table says so itself.
 * @param {Command} command
 * @param {api.PhoneView} view
 */
async function send(command, view) {
  try {
    const isDone = await sendCommand(command, {}, view, showWaiting);
    if (isDone) say(command === "leave" || command === "close" ? t(`page.tools.${command}.done`) : "");
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}

/**
 * Return whether the reader agrees. The button of what can be undone has the colour of a move, not of an alarm.
 * @param {string} tool
 */
function ask(tool) {
  const kind = tool === "leave" ? "play" : "grave";
  return askYesNo(t(`page.tools.${tool}.question`), t(`page.tools.${tool}.body`), t(`page.tools.${tool}.yes`), kind);
}

/**
 * @param {Command} command
 * @param {api.PhoneView} view
 */
async function askAndSend(command, view) {
  if (await ask(command)) await send(command, view);
}

/**
 * @param {string} tool
 * @param {Parameters<typeof leave>[0]} how
 */
async function giveUp(tool, how) {
  if (await ask(tool)) await leave(how);
}

/** @param {api.OptionView} option */
function isCorrection({ move }) {
  return move === "correct";
}

/**
 * Open the form of a correction; ask first for which seat, if this phone speaks for several.
 * @param {api.PhoneView} view
 */
function correct(view) {
  const options = view.options.filter(isCorrection);
  const sheet = new Sheet();
  if (options.length === 1) {
    playForm(view, options[0].seat, "correct", options[0].text, { sheet });
    return;
  }
  const cards = options.map(({ seat: number, text }) => {
    const seat = view.seats[number - 1];
    return choiceButton({ text: seat.name, seat }, () => playForm(newest, number, "correct", text, { sheet }));
  });
  const list = h("div", { class: "cards", role: "group", "aria-label": t("page.tools.whom") }, cards);
  sheet.push(t("page.tools.correct"), list);
}
