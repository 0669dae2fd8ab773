// The sounds of what the page shows: the wheel's ticks, dice that come to rest, the reader's turn, steps of the end, the podium.
import { ceremoniesKey } from "../ceremonies/brought.js";
import { prefersReducedMotion } from "../lib/dom.js";
import { Loudspeaker } from "../lib/loudspeaker.js";
import { areSoundsOn, keep, SOUNDS } from "../lib/switches.js";

/** @typedef {"tick" | "knock" | "turn" | "step" | "end"} Sound */

/** As the box plays them (companion/devices/light_sound_thread.py). @type {Record<Sound, import("../lib/loudspeaker.js").Tune>} */
const TUNES = {
  tick: [[1175, 10]],
  knock: [[294, 40]], // an octave above the box's: the loudspeaker of a phone is small
  turn: [[1047, 70], [0, 15], [1319, 130]],
  step: [[1047, 70], [0, 15], [1319, 130]],
  end: [[587, 140], [0, 20], [784, 140], [0, 20], [880, 140], [0, 20], [1175, 280], [0, 40], [988, 140], [0, 20], [880, 140], [0, 20], [1175, 520]],
};
const VOLUME = 2; // the box's own, unless somebody changes it
const STATE_MS = 500; // a touch that has just come needs a while to take effect

/** @type {TableSounds | null} */
let sounds = null;

/** Play what the page shows from now on: not before it has shown its first view. */
export function startSounds() {
  sounds ??= new TableSounds();
}

/** Switch the sounds on or off, and keep that; the third says that they are on, and how loud. */
export function switchSounds() {
  keep(SOUNDS, !areSoundsOn());
  sounds?.end();
  sounds = areSoundsOn() ? new TableSounds("turn") : null;
}

class TableSounds {
  /**
   * Listen to the page.
   * @param {Sound | null} first Played as soon as the browser allows sound.
   */
  constructor(first = null) {
    /** The newest view that the page showed; the page of free dice has none. */
    this.view = document.companionView ?? null;
    /** The card that says whose turn it is; a television hears every turn from the table. */
    this.turn = document.documentElement.classList.contains("tv") ? null : document.getElementById("turn");
    this.isYours = this.saysYours();
    this.observer = new MutationObserver(() => this.hearTurn());
    if (this.turn) this.observer.observe(this.turn, { attributeFilter: ["class"] });
    this.loudspeaker = new Loudspeaker();
    this.loudspeaker.wake().then(() => first && this.play(first));
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("companion:sound", ({ detail }) => this.play(detail), { signal });
    document.addEventListener("companion:view", ({ detail }) => this.hearView(detail), { signal });
    document.addEventListener("visibilitychange", () => this.rest(), { signal });
    this.loudspeaker.context?.addEventListener("statechange", () => this.showState(), { signal });
    setTimeout(() => this.showState(), STATE_MS);
  }

  /**
   * Play a sound, unless nobody sees the page.
   * @param {Sound} sound
   */
  play(sound) {
    if (!document.hidden) this.loudspeaker.play(TUNES[sound], VOLUME);
  }

  /** Return whether the card says that it is the reader's turn. */
  saysYours() {
    return this.turn !== null && this.turn.classList.contains("yours");
  }

  /** Play the third once the page shows that it is the reader's turn. */
  hearTurn() {
    const wasYours = this.isYours;
    this.isYours = this.saysYours();
    if (!wasYours && this.isYours) this.play("turn");
  }

  /**
   * Where nothing moves, play what comes to rest with a view.
   * @param {api.PhoneView} view
   */
  hearView(view) {
    const before = this.view?.number === view.number ? this.view : null;
    this.view = view;
    if (!prefersReducedMotion() || before === null || before.reveal || ceremoniesKey(view) === ceremoniesKey(before)) return;
    const kinds = view.ceremonies.map(({ ceremony }) => ceremony);
    if (kinds.includes("spin")) this.play("tick");
    if (kinds.includes("throw")) this.play("knock");
  }

  /** Be silent while nobody sees the page. */
  rest() {
    if (!document.hidden) this.loudspeaker.wake();
    else this.loudspeaker.rest();
  }

  /** Show on a television whether a key is to be pressed first. */
  showState() {
    const note = document.getElementById("sounds-wait");
    if (note && !document.hidden) note.hidden = this.listening.signal.aborted || this.loudspeaker.context?.state === "running";
  }

  /** Stop, and listen no more. */
  end() {
    this.listening.abort();
    this.observer.disconnect();
    this.loudspeaker.end();
    this.showState();
  }
}
