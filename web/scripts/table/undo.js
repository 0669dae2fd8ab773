// Taking the last move back, and restoring it; and the buttons of a list like these.
import { sendCommand } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { errorSentence } from "../lib/reasons.js";
import { say, showWaiting } from "../lib/says.js";
import { t } from "../lib/words.js";

/** @typedef {"take_back" | "restore" | "leave" | "close" | "real_dice"} Command A command that needs no form. */

/**
 * Return the buttons that take the last move back, if it is this phone's own, and restore it; false without any.
 * @param {api.PhoneView} view
 */
export function undoButtons(view) {
  const buttons = [
    view.undo && !view.undo_question && toolButton("take_back", t("page.act.take_back"), () => send("take_back", view), view.undo),
    view.redo && toolButton("restore", t("page.act.restore"), () => send("restore", view), view.redo),
  ].filter(Boolean);
  return buttons.length > 0 && h("ul", { class: "tool-list" }, buttons);
}

/**
 * Return a button in a list.
 * @param {string} name
 * @param {string} text
 * @param {() => unknown} tap
 * @param {string | boolean} [note] For a switch, whether it is on.
 */
export function toolButton(name, text, tap, note) {
  const attributes = typeof note === "boolean" && { role: "switch", "aria-checked": String(note) };
  const words = [h("span", {}, text), note && h("small", {}, note === true ? "✓" : note)];
  return h("li", { key: name }, h("button", { type: "button", class: "tool", dataset: { key: name }, onclick: tap, ...attributes }, words));
}

/**
 * Send a command, and say that it is done; the table says what was taken back or restored.
 * @param {Command} command
 * @param {api.PhoneView} view
 * @param {object} body
 * @param {string} done
 */
export async function send(command, view, body = {}, done = "") {
  try {
    const isDone = await sendCommand(command, body, view, showWaiting);
    if (isDone) say(done);
  } catch (error) {
    say(errorSentence(error), "refused");
  }
}
