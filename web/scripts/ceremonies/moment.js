// A card that lies over the page for a while, and goes with any press.
import { drawing, h, prefersReducedMotion } from "../lib/dom.js";
import { t } from "../lib/words.js";

export class Moment {
  /**
   * Lay a card over the page.
   * @param {string} name Its title.
   * @param {...import("../lib/dom.js").Child} content
   */
  constructor(name, ...content) {
    this.isOver = false;
    this.endWait = () => {};
    const title = h("p", { class: "ceremony-title" }, drawing("lantern"), h("span", {}, name), drawing("lantern"));
    const canBeTouched = !document.documentElement.classList.contains("tv");
    const skip = canBeTouched && h("p", { class: "ceremony-skip" }, t("page.ceremony.skip"));
    this.element = h("div", { class: "ceremony", "aria-hidden": "true" }, title, content, skip);
    document.body.append(this.element);
  }

  /**
   * Wait; return whether it still goes on then.
   * @param {number} milliseconds
   * @returns {Promise<boolean>}
   */
  wait(milliseconds) {
    return new Promise((done) => {
      if (this.isOver) return done(false);
      const timer = setTimeout(() => done(!this.isOver), milliseconds);
      this.endWait = () => {
        clearTimeout(timer);
        done(false);
      };
    });
  }

  /**
   * Show one part after the other, and stay a while: `show` is called with each, and how long it may take. Where
   * nothing may move, all are there at once.
   * @template T
   * @param {T[]} parts
   * @param {(part: T, index: number, milliseconds: number) => void} show
   * @param {{reading: number, each: number, stay: number, onTold?: () => void}} times In milliseconds: for all parts at
   *   most, for one at most, and for the whole at its end. `onTold` is called when all have been shown.
   */
  async read(parts, show, { reading, each, stay, onTold = () => {} }) {
    if (prefersReducedMotion()) {
      parts.forEach((part, i) => show(part, i, 0));
      await this.wait(reading + stay);
    } else {
      const pause = Math.min(each, reading / Math.max(1, parts.length));
      for (const [i, part] of parts.entries()) {
        show(part, i, Math.min(500, pause * 0.7));
        if (!(await this.wait(pause))) break;
      }
      onTold();
      await this.wait(stay);
    }
    this.end();
  }

  /** Take the card away. */
  end() {
    this.isOver = true;
    this.endWait();
    this.element.remove();
  }
}
