// The keys of the box: finger, mouse, keyboard and assistive tools push them down and let them go, and the box is told
// of each in the order in which it happened.
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

// A knob has no contact to hold. As long as its key is held here it is turned on, as fast as the box repeats a key.
const TURN_AFTER_MS = 400;
const TURN_EVERY_MS = 120;

// How far a mouse's wheel rolls from one notch to the next; browsers that count in lines say three for it.
const NOTCH_PX = 100;
const LINE_PX = 34;

/** The key that a typed one stands for. Digits go by their place, which is the same on every layout, shifted or not. */
function meant(event) {
  const digit = /^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1] ?? /^[1-5]$/.exec(event.key)?.[0];
  return digit ? `seat${digit}` : TYPED[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

export class Keys {
  /**
   * `buttons` carry their key as data-key, and data-turned where it turns a knob; `post(key, down)` gives a promise
   * that fails when the box cannot be reached, and `lost` is called then.
   */
  constructor(buttons, post, lost) {
    this.buttons = new Map([...buttons].map((button) => [button.dataset.key, button]));
    this.turned = new Map(); // the keys that turn a knob → the timer of their next detent while they are held
    for (const [key, button] of this.buttons) if ("turned" in button.dataset) this.turned.set(key, null);
    this.rolled = 0; // how far the mouse's wheel has rolled towards its next notch
    this.post = post;
    this.lost = lost;
    this.holders = new Map(); // who holds which key: a pointer's number or a place on the keyboard → the key
    this.sunk = new Set(); // the keys that the box may believe to be down
    this.queue = [];
    this.edges = new Map(); // when each key last went down or up
    this.busy = false;
    for (const [key, button] of this.buttons) this.listen(key, button);
    addEventListener("keydown", (event) => this.typed(event));
    addEventListener("keyup", (event) => this.letGo(event.code || event.key));
    addEventListener("blur", () => this.letAllGo());
    addEventListener("pagehide", () => this.leave());
    document.addEventListener("visibilitychange", () => document.hidden && this.letAllGo());
  }

  /** After the box was away: let go what it may still believe to be down, and what is held now. */
  startOver() {
    this.letAllGo();
    this.queue = [...this.sunk].map((key) => [key, false]);
    this.pump();
  }

  /** Let the mouse's wheel turn the knob, where there is one, while the pointer is over this element. */
  rollOver(element) {
    if (!this.turned.has("down")) return;
    const roll = (event) => {
      if (event.ctrlKey || !event.deltaY) return;
      event.preventDefault();
      const way = (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1) * event.deltaY;
      this.rolled = way * this.rolled < 0 ? way : this.rolled + way;
      for (; Math.abs(this.rolled) >= NOTCH_PX; this.rolled -= Math.sign(way) * NOTCH_PX) {
        this.send(way > 0 ? "down" : "up", true);
      }
    };
    element.addEventListener("wheel", roll, { passive: false });
  }

  listen(key, button) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      this.push(event.pointerId, key);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(name, (event) => this.letGo(event.pointerId));
    }
    // A click must not take the focus: Enter would then push this key again instead of OK.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      // A click without any pointer comes from an assistive tool.
      if (event.detail === 0 && !event.pointerType) this.tap(key);
    });
  }

  typed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const control = event.target.closest?.("a, button, summary, input");
    const presses = event.key === "Enter" || event.key === " ";
    if (control && presses && !control.dataset.key) return;
    const key = control && presses ? control.dataset.key : meant(event);
    if (!this.buttons.has(key)) return;
    event.preventDefault();
    if (!event.repeat) this.push(event.code || event.key, key);
  }

  tap(key) {
    this.push("tap", key);
    this.letGo("tap");
  }

  push(holder, key) {
    this.letGo(holder);
    const held = this.isHeld(key);
    this.holders.set(holder, key);
    if (held) return;
    this.buttons.get(key).classList.add("down");
    this.send(key, true);
    this.turnOn(key, TURN_AFTER_MS);
  }

  /** Turn a knob on, after a while and then again and again, until its key is let go. */
  turnOn(key, after) {
    if (!this.turned.has(key)) return;
    const detent = () => {
      // What waits already is enough: a knob must not turn on once it is let go.
      if (!this.queue.length) this.send(key, true);
      this.turnOn(key, TURN_EVERY_MS);
    };
    this.turned.set(key, setTimeout(detent, after));
  }

  letGo(holder) {
    const key = this.holders.get(holder);
    if (key === undefined) return;
    this.holders.delete(holder);
    if (this.isHeld(key)) return;
    this.buttons.get(key).classList.remove("down");
    if (this.turned.has(key)) clearTimeout(this.turned.get(key));
    else this.send(key, false);
  }

  letAllGo() {
    for (const holder of [...this.holders.keys()]) this.letGo(holder);
  }

  /** Let all go for good: what still waits for its turn would wait for ever in a page that is gone. */
  leave() {
    this.letAllGo();
    for (const [key, down] of this.queue.splice(0)) this.post(key, down).catch(() => {});
  }

  isHeld(key) {
    return [...this.holders.values()].includes(key);
  }

  send(key, down) {
    this.queue.push([key, down]);
    this.pump();
  }

  /** Wait until an edge of this key cannot be taken for the bouncing of its last one. */
  async apart(key) {
    if (this.turned.has(key)) return;
    const left = (this.edges.get(key) ?? -Infinity) + APART_MS - performance.now();
    if (left > 0) await new Promise((done) => setTimeout(done, left));
    this.edges.set(key, performance.now());
  }

  /** Send what waits, one after the other: two requests at once might overtake each other. */
  async pump() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.queue.length) {
        const next = this.queue[0];
        const [key, down] = next;
        if (down && !this.turned.has(key)) this.sunk.add(key);
        await this.apart(key);
        // While it waited it stood in the queue: a page that went away has told it already.
        if (this.queue[0] !== next) continue;
        this.queue.shift();
        await this.post(key, down);
        if (!down) this.sunk.delete(key);
      }
    } catch {
      // What could not be told at once is old when it can be: better no press than a late one.
      this.queue = [];
      this.lost();
    } finally {
      this.busy = false;
    }
  }
}
