// Questions before what is rash.
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * Ask before something rash is done; return whether the answer was yes.
 * @param {string} question
 * @param {string} body
 * @param {string} yes Text of the button.
 * @param {string} kind Class of the button.
 * @returns {Promise<boolean>}
 */
export function askYesNo(question, body, yes, kind = "grave") {
  return new Promise((answer) => {
    let agreed = false;
    /** @param {boolean} choice */
    const settle = (choice) => {
      agreed = choice;
      dialog.close();
    };
    const buttons = h(
      "div",
      { class: "answers" },
      button("quiet", () => settle(false), t("page.form.cancel")), // first, so that it has the focus
      button(kind, () => settle(true), yes),
    );
    const title = h("h2", { id: "ask-title" }, question);
    const names = { role: "alertdialog", "aria-labelledby": "ask-title", "aria-describedby": "ask-body" };
    const dialog = h("dialog", { class: "ask", ...names }, title, h("p", { id: "ask-body" }, body), buttons);
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(agreed);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
