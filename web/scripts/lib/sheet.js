// Sheets: what lies over the table for a moment, one page of it after the other, and questions before what is rash.
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

let open = null;

/** The sheet that lies over the table, or null. */
export function openSheet() {
  return open;
}

export class Sheet {
  /** An empty sheet over the table; `onClose` is called once it is gone, however it went. */
  constructor(onClose = () => {}) {
    open?.close();
    this.pages = [];
    this.onView = () => {};
    this.title = h("h2", { id: "sheet-title", tabindex: -1 });
    this.backButton = button("quiet", () => this.back(), t("page.sheet.back"));
    const away = button("quiet", () => this.close(), t("page.sheet.close"));
    this.word = h("p", { class: "word", role: "status" });
    this.body = h("div", { class: "sheet-body" });
    const head = h("div", { class: "sheet-head" }, this.backButton, this.title, away);
    this.dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, head, this.word, this.body);
    this.dialog.addEventListener("cancel", (event) => {
      if (this.pages.length < 2) return;
      event.preventDefault();
      this.back();
    });
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      if (open === this) open = null;
      onClose();
    });
    document.body.append(this.dialog);
    open = this;
    this.dialog.showModal();
  }

  /** Lay a page on top; `onView` hears of every new view while it is there. */
  push(title, content, onView = () => {}) {
    this.pages.push({ title, content, onView });
    this.draw();
  }

  /** Put another page in place of the one on top. */
  replace(title, content, onView = () => {}) {
    this.pages.pop();
    this.push(title, content, onView);
  }

  /** The page before this one; closes the sheet where there is none. */
  back(pages = 1) {
    this.pages.splice(-pages);
    if (this.pages.length) this.draw();
    else this.close();
  }

  close() {
    if (open === this) open = null; // at once: the event of the dialog comes later
    this.dialog.close();
  }

  draw() {
    const { title, content, onView } = this.pages.at(-1);
    this.title.textContent = title;
    this.backButton.hidden = this.pages.length < 2;
    this.body.replaceChildren(content);
    this.onView = onView;
    this.say("");
    this.dialog.scrollTop = 0;
    this.title.focus();
  }

  /** A word to the reader, read aloud too. */
  say(text, kind = "") {
    this.word.textContent = text;
    this.word.dataset.kind = kind;
    if (text) this.word.scrollIntoView({ block: "nearest" });
  }
}

/** Ask before something rash is done; gives whether the answer was yes. `yes` is what the button says. */
export function ask(question, body, yes, kind = "grave") {
  return new Promise((answer) => {
    let said = false;
    const settle = (agreed) => {
      said = agreed;
      dialog.close();
    };
    const buttons = h(
      "div",
      { class: "answers" },
      button("quiet", () => settle(false), t("page.act.cancel")), // first, so that it has the focus
      button(kind, () => settle(true), yes),
    );
    const title = h("h2", { id: "ask-title" }, question);
    const names = { role: "alertdialog", "aria-labelledby": "ask-title", "aria-describedby": "ask-body" };
    const dialog = h("dialog", { class: "ask", ...names }, title, h("p", { id: "ask-body" }, body), buttons);
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(said);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
