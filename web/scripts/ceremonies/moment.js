// A card that lies over the page for a while, and goes with any press.
import { drawing, h, still } from "../lib/dom.js";
import { t } from "../lib/words.js";

export class Moment {
  /**
   * @param {string} name What it is about.
   * @param {...(Node | null)} content
   */
  constructor(name, ...content) {
    this.over = false;
    this.wake = () => {};
    const title = h("p", { class: "ceremony-title" }, drawing("lantern"), h("span", {}, name), drawing("lantern"));
    this.element = h("div", { class: "ceremony", "aria-hidden": "true" }, title, content, h("p", { class: "ceremony-skip" }, t("page.ceremony.skip")));
    document.body.append(this.element);
  }

  /** Whether it still goes on after so many milliseconds. @returns {Promise<boolean>} */
  wait(ms) {
    return new Promise((done) => {
      if (this.over) return done(false);
      const timer = setTimeout(() => done(!this.over), ms);
      this.wake = () => {
        clearTimeout(timer);
        done(false);
      };
    });
  }

  /**
   * Show one part after the other, and stay a while: `show` is called with each, and how long it may take; still, all
   * are there at once. Whether it went to its end.
   * @template T
   * @param {T[]} parts
   * @param {(part: T, index: number, ms: number) => void} show
   * @param {{reading: number, each: number, stay: number, told?: () => void}} times In milliseconds: for all parts at
   *   most, for one at most, and for the whole at its end. `told` is called when all have been shown.
   */
  async read(parts, show, { reading, each, stay, told = () => {} }) {
    if (still()) {
      parts.forEach((part, i) => show(part, i, 0));
      await this.wait(reading + stay);
    } else {
      const pause = Math.min(each, reading / Math.max(1, parts.length));
      for (const [i, part] of parts.entries()) {
        show(part, i, Math.min(500, pause * 0.7));
        if (!(await this.wait(pause))) break;
      }
      told();
      await this.wait(stay);
    }
    this.end();
  }

  end() {
    this.over = true;
    this.wake();
    this.element.remove();
  }
}
