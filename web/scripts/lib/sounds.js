// Plays the buzzer of the box on the reader's loudspeaker: quietly, and not before the page was touched once.
import { keep, keptPosition } from "./switches.js";

const LOUDNESS = [0, 0.03, 0.08, 0.2];
const EDGE_S = 0.004;
const STORE = "companion-sound";

export class Sounds {
  /**
   * Begin with the choice that this browser keeps.
   * @param {HTMLElement} button It switches sounds on and off.
   */
  constructor(button) {
    this.button = button;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.playing = null;
    this.on = keptPosition(STORE) !== "off";
    this.label();
    button.addEventListener("click", () => this.toggle());
    // Browsers allow sound only once somebody touched the page.
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.wake(), { capture: true });
  }

  /**
   * Play notes instead of those that play now; 0 Hz is a rest, volume 0 silence.
   * @param {[number, number][]} tune Notes as [Hz, milliseconds].
   * @param {number} volume
   */
  play(tune, volume) {
    this.stop();
    if (!this.on || this.context?.state !== "running" || !LOUDNESS[volume]) return;
    const { context } = this;
    const output = context.createGain();
    output.gain.value = LOUDNESS[volume];
    output.connect(context.destination);
    this.playing = output;
    let at = context.currentTime + 0.01;
    for (const [pitch, length] of tune) {
      if (pitch) addNote(context, output, pitch, at, length / 1000);
      at += length / 1000;
    }
  }

  stop() {
    this.playing?.disconnect();
    this.playing = null;
  }

  toggle() {
    this.on = !this.on;
    if (!this.on) this.stop();
    keep(STORE, this.on);
    this.label();
  }

  label() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  wake() {
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }
}

/**
 * Add one note of a tune.
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {number} pitch In Hz.
 * @param {number} at In seconds of the context.
 * @param {number} length In seconds.
 */
function addNote(context, output, pitch, at, length) {
  const wave = context.createOscillator();
  const shape = context.createGain();
  const edge = Math.min(EDGE_S, length / 3);
  wave.type = "triangle";
  wave.frequency.value = pitch;
  shape.gain.setValueAtTime(0, at);
  shape.gain.linearRampToValueAtTime(1, at + edge);
  shape.gain.setValueAtTime(1, at + length - edge);
  shape.gain.linearRampToValueAtTime(0, at + length);
  wave.connect(shape).connect(output);
  wave.start(at);
  wave.stop(at + length);
}
