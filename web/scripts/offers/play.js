// Plays a move that needs a form: a sheet with its fields, and a confirmation at the end.
import { Confirmation } from "./confirm.js";
import { Form } from "./forms.js";
import { titleForSeat, say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/**
 * Lay the form of a kind of move over the table.
 * @param {api.PhoneView} view
 * @param {number} seat
 * @param {string} kind
 * @param {string} title
 * @param {{sheet?: Sheet, chosen?: Record<string, any>, real?: boolean, sure?: boolean}} options The form comes on top of
 *   `sheet`. The answers in `chosen` are not asked for again. `real`: the outcome of chance is typed in. `sure`: the last
 *   answer plays the move without a confirmation: it can be taken back with one tap.
 */
export function playForm(view, seat, kind, title, { sheet = new Sheet(), chosen = {}, real = false, sure = false } = {}) {
  /** @param {string} reason */
  const fail = (reason) => {
    sheet.close();
    say(reason, "refused");
  };
  const form = new Form({
    view,
    seat,
    kind,
    chosen,
    real,
    failed: fail,
    end: (move, drawn) =>
      new Confirmation({
        view: form.view,
        seat,
        body: { seat, move },
        drawn,
        sure,
        done: () => sheet.close(),
        over: fail,
      }),
  });
  sheet.push(titleForSeat(view, seat, title), form.element, (now) => {
    form.update(now);
    sheet.say(t("page.form.look_again"));
  });
  form.walk();
}
