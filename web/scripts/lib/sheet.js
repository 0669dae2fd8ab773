// Sheets: what lies over the table for a moment, one page of it after the other.
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * A page of a sheet; while another lies on it, with how far it was scrolled, and the element that had the focus, with its top
 * edge on the screen.
 * @typedef {{
 *   title: string, content: Node | string, onView: (view: api.PhoneView) => void,
 *   scrollTop?: number, focused?: Element | null, top?: number,
 * }} Page
 */

/** @type {Sheet | null} */
let sheetOnTop = null;

/** Return the sheet that lies over the table; null without one. */
export function currentSheet() {
  return sheetOnTop;
}

export class Sheet {
  /**
   * Open an empty sheet over the table.
   * @param {() => void} onClose Called once it is closed, in whichever way.
   */
  constructor(onClose = () => {}) {
    sheetOnTop?.close();
    /** @type {Page[]} */
    this.pages = [];
    /** @type {(view: api.PhoneView) => void} */
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
      if (sheetOnTop === this) sheetOnTop = null;
      onClose();
    });
    document.body.append(this.dialog);
    sheetOnTop = this;
    this.dialog.showModal();
  }

  /**
   * Lay a page on top.
   * @param {string} title
   * @param {Node | string} content
   * @param {(view: api.PhoneView) => void} onView Called with every new view while the page is on top.
   */
  push(title, content, onView = () => {}) {
    const below = this.pages.at(-1);
    const focused = document.activeElement;
    if (below) Object.assign(below, { scrollTop: this.dialog.scrollTop, focused, top: focused?.getBoundingClientRect().top });
    this.pages.push({ title, content, onView });
    this.draw();
  }

  /**
   * Put another page in place of the one on top.
   * @param {string} title
   * @param {Node | string} content
   * @param {(view: api.PhoneView) => void} onView
   */
  replace(title, content, onView = () => {}) {
    this.pages.splice(-1, 1, { title, content, onView });
    this.draw();
  }

  /** Go back by so many pages, to where the page below was left; close the sheet if there are no more. */
  back(pages = 1) {
    this.pages.splice(-pages);
    const page = this.pages.at(-1);
    if (!page) {
      this.close();
      return;
    }
    this.draw();
    const { scrollTop = 0, focused, top = 0 } = page;
    this.dialog.scrollTop = scrollTop;
    if (!(focused instanceof HTMLElement)) return;
    focused.focus({ preventScroll: true });
    const align = () => {
      if (focused.isConnected) this.dialog.scrollTop += focused.getBoundingClientRect().top - top;
    };
    align();
    requestAnimationFrame(align); // what was out of sight has its height only once it is drawn
    setTimeout(align, 200); // on a slow phone later
  }

  close() {
    if (sheetOnTop === this) sheetOnTop = null; // at once: the event of the dialog comes later
    this.dialog.close();
  }

  draw() {
    const { title, content, onView } = this.pages[this.pages.length - 1];
    this.title.textContent = title;
    this.backButton.hidden = this.pages.length < 2;
    this.body.replaceChildren(content);
    this.onView = onView;
    this.say("");
    this.dialog.scrollTop = 0;
    this.title.focus();
  }

  /**
   * Show a message, which is read aloud too.
   * @param {string} text
   * @param {string} kind As in `say`.
   */
  say(text, kind = "") {
    this.word.textContent = text;
    this.word.dataset.kind = kind;
    if (text) this.word.scrollIntoView({ block: "nearest" });
  }
}
