// Playing a move that wants a form: the sheet with its fields, and the last look at its end.
import { Confirmation } from "./confirm.js";
import { Form } from "./forms.js";
import { named, say } from "../lib/says.js";
import { Sheet } from "../lib/sheet.js";
import { t } from "../lib/words.js";

/**
 * Lay the form of a kind of move of a seat over the table, on top of `sheet` if there is one; `chosen` is answered
 * already, and with `real` what chance decides is typed in from the real thing. `sure`: the last tap does it, without a last
 * look: taking it back is one tap away.
 */
export function playForm(view, seat, kind, title, { sheet = new Sheet(), chosen = {}, real = false, sure = false } = {}) {
  const over = (word) => {
    sheet.close();
    say(word, "refused");
  };
  const form = new Form({
    view,
    seat,
    kind,
    real,
    failed: over,
    end: (move, drawn) =>
      new Confirmation({
        view: form.view,
        seat,
        body: { seat, move },
        drawn,
        sure,
        done: () => sheet.close(),
        over,
      }),
  });
  form.begin(chosen);
  sheet.push(named(view, seat, title), form.element, (now) => {
    form.renew(now);
    sheet.say(t("page.act.look_again"));
  });
  form.walk();
}
