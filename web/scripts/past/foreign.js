// A saved game that began by other rules: shows which of its moves no longer fit, and asks what to do with it.
import { Refusal } from "../lib/api.js";
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { withRuling, errorSentence } from "../lib/reasons.js";
import { askYesNo } from "../lib/ask.js";
import { Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/**
 * A saved game. `goOn` continues it without some of its moves, `close` closes it; both throw Refusal or Unreachable.
 * @typedef {{number: number, goOn: (without: number[]) => Promise<void>, close: () => Promise<void>}} SavedGame
 */

/**
 * Ask whether to go on with a game, to close it, or to leave it as it is.
 * @param {SavedGame} game
 * @param {string} reason
 * @param {api.NamedMisfitView[]} misfits The moves that no longer fit; without any the game cannot go on at all.
 * @param {Sheet} sheet
 */
export function askAboutForeign(game, reason, misfits = [], sheet = new Sheet()) {
  const goOn = () => attempt(game, sheet, () => game.goOn(misfits.map(({ entry }) => entry)));
  const rows = misfits.map((misfit) =>
    h("li", {}, h("b", {}, t("page.pair", { head: misfit.name, said: misfit.text })), h("br"), withRuling(misfit)),
  );
  const list = rows.length > 0 && [h("p", {}, t("page.games.foreign.misfits", { n: rows.length })), h("ul", {}, rows)];
  const page = h("div", { class: "form foreign" },
    h("p", {}, reason),
    list && h("div", { class: "misfits" }, list),
    h("div", { class: "answers" },
      button("quiet", () => sheet.close(), t("page.games.foreign.leave")),
      button("quiet", () => askAndClose(game, sheet), t("page.games.foreign.close")),
      list && button("play", goOn, t("page.games.foreign.go_on", { n: rows.length }))));
  sheet.pages.length = 0;
  sheet.push(t("page.games.foreign.title", { number: game.number }), page);
}

/**
 * @param {SavedGame} game
 * @param {Sheet} sheet
 */
async function askAndClose(game, sheet) {
  const question = t("page.games.foreign.close_question", { number: game.number });
  const yes = await askYesNo(question, t("page.games.foreign.close_body"), t("page.games.foreign.close"));
  if (yes) await attempt(game, sheet, game.close);
}

/**
 * Do something with a game. Say why if it is refused, and list the moves anew if it is because other moves no longer fit.
 * @param {SavedGame} game
 * @param {Sheet} sheet
 * @param {() => Promise<void>} work
 */
async function attempt(game, sheet, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal && error.body.misfits) askAboutForeign(game, error.reason, error.body.misfits, sheet);
    sheet.say(errorSentence(error), "refused");
  }
}
