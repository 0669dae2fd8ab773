// The keys of the box: fingers, mouse, keyboard and assistive tools press and release them, and the box receives each
// press and release in the order in which they happened. A short press is one request: over a slow line, a release of its
// own would come so late that the box took it for a long press.

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

// While a key is held here that repeats or turns a knob, it is pushed as fast as the box repeats a key.
const REPEAT_AFTER_MS = 400;
const REPEAT_EVERY_MS = 120;

// A key with another meaning when held is tapped if it comes up before that time; else it is pressed then, and its release
// follows once the press is answered. Where answers are slow, the key is tapped as long as the box takes a press for short.
const HELD_AFTER_MS = 120;
const SLOW_HELD_AFTER_MS = 340;
const SLOW_ANSWER_MS = 200;

// How far a mouse wheel rolls from one notch to the next. Browsers that count in lines report three lines for a notch.
const NOTCH_PX = 100;
const LINE_PX = 34;

/** @typedef {number | string} Holder Who holds a key: the number of a pointer, or a key of the keyboard. */
/** @typedef {{ key: string, down: boolean, tap?: boolean }} Push A key that goes down or up; a tap is both. */

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
   * @param {HTMLElement[]} buttons Each has its key as data-key, and as data-hold what the key does while it is held:
   * "turn" a knob, "repeat", or become a "long" press.
   * @param {(push: Push) => Promise<unknown>} post It sends a push; it fails if the box is out of reach.
   * @param {() => void} onLost Called when the box is out of reach.
   */
  constructor(buttons, post, onLost) {
    this.buttons = new Map(buttons.map((button) => [button.dataset.key ?? "", button]));
    /** For held keys, the timer of the next repeat, or of the end of a short press. @type {Map<string, number>} */
    this.timers = new Map();
    this.answerMs = 0; // how long the box took for its last answer
    this.rolledPx = 0; // how far the mouse wheel has rolled towards its next notch
    this.post = post;
    this.onLost = onLost;
    /** @type {Map<Holder, string>} */
    this.heldKeys = new Map();
    /** Keys that the box may believe to be down. @type {Set<string>} */
    this.downKeys = new Set();
    /** Pushes that are not sent yet. @type {Push[]} */
    this.queue = [];
    /** When the box had each key last go down or up. @type {Map<string, number>} */
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
    this.queue = [...this.downKeys].map((key) => ({ key, down: false }));
    this.sendQueue();
  }

  /**
   * Let the mouse wheel turn the knob, if the box has one, while the pointer is over an element.
   * @param {HTMLElement} element
   */
  followMouseWheel(element) {
    if (this.holdOf("down") !== "turn") return;
    /** @param {WheelEvent} event */
    const roll = (event) => {
      if (event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      const way = (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1) * event.deltaY;
      this.rolledPx = way * this.rolledPx < 0 ? way : this.rolledPx + way;
      for (; Math.abs(this.rolledPx) >= NOTCH_PX; this.rolledPx -= Math.sign(way) * NOTCH_PX) {
        this.sendOnce(way > 0 ? "down" : "up");
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
    const hold = this.holdOf(key);
    if (hold === "long") this.pressOnceHeld(key);
    else if (hold) {
      this.sendOnce(key);
      this.keepRepeating(key, REPEAT_AFTER_MS);
    } else this.send({ key, down: true });
  }

  /**
   * Press a key once it is held for too long for a tap.
   * @param {string} key
   */
  pressOnceHeld(key) {
    const press = () => {
      this.timers.delete(key);
      this.send({ key, down: true });
    };
    this.timers.set(key, setTimeout(press, this.answerMs < SLOW_ANSWER_MS ? HELD_AFTER_MS : SLOW_HELD_AFTER_MS));
  }

  /**
   * Push a key again, after a while and then again and again, until it is released.
   * @param {string} key
   * @param {number} after In milliseconds.
   */
  keepRepeating(key, after) {
    const repeat = () => {
      // While the queue is not empty, nothing is added to it: a key must not go on once it is released.
      if (!this.queue.length) this.sendOnce(key);
      this.keepRepeating(key, REPEAT_EVERY_MS);
    };
    this.timers.set(key, setTimeout(repeat, after));
  }

  /** @param {Holder} holder */
  release(holder) {
    const key = this.heldKeys.get(holder);
    if (key === undefined) return;
    this.heldKeys.delete(holder);
    if (this.isHeld(key)) return;
    this.buttons.get(key)?.classList.remove("down");
    const hold = this.holdOf(key);
    const hasTimer = this.timers.has(key);
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (hold === "long" && hasTimer) this.sendOnce(key);
    else if (hold === "long" || !hold) this.send({ key, down: false });
  }

  releaseAll() {
    for (const holder of [...this.heldKeys.keys()]) this.release(holder);
  }

  /** Release all keys at once: an edge that waits for its turn would wait for ever in a page that is gone. */
  leave() {
    this.releaseAll();
    for (const push of this.queue.splice(0)) this.post(push).catch(() => {});
  }

  /** @param {string} key */
  isHeld(key) {
    return [...this.heldKeys.values()].includes(key);
  }

  /** @param {string} key */
  holdOf(key) {
    return this.buttons.get(key)?.dataset.hold;
  }

  /**
   * Send a tap of a key, or a detent of the knob that it turns.
   * @param {string} key
   */
  sendOnce(key) {
    this.send(this.holdOf(key) === "turn" ? { key, down: true } : { key, down: true, tap: true });
  }

  /** @param {Push} push */
  send(push) {
    this.queue.push(push);
    this.sendQueue();
  }

  /**
   * Wait until an edge of a key cannot be taken for the bouncing of its last one.
   * @param {string} key
   */
  async waitApart(key) {
    if (this.holdOf(key) === "turn") return;
    const left = (this.edgeTimes.get(key) ?? -Infinity) + APART_MS - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
  }

  /** Send what is in the queue, one after the other: of two requests at once one might overtake the other. */
  async sendQueue() {
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.queue.length) {
        const next = this.queue[0];
        const { key, down } = next;
        if (down && !next.tap && this.holdOf(key) !== "turn") this.downKeys.add(key);
        await this.waitApart(key);
        // The push stays in the queue while it waits. If it is gone, `leave` has sent it.
        if (this.queue[0] !== next) continue;
        this.queue.shift();
        const sent = performance.now();
        await this.post(next);
        this.edgeTimes.set(key, performance.now());
        this.answerMs = performance.now() - sent;
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
