// The keys of the box: fingers, mouse, keyboard and assistive tools press and release them, and the box receives each
// press and release in the order in which they happened.

/** The key of the box for each key of a keyboard. @type {Record<string, string>} */
const TYPED = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "ok",
  " ": "ok",
  Escape: "back",
  Backspace: "back",
  u: "undo",
  s: "spin",
};

// The box takes two edges of one key for the bouncing of its contact when they are closer than 20 ms.
const APART_MS = 25;

// A knob has no contact to hold. While its key is held here, the knob turns as fast as the box repeats a key.
const TURN_AFTER_MS = 400;
const TURN_EVERY_MS = 120;

// How far a mouse wheel rolls from one notch to the next. Browsers that count in lines report three lines for a notch.
const NOTCH_PX = 100;
const LINE_PX = 34;

/** @typedef {number | string} Holder Who holds a key: the number of a pointer, or a key of the keyboard. */

/**
 * Return the key of the box for a typed one. Digits go by their place, which is the same on every layout, shifted or not.
 * @param {KeyboardEvent} event
 */
function keyOf(event) {
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1] ?? /^[1-5]$/.exec(event.key)?.[0];
  return digit ? `seat${digit}` : TYPED[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

export class Keys {
  /**
   * Listen to the buttons and to the keyboard.
   * @param {HTMLElement[]} buttons Each has its key as data-key, and data-turned where the key turns a knob.
   * @param {(key: string, down: boolean) => Promise<unknown>} post It sends an edge; it fails if the box is out of reach.
   * @param {() => void} onLost Called when the box is out of reach.
   */
  constructor(buttons, post, onLost) {
    this.buttons = new Map(buttons.map((button) => [button.dataset.key ?? "", button]));
    /** Keys that turn a knob, each with the timer of its next detent while it is held. @type {Map<string, number>} */
    this.knobTimers = new Map();
    for (const [key, button] of this.buttons) if ("turned" in button.dataset) this.knobTimers.set(key, 0);
    this.rolledPx = 0; // how far the mouse wheel has rolled towards its next notch
    this.post = post;
    this.onLost = onLost;
    /** @type {Map<Holder, string>} */
    this.heldKeys = new Map();
    /** Keys that the box may believe to be down. @type {Set<string>} */
    this.downKeys = new Set();
    /** Edges that are not sent yet. @type {[key: string, down: boolean][]} */
    this.queue = [];
    /** When each key last went down or up. @type {Map<string, number>} */
    this.edgeTimes = new Map();
    this.isSending = false;
    for (const [key, button] of this.buttons) this.listen(key, button);
    addEventListener("keydown", (event) => this.type(event));
    addEventListener("keyup", (event) => this.release(event.code || event.key));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.leave());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /** Release every key after the box was away: those that it may still believe to be down, and those that are held now. */
  startOver() {
    this.releaseAll();
    this.queue = [...this.downKeys].map((key) => [key, false]);
    this.sendQueue();
  }

  /**
   * Let the mouse wheel turn the knob, if the box has one, while the pointer is over an element.
   * @param {HTMLElement} element
   */
  followMouseWheel(element) {
    if (!this.knobTimers.has("down")) return;
    /** @param {WheelEvent} event */
    const roll = (event) => {
      if (event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      const way = (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1) * event.deltaY;
      this.rolledPx = way * this.rolledPx < 0 ? way : this.rolledPx + way;
      for (; Math.abs(this.rolledPx) >= NOTCH_PX; this.rolledPx -= Math.sign(way) * NOTCH_PX) {
        this.send(way > 0 ? "down" : "up", true);
      }
    };
    element.addEventListener("wheel", roll, { passive: false });
  }

  /**
   * @param {string} key
   * @param {HTMLElement} button
   */
  listen(key, button) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.press(event.pointerId, key);
    });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
      button.addEventListener(name, (event) => this.release(event.pointerId));
    }
    // A click must not take the focus: Enter would then press this key again instead of OK.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      // A click without any pointer comes from an assistive tool.
      if (event.detail === 0 && !event.pointerType) this.tap(key);
    });
  }

  /** @param {KeyboardEvent} event */
  type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const operates = event.target instanceof Element && (event.key === "Enter" || event.key === " ");
    const control = operates ? event.target.closest("a, button, summary, input") : null;
    const key = control instanceof HTMLElement ? control.dataset.key : keyOf(event);
    if (!key || !this.buttons.has(key)) return;
    event.preventDefault();
    if (!event.repeat) this.press(event.code || event.key, key);
  }

  /** @param {string} key */
  tap(key) {
    this.press("tap", key);
    this.release("tap");
  }

  /**
   * @param {Holder} holder
   * @param {string} key
   */
  press(holder, key) {
    this.release(holder);
    const wasHeld = this.isHeld(key);
    this.heldKeys.set(holder, key);
    if (wasHeld) return;
    this.buttons.get(key)?.classList.add("down");
    this.send(key, true);
    this.keepTurning(key, TURN_AFTER_MS);
  }

  /**
   * Turn a knob further, after a while and then again and again, until its key is released.
   * @param {string} key
   * @param {number} after In milliseconds.
   */
  keepTurning(key, after) {
    if (!this.knobTimers.has(key)) return;
    const turn = () => {
      // While the queue is not empty, nothing is added to it: a knob must not turn further once it is released.
      if (!this.queue.length) this.send(key, true);
      this.keepTurning(key, TURN_EVERY_MS);
    };
    this.knobTimers.set(key, setTimeout(turn, after));
  }

  /** @param {Holder} holder */
  release(holder) {
    const key = this.heldKeys.get(holder);
    if (key === undefined) return;
    this.heldKeys.delete(holder);
    if (this.isHeld(key)) return;
    this.buttons.get(key)?.classList.remove("down");
    if (this.knobTimers.has(key)) clearTimeout(this.knobTimers.get(key));
    else this.send(key, false);
  }

  releaseAll() {
    for (const holder of [...this.heldKeys.keys()]) this.release(holder);
  }

  /** Release all keys at once: an edge that waits for its turn would wait for ever in a page that is gone. */
  leave() {
    this.releaseAll();
    for (const [key, down] of this.queue.splice(0)) this.post(key, down).catch(() => {});
  }

  /** @param {string} key */
  isHeld(key) {
    return [...this.heldKeys.values()].includes(key);
  }

  /**
   * @param {string} key
   * @param {boolean} down
   */
  send(key, down) {
    this.queue.push([key, down]);
    this.sendQueue();
  }

  /**
   * Wait until an edge of a key cannot be taken for the bouncing of its last one.
   * @param {string} key
   */
  async waitApart(key) {
    if (this.knobTimers.has(key)) return;
    const left = (this.edgeTimes.get(key) ?? -Infinity) + APART_MS - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    this.edgeTimes.set(key, performance.now());
  }

  /** Send the edges in the queue, one after the other: of two requests at once one might overtake the other. */
  async sendQueue() {
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.queue.length) {
        const next = this.queue[0];
        const [key, down] = next;
        if (down && !this.knobTimers.has(key)) this.downKeys.add(key);
        await this.waitApart(key);
        // The edge stays in the queue while it waits. If it is gone, `leave` has sent it.
        if (this.queue[0] !== next) continue;
        this.queue.shift();
        await this.post(key, down);
        if (!down) this.downKeys.delete(key);
      }
    } catch {
      // What could not be sent at once would come too late: no press is better than a late one.
      this.queue = [];
      this.onLost();
    } finally {
      this.isSending = false;
    }
  }
}
