// The moves that have no card: what is merely possible, what is refused, and corrections, with their forms.
import { choiceButton } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { render } from "../lib/render.js";
import { say, seatLabel, titleForSeat } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";
import { playForm } from "./play.js";

/**
 * Show these kinds of moves; those of several seats stand below their names.
 * @param {api.PhoneView} view
 * @param {(view: api.PhoneView) => api.OptionView[]} optionsOf Returns the kinds in a view.
 */
export function showMoreMoves(view, optionsOf) {
  const sheet = new Sheet();
  const list = h("div");
  /** @param {api.PhoneView} now */
  const fill = (now) => {
    const options = optionsOf(now);
    if (!options.length) {
      sheet.close();
      say(t("page.act.stale"), "refused");
    }
    const seats = [...new Set(options.map(({ seat }) => seat))];
    const content = seats.map((seat) => {
      const cards = options.filter((option) => option.seat === seat).map(({ move, text, refused }) => {
        return choiceButton({ text, refused }, () => playForm(now, seat, move, text, { sheet }));
      });
      return [seats.length > 1 && h("h3", { class: "act-seat" }, seatLabel(now, seat)), h("div", { key: seat, class: "cards" }, cards)];
    });
    render(list, content);
  };
  fill(view);
  const [first, ...others] = new Set(optionsOf(view).map(({ seat }) => seat));
  sheet.push(others.length ? t("page.act.more") : titleForSeat(view, first, t("page.act.more")), list, fill);
}

/**
 * Open the form of a correction; ask first for which seat, if this phone speaks for several.
 * @param {api.PhoneView} view
 */
export function showCorrections(view) {
  /** @param {api.PhoneView} now */
  const optionsOf = (now) => now.options.filter(({ move }) => move === "correct");
  const [{ seat, text }, ...others] = optionsOf(view);
  const sheet = new Sheet();
  if (!others.length) {
    playForm(view, seat, "correct", text, { sheet });
    return;
  }
  const list = h("div", { class: "cards", role: "group", "aria-label": t("page.tools.whom") });
  /** @param {api.PhoneView} now */
  const fill = (now) => {
    const cards = optionsOf(now).map((option) => {
      const owner = now.seats[option.seat - 1];
      return choiceButton({ text: owner.name, seat: owner }, () => playForm(now, option.seat, "correct", option.text, { sheet }));
    });
    render(list, cards);
  };
  fill(view);
  sheet.push(t("page.tools.correct"), list, fill);
}
